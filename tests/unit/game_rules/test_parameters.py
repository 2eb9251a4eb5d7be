from fractions import Fraction
from typing import Annotated, Literal

import pytest

from sabot import INF, rules
from sabot.errors import NumberError, RulesError
from sabot.game_rules.parameters import Choice, Exact, Text, Whole, parameter_kind


def test_a_whole_number_may_be_spelt_as_any_exact_number():
    kind = Whole(0, 10_000)
    assert [kind.parse(text) for text in ("7", "1e3", "6/2", "4.0", "300%")] == [7, 1000, 3, 4, 3]
    assert type(kind.parse("6/2")) is int


@pytest.mark.parametrize("text", ["1/2", "0.5", "inf", "x", "", "11", "-1"])
def test_what_is_not_whole_or_out_of_range_is_refused(text):
    with pytest.raises(NumberError):
        Whole(0, 10).parse(text)


def test_the_ends_of_a_range_belong_to_it():
    assert [Whole(2, 5).parse(text) for text in ("2", "5")] == [2, 5]
    assert Exact(Fraction(0), Fraction(1)).parse("1") == 1
    assert Exact(Fraction(0), Fraction(1)).parse("0") == 0


def test_inf_is_a_number_only_where_it_is_allowed():
    kind = Whole(1, 9, endless=True)
    assert kind.parse("inf") == INF
    assert kind.show(INF) == "inf"
    assert "or inf" in kind.words
    assert "inf" not in Whole(1, 9).words


def test_an_exact_parameter_prints_as_a_fraction_in_lowest_terms():
    kind = Exact()
    assert kind.show(kind.parse("0.287")) == "287/1000"
    assert kind.show(kind.parse("50%")) == "1/2"
    assert kind.show(2) == "2"


@pytest.mark.parametrize("text", ["-1/100", "101%", "two"])
def test_an_exact_parameter_keeps_to_its_range_and_says_it(text):
    kind = Exact(Fraction(0), Fraction(1))
    with pytest.raises(NumberError):
        kind.parse(text)
    assert kind.words.endswith("at least 0, at most 1")


def test_a_choice_is_one_of_its_words():
    kind = Choice(("fixed", "open"))
    assert kind.parse("open") == "open"
    assert kind.show("open") == "open"
    with pytest.raises(ValueError, match="'Open' is not one of"):
        kind.parse("Open")
    assert "fixed, open" in kind.words


@pytest.mark.parametrize("text", ["", "   "[:0]])
def test_empty_text_is_refused(text):
    with pytest.raises(ValueError, match="empty"):
        Text().parse(text)


def test_text_is_quoted_only_where_it_needs_to_be():
    assert Text().show("game.csv") == "game.csv"
    assert Text().show("a,b") == "'a,b'"
    assert Text().show("it's") == '"it\'s"'
    assert Text().show(" a") == "' a'"


@pytest.mark.parametrize(
    ("annotation", "default", "kind"),
    [
        (int, 3, Whole()),
        (Fraction, Fraction(1, 2), Exact()),
        (str, "x", Text()),
        (int | float, 4, Whole(endless=True)),
        (float | int, 4, Whole(endless=True)),
        (Literal["a", "b"], "a", Choice(("a", "b"))),
        (Annotated[int, Whole(2, 9)], 3, Whole(2, 9)),
        (Annotated[int, "words"], 3, Whole()),
    ],
)
def test_an_annotation_says_the_kind(annotation, default, kind):
    assert parameter_kind(annotation, default) == kind


@pytest.mark.parametrize("annotation", [float, list, bytes, int | str])
def test_an_annotation_of_no_kind_is_refused_by_name(annotation):
    def play(table, *, stake):
        table.pay(a=0)

    play.__annotations__["stake"] = annotation
    with pytest.raises(RulesError, match="\n  stake: "):
        rules(name="odd", seats=("a", "b"))(play)


def test_a_default_says_the_kind_where_there_is_no_annotation():
    @rules(name="unannotated", seats=("a", "b"))
    def family(table, *, count=3, share=Fraction(1, 2), word="x"):
        table.pay(a=0)

    assert family.kinds == {"count": Whole(), "share": Exact(), "word": Text()}


def test_bounds_that_nobody_chose_are_not_told():
    assert Whole().words == "write a whole number"
    assert Whole(low=2).words == "write a whole number from 2"
    assert Whole(2, 9, endless=True).words == "write a whole number from 2 to 9, or inf"

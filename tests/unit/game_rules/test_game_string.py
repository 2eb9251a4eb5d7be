import pickle
from fractions import Fraction

import pytest

import sabot
from sabot import INF, rules
from sabot.errors import GameStringError, RulesError
from sabot.game_rules.family import REGISTRY
from sabot.game_rules.game_string import split_game_string
from sabot.game_table import shipped_games
from sabot.loading import families


def faults_of(text):
    with pytest.raises(GameStringError) as caught:
        sabot.load(text)
    return {fault.where: fault for fault in caught.value.faults}


@pytest.fixture
def poker():
    @rules(name="toy-poker", seats=("first", "second"), always=("players",))
    def toy(table, *, players: int, q: Fraction = Fraction(1, 2), note: str = "none"):
        table.pay(first=q)

    return toy


@pytest.mark.parametrize(
    "text",
    [
        "le-her(ranks=13, suits=4)",
        "le-her(ranks=2, suits=1)",
        "le-her(ranks=1000, suits=1000000000)",
        "le-her(ranks=5, suits=inf)",
        "le-her(ranks=13, suits=4, reply=open)",
        "le-her(ranks=13, suits=4, strategies=threshold)",
        "le-her(ranks=13, suits=inf, strategies=threshold)",
        "matrix(file=game.csv)",
        "matrix(file='a,b (1).csv')",
        'matrix(file="it\'s.csv")',
        "matrix(file='a=b')",
        "matrix(file=./a b/c.nfg)",
    ],
)
def test_a_game_prints_the_string_that_loads_it(text):
    game = sabot.load(text)
    assert str(game) == text
    assert sabot.load(str(game)) == game
    assert eval(repr(game), {"sabot": sabot}) == game
    assert hash(sabot.load(str(game))) == hash(game)


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("le-her", "le-her(ranks=13, suits=4)"),
        ("le-her()", "le-her(ranks=13, suits=4)"),
        ("  le-her ( suits = 2 , ranks = 6/2 ) ", "le-her(ranks=3, suits=2)"),
        ("le-her(reply=fixed)", "le-her(ranks=13, suits=4)"),
        ("le-her(suits=1e9)", "le-her(ranks=13, suits=1000000000)"),
        ("le-her(ranks='5')", "le-her(ranks=5, suits=4)"),
        ("matrix( file = ' a' )", "matrix(file=' a')"),
        ("matrix(file='plain')", "matrix(file=plain)"),
    ],
)
def test_other_spellings_are_the_same_game(text, printed):
    assert str(sabot.load(text)) == printed


def test_different_parameters_are_different_games():
    one, two = sabot.load("le-her(ranks=5)"), sabot.load("le-her(ranks=6)")
    assert one != two
    assert len({one, two, sabot.load("le-her(ranks=5, suits=4)")}) == 2


def test_parameters_come_out_with_their_types():
    values = sabot.load("le-her(ranks=5, suits=inf)").parameters
    assert values == {"ranks": 5, "suits": INF, "reply": "fixed", "strategies": "all"}


def test_all_faults_are_listed_at_once():
    found = faults_of("le-her(ranks=1, suits=x, reply=shut, rank=3, junk, ranks=4)")
    assert set(found) == {"ranks", "suits", "reply", "rank", "junk"}
    assert "did you mean 'ranks'?" in found["rank"].remedy
    assert "from 2 to 1000" in found["ranks"].remedy or "twice" in found["ranks"].what
    assert "fixed, open" in found["reply"].remedy
    assert "not key=value" in found["junk"].what


def test_a_key_given_twice_is_a_fault():
    assert "twice" in faults_of("le-her(ranks=4, ranks=5)")["ranks"].what


def test_every_fault_is_in_the_message():
    with pytest.raises(GameStringError) as caught:
        sabot.load("le-her(ranks=1, suits=0)")
    message = str(caught.value)
    assert message.startswith("game 'le-her(ranks=1, suits=0)'")
    assert "ranks: 1 is out of range" in message
    assert "suits: 0 is out of range" in message


@pytest.mark.parametrize(
    ("name", "near"), [("leher", "le-her"), ("martix", "matrix"), ("kunh", "kuhn-poker")]
)
def test_an_unknown_game_is_refused_with_the_nearest_known_one(name, near):
    fault = faults_of(f"{name}(ranks=13)")[name]
    assert f"did you mean {near!r}?" in fault.remedy
    assert {"le-her", "matrix"} <= set(fault.remedy.split("known: ")[1].split(", "))


def test_a_name_near_nothing_gets_the_list():
    assert faults_of("zzzz")["zzzz"].remedy.startswith("known: ")


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("", "name"),
        ("()", "name"),
        ("(ranks=3)", "name"),
        ("le-her(ranks=3", "end"),
        ("le-her(ranks=3) ", None),
        ("le-her(ranks=3)!", "end"),
        ("le-her(,)", "','"),
        ("le-her(ranks=3,)", "','"),
        ("le-her(=3)", "=3"),
        ("le-her(3)", "3"),
        ("le-her(ranks=)", "ranks"),
        ("le-her(ranks=(3))", "ranks"),
        ("le-her(ranks=3))", "character 16"),
        ("matrix()", "file"),
        ("matrix(file=)", "file"),
        ("matrix(file='')", "file"),
    ],
)
def test_broken_strings_say_where(text, where):
    if where is None:
        assert sabot.load(text).parameters["ranks"] == 3
    else:
        assert where in faults_of(text)


def test_commas_inside_quotes_and_brackets_do_not_split():
    assert split_game_string("g(a='x,y', b=[1,2,(3,4)], c=\"p=q,r\")") == (
        "g",
        {"a": "x,y", "b": "[1,2,(3,4)]", "c": "p=q,r"},
        [],
    )


def test_a_text_with_both_quotes_is_refused_because_it_could_not_be_printed():
    family = sabot.load("matrix(file=x)").rules
    with pytest.raises(GameStringError, match="both kinds of quotes"):
        family(file="a'\"b,c")


@pytest.mark.parametrize(
    "text",
    [
        "le-her(ranks=1000000000)",
        "le-her(ranks=" + "9" * 90_000 + ")",
        "le-her(ranks=1e99999)",
        "le-her(ranks=1e999999)",
        "le-her(suits=1e10)",
        "le-her(reply=" + "x" * 90_000 + ")",
        "le-her(" + "y" * 90_000 + "=3)",
        "z" * 90_000,
        "le-her(ranks=" + "9" * 200_000 + ")",
        "(" * 50_000,
        "le-her(" + "(" * 50_000 + ")",
    ],
)
def test_huge_values_are_refused_in_few_words(text):
    with pytest.raises(GameStringError) as caught:
        sabot.load(text)
    assert len(str(caught.value)) < 1500


def test_a_family_is_called_with_values_or_their_texts(poker):
    game = poker(players=3, q=Fraction(287, 1000))
    assert str(game) == "toy-poker(players=3, q=287/1000)"
    assert game == poker(players="3", q="0.287") == sabot.load("toy-poker(q=28.7%, players=3)")
    assert str(poker(players=2, note="a,b")) == "toy-poker(players=2, note='a,b')"


def test_a_call_reports_all_its_faults_too(poker):
    with pytest.raises(GameStringError) as caught:
        poker(q=0.5, plaiers=3)
    assert {fault.where for fault in caught.value.faults} == {"q", "plaiers", "players"}


def test_a_number_too_long_to_print_is_a_fault_like_any_other(poker):
    with pytest.raises(GameStringError, match="out of range") as caught:
        poker(players=10**6000)
    assert [fault.where for fault in caught.value.faults] == ["players"]
    assert len(str(caught.value)) < 1000
    assert poker(players=2, q=Fraction(1, 3**9999)).parameters["q"] == Fraction(1, 3**9999)


def test_a_parameter_without_default_must_be_given(poker):
    fault = faults_of("toy-poker")["players"]
    assert "missing" in fault.what
    assert "whole number" in fault.remedy


def test_parameters_can_be_checked_against_each_other():
    class Poker(sabot.Family):
        name, seats = "toy-poker", ("a", "b")

        def play(self, table, *, players: int):
            table.pay(a=0)

        def faults(self, values):
            too_many = sabot.errors.Fault("players", f"{values['players']} are too many")
            return [too_many] if values["players"] > 10 else []

    assert Poker()(players=10).parameters["players"] == 10
    assert "too many" in faults_of("toy-poker(players=11)")["players"].what


def test_rules_are_told_with_different_seats_and_keyword_parameters():
    with pytest.raises(RulesError, match="different seats"):
        rules(name="solo", seats=("a", "a"))(lambda table: None)
    with pytest.raises(RulesError, match="the seats of 'empty' are not given"):
        rules(name="empty", seats=())(lambda table: None)
    with pytest.raises(RulesError, match="ranks: it must come after a bare"):

        @rules(name="positional", seats=("a", "b"))
        def positional(table, ranks: int = 3):
            table.pay(a=0)

    assert not {"solo", "empty", "positional"} & set(REGISTRY)


def test_a_family_keeps_the_words_of_its_function(poker):
    assert all(family.__doc__ for family in families() if family.name in shipped_games())
    assert [family.name for family in families()][:2] == ["le-her", "matrix"]
    assert families()[-1] is poker


def test_a_game_without_a_teller_of_cost_says_nothing(poker):
    assert poker(players=2).cost() == ""
    assert sabot.load("le-her(strategies=threshold)").cost() == "a 14 x 14 matrix"
    assert "2^13 x 2^13" in sabot.load("le-her").cost()
    assert "2^13 x 2^170" in sabot.load("le-her(reply=open)").cost()


def test_a_game_string_error_crosses_to_another_process():
    with pytest.raises(GameStringError) as caught:
        sabot.load("le-her(ranks=1)")
    again = pickle.loads(pickle.dumps(caught.value))
    assert str(again) == str(caught.value)
    assert again.faults == caught.value.faults


def test_a_word_for_a_whole_number_is_told_one_thing():
    fault = faults_of("le-her(ranks=three)")["ranks"]
    assert fault.what == "'three' is not a whole number"
    assert fault.remedy.startswith("write a whole number")


def test_a_parameter_that_is_not_there_is_shown_with_its_value(poker):
    with pytest.raises(GameStringError, match=r"game 'toy-poker\(player=2\)'"):
        poker(player=2)

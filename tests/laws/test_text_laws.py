import pickle
from fractions import Fraction

from hypothesis import example, given
from hypothesis import strategies as st
from tests.strategies import any_rationals, labelled_forms, labels, packs, shoes

import sabot
from sabot import Shoe, rules
from sabot.errors import GameStringError, SabotError
from sabot.exact import (
    as_fractions,
    as_rational,
    format_decimal,
    format_fraction,
    over_one_denominator,
    parse_plain_numbers,
)
from sabot.game_rules.game_string import split_game_string
from sabot.io.matrix import parse_csv_game, parse_json_game, parse_matrix, to_csv
from sabot.io.nfg import to_nfg


def outcome(call, *given):
    """Return what a call gives, or the reason of its refusal; anything else is a crash."""
    try:
        return call(*given), ""
    except SabotError as refusal:
        return None, str(refusal)


@given(any_rationals())
def test_a_fraction_reads_back_what_it_shows(number):
    assert as_rational(format_fraction(number)) == number


@given(
    st.lists(st.integers(-(2**600), 2**600), max_size=6),
    st.integers(1, 2**900),
    st.lists(st.sampled_from([2, 3, 2**40, 2**521 - 1]), max_size=4),
)
def test_fractions_over_one_denominator_are_in_lowest_terms(tops, below, factors):
    for factor in factors:  # common to the denominator and to some numerators
        below *= factor
        tops = [top * factor if k % 2 else top for k, top in enumerate(tops)]
    numbers = as_fractions(tops, below)
    plain = [Fraction(top, below) for top in tops]
    assert list(map(as_pair, numbers)) == list(map(as_pair, plain))
    assert list(map(hash, numbers)) == list(map(hash, plain))
    assert pickle.loads(pickle.dumps(numbers)) == plain


def as_pair(number):
    return number.numerator, number.denominator


@given(st.decimals(allow_nan=False, allow_infinity=False, places=6))
def test_a_decimal_text_means_itself(number):
    assert as_rational(str(number)) == Fraction(number)


@given(
    st.lists(
        st.one_of(
            st.text("0123456789+-._/%eE \t\x1c\u00a0\u0663\uff11", max_size=6),
            st.integers().map(str),
            st.decimals(allow_nan=False, allow_infinity=False).map("{:f}".format),
        ),
        min_size=1,
        max_size=4,
    )
)
@example([".-5"])
@example([". 5"])
@example([" .5", "5. ", "0.10", "-0"])
@example(["1_000"])
@example(["9" * 5000])
@example(["." + "1" * 5000])
def test_numbers_read_together_are_those_read_one_by_one(texts):
    quick = parse_plain_numbers(texts)
    one_by_one = outcome(lambda: [as_rational(text) for text in texts])[0]
    if quick is not None:
        assert one_by_one is not None, "read together, though one of them is no number"
        assert quick == over_one_denominator(one_by_one)
    elif one_by_one is not None:
        plain = set("+-.0123456789 \t")  # a blank of another kind is not looked at together
        assert any(set(text) - plain or len(text) > 4300 for text in texts)


@given(st.integers(-(10**9), 10**9), st.integers(1, 10**9), st.integers(1, 40))
def test_a_decimal_is_within_half_a_digit(top, below, digits):
    number = Fraction(top, below)
    shown = Fraction(format_decimal(number, digits))
    assert abs(shown - number) * 2 * 10 ** (digits - 1) <= abs(number)


@given(st.text(max_size=30))
def test_any_text_is_a_number_or_a_clear_refusal(text):
    number, refusal = outcome(as_rational, text)
    assert refusal or as_rational(format_fraction(number)) == number


@given(shoes())
def test_a_shoe_reads_back_what_it_prints(shoe):
    again = Shoe.parse(str(shoe))
    assert again == shoe
    assert again.weights() == shoe.weights()
    assert eval(repr(shoe), {"Shoe": Shoe}) == shoe


@given(shoes(), st.data())
def test_a_drawn_card_lessens_its_own_weight_by_one(shoe, data):
    pairs, total = shoe.weights()
    assert total == sum(weight for _, weight in pairs)
    if not pairs:
        return
    card = data.draw(st.sampled_from([card for card, _ in pairs]))
    after = dict(shoe.without(card).weights()[0])
    for other, weight in pairs:
        assert after.get(other, 0) == weight - (other == card and not shoe.endless)


@given(packs(1000, 10**9), st.sampled_from(["fixed", "open"]))
def test_a_le_her_reads_back_what_it_prints(pack, reply):
    family = sabot.load("le-her").rules
    game = family(ranks=pack[0], suits=pack[1], reply=reply)
    assert sabot.load(str(game)) == game
    assert game.parameters["suits"] == pack[1]


@given(st.text(min_size=1, max_size=20))
def test_a_file_name_reads_back_or_is_refused(name):
    family = sabot.load("matrix(file=x)").rules
    try:
        game = family(file=name)
    except GameStringError:
        assert "'" in name
        assert '"' in name
    else:
        assert sabot.load(str(game)) == game
        assert game.parameters["file"] == name


@given(any_rationals(), st.integers(-(10**12), 10**12), labels(2))
def test_parameters_of_every_kind_read_back(share, count, words):
    @rules(name="kinds", seats=("a", "b"))
    def family(table, *, share: Fraction, count: int, word: str = "plain"):
        table.pay(a=share)

    try:
        game = family(share=share, count=count, word=words[0])
    except GameStringError:
        assert {"'", '"'} <= set(words[0])
        return
    assert sabot.load(str(game)) == game
    assert game == family(word=words[0], count=count, share=share)
    assert game.parameters["share"] == share


@given(st.text(max_size=60))
def test_any_text_is_a_game_string_or_a_clear_refusal(text):
    found, refusal = outcome(split_game_string, text)
    assert refusal or (found[0] and all(found[1]))


@given(st.text("le-her(ranks=1234,suitsinf' \")", max_size=40))
def test_text_near_a_game_string_never_crashes(text):
    game, refusal = outcome(sabot.load, "le-her" + text)
    assert refusal or sabot.load(str(game)) == game


def same(one, two):
    return (one.payoffs, one.denominator, one.rows, one.columns) == (
        two.payoffs,
        two.denominator,
        two.rows,
        two.columns,
    )


@given(labelled_forms())
def test_csv_reads_back(form):
    assert same(parse_csv_game(to_csv(form))[0], form)


@given(labelled_forms().filter(lambda form: not any("\\" in x for x in form.rows + form.columns)))
def test_nfg_reads_back(form):
    assert same(parse_matrix(to_nfg(form, "title"))[0], form)


@given(st.text(max_size=80))
def test_any_text_is_a_matrix_or_a_clear_refusal(text):
    for reader in (parse_csv_game, parse_json_game, parse_matrix):
        found, refusal = outcome(reader, text)
        assert refusal or found[0].rows


@given(st.text('NFG 1R"{}ab,-/0.', max_size=60))
def test_text_near_an_nfg_never_crashes(text):
    found, refusal = outcome(parse_matrix, 'NFG 1 R "" { "a" "b" } ' + text)
    assert refusal or found[0].rows

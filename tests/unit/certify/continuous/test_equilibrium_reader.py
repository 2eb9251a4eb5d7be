"""Equilibria with real hands, one fault at a time: each is refused in words of its own.

Two players. The first may check, and the hands are compared for 1, or bet; then the second folds,
or the hands are compared for 2. In the profile the first always checks, and the second would fold.
"""

import copy
from fractions import Fraction as F

import pytest
from tests.unit.forging import resealed

from sabot import certify
from sabot.certify.continuous import equilibrium
from sabot.certify.continuous.equilibrium import ENVELOPE_SLACK, integrate, upper_envelope
from sabot.errors import CertificateError, FileError


def compared(amount) -> dict:
    return {"in": ["a", "b"], "paid": [amount, amount], "better": "0"}


FOLD = {"pays": ["1", "-1"]}
LONG = str(2**130)
FORM: dict = {
    "turn": "a",
    "view": "-",
    "actions": ["c", "b"],
    "after": [
        compared("1"),
        {
            "turn": "b",
            "view": "bet",
            "actions": ["f", "c"],
            "after": [FOLD, compared("2")],
        },
    ],
}


def told(**changed):
    """Return the equilibrium, with some of its parts changed, and sealed."""
    document = {
        "schema": "sabot/equilibrium/1",
        "game": "by hand",
        "seats": ["a", "b"],
        "payoffs": ["0/7", "0.0"],
        "gains": ["1", "0"],
        "bound": "1",
        "thresholds": {"a": {"-": [["1", "c"]]}, "b": {"bet": [["1", "f"]]}},
        "method": "none",
        "seconds": 0,
        "certificate": {"form": FORM},
    }
    form = changed.pop("form", FORM)
    return resealed(copy.deepcopy(document | changed) | {"certificate": {"form": form}})


def alone(form, *views):
    """Return a betting of one player who is paid nothing, whatever happens."""
    thresholds = {"a": {view: [["1", "on"]] for view in views}}
    nothing: dict = {"seats": ["a"], "payoffs": ["0"], "gains": ["0"], "bound": "0"}
    return told(**nothing, thresholds=thresholds, form=form)


def chain(turns):
    """Return a betting of so many forced turns, one above the other."""
    node: dict = {"pays": ["0"]}
    for k in reversed(range(turns)):
        node = {"turn": "a", "view": f"v{k}", "actions": ["on"], "after": [node]}
    return alone(node, *(f"v{k}" for k in range(turns)))


def refuses(words, document, fault=FileError):
    with pytest.raises(fault, match=words):
        certify.check(document)


def test_what_is_so_is_proved():
    proved = certify.check(told())
    assert isinstance(proved, certify.ContinuousVerdict)
    assert (proved.payoffs, proved.gains) == ((0, 0), (1, 0))
    assert proved.lines == (
        "a is paid 0, and could gain 1 at most by any other strategy",
        "b is paid 0, and could gain nothing by any other strategy",
        "whether there are other equilibria is not said",
    )


@pytest.mark.parametrize(
    "changed",
    [
        {"payoffs": ["0" * 400, "-0"]},
        {"payoffs": ["0e-3", "0.000"]},
        {"gains": ["3/2", "1e-9"], "bound": "1.5"},
        {"thresholds": {"a": {"-": [["0", "b"], ["1", "c"]]}, "b": {"bet": [["1", "f"]]}}},
        {"form": FORM | {"after": [compared("1") | {"better": "1"}, FORM["after"][1]]}},
        {"form": FORM | {"after": [compared("1") | {"better": "1/2"}, FORM["after"][1]]}},
    ],
    ids=str,
)
def test_the_same_said_otherwise_is_proved_too(changed):
    assert certify.check(told(**changed)).lines == certify.check(told()).lines


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"payoffs": ["1/2", "0"]}, "a is not paid 1/2 but 0"),
        ({"payoffs": ["0", "1e-30"]}, "b is not paid"),
        ({"gains": ["999/1000", "0"], "bound": "999/1000"}, "a may gain 1, more than"),
        ({"bound": "2"}, "the bound is not the largest"),
        ({"gains": ["1", "-1"]}, "the bound is not the largest"),
    ],
    ids=str,
)
def test_what_is_not_so_is_refused(changed, words):
    refuses(words, told(**changed), CertificateError)


def test_without_a_certificate_nothing_can_be_checked():
    refuses("carries no certificate", told() | {"certificate": None}, CertificateError)


def test_there_are_from_one_to_twelve_players_with_names():
    def many(count):
        seats = [f"s{k}" for k in range(count)]
        nothing = {"payoffs": ["0"] * count, "gains": ["0"] * count, "bound": "0"}
        form = {"pays": ["0"] * count}
        return told(seats=seats, **nothing, thresholds={s: {} for s in seats}, form=form)

    for count in (1, 12):
        assert len(certify.check(many(count)).lines) == count + 1
    refuses("from 1 to 12 seats", many(13))
    refuses("from 1 to 12 seats", told(seats=["a", ""]))


def test_betting_is_a_tree_of_some_depth_and_some_ends(monkeypatch):
    assert certify.check(chain(40)).lines
    refuses("not a tree of turns and ends", chain(41))
    refuses("not a tree of turns and ends", alone([]))
    ends = {"turn": "a", "view": "-", "actions": ["on", "off"], "after": [{"pays": ["0"]}] * 2}
    monkeypatch.setattr(equilibrium, "MOST_CONTINUOUS_TERMINALS", 2)
    assert certify.check(alone(ends, "-")).lines
    monkeypatch.setattr(equilibrium, "MOST_CONTINUOUS_TERMINALS", 1)
    refuses("more than 1 ends", alone(ends, "-"))


def test_intervals_and_work_are_bounded(monkeypatch):
    """Two seats, three ends, two intervals, short numbers: 8 times 3 times 3."""
    monkeypatch.setattr(equilibrium, "MOST_CONTINUOUS_INTERVALS", 2)
    monkeypatch.setattr(equilibrium, "MOST_CONTINUOUS_WORK", 72)
    assert certify.check(told()).lines
    monkeypatch.setattr(equilibrium, "MOST_CONTINUOUS_WORK", 71)
    refuses("3 ends and 2 intervals for 2 seats: too much to be checked", told())
    monkeypatch.setattr(equilibrium, "MOST_CONTINUOUS_INTERVALS", 1)
    refuses("more than 1 intervals", told())


def test_long_numbers_count_as_more_work(monkeypatch):
    monkeypatch.setattr(equilibrium, "MOST_CONTINUOUS_WORK", 72)
    long = FORM | {"after": [compared("1"), FORM["after"][1] | {"after": [FOLD, compared(LONG)]}]}
    refuses("too much to be checked", told(form=long))
    monkeypatch.setattr(equilibrium, "MOST_CONTINUOUS_WORK", 2 * 72)
    assert certify.check(told(form=long)).lines


def after(node):
    return FORM | {"after": [node, FORM["after"][1]]}


@pytest.mark.parametrize(
    ("form", "words"),
    [
        (after(compared("1") | {"better": "3/2"}), "not between 0 and 1"),
        (after(compared("1") | {"better": "-1/2"}), "not between 0 and 1"),
        (after(compared("1") | {"in": ["a", "c"]}), "'c' is no seat"),
        (after({"pays": ["1"]}), "the amounts are not a list with one for each seat"),
        (after({"pays": "11"}), "the amounts are not a list with one for each seat"),
        (after({"pays": ["1", 1]}), "'1' is not a number written as text"),
        (after({"pays": ["1", "0" * 401]}), "is not a number written as text"),
        (after({"pays": ["1", "1/0"]}), "'1/0' is not a number"),
        (after({"pays": ["1", "٣"]}), "is not a number"),
        (after({"pays": ["1", "x"]}), "'x' is not a number"),
        (FORM | {"turn": "c"}, "'c' is no seat"),
        (FORM | {"turn": ["a"]}, "is no seat"),
        (FORM | {"after": FORM["after"][:1]}, "after each of its actions"),
        (FORM | {"after": {"0": {}, "1": {}}}, "after each of its actions"),
        (after(FORM), "'-': a player forgets what it has done before"),
        (after(FORM | {"turn": "b"}), "'-': no thresholds"),
    ],
    ids=str,
)
def test_a_betting_that_is_none_is_refused(form, words):
    refuses(words, told(form=form))


@pytest.mark.parametrize(
    ("answers", "words"),
    [
        ([], "the thresholds of 'a' are not an object"),
        ({"-": [["1", "c"]], "x": [["1", "c"]]}, "'x': thresholds, and no such turn"),
        ({}, "'-': no thresholds"),
        ({"-": {"1": "c"}}, "'-': the thresholds are not a list"),
        ({"-": []}, "'-': the thresholds are not a list"),
        ({"-": ["1c"]}, "a threshold is a number and an action"),
        ({"-": [["1"]]}, "a threshold is a number and an action"),
        ({"-": [["1", "c", "c"]]}, "a threshold is a number and an action"),
        ({"-": [["1", "x"]]}, "a threshold is a number and an action"),
        ({"-": [["1/2", "c"], ["1/3", "b"], ["1", "c"]]}, "do not rise from 0"),
        ({"-": [["-1/2", "c"], ["1", "c"]]}, "do not rise from 0"),
        ({"-": [["1/2", "c"]]}, "do not end at 1"),
        ({"-": [["3/2", "c"]]}, "do not end at 1"),
    ],
    ids=str,
)
def test_thresholds_that_are_none_are_refused(answers, words):
    refuses(words, told(thresholds={"a": answers, "b": {"bet": [["1", "f"]]}}))


def test_where_choices_cross_at_no_fraction_the_larger_is_bounded_or_nothing_is_said():
    """Up to the root of 1/2 the larger of 1/2 and a square is 1/2, above it the square."""
    unit = 10**40
    square, half = [(0, unit, [0, 0, 2])], [(0, unit, [unit**2])]
    found = integrate(upper_envelope(square, half, ENVELOPE_SLACK * 2 * unit**3)) / (2 * unit**3)
    root = F(70710678118654752440084436210485, 10**32)  # a little below the root of 1/2
    truth = root / 2 + (1 - root**3) / 3
    assert 0 <= found - truth < F(1, 10**30)
    with pytest.raises(CertificateError, match="two choices cross where no bound"):
        upper_envelope(square, half, F(0))


def test_units_too_large_to_hold_a_crossing_are_divided():
    """The same with one unit for all hands: then the ends of pieces are fractions."""
    found = integrate(upper_envelope([(0, 1, [0, 0, 2])], [(0, 1, [1])], 2 * ENVELOPE_SLACK)) / 2
    root = F(70710678118654752440084436210485, 10**32)
    assert 0 <= found - (root / 2 + (1 - root**3) / 3) < F(1, 10**30)


def test_numbers_with_nothing_in_common_are_refused():
    cuts = [[f"1/{3**k}", "c"] for k in range(700, 0, -100)]
    answers = {"a": {"-": [*cuts, ["1", "c"]]}, "b": {"bet": [["1", "f"]]}}
    assert certify.check(told(thresholds=answers)).lines
    primes = [10**300 + 2 * k + 1 for k in range(60)]
    many = [[f"1/{below}", "c"] for below in reversed(primes)]
    answers["a"] = {"-": [*many, ["1", "c"]]}
    refuses("no common denominator below", told(thresholds=answers))


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("1e-30", F(1, 10**30)),
        ("2e-1", F(1, 5)),
        ("-12e-2", F(-3, 25)),
        ("7e-0", F(7)),
        ("1.5", F(3, 2)),
        ("3/4", F(3, 4)),
    ],
)
def test_a_number_is_read_with_its_power_of_ten(text, number):
    assert equilibrium._read_exact_number(text) == number


BIDS = ["low", "high"]


def bids(after_low, after_high):
    """Return the turn of b, who does not know what a has bid."""
    return {"turn": "b", "view": "-", "actions": BIDS, "after": [after_low, after_high]}


AT_ONCE: dict = {
    "turn": "a",
    "view": "-",
    "actions": BIDS,
    "after": [bids(compared("1"), {"pays": ["-1", "1"]}), bids(FOLD, compared("2"))],
}
MIXED = [["1/2", {"low": "2/3", "high": "1/3"}], ["1", "high"]]


def at_once(form=AT_ONCE, **answers):
    """Return the equilibrium of two bids at the same time; who bids more wins the lower bid."""
    thresholds = {seat: {"-": answers.get(seat, MIXED)} for seat in ("a", "b")}
    nothing: dict = {"payoffs": ["0", "0"], "gains": ["0", "0"], "bound": "0"}
    return told(**nothing, thresholds=thresholds, form=form)


def test_a_player_who_cannot_see_the_other_bid_replies_to_both_at_once():
    """If b saw the bid of a, it would gain; by the same answer to both it does not."""
    proved = certify.check(at_once())
    assert isinstance(proved, certify.ContinuousVerdict)
    assert (proved.payoffs, proved.gains) == ((0, 0), (0, 0))
    seen = copy.deepcopy(AT_ONCE)
    seen["after"][1]["view"] = "a high"
    document = at_once(seen)
    document["thresholds"]["b"]["a high"] = MIXED
    refuses("b may gain", resealed(document), CertificateError)


@pytest.mark.parametrize(
    ("mix", "words"),
    [
        ({"low": "2/3", "high": "1/4"}, "do not make 1"),
        ({"low": "4/3", "high": "-1/3"}, "do not make 1"),
        ({"low": "1", "high": "0"}, "do not make 1"),
        ({"low": "1"}, "two actions of the turn, or more"),
        ({"low": "1/2", "middle": "1/2"}, "two actions of the turn, or more"),
        ({"low": 1, "high": "0"}, "not a number written as text"),
        (["low", "high"], "a threshold is a number and an action"),
        (None, "a threshold is a number and an action"),
    ],
    ids=str,
)
def test_a_mixture_that_is_none_is_refused(mix, words):
    refuses(words, at_once(a=[["1/2", mix], ["1", "high"]]))


@pytest.mark.parametrize("share", ["1/2", "3/5", "7/10"])
def test_another_mixture_gives_the_opponent_a_gain(share):
    rest = str(1 - F(share))
    mix = [["1/2", {"low": share, "high": rest}], ["1", "high"]]
    refuses("may gain|is not paid", at_once(a=mix), CertificateError)


def test_one_information_set_has_one_list_of_actions():
    form = copy.deepcopy(AT_ONCE)
    form["after"][1]["actions"] = ["high", "low"]
    refuses("other actions at a second turn of that view", at_once(form))


def test_mixtures_of_many_turns_may_not_have_too_long_a_denominator():
    """Counted together their shares would make numbers of any length."""

    def document(turns):
        node: dict = {"pays": ["0"]}
        mix = {"low": f"1/{2**600}", "high": f"{2**600 - 1}/{2**600}"}
        for k in reversed(range(turns)):
            node = {"turn": "a", "view": f"v{k}", "actions": BIDS, "after": [node, {"pays": ["0"]}]}
        answers = {f"v{k}": [["1", mix]] for k in range(turns)}
        nothing: dict = {"seats": ["a"], "payoffs": ["0"], "gains": ["0"], "bound": "0"}
        return told(**nothing, thresholds={"a": answers}, form=node)

    proved = certify.check(document(6))
    assert isinstance(proved, certify.ContinuousVerdict) and proved.gains == (0,)
    refuses("its mixtures have too long a common denominator", document(7))


def test_what_is_free_is_not_said_of_a_mixture():
    free = {"seat": "a", "view": "-", "action": "high", "instead": "low", "from": "0", "to": "1/2"}
    document = at_once() | {"free": [free | {"mass": "1/6", "spread": "any"}]}
    refuses("neither the best nor the worst", resealed(document), CertificateError)

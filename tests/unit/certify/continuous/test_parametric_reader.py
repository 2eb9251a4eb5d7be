"""Theorems on real hands, one fault at a time: each is refused in words of its own.

Two players put t in, and the better hand takes all: the first has one thing to do, and does it with
a low hand and with a high one. Nothing is at stake but the grammar.
"""

import copy

import pytest
from tests.unit.forging import resealed

from sabot import certify
from sabot.certify.algebra.intervals import RealInterval, read_interval
from sabot.certify.continuous import parametric
from sabot.certify.parametric.inequality import REASONS
from sabot.errors import CertificateError, FileError

SHOWDOWN = {"in": ["a", "b"], "paid": ["t", "t"], "better": "0"}
FORM = {"turn": "a", "view": "-", "actions": ["o"], "after": [SHOWDOWN]}
SAYS = {
    "the denominator of the cuts is positive": ([2], "> 0"),
    "0 is not above a, cut 1": ([1], ">= 0"),
    "a, cut 1 is not above 1": ([1], ">= 0"),
}
PIECE = {
    "from": 0,
    "to": None,
    "value": "0",
    "payoffs": ["0", "0"],
    "thresholds": {"a": {"-": [["1/2", "o"], ["1", "o"]]}, "b": {}},
    "unique": {"a": None, "b": None},
    "order": [["a", "-"]],
    "below": [2],
    "inequalities": [
        {"says": says, "polynomial": polynomial, "is": sense, "why": "shift"}
        for says, (polynomial, sense) in SAYS.items()
    ],
}
UNCUT = {
    "thresholds": {"a": {"-": [["1", "o"]]}, "b": {}},
    "order": [],
    "below": [1],
    "inequalities": [
        {"says": says, "polynomial": [1], "is": sense, "why": "shift"}
        for says, sense in (
            ("the denominator of the cuts is positive", "> 0"),
            ("0 is not above 1", ">= 0"),
        )
    ],
}
"""What a piece has in place of the same where nothing is cut."""


def told(*pieces, form=FORM, **changed):
    """Return the theorem with other parts, sealed; its pieces are those of *pieces* changed."""
    document = {
        "schema": "sabot/threshold-proof/1",
        "game": "by hand",
        "parameter": "t",
        "domain": {"from": 0, "to": None},
        "seats": ["a", "b"],
        "form": form,
        "pieces": [PIECE | piece for piece in pieces or ({},)],
        "reasons": REASONS,
    }
    return resealed(copy.deepcopy(document | changed))


def refuses(words, document, fault=FileError):
    with pytest.raises(fault, match=words):
        certify.check(document)


def accepts(document):
    return certify.check(document).words == "proved for every real number t >= 0: 1 piece"


def test_what_is_so_is_proved():
    assert accepts(told())
    assert certify.check(told({"to": "1/2"}, {"from": "1/2"})).value == ["0", "0"]


@pytest.mark.parametrize("better", ["0", "1", "1/2"])
def test_a_chance_to_improve_may_be_any_number_from_0_to_1(better):
    assert accepts(told(form=FORM | {"after": [SHOWDOWN | {"better": better}]}))


def chain(turns):
    """Return a theorem on so many forced turns, one above the other."""
    node, answers = SHOWDOWN, {}
    for k in range(turns):
        node = {"turn": "a", "view": f"v{k}", "actions": ["o"], "after": [node]}
        answers[f"v{k}"] = [["1", "o"]]
    return told(UNCUT | {"thresholds": {"a": answers, "b": {}}}, form=node)


def test_betting_is_a_tree_of_some_depth_and_some_ends(monkeypatch):
    assert accepts(chain(40))
    refuses("not a tree of turns and ends", chain(41))
    both = FORM | {"actions": ["o", "p"], "after": [SHOWDOWN] * 2}
    monkeypatch.setattr(parametric, "MOST_THRESHOLD_TERMINALS", 2)
    assert accepts(told(form=both))
    monkeypatch.setattr(parametric, "MOST_THRESHOLD_TERMINALS", 1)
    refuses("more than 1 ends", told(form=both))


def test_cuts_and_work_are_bounded(monkeypatch):
    monkeypatch.setattr(parametric, "MOST_THRESHOLDS", 1)
    assert accepts(told())
    refuses("^more than 1 cuts", told({"order": [["a", "-"]] * 2}))
    monkeypatch.setattr(parametric, "MOST_THRESHOLDS", 0)
    refuses("'-': more than 0 cuts", told())
    monkeypatch.undo()
    # one turn, three points, one end and three points; t has two terms: 48
    monkeypatch.setattr(parametric, "MOST_THRESHOLD_WORK", 48)
    assert accepts(told())
    monkeypatch.setattr(parametric, "MOST_THRESHOLD_WORK", 47)
    refuses("too much to be checked", told())


@pytest.mark.parametrize(
    ("form", "words"),
    [
        ([], "not a tree of turns and ends"),
        (FORM | {"turn": ["a"]}, "is no seat"),
        (FORM | {"turn": "c"}, "'c' is no seat"),
        (FORM | {"after": {"0": SHOWDOWN}}, "after each of its actions"),
        (FORM | {"after": [SHOWDOWN] * 2}, "after each of its actions"),
        (FORM | {"after": [FORM]}, "'-': a second turn of that view"),
        (FORM | {"after": [SHOWDOWN | {"paid": "tt"}]}, "one for each seat"),
        (FORM | {"after": [SHOWDOWN | {"paid": ["t"]}]}, "one for each seat"),
        (FORM | {"after": [SHOWDOWN | {"paid": ["1/t", "t"]}]}, "an amount is a polynomial in t"),
        (FORM | {"after": [SHOWDOWN | {"in": []}]}, "are not a list of names"),
        (FORM | {"after": [{"pays": ["t", "t"]}]}, "pay the one what the other loses"),
    ],
    ids=str,
)
def test_a_betting_that_is_none_is_refused(form, words):
    refuses(words, told(form=form))


@pytest.mark.parametrize(
    ("piece", "words"),
    [
        ({"payoffs": "00"}, "the payoffs are not a list with one for each seat"),
        ({"payoffs": ["0"]}, "the payoffs are not a list with one for each seat"),
        ({"inequalities": {}}, "the inequalities are not a list"),
        ({"order": {}}, "the order of the cuts is not a list"),
        ({"order": ["a-"]}, "a cut in the order is not a seat and a view"),
        ({"order": [["a", "-", "-"]]}, "a cut in the order is not a seat and a view"),
        ({"order": [["c", "-"]]}, "a cut in the order is not a seat and a view"),
        ({"order": [["a", "x"]]}, "'x': the order has a cut that does not exist"),
        ({"order": [["a", "-"]] * 2}, "'-': the order has a cut that does not exist"),
        ({"order": []}, "'-': the order leaves a cut out"),
    ],
    ids=str,
)
def test_a_piece_that_is_none_is_refused(piece, words):
    refuses(words, told(piece))


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        ({"1": "o"}, "'-': the thresholds are not a list"),
        ([], "'-': the thresholds are not a list"),
        ([["1/2", "o"], "1o"], "a threshold is a formula and an action"),
        ([["1/2", "o"], ["1", "o", "o"]], "a threshold is a formula and an action"),
        ([["1/2", "o"], ["1", "x"]], "a threshold is a formula and an action"),
        ([["1/2", "o"]], "'-': the thresholds do not end at 1"),
    ],
    ids=str,
)
def test_thresholds_that_are_none_are_refused(answer, words):
    refuses(words, told({"thresholds": {"a": {"-": answer}, "b": {}}}))


@pytest.mark.parametrize(
    ("document", "words", "fault"),
    [
        (told(pieces={"0": PIECE}), "the pieces are not a list", FileError),
        (told(pieces=[]), "the pieces are not a list", FileError),
        (told(parameter=7), "which is not a name", FileError),
        (told(parameter="t t"), "which is not a name", FileError),
        (told(reasons={}), "in other words than this checker's", CertificateError),
        (told({"to": 1}), "do not reach the end of the range", CertificateError),
        (told({"from": 1}), "leave a gap before 1", CertificateError),
        (told({"to": 1}, {"from": 2}), "leave a gap before 2", CertificateError),
        (told({}, {"from": 1}), "leave a gap before 1", CertificateError),
        (told({"value": "1"}), "not what the first seat is paid", CertificateError),
        (told({"unique": {"a": None, "b": True}}), "a claim of uniqueness", CertificateError),
        (told({"payoffs": ["1", "0"], "value": "1"}), "a is not paid what", CertificateError),
        (told({"below": [3]}), "not that of every cut", CertificateError),
        (told({"payoffs": ["0", "0/(t + 1)"]}), "not in lowest terms", CertificateError),
    ],
)
def test_a_theorem_that_is_none_is_refused(document, words, fault):
    refuses(words, document, fault)


@pytest.mark.parametrize("pieces", [({}, {"from": None}), ({"from": None},)])
def test_no_piece_begins_nowhere(pieces):
    domain = {"from": pieces[0].get("from", 0), "to": None}
    with pytest.raises((CertificateError, FileError)):
        certify.check(told(*pieces, domain=domain))


def test_a_long_formula_over_a_number_has_nothing_in_common_with_it():
    """Nothing is looked for, however long it is."""
    span = read_interval(0, None, all_reals=True)
    assert isinstance(span, RealInterval)
    form = parametric._ParametricTreeReader(("a", "b"), "t").betting(FORM)
    top, below = parametric._ThresholdPieceReader(form, "t", span)._formula(
        "(10**200*t**150 + 1)/7"
    )
    assert (len(top), below) == (151, [7])

"""Intervals of private hands as files: what is proved, and what is refused."""

import base64
import copy
import json
import struct
import zlib
from fractions import Fraction
from functools import cache

import pytest
from tests.unit.forging import checked, resealed

import sabot
from sabot.cards.poker_hand import suit_classes
from sabot.certify import card_classes, limits, private_hands
from sabot.conformance import check_conformance
from sabot.errors import CertificateError, FileError, SabotError
from sabot.forms.hand_deals import AllHandsDeal, ClassDeal, RangeDeal
from sabot.forms.private_hands import ComparisonEnd, ConstantEnd
from sabot.forms.private_hands import PrivateHandsForm as Form
from sabot.forms.private_hands import PublicDecision as Decision
from sabot.game_rules.private_hands import private_hands_of
from sabot.results.private_hands import PrivateHandsInterval
from sabot.solvers import private_hands as solver
from sabot.solvers.private_hands import run_private_hands


def written(name, form, iterations=20):
    found = run_private_hands(form, gap=Fraction(1, 10**5), iterations=iterations)
    return json.loads(json.dumps(PrivateHandsInterval.of(name, form, found).to_json()))


def bet_or_check(deal):
    """Return a bet or a check, with these hands."""
    answer = Decision(
        1,
        (),
        ("bet",),
        ("fold", "call"),
        (ConstantEnd(Fraction(1)), ComparisonEnd(Fraction(2), Fraction(0), Fraction(-2))),
    )
    check = ComparisonEnd(Fraction(1), Fraction(0), Fraction(-1))
    root = Decision(0, (), (), ("check", "bet"), (check, answer))
    return Form(("ann", "bob"), root, deal)


RANGES = RangeDeal(
    ([(0, 1), (2, 3), (0, 4)], [(1, 2), (3, 4), (0, 5), (1, 5)]),
    ([1, 2, 1], [1, 1, 3, 1]),
    ([0, 1, 1], [0, 1, 1, 2]),
    ("Ah", "Kh", "Kd", "2c", "2d", "As"),
)
"""Hands of two cards, some of them shared."""
CLASSES = ClassDeal.of(2, [place % 7 for place in range(169)])
"""All hands of two cards, in seven levels of strength."""


HANDS = AllHandsDeal.of(("A", "B", "C"), (2, 1, 3), 2, (2, 0, 1, 0, 2))
"""All hands of two cards from a pack with copies."""


@cache
def texts():
    games = {"kuhn": "kuhn-poker", "ties": "borel(ranks=4)", "levels": "von-neumann(ranks=3)"}
    made = {key: written(game, private_hands_of(sabot.load(game))) for key, game in games.items()}
    made["ranges"] = written("by hand", bet_or_check(RANGES))
    made["classes"] = written("by hand", bet_or_check(CLASSES))
    made["hands"] = written("by hand", bet_or_check(HANDS))
    return {key: json.dumps(told) for key, told in made.items()}


def document(kind="kuhn"):
    return json.loads(texts()[kind])


def widen(told, factor=2**22, code="I", unit=None):
    """Write a document over a multiple of its unit, or another one, with two or four bytes each."""
    for own in told["strategies"].values():
        for key, text in own.items():
            plain = zlib.decompress(base64.b64decode(text))
            numbers = [factor * one for (one,) in struct.iter_unpack(">H", plain)]
            wide = struct.pack(f">{len(numbers)}{code}", *numbers)
            own[key] = base64.b64encode(zlib.compress(wide)).decode("ascii")
    told["unit"] = unit or factor * told["unit"]
    return told


@pytest.mark.parametrize("kind", ["kuhn", "ties", "levels"])
def test_probabilities_of_four_bytes_prove_the_same(kind):
    wide = resealed(widen(document(kind)))
    assert wide["unit"] > 2**31
    assert checked(wide).value == checked(document(kind)).value


@pytest.mark.parametrize(("base", "factor", "code"), [(255, 257, "H"), (256, 256, "I")])
def test_above_sixteen_bits_probabilities_have_four_bytes(base, factor, code, monkeypatch):
    monkeypatch.setattr(solver, "UNIT", base)
    told = written("kuhn-poker", private_hands_of(sabot.load("kuhn-poker")))
    assert (told["unit"], base * factor) in ((255, 65535), (256, 65536))
    value = checked(told).value
    assert checked(resealed(widen(copy.deepcopy(told), factor, code))).value == value
    other = {"H": "I", "I": "Q"}[code]
    with pytest.raises(FileError, match="one for each hand"):
        checked(resealed(widen(told, factor, other)))


def test_hands_of_several_cards_have_two_bytes_per_probability():
    with pytest.raises(FileError, match="unit is not between 1 and 65535"):
        checked(resealed(widen(document("ranges"))))


@pytest.mark.parametrize("kind", ["kuhn", "ties", "levels", "ranges", "classes", "hands"])
def test_an_interval_is_two_best_responses(kind):
    told = document(kind)
    found = checked(told)
    assert found.value == [told["low"], told["high"]] and found.low <= found.high
    assert found.verdicts.startswith(f"{told['seats'][0]} secures {found.low}, ")
    assert found.unique == () and found.kind == "private hands"


def test_the_payoffs_are_compared_with_those_of_the_game():
    found = check_conformance(checked(document()))
    assert found.compared == "9 nodes of the public tree, 3 and 3 hands"
    with pytest.raises(CertificateError, match="other cards"):
        check_conformance(checked(document()), "kuhn-poker(ranks=4)")
    with pytest.raises(CertificateError, match="compared for 2, 0, -2; hands are compared for 3"):
        check_conformance(checked(document()), "kuhn-poker(bet=2)")
    with pytest.raises(CertificateError, match="and the game is not"):
        check_conformance(checked(document()), "leduc-poker")


def repacked(told, seat, key, change):
    """Change the plain bytes of a decision."""
    table = told["strategies"][seat]
    plain = bytearray(zlib.decompress(base64.b64decode(table[key])))
    change(plain)
    table[key] = base64.b64encode(zlib.compress(bytes(plain))).decode("ascii")


def test_one_changed_byte_has_another_interval():
    told = document()

    def change(plain):
        plain[1] ^= 1

    repacked(told, "first", "*", change)
    with pytest.raises(CertificateError, match="the strategy of first secures"):
        checked(resealed(told))


def _deal(told):
    return told["certificate"]["form"]["deal"]


def _tree(told):
    return told["certificate"]["form"]["tree"]


def _too_much(plain):
    plain[0], plain[1] = 255, 255


def _pressed_further(told):
    """Append a byte to a pressed stream."""
    table = told["strategies"]["first"]
    table["*"] = base64.b64encode(base64.b64decode(table["*"]) + b"x").decode("ascii")


def _cut_short(told):
    """Leave out the last byte of a pressed stream: all numbers are there, its end is not."""
    table = told["strategies"]["first"]
    table["*"] = base64.b64encode(base64.b64decode(table["*"])[:-1]).decode("ascii")


FORGED = [
    (_pressed_further, "one for each hand", FileError),
    (_cut_short, "one for each hand", FileError),
    (lambda d: d.update(high=d["low"], gap=False), "'gap'", CertificateError),
    (lambda d: _deal(d).update(levels="012"), "one whole number", FileError),
    (lambda d: _deal(d).update(levels=[0, 1.0, 2]), "one whole number", FileError),
    (lambda d: _tree(d).update(after="ab"), "one branch", FileError),
    (lambda d: _tree(d)["after"][1]["after"][1].update(compares="123"), "three", FileError),
    (lambda d: d.update(low="-1/18"), "'gap'", CertificateError),
    (lambda d: d.update(low="-1", high="0", gap=1.0), "first secures", CertificateError),
    (lambda d: d.update(high=d["low"], gap=0.0), "second concedes", CertificateError),
    (lambda d: d.update(gap=0), "'gap'", CertificateError),
    (lambda d: d.update(unit=0), "unit", FileError),
    (lambda d: d.update(unit=2**32), "unit", FileError),
    (lambda d: d.update(unit=65536), "one for each hand", FileError),
    (lambda d: widen(d, unit=2**31), "sum to more than 1", CertificateError),
    (lambda d: d.update(unit=1024), "secures", CertificateError),
    (lambda d: d.update(unit=True), "unit", FileError),
    (lambda d: d.update(iterations=-1), "iterations", FileError),
    (lambda d: d.update(seats=["first", "first"]), "seats", FileError),
    (lambda d: d.update(seats=["second", "first"]), "strategy|secures", SabotError),
    (lambda d: d.update(more=1), "'more'", FileError),
    (lambda d: d["strategies"].pop("first"), "first", FileError),
    (lambda d: d["strategies"]["first"].pop("*"), "missing", FileError),
    (lambda d: d["strategies"]["first"].update(x=""), "'x'", FileError),
    (lambda d: d["strategies"]["first"].update({"*": "AAAA"}), "unpacked", FileError),
    (lambda d: d["strategies"]["first"].update({"*": "A"}), "base64", FileError),
    (lambda d: d["strategies"]["first"].update({"*": 1}), "text", FileError),
    (lambda d: repacked(d, "first", "*", lambda b: b.append(0)), "one for each", FileError),
    (lambda d: repacked(d, "first", "*", lambda b: b.pop()), "one for each", FileError),
    (lambda d: repacked(d, "first", "*", _too_much), "more than 1", CertificateError),
    (lambda d: _deal(d).update(kind="shoe"), "nor classes", FileError),
    (lambda d: _deal(d).update(cards=["J", "Q"]), "one for each", FileError),
    (lambda d: _deal(d).update(cards=["J", "J", "K"]), "two of one name", FileError),
    (lambda d: _deal(d).update(cards=0), "hands", FileError),
    (lambda d: _deal(d).update(counts=0), "positive", FileError),
    (lambda d: _deal(d).update(counts=[1, 1]), "one for each card", FileError),
    (lambda d: _deal(d).update(counts=[1, 1, True]), "positive", FileError),
    (lambda d: _deal(d).update(counts=2**31), "positive", FileError),
    (lambda d: _deal(d).update(counts=2), "secures", CertificateError),
    (lambda d: _deal(d).update(apart=True), "secures", CertificateError),
    (lambda d: _deal(d).update(apart=1), "true or false", FileError),
    (lambda d: _deal(d).update(cards=["J"], counts=1), "too small", FileError),
    (lambda d: _deal(d).update(levels=[0, 0, 1]), "secures", CertificateError),
    (lambda d: _deal(d).update(levels=[1, 0, 2]), "order", FileError),
    (lambda d: _deal(d).update(levels=[-1, 0, 2]), "order", FileError),
    (lambda d: _deal(d).update(levels=[0, 1]), "one whole number", FileError),
    (lambda d: _deal(d).update(levels=[0, 1, 2_000_000]), "too large", FileError),
    (lambda d: _deal(d).pop("apart"), "missing", FileError),
    (lambda d: _tree(d).update(turn=1), "decision|strategy|missing|part", SabotError),
    (lambda d: _tree(d).update(turn=2), "0 or 1", FileError),
    (lambda d: _tree(d).update(turn=False), "0 or 1", FileError),
    (lambda d: _tree(d)["after"].pop(), "one branch", FileError),
    (lambda d: _tree(d)["after"].reverse(), "secures", CertificateError),
    (lambda d: _tree(d)["actions"].append("bet"), "two of one name", FileError),
    (lambda d: _tree(d).update(view=["x"]), "missing|part", FileError),
    (lambda d: _tree(d).update(view="x"), "list of texts", FileError),
    (lambda d: _tree(d).update(before=[1]), "text", FileError),
    (
        lambda d: _tree(d)["after"][1]["after"][0].update(pays="2"),
        "secures",
        CertificateError,
    ),
    (
        lambda d: _tree(d)["after"][1]["after"][1].update(compares=["2", "0", "-1"]),
        "secures",
        CertificateError,
    ),
    (lambda d: _tree(d)["after"][1]["after"][1].update(compares=["2"]), "three", FileError),
    (lambda d: _tree(d)["after"][1]["after"][1].update(pays="2"), "part", FileError),
    (
        lambda d: _tree(d)["after"][1]["after"][0].update(pays="1/" + "7" * 400),
        "digits",
        FileError,
    ),
    (lambda d: d["certificate"]["form"].pop("deal"), "missing", FileError),
    (lambda d: d["certificate"].update(more=1), "more", FileError),
]


@pytest.mark.parametrize(("change", "words", "fault"), FORGED)
def test_a_forged_interval_is_refused(change, words, fault):
    told = copy.deepcopy(document())
    change(told)
    with pytest.raises(fault, match=words):
        checked(resealed(told))


def _hands(told, seat=0):
    return _deal(told)["hands"][seat]


FORGED_RANGES = [
    (lambda d: _deal(d).update(hands="ab"), "two players", FileError),
    (lambda d: _hands(d).update(cards="abc"), "one weight", FileError),
    (lambda d: _hands(d).update(weights="abc"), "one weight", FileError),
    (lambda d: _hands(d)["weights"].__setitem__(1, 2.0), "positive", FileError),
    (lambda d: _hands(d)["cards"].__setitem__(2, ["2d"]), "size", FileError),
    (lambda d: _hands(d)["weights"].__setitem__(0, 2), "secures", CertificateError),
    (lambda d: _hands(d)["weights"].__setitem__(0, 0), "positive", FileError),
    (lambda d: _hands(d)["weights"].__setitem__(0, 2**31), "too large", FileError),
    (lambda d: _hands(d)["weights"].pop(), "one weight", FileError),
    (lambda d: _hands(d)["levels"].__setitem__(1, 0), "secures", CertificateError),
    (lambda d: _hands(d)["levels"].reverse(), "order", FileError),
    (lambda d: _hands(d)["cards"].__setitem__(0, ["Ah"]), "size", FileError),
    (lambda d: _hands(d)["cards"].__setitem__(0, ["Ah", "Ah"]), "two of one name", FileError),
    (lambda d: _hands(d)["cards"].__setitem__(0, ["2c", "Kd"]), "twice", FileError),
    (lambda d: _hands(d)["cards"].__setitem__(0, ["Kd2", "c"]), "alike", FileError),
    (lambda d: _hands(d)["cards"].__setitem__(0, ["Qh", "Qs"]), "secures", CertificateError),
    (lambda d: _deal(d)["hands"].pop(), "two players", FileError),
    (lambda d: _deal(d).update(apart=False), "'apart'", FileError),
]


@pytest.mark.parametrize(("change", "words", "fault"), FORGED_RANGES)
def test_forged_ranges_are_refused(change, words, fault):
    told = copy.deepcopy(document("ranges"))
    change(told)
    with pytest.raises(fault, match=words):
        checked(resealed(told))


FORGED_HANDS = [
    (lambda d: _deal(d).update(cards=["A", "B", "B"]), "two of one name", FileError),
    (lambda d: _deal(d).update(cards=["k", "j,k,j", "k,j"]), "two hands of the pack", FileError),
    (lambda d: _deal(d).update(cards=3), "list of names", FileError),
    (lambda d: _deal(d).update(cards=["A", "B"]), "one for each card", FileError),
    (lambda d: _deal(d).update(counts=[2, 1, 0]), "positive", FileError),
    (lambda d: _deal(d).update(counts=[2, 1, True]), "positive", FileError),
    (lambda d: _deal(d).update(counts=[2, 1, 2]), "secures", CertificateError),
    (lambda d: _deal(d).update(counts=[2, 2, 3]), "each hand", FileError),
    (lambda d: _deal(d).update(counts=[2, 1, 10**6]), "copies counted apart", FileError),
    (lambda d: _deal(d).update(counts=1), "too few cards", FileError),
    (lambda d: _deal(d).update(counts=2), "each hand", FileError),
    (lambda d: _deal(d).update(counts=1.0), "one for each card", FileError),
    (lambda d: _deal(d).update(size=0), "one to five", FileError),
    (lambda d: _deal(d).update(size=6), "one to five", FileError),
    (lambda d: _deal(d).update(size=True), "one to five", FileError),
    (lambda d: _deal(d).update(size=3), "each hand", FileError),
    (lambda d: _deal(d).update(size=4), "too few cards", FileError),
    (lambda d: _deal(d).update(levels="20102"), "each hand", FileError),
    (lambda d: _deal(d)["levels"].pop(), "each hand", FileError),
    (lambda d: _deal(d)["levels"].__setitem__(0, 1.0), "each hand", FileError),
    (lambda d: _deal(d)["levels"].__setitem__(0, -1), "whole numbers", FileError),
    (lambda d: _deal(d)["levels"].__setitem__(0, 2_000_000), "whole numbers", FileError),
    (lambda d: _deal(d)["levels"].__setitem__(0, 1), "secures", CertificateError),
    (lambda d: _deal(d)["levels"].sort(), "secures", CertificateError),
    (lambda d: _deal(d).update(apart=False), "'apart'", FileError),
    (lambda d: _deal(d).pop("size"), "missing", FileError),
    (lambda d: _deal(d).update(cards=list(map(str, range(246)))), "one for each", FileError),
    (
        lambda d: _deal(d).update(cards=list(map(str, range(246))), counts=1),
        "30,135 different hands",
        FileError,
    ),
    (lambda d: widen(d), "unit is not between 1 and 65535", FileError),
]


@pytest.mark.parametrize(("change", "words", "fault"), FORGED_HANDS)
def test_forged_hands_of_one_pack_are_refused(change, words, fault):
    told = copy.deepcopy(document("hands"))
    change(told)
    with pytest.raises(fault, match=words):
        checked(resealed(told))


FORGED_CLASSES = [
    (lambda d: _deal(d).update(size=1), "each class", FileError),
    (lambda d: _deal(d).update(size=0), "one to five", FileError),
    (lambda d: _deal(d).update(size=6), "one to five", FileError),
    (lambda d: _deal(d).update(size=True), "one to five", FileError),
    (lambda d: _deal(d).update(levels="poker"), "poker", FileError),
    (lambda d: _deal(d).update(levels="other"), "each class", FileError),
    (lambda d: _deal(d).update(size=1, levels=[1.0] * 13), "whole numbers", FileError),
    (lambda d: _deal(d)["levels"].__setitem__(0, -1), "whole numbers", FileError),
    (lambda d: _deal(d)["levels"].__setitem__(0, 2_000_000), "whole numbers", FileError),
    (lambda d: _deal(d)["levels"].__setitem__(0, 6), "secures", CertificateError),
    (lambda d: _deal(d)["levels"].pop(), "each class", FileError),
    (lambda d: _deal(d).update(more=1), "'more'", FileError),
]


@pytest.mark.parametrize(("change", "words", "fault"), FORGED_CLASSES)
def test_forged_classes_are_refused(change, words, fault):
    told = copy.deepcopy(document("classes"))
    change(told)
    with pytest.raises(fault, match=words):
        checked(resealed(told))


@pytest.mark.parametrize(
    ("kind", "rule", "words"),
    [
        ("draws", "common", "the second checker"),
        ("draws", "best", "not one that is specified"),
        ("joint draws", "stand", "the second checker"),
        ("joint draws", "common", "not one that is specified"),
    ],
)
def test_draws_are_left_to_the_second_checker(kind, rule, words):
    told = document("kuhn")
    told["certificate"]["form"]["deal"] = {"kind": kind, "rule": rule}
    with pytest.raises(FileError, match=words):
        checked(resealed(told))


def test_the_checker_lists_the_classes_of_the_evaluator():
    """Classes, their sizes and sums over them, by two derivations."""
    for size in (1, 2, 3):
        hands, counts = card_classes.class_hands(size)
        classes = suit_classes(size)
        assert [list(hand) for hand in hands] == classes.hands.tolist()
        assert list(counts) == classes.ways.tolist()


@pytest.mark.slow
def test_the_checker_compares_five_cards_as_the_evaluator():
    assert card_classes.poker_levels() == suit_classes().ranks.tolist()


def test_hands_of_two_sizes_and_ranges_that_cannot_meet_are_refused():
    told = document("ranges")
    _hands(told, 1)["cards"] = [["x1"], ["x2"], ["x3"], ["x4"]]
    with pytest.raises(FileError, match="one size"):
        checked(resealed(told))
    told = document("ranges")
    for seat in (0, 1):
        _hands(told, seat).update(cards=[["Ah", "Kh"]], weights=[1], levels=[0])
    with pytest.raises(FileError, match="dealt together"):
        checked(resealed(told))


def test_two_decisions_of_one_name_are_refused():
    told = document()
    pay = {"pays": "0"}
    twice = {"turn": 0, "before": [], "view": [], "actions": ["a"], "after": [pay]}
    _tree(told)["after"][1]["after"][0] = twice
    _tree(told)["after"][1]["after"][0].pop("pays", None)
    with pytest.raises(FileError, match="one name"):
        checked(resealed(told))


@pytest.mark.parametrize(
    ("name", "most", "words", "kind"),
    [
        ("MOST_PRIVATE_NODES", 9, "nodes", "kuhn"),
        ("MOST_PRIVATE_DEPTH", 3, "decisions on a path", "kuhn"),
        ("MOST_PRIVATE_HANDS", 3, "hands", "kuhn"),
        ("MOST_PRIVATE_CARDS", 3, "positive", "kuhn"),
        ("MOST_PRIVATE_AMOUNT_BITS", 2, "digits", "kuhn"),
        ("MOST_PACK_UNIT", 1023, "unit", "kuhn"),
        ("MOST_PRIVATE_UNIT", 1023, "unit", "ranges"),
        ("MOST_PRIVATE_LEVEL", 2, "too large", "ranges"),
        ("MOST_PRIVATE_WORK", 9 * 6, "hands times nodes", "kuhn"),
        ("MOST_PRIVATE_WORK", 5 * 7 * 16, "hands times nodes", "ranges"),
        ("MOST_PRIVATE_HAND_SIZE", 2, "size", "ranges"),
        ("MOST_PRIVATE_CARDS", 6, "too large", "ranges"),
        ("MOST_RANGE_HANDS", 4, "hands", "ranges"),
        ("MOST_PACK_HANDS", 5, "hands", "hands"),
        ("MOST_PRIVATE_LEVEL", 2, "whole numbers", "hands"),
        ("MOST_PRIVATE_CARDS", 15, "copies counted apart", "hands"),
        ("MOST_PRIVATE_HAND_SIZE", 2, "one to five", "hands"),
        ("MOST_PRIVATE_WORK", 5 * 10 * 16, "hands times nodes", "hands"),
    ],
)
def test_work_is_bounded(name, most, words, kind, monkeypatch):
    told = document(kind)
    monkeypatch.setattr(private_hands, name, most)
    checked(told)
    monkeypatch.setattr(private_hands, name, most - 1)
    with pytest.raises(FileError, match=words):
        checked(told)


def test_the_smallest_unit_and_the_smallest_packs():
    told = document("ties")
    _deal(told).update(cards=1, counts=1, apart=True)
    _tree(told).update(actions=["drop"], after=[{"pays": "1/2"}])
    told.update(unit=1, low="1/2", high="1/2", gap=0.0)
    nothing = base64.b64encode(zlib.compress(b"")).decode("ascii")
    told["strategies"] = {"1": {"*": nothing}, "2": {}}
    assert checked(resealed(told)).value == ["1/2", "1/2"]
    _deal(told).update(apart=False)
    with pytest.raises(FileError, match="too small"):
        checked(resealed(told))


def test_the_steps_of_a_document_are_counted():
    with limits.one_document() as meter:
        private_hands.read_private_hands(document())
    assert meter.spent["best responses"] == 8 * 9 * 6
    with limits.one_document() as meter:
        private_hands.read_private_hands(document("ranges"))
    assert meter.spent["the hands"] == 16 * 7 * 4


def test_long_amounts_are_more_work():
    """A number of 256 bits is twice the work, as the numbers of all hands are kept."""
    told = document()
    tree = _tree(told)
    while "after" in tree:
        tree = tree["after"][0]
    for bits, times in ((200, 1), (300, 2)):
        tree.clear()
        tree["pays"] = str(2**bits)
        with limits.one_document() as meter:
            private_hands.read_private_hands(resealed(told))
        assert meter.spent["best responses"] == times * 8 * 9 * 6


def test_a_pressed_bomb_is_not_unpacked():
    told = document()
    told["strategies"]["first"]["*"] = base64.b64encode(zlib.compress(bytes(10**7))).decode()
    with pytest.raises(FileError, match="one for each hand"):
        checked(resealed(told))

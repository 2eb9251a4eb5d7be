"""An answer that is compared with what was not offered is an error, and everything else a text."""

import copy
import json
import pickle
from enum import StrEnum

import pytest

import sabot
from sabot.errors import RulesError
from sabot.game_rules.table import CheckedAnswer, Dealer, Recorder, strip_answers
from sabot.game_rules.tree_builder import TreeBuilder
from sabot.play.session import PlayerTable

SEATS = ("ann", "bob")
TABLES = {
    "Explorer": lambda play: TreeBuilder(SEATS).explore(play),
    "Dealer": lambda play: Dealer(SEATS).play_hand(play),
    "Recorder": lambda play: Recorder(SEATS).play_hand(play),
    "Seat": lambda play: PlayerTable(
        SEATS, seat="ann", decide=lambda asked: asked.actions[0]
    ).play_hand(play),
}


def equals(table):
    return table.pay(ann=1 if table.ask("ann", ("bet", "check")) == "Bet" else 0)


def differs(table):
    return table.pay(ann=1 if table.ask("ann", ("bet", "check")) != "chek" else 0)


def turned(table):
    said = table.ask("ann", ("bet", "check"))
    return table.pay(ann=1 if "Bet" == said else 0)  # noqa: SIM300


def among(table):
    return table.pay(ann=1 if table.ask("ann", ("bet", "check")) in ("Bet", "raise") else 0)


def matched(table):
    match table.ask("ann", ("bet", "check")):
        case "bett":
            return table.pay(ann=1)
        case "check":
            return table.pay(ann=0)
        case _:
            return table.pay(ann=2)


def in_a_set(table):
    return table.pay(ann=1 if table.ask("ann", ("bet", "check")) in {"Bet", "Check"} else 0)


def in_a_dictionary(table):
    said = table.ask("ann", ("bet", "check"))
    return table.pay(ann={"Bet": 1, "check": 0}.get(said, 0))


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize(
    ("rules", "text"),
    [
        *((equals, "Bet"), (differs, "chek"), (turned, "Bet"), (among, "Bet"), (matched, "bett")),
        *((in_a_set, "Bet"), (in_a_dictionary, "Bet")),
    ],
)
def test_a_text_that_was_not_offered_is_refused_at_every_table(table, rules, text):
    first = rules.__code__.co_firstlineno
    with pytest.raises(RulesError) as fault:
        TABLES[table](rules)
    said = str(fault.value)
    place, _, rest = said.partition(": ")
    file, _, line = place.partition(", line ")
    assert file == "test_table_answers.py" and first < int(line) <= first + 8
    assert repr(text) in rest and "offered: bet, check" in rest
    near = "check" if text == "chek" else "bet"
    assert said.endswith(f"did you mean {near!r}?")


def test_a_file_says_the_place_once(tmp_path):
    file = tmp_path / "duel.py"
    file.write_text(
        "import sabot\n"
        "@sabot.rules(name='duel', seats=('ann', 'bob'))\n"
        "def duel(table):\n"
        "    if table.ask('ann', ('bet', 'check')) == 'Bet':\n"
        "        return table.pay(ann=1)\n"
        "    return table.pay(ann=0)\n"
    )
    with pytest.raises(RulesError, match=r"^duel\.py, line 4: an answer is compared with 'Bet'"):
        sabot.solve(f"{file}:duel")


def test_a_number_is_no_answer():
    def rules(table):
        return table.pay(ann=1 if table.ask("ann", ("1", "2")) == 1 else 0)

    with pytest.raises(RulesError, match=r"the number 1; answers are texts: write '1', or int"):
        TreeBuilder(SEATS).explore(rules)


# ---------------------------------------------------------------------- what stays allowed


def betting(table, *, raises):
    """Compare every answer with every word, offered here, elsewhere, or with other parameters."""
    seats, turn, paid, left, open_, said = SEATS, 0, [1, 1], raises, False, None
    while True:
        assert said != "nothing yet"
        words = ["fold", "call"] if open_ else ["check", "bet"]
        if open_ and left:
            words.append("raise")
        said = table.ask(seats[turn], tuple(words))
        table.announce(seats[turn], said)
        if said == "fold":
            return table.pay({seats[1 - turn]: paid[turn]})
        if said == "bet" or said == "raise":
            left -= said == "raise"
            open_ = True
            paid[turn] = max(paid) + 1
        elif said in ("call",) or (said == "check" and turn == 1):
            return table.pay(ann=0)
        turn = 1 - turn


@pytest.mark.parametrize("raises", [0, 1])
def test_words_that_are_offered_elsewhere_may_be_compared_with(raises):
    tree = TreeBuilder(SEATS).explore(lambda table: betting(table, raises=raises))
    views = [infoset.view for seat in tree.infosets for infoset in seat]
    assert all(type(item) is str for view in views for item in view)


RED = frozenset(("diamonds", "hearts"))
PAYS = {"bet": 2, "check": 1}
PAYS_BY_SUIT = {(suit, said): 1 for suit in ("hearts", "spades") for said in PAYS}


def beside_a_set(table):
    """Look an answer up in a dictionary, on a line with a set of other texts."""
    suit = table.roll({"hearts": 1, "spades": 1})
    said = table.ask("ann", ("bet", "check"), sees=suit)
    paid = PAYS[said] if suit in RED else -PAYS[said]
    paid += PAYS_BY_SUIT[suit, said] + (suit in {"spades", "clubs"})
    return table.pay(ann=paid)


@pytest.mark.parametrize("table", TABLES)
def test_a_set_of_other_texts_on_the_same_line_is_allowed(table):
    TABLES[table](beside_a_set)


class Move(StrEnum):
    BET = "bet"
    CHECK = "check"


def kinds(table):
    """Answers against each other, kinds of text, other things, and in dictionaries."""
    a = table.ask("ann", ("rock", "paper"))
    b = table.ask("bob", ("paper", "well"))
    c = table.ask("ann", (Move.BET, Move.CHECK))
    d = table.ask("bob", ("bet", "check"))
    e = table.ask("ann", [f"{n} chips" for n in (1, 2)])
    found = [a == b, a != b, d == Move.BET, c is Move.BET, e == "3 chips", a == None, a == 7]  # noqa: E711
    found += [{"rock": True, "paper": False}[a], (a, b) == ("rock", "well"), f"{d}!" == "Bet!"]
    assert found[0] is not found[1] and not any(found[4:7])
    table.announce((a, (b, 1)))
    return table.pay(ann=sum(found) + table.roll({d: 1, "x": 1}).count("b"))


@pytest.mark.parametrize("table", TABLES)
def test_everything_else_is_as_with_a_text(table):
    TABLES[table](kinds)


def test_an_answer_is_written_and_copied_as_its_text():
    kept = []

    def rules(table):
        kept.append(table.ask("ann", ("bet", "check")))
        return table.pay(ann=0)

    Dealer(SEATS).play_hand(rules)
    (said,) = kept
    assert type(said) is CheckedAnswer and said in ("bet", "check")
    for again in (pickle.loads(pickle.dumps(said)), copy.deepcopy(said), strip_answers(said)):
        assert type(again) is str and again == said
    assert json.loads(json.dumps({said: [said]})) == {str(said): [str(said)]}
    assert {said, str(said)} == {said} and sorted([said, "a"]) == ["a", str(said)]


def test_rules_that_ship_get_plain_texts():
    heard = []
    game = sabot.load("kuhn-poker")

    class Listening(Dealer):
        def ask(self, *words, **more):
            heard.append(super().ask(*words, **more))
            return heard[-1]

    Listening(game.seats).play_hand(game.play)
    assert {type(one) for one in heard} == {str}

"""The rules of baccara: their strings, their faults, and two roads to the same form."""

from fractions import Fraction as F

import pytest

import sabot
from sabot.errors import GameStringError
from sabot.forms.sequence import sequence_form_of_tree
from sabot.game_rules.table import Recorder
from sabot.games.baccara.family import baccara
from sabot.games.baccara.rules import card_supply, seat_rules, two_card_hands

MODELS = ["A1", "A2", "A3", "B1", "B2", "B3"]


# ---------------------------------------------------------------------- strings


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("baccara", "baccara(model=A1)"),
        ("baccara(model=A3)", "baccara(model=A3)"),
        ("baccara(model=B3, decks=6)", "baccara(model=B3, decks=6)"),
        ("baccara(decks=1e8, model=B2)", "baccara(model=B2, decks=100000000)"),
        ("baccara(model=B1, decks=0.25)", "baccara(model=B1, decks=1/4)"),
        ("baccara(model=B1, decks=inf)", "baccara(model=B1, decks=inf)"),
        (
            "baccara(model=B1, shoe=[16, 4,4,4,4,4,4,4,4,4])",
            "baccara(model=B1, shoe=[16,4,4,4,4,4,4,4,4,4])",
        ),
        (
            "baccara(model=B1, decks=6, player=cards)",
            "baccara(model=B1, decks=6, player=cards)",
        ),
        (
            "baccara(banker_free=[6,3,5,4])",
            "baccara(model=A1, banker_free=[3,4,5,6])",
        ),
        ("baccara(player_free=[])", "baccara(model=A1, player_free=[])"),
        ("foster-1964", "foster-1964"),
        ("foster-1964(decks=8)", "foster-1964(decks=8)"),
    ],
)
def test_a_game_prints_as_it_is_read(text, printed):
    game = sabot.load(text)
    assert str(game) == printed
    assert sabot.load(printed) == game


def test_a_game_is_made_from_values_too():
    assert str(baccara(model="B3", decks=F(1, 2))) == "baccara(model=B3, decks=1/2)"
    assert (
        str(baccara(model="B1", shoe=[1] * 10)) == "baccara(model=B1, shoe=[1,1,1,1,1,1,1,1,1,1])"
    )


@pytest.mark.parametrize(
    ("text", "where", "what"),
    [
        ("baccara(model=C1)", "model", "not one of its values"),
        ("baccara(model=B3)", "decks", "is missing"),
        ("baccara(model=A3, decks=6)", "decks", "with replacement"),
        ("baccara(model=B3, decks=0)", "decks", "0 decks"),
        ("baccara(model=B3, decks=-1)", "decks", "-1 decks"),
        ("baccara(model=B3, decks=1/3)", "decks", "1/3 decks"),
        ("baccara(model=B3, decks=*)", "decks", "this needs one game"),
        ("baccara(model=B3, decks=1..20)", "decks", "several games"),
        ("baccara(model=B3, decks=six)", "decks", "not an exact number"),
        ("baccara(model=B3, decks=1e101)", "decks", "more than 10^100"),
        ("baccara(model=B3, shoe=[1,2,3])", "shoe", "3 counts"),
        ("baccara(model=B3, shoe=[1,1,1,1,1,1,1,1,1,-1])", "shoe", "-1 cards of value 9"),
        ("baccara(model=B3, shoe=[1,1,1,1,1,1,1,1,1,1/2])", "shoe", "not whole"),
        ("baccara(model=B3, shoe=[9e100,1,1,1,1,1,1,1,1,1])", "shoe", "more than"),
        ("baccara(model=B3, shoe=6)", "shoe", "not a list"),
        ("baccara(model=B3, shoe=[1,1,1,1,1,0,0,0,0,0])", "shoe", "holds 5 cards"),
        ("baccara(model=B3, shoe=[0,0,0,0,0,0,0,0,0,0])", "shoe", "holds 0 cards"),
        ("baccara(model=A1, shoe=[0,0,0,0,0,0,0,0,0,0])", "shoe", "holds 0 cards"),
        ("baccara(model=B3, decks=6, shoe=[1,1,1,1,1,1,1,1,1,1])", "shoe", "together"),
        ("baccara(player=nothing)", "player", "not one of its values"),
        ("baccara(player_free=[8])", "player_free", "8 is no"),
        ("baccara(player_free=[5,5])", "player_free", "twice"),
        ("baccara(player_free=5)", "player_free", "not a list"),
        ("baccara(deck=6)", "deck", "no parameter"),
        ("foster-1964(decks=none)", "decks", "not an exact number"),
    ],
)
def test_what_cannot_be_is_refused(text, where, what):
    with pytest.raises(GameStringError) as caught:
        sabot.load(text)
    (fault,) = caught.value.faults
    assert fault.where == where
    assert what in fault.what


def test_every_fault_is_listed():
    with pytest.raises(GameStringError) as caught:
        sabot.load("baccara(model=Z, decks=0, player_free=[9])")
    assert [fault.where for fault in caught.value.faults] == ["model", "decks", "player_free"]


# ---------------------------------------------------------------------- what the rules mean


def test_a_deck_has_sixteen_cards_of_no_value():
    assert card_supply("B1", F(1)).counts == (16, 4, 4, 4, 4, 4, 4, 4, 4, 4)
    assert card_supply("B1", F(1, 4)).counts == (4, 1, 1, 1, 1, 1, 1, 1, 1, 1)
    assert sum(len(two_card_hands(total)) for total in range(8)) == 44


def test_the_models_say_what_a_seat_sees():
    sights = {m: tuple(conduct.sight for conduct in seat_rules(m)) for m in MODELS}
    assert sights["A1"] == sights["B1"] == ("total", "total")
    assert sights["A2"] == sights["B2"] == ("total", "cards")
    assert sights["A3"] == sights["B3"] == ("cards", "cards")
    assert [c.sight for c in seat_rules("B1", player="cards")] == ["cards", "total"]


def test_forced_moves_come_from_the_lists():
    player, banker = seat_rules("A1", banker_free=(3, 4, 5, 6))
    moves = [player.move(total) for total in range(8)]
    assert moves == ["draw"] * 5 + [None, "stand", "stand"]
    assert [banker.move(total) for total in (0, 2, 3, 6, 7)] == [
        "draw",
        "draw",
        None,
        None,
        "stand",
    ]


@pytest.mark.parametrize(
    ("model", "player", "banker", "cells"),
    [
        ("B1", "5", "6,-", (1, 88)),
        ("B2", "5", "(0,6),9", (1, 484)),
        ("B3", "(1,4)", "(0,6),-", (5, 484)),
    ],
)
def test_the_keys_of_the_views(model, player, banker, cells):
    one, two = sabot.load(f"baccara(model={model}, decks=6)").form().sides
    assert (one.name, two.name) == ("Player", "Banker")
    assert (len(one.cells), len(two.cells)) == cells
    assert player in {cell.key for cell in one.cells}
    assert banker in {cell.key for cell in two.cells}
    assert {cell.actions for side in (one, two) for cell in side.cells} == {("stand", "draw")}


def test_the_fourth_possibility():
    form = sabot.load("baccara(model=B1, decks=6, player=cards)").form()
    assert [len(side.cells) for side in form.sides] == [5, 88]
    found = sabot.solve("baccara(model=B1, decks=6, player=cards)")
    blind = sabot.solve("baccara(model=B1, decks=6)")
    both = sabot.solve("baccara(model=B3, decks=6)")
    assert found.value > blind.value and found.value > both.value


def test_a_recorded_hand():
    table = Recorder(("Player", "Banker"), seed=5)
    table.play_hand(sabot.load("baccara(model=B3, decks=6)").play)
    assert table.lines[-1].startswith("pays")
    assert sum(line.startswith("chance") for line in table.lines) in range(4, 7)


def test_the_size_is_told_before():
    assert (
        sabot.load("baccara(model=B3, decks=6)")
        .cost()
        .startswith("5 choices of Player against 484")
    )
    assert sabot.load("baccara").cost().startswith("1 choice of Player against 88")
    assert "44" in sabot.load("foster-1964").cost()


# ---------------------------------------------------------------------- two roads

SHOES = [
    "[6,0,0,0,0,0,0,0,0,0]",
    "[0,0,0,0,6,0,0,0,0,0]",
    "[0,3,0,0,3,0,0,0,0,0]",
    "[0,0,2,2,0,2,0,0,0,0]",
    "[1,1,0,0,1,0,0,0,2,1]",
    "[1,0,1,0,1,1,0,2,0,0]",
    "[1,1,1,1,1,1,0,0,0,0]",
    "[0,2,0,1,2,0,0,0,1,1]",
]


def both_roads(text):
    game = sabot.load(text)
    return game.form(), sequence_form_of_tree(game.tree())


def assert_same(counted, walked):
    assert counted.named() == walked.named()
    assert counted.reach.named() == walked.reach.named()
    for ours, theirs in zip(counted.sides, walked.sides, strict=True):
        assert {cell.key: cell.actions for cell in ours.cells} == {
            cell.key: cell.actions for cell in theirs.cells
        }
    assert counted.payoffs == tuple(sorted(counted.payoffs))
    assert counted.reach.payoffs == tuple(sorted(counted.reach.payoffs))


@pytest.mark.parametrize("shoe", SHOES)
@pytest.mark.parametrize("model", MODELS)
def test_counting_and_walking_agree(model, shoe):
    if model[0] == "A" and sum(count != "0" for count in shoe[1:-1].split(",")) > 4:
        pytest.skip("with replacement the tree of so many values takes seconds")
    assert_same(*both_roads(f"baccara(model={model}, shoe={shoe})"))


@pytest.mark.parametrize(
    "options",
    [
        "player=cards, banker=total",
        "player_free=[3,4,5,6], banker_free=[3,4,5]",
        "player_free=[], banker_free=[]",
        "player_free=[], banker=cards",
        "player_free=[0,1,2,3,4,5,6,7], player=cards, banker_free=[0,6]",
        "player_free=[5], player_draws=[], banker_free=[4], banker_draws=[7]",
    ],
)
def test_counting_and_walking_agree_on_options(options):
    assert_same(*both_roads(f"baccara(model=B1, shoe=[2,0,1,1,1,0,1,0,0,0], {options})"))


@pytest.mark.slow
def test_counting_and_walking_agree_on_foster():
    assert_same(*both_roads("foster-1964"))


@pytest.mark.slow
@pytest.mark.parametrize("model", ["A1", "B2"])
def test_counting_and_walking_agree_on_the_whole_game(model):
    text = "baccara(model=A1)" if model == "A1" else "baccara(model=B2, decks=1/4)"
    game = sabot.load(text)
    assert_same(game.form(), sequence_form_of_tree(game.tree(limit=4_000_000)))

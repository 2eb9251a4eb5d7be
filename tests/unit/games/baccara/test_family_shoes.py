"""Depleted shoes, polynomial shoes, and hands dealt by somebody else."""

import json
from fractions import Fraction as F

import numpy as np
import pytest
from click.testing import CliRunner
from flint import fmpz_poly
from tests.few import few

import sabot
from sabot.certify import sealed
from sabot.cli.program import cli
from sabot.errors import GameStringError
from sabot.games.baccara.count import NON_NATURAL_HANDS, count_game
from sabot.games.baccara.ethier_gamez import mixed_strategy_uniqueness
from sabot.games.baccara.forms import count_baccara, unreachable_views
from sabot.games.baccara.rules import DECK_COUNTS, card_supply, seat_rules
from sabot.results.optimal_set import find_pure_saddle_point

MODELS = ["B1", "B2", "B3"]


# ---------------------------------------------------------------------- with or without replacement


def run(*words):
    return CliRunner().invoke(cli, list(words))


@pytest.mark.parametrize("shoe", ["[16,4,4,4,4,4,4,4,4,4]", "1 deck", "52/52 decks"])
def test_a_shoe_is_dealt_without_replacement_as_decks_are(shoe):
    found = sabot.solve(f"baccara(shoe={shoe})")
    assert found.game == "baccara(model=B1, shoe=[16,4,4,4,4,4,4,4,4,4])"
    assert found.value == sabot.solve("baccara(decks=1)").value == F(-581376851, 42646944600)
    assert str(sabot.load("baccara").rules(shoe=DECK_COUNTS)) == found.game


def test_cards_are_put_back_only_where_a_model_says_so():
    told = run("solve", "baccara(model=A1, shoe=[16,4,4,4,4,4,4,4,4,4])")
    assert "-679568/53094899" in told.stdout and "cards are put back" in told.stderr
    assert "put back" not in run("solve", "baccara(shoe=[16,4,4,4,4,4,4,4,4,4])").stderr
    assert str(sabot.load("baccara(shoe=none)")) == "baccara(model=A1)"


def test_a_small_shoe_gives_the_bettor_on_banker_the_edge():
    """With replacement the sign is the other one: 0.0221368 % for the house."""
    found = sabot.value("baccara(shoe=[3,1,0,2,0,4,1,1,0,2])", "casino")
    assert found.bets["Banker"] == F(-11237, 5405400)


@pytest.mark.parametrize("left", range(6))
def test_fewer_cards_than_a_hand_takes_are_refused(left):
    with pytest.raises(GameStringError, match=f"holds {left} card.*\n.*put in 6 or more"):
        sabot.load(f"baccara(shoe=[{left},0,0,0,0,0,0,0,0,0])")


@pytest.mark.parametrize(
    "words",
    [
        ("baccara", "--shoes", "shoes.txt"),
        ("baccara", "--decks", "1", "--random", "1", "--remove", "0"),
        ("baccara(decks=1)", "--random", "1"),
        ("baccara(shoe=[16,4,4,4,4,4,4,4,4,4..5])",),
        ("baccara(decks=1..2)",),
        ("baccara", "--decks", "1"),
        ("baccara", "--decks", "1", "--remove-each"),
        ("baccara(shoe=1 deck)", "--remove-each"),
    ],
    ids=" ".join,
)
def test_every_row_of_a_sweep_shows_its_model(words, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "shoes.txt").write_text("16 4 4 4 4 4 4 4 4 4\n")
    rows = json.loads(run("sweep", *words, "--json").stdout)["rows"]
    assert rows[0]["value"] == "-581376851/42646944600"
    assert all(row["game"].startswith("baccara(model=B1, ") for row in rows)
    assert run("sweep", *words).stdout.count("model=B1") == len(rows)
    for form in ("csv", "tex", "md"):
        run("sweep", *words, "-o", f"s.{form}")
        assert (tmp_path / f"s.{form}").read_text().count("model=B1") == len(rows)


# ---------------------------------------------------------------------- depleted shoes


@pytest.mark.parametrize("model", MODELS)
def test_a_half_empty_shoe(model):
    text = f"baccara(model={model}, shoe=[3,0,1,2,0,4,1,1,0,2])"
    found = sabot.solve(text)
    assert sabot.check(found) == found.value
    missing = unreachable_views(sabot.load(text))
    seen = set(found["Banker"])
    assert seen.isdisjoint(missing["Banker"])
    assert len(seen) + len(missing["Banker"]) == (88 if model == "B1" else 484)
    assert all(view.endswith((",1", ",4", ",8")) for view in missing["Banker"] if model == "B1")


def test_player_may_never_be_asked():
    text = "baccara(model=B3, shoe=[6,0,0,0,0,0,0,0,0,0])"
    assert unreachable_views(sabot.load(text))["Player"] == (
        "(0,5)",
        "(1,4)",
        "(2,3)",
        "(6,9)",
        "(7,8)",
    )
    assert sabot.solve(text).value == 0


SIX_CARDS = [
    "[1,0,1,0,1,1,0,2,0,0]",
    "[0,0,2,2,0,2,0,0,0,0]",
    "[1,1,1,1,1,1,0,0,0,0]",
    "[0,0,0,0,6,0,0,0,0,0]",
]


def payoff(form, moves):
    """Return what two pure strategies pay."""
    plans = [
        side.plan({v: {"stand": F(a == "stand"), "draw": F(a == "draw")} for v, a in own.items()})
        for side, own in zip(form.sides, moves, strict=True)
    ]
    paid = sum(amount * plans[0][i] * plans[1][j] for i, j, amount in form.payoffs)
    return paid / form.denominator


@pytest.mark.parametrize("shoe", SIX_CARDS)
@pytest.mark.parametrize("model", MODELS)
def test_six_cards_are_enough(model, shoe):
    text = f"baccara(model={model}, shoe={shoe})"
    found, form = sabot.solve(text), sabot.load(text).form()
    assert sabot.check(found) == found.value
    point = find_pure_saddle_point(form, found.strategies)
    assert point is not None
    assert payoff(form, [point["Player"], point["Banker"]]) == found.value
    for view in point["Player"]:  # no single change of either seat does better
        for move in ("stand", "draw"):
            assert payoff(form, [point["Player"] | {view: move}, point["Banker"]]) <= found.value
    for view in point["Banker"]:
        for move in ("stand", "draw"):
            assert payoff(form, [point["Player"], point["Banker"] | {view: move}]) >= found.value


def test_half_a_deck_has_a_saddle_point_in_model_b3():
    found = sabot.solve("baccara(model=B3, decks=1/2)")
    assert found.unique
    assert not found["Player"].mixed and not found["Banker"].mixed
    assert all(mixed_strategy_uniqueness(found.strategies, found.uniqueness).values())


def test_a_quarter_of_a_deck_has_many_solutions_in_model_b3():
    found = sabot.solve("baccara(model=B3, decks=1/4)")
    assert not found.unique
    assert sabot.check(found) == found.value
    assert len(unreachable_views(sabot.load("baccara(model=B3, decks=1/4)"))["Banker"]) == 142


def test_nothing_to_choose_is_a_game_too():
    found = sabot.solve("baccara(model=B1, decks=6, player_free=[], banker_free=[])")
    assert found.strategies["Player"].table == {} and found.unique
    assert sabot.check(found) == found.value


def test_removing_cards_moves_the_value_a_little():
    counts = [6 * count for count in DECK_COUNTS]
    full = sabot.solve("baccara(model=B1, decks=6)").value
    counts[6] -= 1
    less = sabot.solve(f"baccara(model=B1, shoe={counts})".replace(" ", "")).value
    assert 0 < abs(less - full) < F(1, 1000)


def test_endless_decks_are_model_a():
    for digit in "123":
        endless = sabot.load(f"baccara(model=B{digit}, decks=inf)").form()
        assert endless == sabot.load(f"baccara(model=A{digit})").form()


# ---------------------------------------------------------------------- any ring


@pytest.mark.parametrize("model", MODELS)
def test_polynomial_counts_give_all_numbers_of_decks_at_once(model):
    """The same counting with polynomials in d: at d = 6 it is the game of six decks."""
    general = count_game([fmpz_poly([0, n]) for n in DECK_COUNTS], seat_rules(model))
    special = count_baccara(model=model, decks=F(6))
    assert general.sides == special.sides
    assert general.denominator(6) == special.denominator
    assert {spot: int(p(6)) for spot, p in general.payoffs.items() if p(6)} == special.payoffs
    assert {spot: int(p(6)) for spot, p in general.reach.items()} == special.reach
    assert general.unreachable == ((), ())


def test_fractions_are_a_ring_too():
    halves = count_game([F(n, 2) for n in DECK_COUNTS], seat_rules("B1"))
    assert halves.payoffs == count_baccara(model="B1", decks=F(1, 2)).payoffs


# ---------------------------------------------------------------------- hands dealt elsewhere

HANDS = 1_000_000


def deal(rng, counts, replaced):
    """Deal six cards of each hand from a real pack: an array of values."""
    pack = np.repeat(np.arange(10), counts)
    if replaced:
        return pack[rng.integers(0, len(pack), (HANDS, 6))]
    picks = rng.integers(0, len(pack), (HANDS, 6))
    while True:
        ordered = np.sort(picks, axis=1)
        again = np.flatnonzero((ordered[:, 1:] == ordered[:, :-1]).any(axis=1))
        if not len(again):
            return pack[picks]
        picks[again] = rng.integers(0, len(pack), (len(again), 6))


def chances(strategy, thirds):
    """Return how often a seat draws, by low card, high card and what it saw."""
    found = np.zeros((10, 10, len(thirds)))
    for low, high in NON_NATURAL_HANDS:
        for place, third in enumerate(thirds):
            for view in (f"({low},{high}){third}", f"{(low + high) % 10}{third}"):
                if view in strategy:
                    found[low, high, place] = float(strategy[view]["draw"])
    return found


@pytest.mark.slow
@pytest.mark.parametrize("text", few(2, ["A1", "B3, decks=1", "A3", "B1, decks=6", "B2, decks=1"]))
def test_a_million_hands_bracket_the_value(text):
    """A simulation that shares nothing with the rules or the counting."""
    game = sabot.load(f"baccara(model={text})")
    found = sabot.solve(game)
    cards = card_supply(game.parameters["model"], game.parameters["decks"], None)
    rng = np.random.default_rng(2013)
    dealt = deal(rng, cards.counts, cards.replaced)
    mine, yours = np.sort(dealt[:, :2], axis=1), np.sort(dealt[:, 2:4], axis=1)
    one, two = mine.sum(axis=1) % 10, yours.sum(axis=1) % 10
    low = np.maximum(one, two) < 8
    own = chances(found["Player"], [""])[mine[:, 0], mine[:, 1], 0]
    draws = low & ((one < 5) | ((one == 5) & (rng.random(HANDS) < own)))
    third = dealt[:, 4]
    saw = np.where(draws, third, 10)
    table = chances(found["Banker"], [f",{k}" for k in [*range(10), "-"]])
    answers = low & (rng.random(HANDS) < table[yours[:, 0], yours[:, 1], saw])
    last = np.where(draws, dealt[:, 5], dealt[:, 4])
    pays = np.sign((one + draws * third) % 10 - (two + answers * last) % 10)
    error = pays.std() / HANDS**0.5
    assert abs(pays.mean() - float(found.value)) < 4 * error


def test_the_dealer_at_the_table_agrees():
    seen = sabot.simulate("baccara(model=B2, decks=6)", hands=4000, seed=3)
    assert seen.hands == 4000


@pytest.mark.parametrize(
    "text", ["B1, shoe=[0,2,2,2,2,2,2,2,2,2]", "B3, decks=1/4", "B2, shoe=[3,0,1,2,0,4,1,1,0,2]"]
)
def test_a_solution_lists_the_views_that_its_shoe_never_shows(text, tmp_path):
    game = sabot.load(f"baccara(model={text})")
    found = sabot.solve(game)
    assert {seat: set(views) for seat, views in found.unreachable.items()} == {
        seat: set(views) for seat, views in unreachable_views(game).items()
    }
    assert not any(view in found[seat] for seat in found.seats for view in found.unreachable[seat])
    found.save(tmp_path / "s.json")
    assert sabot.Solution.load(tmp_path / "s.json") == found
    assert "unreachable" in found.to_json()
    assert "unreachable" not in sabot.solve("baccara(model=B1, decks=6)").to_json()


@pytest.mark.parametrize("model", ["B1", "B2", "B3"])
def test_more_decks_than_there_are_atoms_are_still_exact(model):
    """The value nears that of model A as 1/d; floats cannot tell the two apart."""
    found = sabot.solve(f"baccara(model={model}, decks={10**50})")
    limit = sabot.solve(f"baccara(model=A{model[1]})").value
    assert sabot.check(found) == found.value and found.unique
    assert 0 < abs(found.value - limit) < F(1, 10**50)
    with pytest.raises(sabot.GameStringError, match=r"more than 10\^100 decks; write inf"):
        sabot.load(f"baccara(model={model}, decks={10**101})")


def test_forged_views_that_never_come_up_are_refused():
    document = sabot.solve("baccara(model=B1, shoe=[3,0,1,2,0,4,1,1,0,2])").to_json()
    document["unreachable"]["Player"] = ["5"]
    with pytest.raises(sabot.CertificateError, match="Player's view '5' is in the game"):
        sabot.check(sealed(document))


def test_solution_without_a_certificate_does_not_speak_of_deals():
    document = sabot.solve("baccara(model=A1)").to_json() | {"certificate": None}
    with pytest.raises(sabot.CertificateError, match="nothing in it can be checked"):
        sabot.check(document)

"""Dominated actions of a tree: by hand, by an enumeration of strategies, and in no equilibrium."""

from __future__ import annotations

import random
from itertools import product

import pytest

import sabot
from sabot.game_rules.table import Table
from sabot.solvers.dominated_actions import dominated_actions


def by_name(tree) -> set[tuple[str, str, str]]:
    """Return the dominated actions of a tree: player, information set, action."""
    found = set()
    for seat, view, action in dominated_actions(tree):
        at = tree.infosets[seat][view]
        found.add((tree.seats[seat], at.key, at.actions[action]))
    return found


def test_three_player_kuhn_poker_by_hand() -> None:
    """The best card never folds, the worst never calls (Szafron, Gibson and Sturtevant 2013)."""
    found = by_name(sabot.load("kuhn-poker(players=3)").tree())
    best = {(seat, view) for seat, view, action in found if action == "fold"}
    worst = {(seat, view) for seat, view, action in found if action == "call" and view[0] == "1"}
    assert {view[0] for _, view in best} == {"4"} and len(best) == len(worst) == 9
    others = {one for one in found if one[2] == "call" and one[1][0] == "2"}
    assert {view for _, view, _ in others} == {
        "2,pass,bet,call",
        "2,pass,pass,bet,call",
        "2,bet,call",
    }
    assert len(found) == 21


@sabot.rules(seats=("entrant", "owner", "bystander"))
def threat(table: Table, *, sure: int = 2) -> None:
    """The owner's answer x is dominated, and keeps the entrant out as a threat all the same."""
    if table.ask("entrant", ("out", "in")) == "out":
        return table.pay(entrant=sure, owner=0, bystander=-sure)
    if table.ask("owner", ("x", "y")) == "x":
        return table.pay(entrant=0, owner=0, bystander=0)
    return table.pay(entrant=3, owner=1, bystander=-4)


def test_a_dominated_threat_rules_out_nothing_that_it_deters_from() -> None:
    """(out, x) is an equilibrium: the owner is not asked. So *out* is not eliminated."""
    assert by_name(threat(sure=2).tree()) == {("owner", "-", "x")}
    assert by_name(threat(sure=4).tree()) == {("owner", "-", "x"), ("entrant", "-", "in")}


def undominated(payoffs, sizes):
    """Iterated strict dominance by pure strategies, by enumeration."""
    left = [set(range(size)) for size in sizes]
    while True:
        bad = [
            (seat, a)
            for seat in range(len(sizes))
            for a in left[seat]
            for b in left[seat]
            if all(
                payoffs[(*p[:seat], a, *p[seat + 1 :])][seat]
                < payoffs[(*p[:seat], b, *p[seat + 1 :])][seat]
                for p in product(*left)
            )
        ]
        if not bad:
            return left
        for seat, a in bad:
            left[seat].discard(a)


@pytest.mark.parametrize("seed", range(12))
def test_simultaneous_choices_are_compared_profile_by_profile(seed: int, tmp_path) -> None:
    """Three choose at once: the same as by enumeration, and in no pure equilibrium."""
    dice, sizes = random.Random(seed), (3, 2, 3)
    payoffs = {p: tuple(dice.randint(0, 5) for _ in sizes) for p in product(*map(range, sizes))}
    order = sorted(payoffs, key=lambda p: p[::-1])  # the first player's choice changes first
    numbers = " ".join(str(one) for p in order for one in payoffs[p])
    path = tmp_path / "game.nfg"
    path.write_text('NFG 1 R "g" { "a" "b" "c" } { 3 2 3 }\n\n' + numbers + "\n")
    game = sabot.load(str(path))
    found = {(seat, action) for seat, _, action in by_name(game.tree())}
    left = undominated(payoffs, sizes)
    assert found == {
        ("abc"[seat], str(a + 1))
        for seat in range(3)
        for a in range(sizes[seat])
        if a not in left[seat]
    }
    for one in sabot.equilibria(game, pure=True).equilibria:
        assert not {(seat, one.strategies[seat]["-"]) for seat in "abc"} & found

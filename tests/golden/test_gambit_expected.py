"""What Gambit's own tests expect of its solvers is what ours find, game by game.

``tools/gambit_expected.py`` writes the table from ``tests/test_nash.py`` of gambitproject/gambit at
its release 16.7.0 and at 17.0.0-alpha.2; nothing in it is typed. A row has a game, as Gambit writes
it, and the profiles that its tests want to be found there: all extreme equilibria, all pure ones,
all that stand alone, or some.
"""

import json
from fractions import Fraction as F
from itertools import product
from pathlib import Path

import pytest

import sabot
from sabot.errors import SabotError
from sabot.results.optimal_set import Equilibria

TABLE = json.loads((Path(__file__).parent / "gambit_expected.json").read_text())
ROUNDED = {
    "test_logic_strategy_1": F(1, 1000),  # chances to three digits, which do not sum to 1
    "test_simpdiv_1": F(1, 10**5),  # simplicial subdivision stops at a fine grid
    "test_enumpoly_strategy_6": F(1, 10**13),  # the only equilibrium is irrational
}
"""Cases whose profiles are rounded, and how far a seat may gain: their games have other numbers."""
NOBODY = "test_logit_behavior_degenerate"
"""One player, who is never asked."""


def case(row):
    return row["cases"][0].split()[0]


def rows(*kinds, table=False):
    """Return the rows of some kinds; of *table* only games for two in strategic form."""
    found = [
        row
        for row in TABLE["rows"]
        if row["lists"] in kinds and case(row) != NOBODY
        if not table or TABLE["games"][row["game"]].startswith('NFG 1 R "" { "1" "2" }')
    ]
    return pytest.mark.parametrize("row", found, ids=lambda row: row["cases"][0].replace(" ", "-"))


@pytest.fixture
def game(row, tmp_path):
    text = TABLE["games"][row["game"]]
    path = tmp_path / f"game.{text[:3].lower()}"
    path.write_text(text)
    return str(path)


def sides(game):
    """Return the seats, each with its views and their actions, in the order of the file."""
    from sabot.api.arguments import as_form

    return [
        (side.name, {cell.key: cell.actions for cell in side.cells})
        for side in as_form(sabot.load(game))[1].sides
    ]


def told(game, profile):
    """Return a row's profile by the names of the game; chances that do not sum to 1 made to."""
    found = {}
    for (seat, cells), mixes in zip(sides(game), profile, strict=True):
        mixes = mixes if isinstance(mixes[0], list) else [mixes]
        views = ["-"] if "-" in cells else [str(n + 1) for n in range(len(mixes))]
        assert set(views) == set(cells)
        found[seat] = {
            view: {
                action: F(chance) / sum(map(F, mix))
                for action, chance in zip(cells[view], mix, strict=True)
            }
            for view, mix in zip(views, mixes, strict=True)
        }
    return found


def gain(game, strategies):
    """Return the most that a seat could gain against these."""
    judged = sabot.value(game, strategies)
    if hasattr(judged, "gains"):
        return max(judged.gains)
    return sum(judged[seat].exploitability for seat in strategies)  # zero-sum: 0 if both are


def mixes(game, found):
    """Return a result's strategies as a row has them, of a game in strategic form."""
    return tuple(
        tuple(F(_mix(found[seat]["-"]).get(action, 0)) for action in cells["-"])
        for seat, cells in sides(game)
    )


def _mix(told):
    return {told: 1} if isinstance(told, str) else told


def expected(row):
    return [tuple(tuple(map(F, mix)) for mix in profile) for profile in row["profiles"]]


def listed(game):
    """Return all extreme equilibria that are found, and those of them that stand alone."""
    found = sabot.equilibria(game)
    if isinstance(found, Equilibria):  # zero-sum: every pair of optimal strategies is one
        one, two = found.vertices
        pairs = [mixes(game, {one: x, two: y}) for x, y in product(found[one], found[two])]
        return pairs, pairs if len(pairs) == 1 else []
    every = [mixes(game, one.strategies) for one in found.equilibria]
    alone = [number for part in found.components if not part.dimension for number in part.numbers]
    return every, [every[number - 1] for number in alone]


@rows("extreme", "pure", "isolated", "some")
def test_nobody_gains_where_gambit_expects_an_equilibrium(row, game):
    for profile in row["profiles"]:
        found = gain(game, told(game, profile))
        assert 0 <= found <= ROUNDED.get(case(row), 0)


@rows("extreme")
def test_the_extreme_equilibria_are_those_that_gambit_expects(row, game):
    every, _ = listed(game)
    assert sorted(every) == sorted(expected(row))


@rows("isolated", table=True)
def test_equilibria_that_stand_alone_are_all_expected(row, game):
    _, alone = listed(game)
    assert alone and set(alone) <= set(expected(row))


@rows("pure")
def test_pure_equilibria_are_those_that_gambit_expects(row, game):
    if len(sides(game)) > 2:
        found = [
            mixes(game, one.strategies) for one in sabot.equilibria(game, pure=True).equilibria
        ]
    else:
        every, _ = listed(game)
        found = [one for one in every if {chance for mix in one for chance in mix} <= {0, 1}]
    assert sorted(found) == sorted(expected(row))


@rows("extreme", "isolated", table=True)
def test_where_solve_proves_its_equilibrium_the_only_one_gambit_expects_that_one(row, game):
    found = sabot.solve(game)
    alone = set(found.uniqueness.values()) == {True}
    assert alone == (len(row["profiles"]) == 1)
    assert not alone or [mixes(game, found)] == expected(row)


def test_a_wrong_profile_is_told_from_an_equilibrium(tmp_path):
    row = next(row for row in TABLE["rows"] if case(row) == "test_enumixed_rational_5")
    path = tmp_path / "game.nfg"
    path.write_text(TABLE["games"][row["game"]])
    (profile,) = row["profiles"]
    assert gain(str(path), told(str(path), [profile[0], profile[1][::-1]])) == 0  # a palindrome
    assert gain(str(path), told(str(path), [profile[1], profile[0]])) > 0
    with pytest.raises((ValueError, SabotError)):
        told(str(path), profile[:1])

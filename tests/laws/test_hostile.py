"""The families that defeat floats: every game solved, proved, and right by another simplex.

The benchmark runs 500 games of each family; here are fewer, for every change.
"""

import pytest
from benchmarks.hostile import FAMILIES, games
from tests.laws.oracle import value as oracle_value

import sabot

COUNT = 25
SMALL = 40  # entries: beyond this the other simplex takes its time


@pytest.mark.parametrize("family", FAMILIES)
def test_every_game_of_a_hostile_family_is_solved_and_proved(family):
    for number, table in enumerate(games(family, COUNT, seed=20)):
        solution = sabot.solve(table)
        assert sabot.check(solution) == solution.value, f"{family} {number}"
        if len(table) * len(table[0]) <= SMALL:
            assert solution.value == oracle_value(table), f"{family} {number}"


@pytest.mark.parametrize("family", FAMILIES)
def test_small_hostile_games_are_right_by_another_simplex(family):
    for table in games(family, COUNT, seed=21):
        corner = [row[:5] for row in table[:5]]
        assert sabot.solve(corner).value == oracle_value(corner)


def test_symmetric_games_are_fair():
    for table in games("skew", COUNT, seed=22):
        assert sabot.solve(table).value == 0


def test_games_with_duplicates_are_seldom_unique_and_never_wrongly():
    for table in games("duplicates", 8, seed=23):
        solution = sabot.solve(table)
        for seat, lines in (("row", table), ("column", list(zip(*table, strict=True)))):
            if solution.uniqueness[seat]:
                used = [
                    line
                    for line, chance in zip(lines, solution[seat]["-"].values(), strict=True)
                    if chance
                ]
                assert all([tuple(x) for x in lines].count(tuple(line)) == 1 for line in used)

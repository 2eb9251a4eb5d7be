"""Tables of docs/how-to that take seconds to compute: every row, computed again.

The rows are read on the pages commission.md, baccara-banque.md and poker-models.md.
"""

import re
from fractions import Fraction as F
from pathlib import Path
from typing import Any

import pytest

import sabot
from sabot.games.baccara_banque.product_strategies import find_product_optima
from sabot.results.proof import end_to_text

PAGES = Path(__file__).parents[2] / "docs" / "how-to"


def rows(page: str, head: str) -> list[list[str]]:
    """Return the cells of the table that begins with a head, without it."""
    text = (PAGES / page).read_text(encoding="utf-8")
    table = text[text.index(head) :].partition("\n\n")[0].splitlines()
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in table[2:]]


COMMISSIONS = rows("commission.md", "| decks | Player draws on (1,4)")
NASH = rows("baccara-banque.md", "| theta | Player 1 draws")
DEALT = rows("poker-models.md", "| game | exact, by player")


def places(number: Any, digits: int) -> str:
    return f"{float(number):.{digits}f}"


@pytest.mark.parametrize(
    "row",
    [COMMISSIONS[0], *(pytest.param(row, marks=pytest.mark.slow) for row in COMMISSIONS[1:])],
    ids=lambda row: f"{row[0]} decks",
)
def test_a_row_of_the_commissions_is_the_only_equilibrium(row):
    found: Any = sabot.solve(f"baccara(model=B3, decks={row[0]}, commission=1/20)")
    without: Any = sabot.solve(f"baccara(model=B3, decks={row[0]})")
    mixed = [(view, chance["draw"]) for view, chance in found["Banker"].items() if len(chance) > 1]
    ((view, chance),) = [(view, chance) for view, chance in mixed if 0 < chance < 1]
    draws = [found["Player"][hand]["draw"] for hand in ("(0,5)", "(6,9)", "(7,8)", "(2,3)")]
    assert found.unique and draws == [1, 1, 1, 0]
    assert row[1:] == [
        *(places(one["Player"]["(1,4)"]["draw"], 4) for one in (found, without)),
        *(view, places(chance, 4)),
        *(f"{places(100 * paid, 4)} %" for paid in found.payoffs.values()),
    ]


BREAKS = {
    1: "0.0655294",
    2: "0.00469045 0.0281623",
    3: "",
    4: "0.0120709",
    5: "0.0392263",
    6: "0.0569147",
    7: "0.0693518",
    8: "0.0244435 0.078574",
}


@pytest.mark.slow
@pytest.mark.parametrize("decks", BREAKS)
def test_where_banker_has_a_choice_at_some_commission(decks):
    proof: Any = sabot.prove(f"baccara(model=B3, decks={decks}, commission=*)")
    assert proof.verdict("Player") == "unique"
    ends = [str(piece.extent) for piece in proof.pieces]
    assert re.findall(r"to about (\S+)", " ".join(ends)) == BREAKS[decks].split()


@pytest.mark.slow
@pytest.mark.parametrize("row", NASH, ids=lambda row: f"theta = {row[0]}")
def test_a_row_of_nash_is_what_is_found(row):
    theta, first, second, wins = row
    found: Any = sabot.solve(f"baccara-banque(theta={theta}, players=nash)")
    one, two = (found[seat]["-"]["draw"] for seat in ("Player 1", "Player 2"))
    assert wins == places(found.payoffs["Banker"], 6)
    assert found.equilibrium
    if found.root is None:
        assert (F(first), second) == (one, "any" if theta == "1" else str(two))
    else:
        assert [first, second] == [f"{chance} = {places(chance, 6)}" for chance in (one, two)]


def around(number: F, half: F = F(1, 2000)) -> Any:
    return sabot.prove("baccara-banque(theta=*)", low=number - half, high=number + half)


@pytest.mark.slow
@pytest.mark.parametrize("at", ["405/664", "20902/24373"])
def test_two_pieces_meet_at_a_fraction(at):
    assert any(piece.extent.low == F(at) for piece in around(F(at)).pieces)


@pytest.mark.slow
def test_with_nearly_even_stakes_the_players_do_the_same():
    theorem: Any = sabot.prove("baccara-banque(theta=*)", low=F(1, 2), high=F(26, 50))
    piece = theorem.pieces[0]
    assert str(piece.extent).startswith("1/2 to about 0.519")
    both = piece.strategies["Players"]["-"]
    for theta in (F(1, 2), F(51, 100)):
        stand = (11025 - 11550 * theta) / (17344 - 13152 * theta)
        assert [both[one].at(theta) for one in ("stand stand", "draw draw")] == [stand, 1 - stand]


RANGES = ["0.842991", "0.858385", "0.973211", "0.974434", "0.975789", "0.991876"]
SINGLE = [
    "0.561412",
    "0.60862",
    "0.614292",
    "0.628953",
    "0.749545",
    "0.761916",
    "0.767063",
    "0.794412",
    "0.795653",
]


@pytest.mark.slow
@pytest.mark.parametrize("end", RANGES)
def test_two_coins_begin_or_end_to_be_optimal_at_a_root(end):
    (extent,) = find_product_optima(around(F(end), F(1, 10**4))).ranges
    assert f"about {end}" in str(extent)


SEVERAL = [
    *("0.521421", "0.523875", "0.538056", "0.538358", "0.542623", "0.548623", "0.693138"),
    *("0.696138", "0.743354", "0.777828", "0.825284", "0.842017"),
]
"""Breakpoints at which the Players' optima are a segment, or one that both pieces have."""


@pytest.mark.slow
@pytest.mark.parametrize("share", SEVERAL)
def test_no_two_coins_are_optimal_where_these_pieces_meet(share):
    theorem = around(F(share), F(1, 10**5))
    (meet,) = [one for one in theorem.breakpoints if f"about {share}" == end_to_text(one.at)]
    assert meet.unique["Players"] is not True
    found = find_product_optima(theorem)
    assert (found.ranges, found.points, found.open) == ((), (), ())


@pytest.mark.slow
@pytest.mark.parametrize("share", SINGLE)
def test_two_coins_are_optimal_at_a_single_root(share):
    found = find_product_optima(around(F(share), F(1, 10**4)))
    (point,) = found.points
    assert not found.ranges and f"{float(point):.6g}" == share


@pytest.mark.slow
@pytest.mark.parametrize("row", DEALT, ids=lambda row: row[0].strip("`"))
def test_ten_million_hands_pay_what_the_page_says(row):
    game = row[0].strip("`")
    paid = list(sabot.solve(game).payoffs.values())
    played = sabot.simulate(game, hands=10_000_000, seed=1)
    seats = 1 if len(paid) == 2 else len(paid)
    means = [played.of(seat).mean for seat in range(seats)]
    assert row[1:] == [
        ", ".join(places(amount, 6) for amount in amounts) for amounts in (paid[:seats], means)
    ]

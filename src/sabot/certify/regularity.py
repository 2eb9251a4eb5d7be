"""Verify that a game for three and more players is degenerate or not: are its equilibria regular.

An equilibrium is regular if it is quasi-strict, and the Jacobian matrix of the indifference
equations on its support is not singular (Harsanyi 1973; van Damme 1991, section 2.5). The equations
say that every action of the support pays as much as the first one; the unknowns are the
probabilities of the actions of the support except the first.

The evidence is a list of equilibria, ``sabot/nplayer-equilibria/1``, of the game that iterated
elimination of strictly dominated strategies leaves: it has the equilibria of the whole game, and no
other strategy is a best response in one of them. That all are regular is shown by a complete list
in which each has an index. That one is not regular is shown by a list of this one: a best response
is named that is not played, or the matrix is singular. Its determinant is expanded by minors, in
polynomials in the root of the equilibrium: nothing is divided.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod

from sabot.certify.algebra.polynomial import Poly, add, multiply
from sabot.certify.documents import NPLAYER_NASH_SCHEMA
from sabot.certify.json_reader import Json
from sabot.certify.limits import spend
from sabot.certify.nplayer_nash import (
    EquilibriumPoint,
    NPlayerNashDocument,
    Table,
    others_of,
    over_one,
    payoff_tables,
    read_nplayer_nash,
    unplayed_best_responses,
    verify_equilibrium,
    verify_nplayer_nash,
)
from sabot.certify.record_codec import Field, Record, integer
from sabot.errors import CertificateError

_NO_NUMBER = "the number of a player or a strategy is not an integer"
_MOST_UNKNOWNS = 16
"""Of a Jacobian matrix whose determinant is expanded: the minors are up to 65,536."""


class UnplayedRecord(Record, what="a best response that is not played"):
    """A player, and a best response of it that is not played in an equilibrium."""

    seat = Field(integer(_NO_NUMBER))
    response = Field(integer(_NO_NUMBER))


def read_list(data: Json) -> NPlayerNashDocument:
    """Return a list of equilibria that another document holds."""
    if not isinstance(data, Mapping) or data.get("schema") != NPLAYER_NASH_SCHEMA:
        raise ValueError(f"the equilibria are not a {NPLAYER_NASH_SCHEMA}")
    return read_nplayer_nash(data)


@dataclass(frozen=True)
class SurvivingGame:
    """The game that iterated elimination leaves: it has all equilibria of the whole game.

    The tables have all profiles of the whole game, in *steps* from a strategy to the next.
    """

    game: str
    seats: tuple[str, ...]
    survivors: Sequence[Sequence[int]]
    steps: Sequence[int]
    tables: Sequence[Sequence[int]]
    denominator: int

    def require_own(self, listed: NPlayerNashDocument) -> None:
        """Demand that a list is of this game: action k of a player is its survivor number k."""
        form = listed.form
        sizes = [len(seat.cells[0][1]) if seat.cells else 1 for seat in form.seats]
        if (
            listed.game != self.game
            or tuple(seat.name for seat in form.seats) != self.seats
            or any(len(seat.cells) > 1 for seat in form.seats)
            or sizes != [*map(len, self.survivors)]
        ):
            raise CertificateError("the list of equilibria is of another game")
        listed_tables = payoff_tables(form)
        ways = [
            [k * step for k in own] for own, step in zip(self.survivors, self.steps, strict=True)
        ]
        for player, (table, own) in enumerate(zip(listed_tables, self.tables, strict=True)):
            spend(2 * len(sizes) * prod(sizes), "payoffs")
            rest = [0] * sizes[player]
            for profile, places in zip(product(*map(range, sizes)), product(*ways), strict=True):
                action = profile[player]  # of the others the last one changes first, too
                amount = own[sum(places)]
                if table[action][rest[action]] * self.denominator != amount * form.denominator:
                    raise CertificateError("the list of equilibria is of a game with other payoffs")
                rest[action] += 1


def require_all_regular(listed: NPlayerNashDocument) -> None:
    """Raise CertificateError unless a list proves that all equilibria of its game are regular."""
    verify_nplayer_nash(listed)
    if not listed.complete or listed.indices is None:
        raise CertificateError("nondegenerate: shown by a complete list with indices only")
    if listed.subsets or any(one.index is None for one in listed.indices):
        raise CertificateError("nondegenerate: an equilibrium is not shown to be regular")


def require_unplayed(listed: NPlayerNashDocument, player: int, response: int) -> None:
    """Raise CertificateError unless a player does not play a best response in an equilibrium."""
    tables, point = _require_one(listed)
    supports = [point.support(k) for k in range(len(tables))]
    if response not in unplayed_best_responses(tables, point, supports, player):
        raise CertificateError("a best response that is not played: it is no such response")


def require_singular(listed: NPlayerNashDocument) -> None:
    """Raise CertificateError unless the Jacobian matrix of an equilibrium is singular."""
    tables, point = _require_one(listed)
    if not _is_singular(_jacobian(tables, point), point):
        raise CertificateError("degenerate: the Jacobian matrix of the equilibrium is not singular")


def _require_one(listed: NPlayerNashDocument) -> tuple[list[Table], EquilibriumPoint]:
    """Return the payoffs and the only equilibrium of a list, after verifying that it is one."""
    if listed.complete or listed.subsets or listed.reached_only or len(listed.equilibria) != 1:
        raise CertificateError("degenerate: shown by a list of just one equilibrium")
    point = verify_equilibrium(listed.form, listed.equilibria[0])
    return payoff_tables(listed.form), point


def _jacobian(tables: Sequence[Table], point: EquilibriumPoint) -> list[list[Poly]]:
    """Return the slopes of the gains, each row and each column times a positive number.

    The probabilities of a player are taken times their common denominator: that of all others than
    two players is a factor of the row of the one and of the column of the other.
    """
    supports = [point.support(player) for player in range(len(tables))]
    weights = [over_one(point, list(own)) for own in point.chances]
    unknowns = [(player, a) for player, own in enumerate(supports) for a in own[1:]]
    if len(unknowns) > _MOST_UNKNOWNS:
        raise CertificateError(f"the support has more than {_MOST_UNKNOWNS} free probabilities")
    return [
        [
            _slope(tables, supports, weights, row, column) if row[0] != column[0] else []
            for column in unknowns
        ]
        for row in unknowns
    ]


def _slope(
    tables: Sequence[Table],
    supports: Sequence[Sequence[int]],
    weights: Sequence[Sequence[Poly]],
    row: tuple[int, int],
    column: tuple[int, int],
) -> Poly:
    """Return how the gain of an action over the first one changes with another's probability."""
    (player, action), (other, gained) = row, column
    first, lost = supports[player][0], supports[other][0]
    others = others_of(len(tables), player)
    sizes = [len(tables[k]) for k in others]
    ways = [[lost, gained] if k == other else supports[k] for k in others]
    found: Poly = []
    for profile in product(*ways):
        at, weight = 0, [1]
        for k, size, plays in zip(others, sizes, profile, strict=True):
            at = at * size + plays
            if k != other:
                spend(4 + len(weight) * len(weights[k][plays]), "regularity")
                weight = multiply(weight, weights[k][plays])
            elif plays == lost:
                weight = [-c for c in weight]
        gap = tables[player][action][at] - tables[player][first][at]
        found = add(found, [gap * c for c in weight])
    return found


def _is_singular(rows: Sequence[Sequence[Poly]], point: EquilibriumPoint) -> bool:
    """Tell whether a determinant is 0: it is expanded by minors of the first rows."""
    minors: dict[int, Poly] = {0: [1]}  # by the set of columns, as bits
    for row in rows:
        grown: dict[int, Poly] = {}
        for columns, minor in minors.items():
            for k, entry in enumerate(row):
                if columns >> k & 1 or not entry:
                    continue
                spend(4 + _length(minor) * _length(entry), "regularity")
                sign = -1 if (columns >> k).bit_count() % 2 else 1
                whole = columns | 1 << k
                grown[whole] = add(grown.get(whole, []), multiply(minor, entry), sign)
        minors = grown
    determinant = minors.get((1 << len(rows)) - 1, [])
    return not determinant or (point.field is not None and point.field.zero(determinant))


def _length(polynomial: Poly) -> int:
    """Return how many words of 64 bits a polynomial has."""
    return sum(1 + c.bit_length() // 64 for c in polynomial)

"""Games and strategies as certificates hold them: a matrix, or the sequence form of two players.

Everything is validated while it is read: labels are different texts, every information set
follows an earlier sequence of its player, a pair of sequences has one payoff, probabilities are
fractions that sum to 1. A general-sum game is read as two forms, one per player's payoffs, by
the same grammar. Realization plans are integers over one denominator.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import repeat
from operator import add, mul

from sabot.certify.json_reader import (
    Json,
    JsonObject,
    describe_value,
    quote_name,
    read_integer,
    read_integers,
    read_ratio,
    read_two_seat_names,
    require_keys,
    require_labels,
    require_text,
)
from sabot.certify.limits import MOST_PLAN_BITS, MOST_PLAN_WORK, spend
from sabot.errors import CertificateError, FileError

IntegerRatio = tuple[int, int]
"""A numerator and a positive denominator."""
_MATRIX_KEYS = frozenset({"kind", "rows", "columns", "denominator", "payoffs"})
_MATRIX_BY_ROW_KEYS = frozenset({"kind", "rows", "columns", "denominators", "payoffs"})
_SEQUENCE_KEYS = frozenset({"kind", "cells", "denominator", "payoffs"})


@dataclass(frozen=True, slots=True)
class PlayerSequences:
    """One player's information sets: (name, actions, parent sequence, first sequence)."""

    name: str
    cells: list[tuple[str, list[str], int, int]]
    count: int
    views: frozenset[str] = field(compare=False)


@dataclass(frozen=True, slots=True)
class CertificateForm:
    """The game in the file: two players and integer payoffs over one denominator."""

    seats: tuple[PlayerSequences, PlayerSequences]
    rows: list[list[int]] | None
    """Of a matrix; None where the game is given by its sequences."""
    entries: list[tuple[int, int, int]]
    denominator: int
    row_denominators: list[int] | None = None
    """Of a matrix whose rows have a denominator each: the payoffs of a row are over its own, and
    ``denominator`` is 1."""

    @property
    def kind(self) -> str:
        """The word for it in a file."""
        return "sequence" if self.rows is None else "matrix"

    @property
    def size(self) -> int:
        """How many payoffs it has."""
        return len(self.entries) if self.rows is None else len(self.rows) * len(self.rows[0])

    def row_denominator(self, seat: int, sequence: int) -> int:
        """Return the denominator of a row of the first player; 1 of columns, and without any."""
        if self.row_denominators is None or seat:
            return 1
        return self.row_denominators[sequence - 1]

    def gains(self, seat: int, plan: Sequence[int]) -> list[int]:
        """Return what each sequence of *seat* earns that player against the opponent's plan.

        Of rows with a denominator each the payoffs count as they are in the file.
        """
        spend(self.size * (2 + max(plan).bit_length() // 2**9), "best responses")
        if self.rows is not None:
            live = [s for s, weight in enumerate(plan) if weight and s]
            weights = [plan[s] for s in live]
            if seat == 0:
                lines = ([row[s - 1] for s in live] for row in self.rows)
                return [0, *(sum(map(mul, line, weights)) for line in lines)]
            columns = zip(*(self.rows[s - 1] for s in live), strict=True)
            return [0, *(-sum(map(mul, column, weights)) for column in columns)]
        gains = [0] * self.seats[seat].count
        if seat == 0:
            for one, two, amount in self.entries:
                if weight := plan[two]:
                    gains[one] += amount * weight
        else:
            for one, two, amount in self.entries:
                if weight := plan[one]:
                    gains[two] -= amount * weight
        return gains


def read_form(
    data: Json, seats: tuple[str, str] | None = None, *, by_row: bool = False
) -> CertificateForm:
    """Return the game in a file; without *seats* the form itself names them (format 1).

    With *by_row* each row of a matrix may have a denominator of its own.
    """
    if not isinstance(data, Mapping):
        raise ValueError("the form is not an object")
    kind, own = data.get("kind"), {"seats"} if seats is None else set()
    if by_row and kind == "matrix" and seats is not None and "denominators" in data:
        require_keys(data, _MATRIX_BY_ROW_KEYS, "a matrix")
        found = _read_matrix(data, seats, 1)
        return replace(found, row_denominators=_read_row_denominators(data, found.seats[0]))
    if kind == "matrix":
        require_keys(data, _MATRIX_KEYS | own, "a matrix")
    elif kind == "sequence":
        require_keys(data, _SEQUENCE_KEYS | own, "a sequence form")
    else:
        raise ValueError(f"form kind {describe_value(kind)} is not known")
    names = read_two_seat_names(data["seats"]) if seats is None else seats
    denominator = read_integer(data["denominator"])
    if denominator <= 0:
        raise ValueError("the form's denominator is not positive")
    if kind == "matrix":
        return _read_matrix(data, names, denominator)
    first, second = read_infosets(data["cells"], names)
    ones, twos, amounts = read_payoff_entries(data["payoffs"], first, second)
    entries = list(zip(ones, twos, read_integers(amounts), strict=True))
    return CertificateForm((first, second), None, entries, denominator)


def _read_row_denominators(data: JsonObject, rows: PlayerSequences) -> list[int]:
    """Return the denominators of the rows of a matrix, which are positive."""
    listed = data["denominators"]
    if type(listed) is not list or len(listed) != rows.count - 1:
        raise ValueError("the denominators of a matrix are not a list of one for each row")
    found = [read_integer(below) for below in listed]
    if min(found) <= 0:
        raise ValueError("a denominator of a row is not positive")
    return found


def _read_matrix(data: JsonObject, names: tuple[str, str], denominator: int) -> CertificateForm:
    rows, columns = require_labels(data["rows"], "rows"), require_labels(data["columns"], "columns")
    payoffs = data["payoffs"]
    if type(payoffs) is not list or set(map(type, payoffs)) != {list}:
        raise ValueError("the payoffs of a matrix are not a list of rows")
    if len(payoffs) != len(rows) or any(len(row) != len(columns) for row in payoffs):
        raise ValueError("the matrix does not fit its labels")
    if set().union(*(map(type, row) for row in payoffs)) != {int}:
        payoffs = [[read_integer(entry) for entry in row] for row in payoffs]
    one, two = (
        PlayerSequences(name, [("-", actions, 0, 1)], len(actions) + 1, frozenset("-"))
        for name, actions in zip(names, (rows, columns), strict=True)
    )
    return CertificateForm((one, two), payoffs, [], denominator)


def read_infosets(data: Json, names: tuple[str, str]) -> tuple[PlayerSequences, PlayerSequences]:
    """Return the information sets of both players."""
    cells = require_keys(data, names, "the cells of both seats")
    one, two = (read_player_sequences(name, cells[name]) for name in names)
    return one, two


def read_player_sequences(name: str, cells: Json) -> PlayerSequences:
    """Return one player's information sets, each of which must follow an earlier sequence."""
    called = quote_name(name)
    if type(cells) is not list:
        raise ValueError(f"{called}'s cells are not a list")
    made: list[tuple[str, list[str], int, int]] = []
    count = 1
    menus: set[tuple[str, ...]] = set()
    for cell in cells:
        if type(cell) is not list or len(cell) != 3:
            raise ValueError(f"a cell of {called} is not [view, actions, sequence before]")
        view, actions, parent = cell
        require_text(view, f"a view of {called}")
        if type(actions) is not list or tuple(actions) not in menus:  # most cells offer the same
            menus.add(tuple(require_labels(actions, f"actions of {called} at {view[:40]!r}")))
        if type(parent) is not int or not 0 <= parent < count:
            raise ValueError(f"{called}'s cell {view[:40]!r} does not follow an earlier sequence")
        made.append((view, actions, parent, count))
        count += len(actions)
    views = frozenset([cell[0] for cell in made])
    if len(views) != len(made):
        raise ValueError(f"{called} has two cells of one name")
    return PlayerSequences(name, made, count, views)


PayoffColumns = tuple[tuple[int, ...], tuple[int, ...], tuple[Json, ...]]
"""Payoffs by column: sequences of the first player, sequences of the second, amounts."""


def read_payoff_entries(
    data: Json, first: PlayerSequences, second: PlayerSequences
) -> PayoffColumns:
    """Return payoffs of pairs of sequences, each pair once; the amounts are not looked at."""
    if type(data) is not list or not set(map(type, data)) <= {list}:
        raise ValueError("the payoffs are not a list of [sequence, sequence, amount]")
    if not data:
        return (), (), ()
    if set(map(len, data)) != {3}:
        raise ValueError("the payoffs are not a list of [sequence, sequence, amount]")
    ones, twos, amounts = zip(*data, strict=True)
    if set(map(type, ones)) | set(map(type, twos)) != {int}:
        raise ValueError("a payoff names its two sequences by whole numbers")
    if min(ones) < 0 or max(ones) >= first.count or min(twos) < 0 or max(twos) >= second.count:
        raise ValueError("a payoff names a sequence that is not there")
    pairs = set(map(add, map(mul, ones, repeat(second.count)), twos))  # a number for each pair
    if len(pairs) != len(data):
        # the sum would count for one reader, the last for another
        raise ValueError("two payoffs are given for the same pair of sequences")
    return ones, twos, amounts


# ---------------------------------------------------------------------- strategies


@dataclass(frozen=True, slots=True)
class CertificateStrategy:
    """A behaviour strategy: the probability of each sequence's last action."""

    seat: PlayerSequences
    chances: list[IntegerRatio]
    """By sequence; that of the empty one is 1."""

    @property
    def table(self) -> dict[str, dict[str, Fraction]]:
        """By information set the probability of each action."""
        return {
            view: {action: Fraction(*self.chances[first + k]) for k, action in enumerate(actions)}
            for view, actions, _, first in self.seat.cells
        }

    def plan(self) -> tuple[list[int], int]:
        """Return the probability of each sequence, as integers over one denominator."""
        tops, belows = [0] * self.seat.count, [1] * self.seat.count
        tops[0] = 1
        chances, gcd, work, held = self.chances, math.gcd, 0, 0
        for _, actions, parent, first in self.seat.cells:
            top, below = tops[parent], belows[parent]
            if not top:
                continue
            for spot in range(first, first + len(actions)):
                up, down = chances[spot]
                if up == down:
                    tops[spot], belows[spot] = top, below
                elif up:
                    work += (up.bit_length() + down.bit_length()) * below.bit_length()
                    require_short_products(work)
                    # both fractions may be in lowest terms: only across is anything in common
                    one, two = gcd(up, below), gcd(top, down)
                    tops[spot] = (top // two) * (up // one)
                    belows[spot] = (below // one) * (down // two)
                    held += tops[spot].bit_length() + belows[spot].bit_length()
                    _require_memory(held)
        spend(4 * len(tops) + work // 2**16, "strategies")
        different = set(belows)
        common = bounded_lcm(different, len(belows))
        if common == 1:
            return tops, 1
        size = common.bit_length()
        require_short_products(work + size * sum(below.bit_length() for below in different))
        shares = {below: common // below for below in different}
        pairs = list(zip(tops, belows, strict=True))
        if len(tops) * max(tops).bit_length() * size > MOST_PLAN_WORK:  # by a rough bound: look
            lengths = ((top.bit_length(), size - below.bit_length()) for top, below in pairs)
            require_short_products(sum(one * two for one, two in lengths))
        spend(len(tops) * (1 + size * size // 2**16), "strategies")
        return [top and top * shares[below] for top, below in pairs], common


def _require_memory(bits: int) -> None:
    if bits > MOST_PLAN_BITS // 2:  # as much again and more is needed over one denominator
        raise FileError("the chances of a strategy are too long, one after the other, to be held")


def require_short_products(work: int) -> None:
    """Demand that numbers of so many bits times bits may be multiplied."""
    if work > MOST_PLAN_WORK:
        raise FileError("the chances of a strategy are too long to be multiplied out")


KnownMixes = dict[tuple[Json, ...], list[IntegerRatio]]
"""Mixes that were read before, by their texts: few of a file are different."""


def read_strategy(seat: PlayerSequences, data: Json, known: KnownMixes) -> CertificateStrategy:
    """Return a player's strategy; an action that is left out has probability 0."""
    if not isinstance(data, Mapping) or data.keys() != seat.views:
        raise ValueError(
            f"{quote_name(seat.name)}'s strategy does not answer exactly its own views"
        )
    chances: list[IntegerRatio] = [(1, 1)]
    for view, actions, _, _ in seat.cells:
        mix = data[view]
        if not isinstance(mix, dict):
            raise ValueError(f"{quote_name(seat.name)}'s answer at {view[:40]!r} is not an object")
        if len(mix) != len(actions):  # the rest has probability 0
            mix = dict.fromkeys(actions, "0") | mix
        texts = tuple(map(mix.get, actions))
        if len(mix) != len(actions) or None in texts:
            raise ValueError(
                f"{quote_name(seat.name)} at {view[:40]!r} plays what is not an action there"
            )
        try:
            here = known.get(texts)
        except TypeError:
            raise ValueError(
                f"{quote_name(seat.name)} at {view[:40]!r}: a chance is no text"
            ) from None
        if here is None:
            here = known[texts] = _read_mixed_action(seat, view, texts)
        chances += here
    return CertificateStrategy(seat, chances)


def _read_mixed_action(
    seat: PlayerSequences, view: str, texts: Sequence[Json]
) -> list[IntegerRatio]:
    """Return the probabilities at an information set, which are not negative and together 1."""
    pairs = [read_ratio(chance) for chance in texts]
    weights, below = over_common_denominator(pairs)
    if min(weights) < 0 or sum(weights) != below:
        raise CertificateError(
            f"{quote_name(seat.name)}'s chances at {view[:40]!r} do not make a mix"
        )
    return pairs


def over_common_denominator(pairs: Sequence[IntegerRatio]) -> tuple[list[int], int]:
    """Return fractions as integers over one denominator, if that is not too long."""
    bottoms = {bottom for _, bottom in pairs} - {1}
    below = (
        _require_short_denominator(bottoms.pop(), len(pairs))
        if len(bottoms) == 1
        else bounded_lcm(bottoms, len(pairs))
    )
    return [top * (below // bottom) for top, bottom in pairs], below


def bounded_lcm(numbers: Collection[int], uses: int) -> int:
    """Return the least common multiple, before it is long enough to fill the memory *uses* times.

    Those of a strategy have nearly all their factors in common.
    """
    found, work = 1, 0
    for number in numbers:
        products = found.bit_length() * number.bit_length()
        work += products
        require_short_products(work)
        spend(products // 2**15, "common denominators")
        found = _require_short_denominator(math.lcm(found, number), uses)
    return found


def _require_short_denominator(below: int, uses: int) -> int:
    """Return a denominator after demanding that the memory holds it *uses* times."""
    if below.bit_length() * uses > MOST_PLAN_BITS:
        raise FileError("the chances of a strategy have too long a common denominator")
    return below


def read_strategies(
    form: CertificateForm, data: Json, known: KnownMixes
) -> tuple[CertificateStrategy, CertificateStrategy]:
    """Return both players' strategies."""
    tables = require_keys(data, [seat.name for seat in form.seats], "the strategies")
    one, two = (read_strategy(seat, tables[seat.name], known) for seat in form.seats)
    return one, two


def read_off_path(form: CertificateForm, data: Json) -> tuple[frozenset[str], frozenset[str]]:
    """Return the information sets of each player that are said never to come up."""
    listed = require_keys(data, [seat.name for seat in form.seats], "what is off the path")
    one, two = (_read_off_path_infosets(seat, listed[seat.name]) for seat in form.seats)
    return one, two


def _read_off_path_infosets(seat: PlayerSequences, data: Json) -> frozenset[str]:
    listed = frozenset(
        require_labels(data, f"views of {quote_name(seat.name)} off the path") if data != [] else ()
    )
    if not listed <= seat.views:
        raise ValueError(f"what is off the path is not a view of {quote_name(seat.name)}")
    return listed


def read_unreachable(form: CertificateForm, document: JsonObject) -> dict[str, tuple[str, ...]]:
    """Return the unreachable information sets, after demanding that none is in the game."""
    names = [seat.name for seat in form.seats]
    said = require_keys(document.get("unreachable", {}), (), "what is unreachable", names)
    found = {}
    for seat in form.seats:
        listed = said.get(seat.name, [])
        views = (
            require_labels(listed, f"unreachable views of {quote_name(seat.name)}")
            if listed != []
            else []
        )
        for view in views:
            if view in seat.views:
                raise CertificateError(
                    f"{quote_name(seat.name)}'s view {view[:40]!r} is in the game, not unreachable"
                )
        if seat.name in said:
            found[seat.name] = tuple(views)
    return found


_BIMATRIX_KEYS = frozenset({"kind", "rows", "columns", "denominators", "payoffs"})
_GENERAL_KEYS = frozenset({"kind", "cells", "denominators", "payoffs"})


def read_general_sum_forms(
    data: Json, names: tuple[str, str]
) -> tuple[str, tuple[CertificateForm, CertificateForm]]:
    """Return the kind of the game in a file, and the game as it pays each player."""
    if not isinstance(data, Mapping):
        raise ValueError("the form is not an object")
    kind = data.get("kind")
    if kind == "bimatrix":
        require_keys(data, _BIMATRIX_KEYS, "a bimatrix")
        tables = require_pair(data["payoffs"], "payoffs of a bimatrix")
        rest = {"kind": "matrix", "rows": data["rows"], "columns": data["columns"]}
    elif kind == "general":
        require_keys(data, _GENERAL_KEYS, "a general form")
        tables = _split_payoffs(data["payoffs"])
        rest = {"kind": "sequence", "cells": data["cells"]}
    else:
        raise ValueError(f"form kind {describe_value(kind)} is not known")
    below = require_pair(data["denominators"], "denominators")
    one, two = (
        read_form({**rest, "denominator": below[seat], "payoffs": tables[seat]}, names)
        for seat in (0, 1)
    )
    return str(kind), (one, two)


def require_pair(data: Json, what: str) -> list[Json]:
    """Return a list of two, one for each player."""
    if type(data) is not list or len(data) != 2:
        raise ValueError(f"the {what} are not a list of two, one for each seat")
    return data


def _split_payoffs(data: Json) -> list[Json]:
    """Return [sequence, sequence, amount] for each player, from entries that pay both."""
    if type(data) is not list or any(type(entry) is not list or len(entry) != 4 for entry in data):
        raise ValueError("the payoffs are not a list of [sequence, sequence, amount, amount]")
    return [[[i, j, one] for i, j, one, _ in data], [[i, j, two] for i, j, _, two in data]]

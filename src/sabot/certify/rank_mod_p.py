"""Column rank of a sparse integer matrix modulo a prime.

Full rank modulo a prime implies full rank over the rationals, so one prime below 2^24 is a
proof. A row is a dictionary from column to entry. Singleton rows and columns are pivots without
arithmetic and are eliminated first (most rows of a game are of that kind). The rest is
eliminated as sparse rows while it is sparse, then densely, each row packed into one long
integer.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Iterable, Sequence
from heapq import heapify, heappop, heappush

from sabot.certify.limits import MOST_RANK_WORK, spend
from sabot.errors import FileError

SparseRows = Sequence[dict[int, int]]
_SPARSE_MIN_COLUMNS = 64
"""Columns from which sparse elimination is tried: with fewer, dense elimination is as fast."""
_SPARSE_COST = 256
"""What one entry of a sparse row costs, in entries of a dense row."""
_DENSE_ENTRIES = 32
"""Entries of a dense row in one step of a document's work; a third of them is changed."""
_BLOCK = 16
"""Columns of dense rows after which these are made shorter."""
_STEPS_OF_AN_ENTRY = 10
"""Of an entry of a system that is looked at, before anything is eliminated."""
_STEPS_OF_A_CHANGE = 16
"""Of an entry of a sparse row that is changed."""
_RANKS = "ranks of equations"
SMALL_SYSTEM = 48
"""Columns up to which a system is eliminated at once, without a look at its singletons."""
PRIMES = (16_777_213, 16_777_199, 16_777_183)
"""The three greatest primes below 2^24."""


def eliminate_singletons(rows: SparseRows, width: int) -> tuple[list[dict[int, int]], list[int]]:
    """Return the rows and columns that decide whether the column rank is full.

    An entry that is the only one of its row, or of its column, is a pivot without fill-in: its row
    and its column are removed. What is left has full column rank over the rationals if and only if
    the whole has.
    """
    live = [dict(row) for row in rows]
    holders: list[set[int]] = [set() for _ in range(width)]
    for number, row in enumerate(live):
        for column in [column for column, entry in row.items() if not entry]:
            del row[column]
        for column in row:
            holders[column].add(number)
    gone = [False] * width
    lone_rows = [number for number, row in enumerate(live) if len(row) == 1]
    lone_columns = [column for column in range(width) if len(holders[column]) == 1]
    while lone_rows or lone_columns:
        if lone_columns:
            column = lone_columns.pop()
            if gone[column] or len(holders[column]) != 1:
                continue
            (number,) = holders[column]
        else:
            number = lone_rows.pop()
            if len(live[number]) != 1:
                continue
            (column,) = live[number]
        gone[column] = True
        for other in holders[column]:
            if other != number:
                del live[other][column]
                if len(live[other]) == 1:
                    lone_rows.append(other)
        holders[column] = set()
        for other_column in live[number]:
            if other_column != column:
                holders[other_column].discard(number)
                if len(holders[other_column]) == 1:
                    lone_columns.append(other_column)
        live[number] = {}
    return [row for row in live if row], [column for column in range(width) if not gone[column]]


class _SparseElimination:
    """A sparse system modulo a prime, and the elimination of its columns one by one.

    A column is eliminated with a row that has an entry in it: the row and the column are removed.
    What is left has full column rank modulo the prime if and only if the whole has. *holders* are
    the rows that have an entry in a column.
    """

    def __init__(self, rows: SparseRows, columns: Sequence[int], prime: int) -> None:
        self.prime = prime
        self.rows = {}
        self.holders: dict[int, set[int]] = {column: set() for column in columns}
        for number, row in enumerate(rows):
            residues = {column: entry % prime for column, entry in row.items() if entry % prime}
            if residues:
                self.rows[number] = residues
            for column in residues:
                self.holders[column].add(number)
        self.filled = sum(map(len, self.rows.values()))
        self.work = self.filled

    def sparse(self) -> bool:
        """Tell whether the system is large, and less than a fifth of it is filled."""
        columns = len(self.holders)
        return columns >= _SPARSE_MIN_COLUMNS and 5 * self.filled < columns * len(self.rows)

    def eliminate(self) -> bool:
        """Eliminate, the column with the fewest entries first; tell whether each had an entry."""
        queue = [(len(held), column) for column, held in self.holders.items()]
        heapify(queue)
        while self.sparse():
            count, column = heappop(queue)
            if column not in self.holders or count != len(self.holders[column]):
                continue
            if not count:
                return False
            before = self.work
            for changed in self._without(column):
                heappush(queue, (len(self.holders[changed]), changed))
            spend((self.work - before) * _STEPS_OF_A_CHANGE, _RANKS)
            if self.work * _SPARSE_COST > MOST_RANK_WORK:
                raise _too_large_error(len(self.rows), len(self.holders))
        return True

    def _without(self, column: int) -> list[int]:
        """Eliminate one column with its shortest row; return the columns of that row."""
        held = self.holders.pop(column)
        number = min(held, key=lambda one: len(self.rows[one]))
        pivot = self.rows.pop(number)
        held.remove(number)
        self.filled -= len(pivot)
        inverse = pow(pivot.pop(column), -1, self.prime)
        for one in pivot:
            self.holders[one].remove(number)
        for other in held:
            row = self.rows[other]
            self.filled -= len(row)
            factor = row.pop(column) * inverse % self.prime
            for one, entry in pivot.items():
                rest = (row.get(one, 0) - factor * entry) % self.prime
                if rest:
                    row[one] = rest
                    self.holders[one].add(other)
                elif row.pop(one, None) is not None:
                    self.holders[one].remove(other)
            self.filled += len(row)
            if not row:
                del self.rows[other]
        self.work += (1 + len(held)) * (1 + len(pivot))
        return list(pivot)


def _too_large_error(equations: int, unknowns: int) -> FileError:
    return FileError(
        f"a claim of uniqueness leaves {equations:,} equations with {unknowns:,} unknowns, "
        "too many for this checker"
    )


def proves_full_rank(rows: SparseRows, width: int) -> bool:
    """Tell whether one of three primes shows that the column rank is *width*."""
    return any(proves_full_rank_mod_p(rows, width, prime) for prime in PRIMES)


def proves_full_rank_mod_p(rows: SparseRows, width: int, prime: int) -> bool:
    """Tell whether *prime* shows that the rows have column rank *width* over the rationals.

    True is a proof: eliminating singletons is exact, and full rank modulo a prime is full rank.
    False is not: the prime may divide a determinant that is not 0.

    What is left after that and sparse elimination is eliminated with each row packed into one
    long integer, with 64 bits for each entry, so that a row operation is one multiplication. The
    prime is below 2^24, so sums of fewer than 2^16 products cannot overflow.
    """
    spend(_STEPS_OF_AN_ENTRY * (width + sum(map(len, rows))), _RANKS)
    left, columns = eliminate_singletons(rows, width)
    if len(left) < len(columns):
        return False
    if len(columns) >= _SPARSE_MIN_COLUMNS:
        system = _SparseElimination(left, columns, prime)
        if not system.eliminate():
            return False
        left, columns = list(system.rows.values()), list(system.holders)
        if len(left) < len(columns):
            return False
    if len(columns) >= 2**16 or len(columns) ** 2 * len(left) > MOST_RANK_WORK:
        raise _too_large_error(len(left), len(columns))
    spend(len(columns) ** 2 * len(left) // _DENSE_ENTRIES, _RANKS)
    place = {column: k for k, column in enumerate(columns)}
    return _eliminate_densely(left, place, prime) == len(columns)


def _eliminate_densely(rows: SparseRows, place: dict[int, int], prime: int) -> int:
    """Return the rank modulo *prime*; *place* is the place of a column in a packed row.

    The pivots are kept by block of columns. A row loses the columns of a block after them.
    """
    width, mask, mask_of_block = len(place), 2**64 - 1, 2 ** (64 * _BLOCK) - 1
    blocks: list[list[int | None]] = [
        [None] * min(_BLOCK, width - first) for first in range(0, width, _BLOCK)
    ]
    rank = 0
    for row in rows:
        if rank == width:
            break
        entries = [0] * width
        for column, entry in row.items():
            entries[place[column]] = entry % prime
        line = _pack_row(entries)
        for number, block in enumerate(blocks):
            new = None
            for at, pivot in enumerate(block):
                factor = ((line & mask_of_block) >> 64 * at & mask) % prime
                if factor and pivot is None:
                    new = at, pow(factor, -1, prime)
                    break
                if factor and pivot is not None:
                    line += (prime - factor) * pivot
            if new is not None:
                at, scale = new
                rest = unpack_row(line, width - number * _BLOCK)
                block[at] = _pack_row([entry * scale % prime for entry in rest])
                rank += 1
                break
            line >>= 64 * _BLOCK
    return rank


def proves_full_rank_of_small(rows: Sequence[Sequence[int]]) -> bool:
    """Tell whether one of three primes shows that the columns of a small system are independent.

    The rows are kept as long integers with 64 bits for each entry, as above. Of each remaining row
    the entry in the next column decides whether it is the pivot; the others are cleared with one
    multiplication each. An entry is a sum of fewer than 2^16 products of two numbers below 2^24.
    """
    width = len(rows[0])
    spend_on_small_rank(len(rows), width)
    return any(_columns_independent(rows, width, prime) for prime in PRIMES)


def spend_on_small_rank(rows: int, width: int) -> None:
    """Count the work of a rank of a small system, whatever the prime is that shows it."""
    spend(rows * width * (_STEPS_OF_AN_ENTRY + width // 8), _RANKS)


def _columns_independent(rows: Sequence[Sequence[int]], width: int, prime: int) -> bool:
    left = [_pack_row([entry % prime for entry in row]) for row in rows]
    mask = 2**64 - 1
    for column in range(width):
        # an entry is a sum of at most 1 + column products of two numbers below 2^24
        lead = next((k for k, line in enumerate(left) if (line & mask) % prime), None)
        if lead is None:
            return False
        if column == width - 1:
            return True
        rest = width - column
        entries = [entry % prime for entry in unpack_row(left.pop(lead), rest)]
        scale = pow(entries[0], -1, prime)
        pivot = _pack_row([entry * scale % prime for entry in entries])
        cleared = []
        for line in left:
            factor = (line & mask) % prime
            if factor:
                line += (prime - factor) * pivot
            cleared.append(line >> 64)
        left = cleared
    return True


def proves_full_rank_mod_2(rows: Iterable[int], width: int) -> bool:
    """Tell whether rows modulo 2 show that *width* columns are independent: full rank modulo 2.

    A row has a bit for each odd entry. A row that is smaller after a pivot is added to it has had
    the pivot's highest bit.

    >>> proves_full_rank_mod_2([0b11, 0b10], 2), proves_full_rank_mod_2([0b11, 0b11], 2)
    (True, False)
    """
    pivots: list[int] = []
    for row in rows:
        for pivot in pivots:
            row = min(row, row ^ pivot)
        if row:
            pivots.append(row)
    return len(pivots) == width


RowMod3 = tuple[int, int]
"""A row modulo 3: as bits the columns whose entry is 1, and those whose entry is 2."""


def proves_full_rank_mod_3(rows: Iterable[RowMod3], width: int) -> bool:
    """Tell whether rows modulo 3 show that *width* columns are independent: full rank modulo 3.

    >>> proves_full_rank_mod_3([(0b11, 0), (0b01, 0b10)], 2)
    True
    >>> proves_full_rank_mod_3([(0b11, 0), (0, 0b11)], 2)
    False
    """
    pivots: list[tuple[int, int, int]] = []
    for one, two in rows:
        for bit, plus, minus in pivots:
            if one & bit:  # less the pivot, as in add_mod_3
                mixed = (one | plus) ^ (two | minus)
                one, two = (two | plus) ^ mixed, (one | minus) ^ mixed
            elif two & bit:
                mixed = (one | minus) ^ (two | plus)
                one, two = (two | minus) ^ mixed, (one | plus) ^ mixed
        if one | two:
            bit = (one | two) & -(one | two)
            pivots.append((bit, one, two) if one & bit else (bit, two, one))
    return len(pivots) == width


def add_mod_3(row: RowMod3, other: RowMod3) -> RowMod3:
    """Return the sum of two rows modulo 3; the negative of a row is its two parts exchanged.

    >>> add_mod_3((0b0111, 0b1000), (0b0010, 0b1100))
    (9, 2)
    """
    (a, b), (c, d) = row, other
    mixed = (a | d) ^ (b | c)
    return (b | d) ^ mixed, (a | c) ^ mixed


def _pack_row(entries: list[int]) -> int:
    return int.from_bytes(_as_little_endian(array("Q", entries)).tobytes(), "little")


def unpack_row(line: int, width: int) -> array[int]:
    """Return the entries of a row that is packed into one number with 64 bits for each."""
    entries = array("Q")
    entries.frombytes(line.to_bytes(8 * width, "little"))
    return _as_little_endian(entries)


def _as_little_endian(entries: array[int]) -> array[int]:
    if sys.byteorder == "big":
        entries.byteswap()
    return entries

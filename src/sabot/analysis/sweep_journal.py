"""Journal of a sweep: one row per line, appended as games are solved; a kill loses none.

The file is its own record: on the next run its rows are read, each is compared with the game of
the sweep and with itself (a decimal, an effect, probabilities that do not add up to 1), as many
as some seconds allow are computed again, and the work goes on after them. A half-written last
line is dropped. A file of anything else is refused, never overwritten.
"""

from __future__ import annotations

import json
import os
import stat
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from hashlib import blake2b
from pathlib import Path
from random import Random
from types import TracebackType
from typing import BinaryIO

from sabot.analysis.sweep import Row, SweepItem, value_of_saved_row, with_removal_effect
from sabot.errors import FileError, FormError, SabotError
from sabot.exact import as_rational
from sabot.io.files import dict_without_duplicate_keys, read_text

_LONGEST_LINE = 2**26
MOST_BYTES = 2**29
"""Of a sweep that is shown or drawn, as of any document that is read whole."""
RECHECK_SECONDS = 5.0
"""Seconds for finding rows again before a sweep goes on: all rows of most, some of a long one."""


class SweepJournal:
    """An open file of rows; ``count`` of them are there already."""

    def __init__(self, path: str, items: Sequence[SweepItem]) -> None:
        self.path = path
        self.items = items
        self.count = 0
        self.base: Fraction | None = None
        self.edges: Mapping[str, Fraction] = {}
        """The value that the next rows with a card removed are compared with."""
        self._there: list[tuple[bytes, Fraction | None, Mapping[str, Fraction]]] = []
        """The digest of each row that was there, and what it is compared with."""
        self._file = self._opened()
        try:
            self._lock()
            if stat.S_ISREG(os.fstat(self._file.fileno()).st_mode):
                self._read()
        except BaseException:
            self._file.close()
            raise

    def __enter__(self) -> SweepJournal:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        fault: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        with suppress(OSError):  # what was flushed is there
            self._file.close()

    def _opened(self) -> BinaryIO:
        try:
            # never through "w": a file of something else must survive
            handle = os.open(self.path, os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o644)
            return os.fdopen(handle, "r+b", buffering=0 if not os.path.isfile(self.path) else -1)
        except OSError as fault:
            raise FileError(f"{self.path}: cannot be written: {fault.strerror}") from None

    def _lock(self) -> None:
        """Keep a second sweep away from the file while this one writes to it."""
        try:
            import fcntl
        except ImportError:  # not on this system
            return
        try:
            fcntl.flock(self._file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise FileError(f"{self.path}: another sweep is writing to it now") from None
        except OSError:  # a file system, or a device, without locks
            return

    # ------------------------------------------------------------------ what is there

    def _read(self) -> None:
        end = 0
        while line := self._file.readline(_LONGEST_LINE):
            if not line.endswith(b"\n"):
                self._require_row_prefix(line)
                break
            if self.count >= len(self.items):
                raise self._refused(
                    f"has more than the {len(self.items):,} rows of this sweep",
                )
            self._check(line)
            self._there.append((_digest(line), self.base, self.edges))
            self.count += 1
            end += len(line)
        self._file.seek(end)
        self._file.truncate()

    def _check(self, line: bytes) -> None:
        number = self.count + 1
        try:
            row = Row.from_json(json.loads(line))
            again = row_to_line(row)
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError, SabotError):
            raise self._refused(f"line {number} is not a row of a sweep") from None
        wanted = self.items[self.count]
        if row.game != wanted.name or row.removed != wanted.removed:
            raise self._refused(
                f"line {number} is {str(row.game)[:200]}, this sweep has {wanted.name} there"
            )
        mixes = [mix for views in row.mixed.values() for mix in views.values()]
        apart = None if row.value is None or self.base is None else row.value - self.base
        if (
            again != line
            or any(sum(mix.values()) != 1 or min(mix.values()) <= 0 for mix in mixes)
            or not all(_is_uniqueness_claim(claim, row) for claim in row.unique.values())
            or any(gain < 0 or (gain and not row.given) for gain in row.gains)
            or row.effect != (None if row.removed is None else apart)
        ):
            raise self._refused(f"line {number} contradicts itself; the file was changed")
        if row.removed is None:
            self.base, self.edges = row.value, row.bets

    def _require_row_prefix(self, tail: bytes) -> None:
        """Refuse a file whose unfinished last line does not look like the next row."""
        if self.count < len(self.items):
            start = json.dumps({"game": self.items[self.count].name})[:-1].encode()
            tail = tail.rstrip(b"\0")
            size = min(len(start), len(tail))
            if tail[:size] == start[:size]:
                return
        raise self._refused(f"line {self.count + 1} is not a row of this sweep")

    def _refused(self, reason: str) -> FileError:
        return FileError(
            f"{self.path}: holds something else: {reason}\n"
            "  name another file with -o, or remove this one to start again"
        )

    def recheck_rows(
        self, find: Callable[[SweepItem], Row], seconds: float = RECHECK_SECONDS
    ) -> int:
        """Refuse to go on where a row there is not what is found now; return how many were tried.

        The last row first, then the others as dice have it, until so many seconds are spent.
        """
        order = list(range(self.count))
        Random(self.count).shuffle(order)
        order.sort(key=lambda n: n != self.count - 1)
        started, tried = time.perf_counter(), 0
        for n in order:
            if tried and time.perf_counter() - started > seconds:
                break
            digest, base, edges = self._there[n]
            row = with_removal_effect(find(self.items[n]), base, edges)
            if _digest(row_to_line(row)) != digest:
                raise self._refused(
                    f"line {n + 1} is not what is found for {row.game} now "
                    "(rules that were edited, other strategies, another version of Sabot, or a row "
                    "that was changed)"
                )
            tried += 1
        return tried

    # ------------------------------------------------------------------ what comes next

    def write(self, row: Row) -> None:
        """Append a row, whole, so that it survives whatever happens next."""
        try:
            self._file.write(row_to_line(row))
            self._file.flush()
        except OSError as fault:
            raise FileError(
                f"{self.path}: cannot be written: {fault.strerror}; {self.count:,} rows are saved"
            ) from None
        self.count += 1


def _is_uniqueness_claim(claim: object, row: Row) -> bool:
    """Return whether something may stand as a verdict; null only where payoffs do not sum to 0."""
    return isinstance(claim, bool) or (claim is None and bool(row.payoffs))


def _digest(line: bytes) -> bytes:
    return blake2b(line, digest_size=16).digest()


def row_to_line(row: Row) -> bytes:
    """Return a row as a line of the file, in ASCII."""
    return json.dumps(row.to_json(), allow_nan=False).encode("ascii") + b"\n"


def read_saved_rows(path: str | Path) -> list[dict[str, object]] | None:
    """Return the rows of a sweep, one per line or in one document; None where it is not one."""
    first, _, rest = read_text(path, MOST_BYTES).partition("\n")
    try:
        head = json.loads(first, object_pairs_hook=dict_without_duplicate_keys)
        if not isinstance(head, dict) or head.get("schema", "sabot/sweep/1") != "sabot/sweep/1":
            return None
        if not {"schema", "game"} & head.keys():
            return None
        if "schema" in head:
            rows = head.get("rows", [])
        else:
            lines = (line for line in rest.splitlines() if line.strip())
            rows = [
                head,
                *(
                    json.loads(line, object_pairs_hook=dict_without_duplicate_keys)
                    for line in lines
                ),
            ]
    except FormError as fault:
        raise FileError(f"{path}: {fault}") from None
    except (ValueError, RecursionError):
        return None
    for number, row in enumerate(rows, 1):
        try:
            value_of_saved_row(row), str(row["game"]), as_rational(row.get("effect", 0))
            int(row.get("removed") or 0)
        except (KeyError, TypeError, AttributeError, ValueError):
            raise FileError(f"{path}: row {number} is not a row of a sweep") from None
    return list(rows)

"""Many games solved, one row a game: in order, whoever does the work.

The caller owns the pool: with ``executor=None`` every game is solved here and now, with any
``concurrent.futures.Executor`` elsewhere; the rows are the same, in the same order.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import closing
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import partial
from typing import Any

from sabot.analyse.evaluate import expectation
from sabot.analyse.strategies import complete_all, shipped
from sabot.analyse.sweeping.batches import SECONDS, in_order
from sabot.analyse.sweeping.spec import Item
from sabot.errors import FileError, FormError, GameStringError, SabotError, WorkerError
from sabot.exact import as_float, rational, show
from sabot.games import load
from sabot.results.solution import support
from sabot.shown import Shown
from sabot.solvers.zero_sum.brief import in_brief
from sabot.solvers.zero_sum.settle import settle

Given = Mapping[str, Any]
"""A strategy for each seat: written out, or its name."""


@dataclass(frozen=True)
class Row(Shown):
    """One game of a sweep."""

    game: str
    value: Fraction | None = None
    """The value, or the expectation where strategies were given; None where there is an error."""
    unique: Mapping[str, bool] = field(default_factory=dict)
    mixed: Mapping[str, Mapping[str, Mapping[str, Fraction]]] = field(default_factory=dict)
    """For each seat, the views at which its optimal strategy mixes."""
    error: str = ""
    removed: int | None = None
    effect: Fraction | None = None
    """How much more than without the removal the first seat is paid."""
    given: bool = False
    """Whether the value is the expectation of given strategies."""
    unread: bool = False
    """Whether the error is that of a file."""

    _view = "sabot.render.views.sweep:row_view"
    _tables = "sabot.render.views.sweep:row_tables"
    _sheet = "sabot.render.views.sweep:row_sheet"

    def to_json(self) -> dict[str, Any]:
        """Return the row as one line of the file has it: nothing in it but what the games are."""
        body: dict[str, Any] = {"game": self.game}
        if self.removed is not None:
            body["removed"] = self.removed
        if self.value is None:
            return {**body, "error": self.error}
        body |= {
            "expectation" if self.given else "value": show(self.value),
            "decimal": as_float(self.value),
        }
        if not self.given:
            body["unique"] = dict(self.unique)
            body["mixed"] = {
                seat: {
                    view: {action: show(chance) for action, chance in mix.items()}
                    for view, mix in views.items()
                }
                for seat, views in self.mixed.items()
            }
        if self.effect is not None:
            body |= {"effect": show(self.effect), "effect_decimal": as_float(self.effect)}
        return body


def row_of(document: Mapping[str, Any]) -> Row:
    """Return the row that was saved as *document*; only what it writes again is what was read."""
    given = "expectation" in document
    value, effect = value_in(document), document.get("effect")
    return Row(
        document["game"],
        value,
        document.get("unique", {}),
        {
            seat: {
                view: {action: rational(chance) for action, chance in mix.items()}
                for view, mix in views.items()
            }
            for seat, views in document.get("mixed", {}).items()
        },
        document["error"] if value is None else "",
        document.get("removed"),
        None if effect is None else rational(effect),
        given,
    )


def value_in(document: Mapping[str, Any]) -> Fraction | None:
    """Return the value in a row that was saved; None where it has an error."""
    text = document.get("value", document.get("expectation"))
    return None if text is None else rational(text)


def solve_item(item: Item, given: Given | None = None) -> Row:
    """Return the row of one game: what a worker does.

    >>> row = solve_item(Item("baccara(model=A1)"))
    >>> row.value, row.unique, row.mixed["Player"]["5"]["draw"]
    (Fraction(-679568, 53094899), {'Player': True, 'Banker': True}, Fraction(9, 11))
    >>> solve_item(Item("baccara(model=B1, shoe=[5,0,0,0,0,0,0,0,0,0])")).error
    'shoe: holds 5 cards; a hand may take six; put in 6 or more'
    """
    try:
        game = load(item.game)
        name = str(game)
        openly = game.perfect() if given is None else None
        if openly is not None:  # nobody mixes where nothing is hidden
            return Row(name, openly.value, openly.unique, removed=item.removed)
        words = game.binary() if given is None else None
        brief = None if words is None else in_brief(words)
        if brief is not None:
            return Row(name, brief.value, brief.unique, brief.mixed, removed=item.removed)
        form = game.form()
        if given is not None:
            names = {table for table in given.values() if isinstance(table, str)}
            known = {name: shipped(game, form, name) for name in names}
            told = {s: known[t].get(s) if isinstance(t, str) else t for s, t in given.items()}
            tables = complete_all(form, told, game=game)
            if missing := [seat for seat in form.seats if seat not in tables]:
                raise FormError(f"no strategy for {' and '.join(missing)}")
            paid = expectation(form, tables)
            return Row(name, paid, removed=item.removed, given=True)
        found = settle(form)
    except SabotError as fault:
        unread = isinstance(fault, FileError)
        return Row(item.name, error=_reason(fault), removed=item.removed, unread=unread)
    except MemoryError:
        return Row(item.name, error="memory ran out", removed=item.removed)
    except Exception as fault:  # of ours; the other games are none the worse for it
        reason = f"a fault in Sabot itself: {type(fault).__name__}: {fault}"
        return Row(item.name, error=reason, removed=item.removed)
    mixed = {
        seat: {view: support(mix) for view, mix in table.items() if len(support(mix)) > 1}
        for seat, table in zip(form.seats, found.tables, strict=True)
    }
    unique = dict(zip(form.seats, (v.unique for v in found.faces.verdicts), strict=True))
    return Row(name, found.value, unique, mixed, removed=item.removed)


def _reason(fault: SabotError) -> str:
    lines = str(fault).split("\n")
    if isinstance(fault, GameStringError):
        lines = lines[1:]
    return "; ".join(line.strip() for line in lines)


def solve_all(
    items: Sequence[Item],
    *,
    given: Given | None = None,
    executor: Executor | None = None,
    start: int = 0,
    base: Fraction | None = None,
    ahead: int | None = None,
    seconds: float = SECONDS,
) -> Generator[Row, None, None]:
    """Yield the row of each game from number *start* on, in order.

    A row with a card removed is compared with the last one without; *base* is that one's value
    where it comes before *start*. An executor gets batches of about so many *seconds*, *ahead* of
    them at a time.
    """
    work = partial(solve_item, given=given)
    rows = in_order(work, items[start:], executor, lost=_lost, seconds=seconds, ahead=ahead)
    with closing(rows):
        for item, row in zip(items[start:], rows, strict=True):
            if row.unread and executor is not None:
                _demand_unread(item, given, row)
            if row.removed is None:
                base = row.value
            elif row.value is not None and base is not None:
                row = replace(row, effect=row.value - base)
            yield row


def _demand_unread(item: Item, given: Given | None, row: Row) -> None:
    """Refuse to go on where a worker cannot read a file that is read here."""
    if solve_item(item, given).error != row.error:
        raise WorkerError(
            f"a worker says {row.error!r}, and here it is otherwise\n"
            "  a game in a file must have the same path on every machine"
        )


def _lost(item: Item) -> Row:
    reason = "its worker was killed each time that it was tried, perhaps for want of memory"
    return Row(item.name, error=reason, removed=item.removed)

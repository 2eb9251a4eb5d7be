"""Many games solved, one row a game: in order, whoever does the work.

The caller owns the pool: with ``executor=None`` every game is solved here and now, with any
``concurrent.futures.Executor`` elsewhere; the rows are the same, in the same order.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import closing
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any

from sabot.analyse.evaluate import expectation
from sabot.analyse.profile import judge_profile
from sabot.analyse.strategies import complete, shipped
from sabot.analyse.sweeping.batches import SECONDS, in_order
from sabot.analyse.sweeping.spec import Item
from sabot.errors import (
    FileError,
    FormError,
    GameStringError,
    NoMethodError,
    SabotError,
    WorkerError,
)
from sabot.exact import as_float, brief, rational, show
from sabot.forms.matrix import MatrixForm
from sabot.forms.sequence import SequenceForm
from sabot.games import load
from sabot.results.solution import support
from sabot.shown import Shown
from sabot.solvers import Task, chosen
from sabot.solvers.certificate import settled
from sabot.solvers.zero_sum.brief import in_brief
from sabot.solvers.zero_sum.settle import Settled, settle
from sabot.telling.game import Game
from sabot.telling.told import any_form

if TYPE_CHECKING:
    from sabot.forms.threshold.hint import Hint
    from sabot.results.seats.profile import Profile
    from sabot.solvers.equilibrium.settle import Balanced
    from sabot.telling.told import AnyForm

SCHEMA = "sabot/sweep/1"
Given = Mapping[str, Any]
"""A strategy for each seat: written out, or its name."""


@dataclass(frozen=True, repr=False)
class Row(Shown):
    """One game of a sweep."""

    game: str
    value: Fraction | None = None
    """The value, or the expectation where strategies were given; None where there is an error. Of
    a game that is not zero-sum what the first seat is paid."""
    unique: Mapping[str, bool | None] = field(default_factory=dict)
    """By seat; None, where the game is not zero-sum: not decided."""
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
    hands: Mapping[str, Any] = field(default_factory=dict)
    """Of a game with real hands: payoffs, gains, bound and thresholds, as a document has them."""
    bets: Mapping[str, Fraction] = field(default_factory=dict)
    """The house's edge on each bet of onlookers, where it was asked for."""
    bet_effects: Mapping[str, Fraction] = field(default_factory=dict)
    """How much more than without the removal each of these bets is paid."""
    payoffs: tuple[Fraction, ...] = ()
    """What every seat is paid, in their order, where that does not sum to 0."""
    gains: tuple[Fraction, ...] = ()
    """What every seat could then gain by another strategy; in an equilibrium nothing."""

    _view = "sabot.render.views.sweep:row_view"
    _tables = "sabot.render.views.sweep:row_tables"
    _sheet = "sabot.render.views.sweep:row_sheet"

    def _brief(self) -> str:
        return self.error or ", ".join(map(show, self.payoffs or (self.value or Fraction(0),)))

    def to_json(self) -> dict[str, Any]:
        """Return the row as one line of the file has it: nothing in it but what the games are."""
        body: dict[str, Any] = {"game": self.game}
        if self.removed is not None:
            body["removed"] = self.removed
        if self.value is None:
            return {**body, "error": self.error}
        body |= self._paid(self.value)
        if self.hands:
            return body | dict(self.hands)
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
        for key, numbers in (("bets_edge", self.bets), ("bets_effect", self.bet_effects)):
            body |= {key: {bet: show(n) for bet, n in numbers.items()}} if numbers else {}
        return body

    def _paid(self, value: Fraction) -> dict[str, Any]:
        """Return the value, or in its place what each seat is paid and could gain, in order."""
        if self.payoffs:
            return {
                "payoffs": list(map(show, self.payoffs)),
                "gains": list(map(show, self.gains)),
            }
        return {"expectation" if self.given else "value": show(value), "decimal": as_float(value)}

    @property
    def paid(self) -> tuple[Fraction, ...]:
        """What both seats of a game for two are paid; nothing where there is an error."""
        if self.value is None:
            return ()
        return self.payoffs or (self.value, -self.value)

    @classmethod
    def from_json(cls, document: Mapping[str, Any]) -> Row:
        """Return the row of a saved line; only what it writes again is what was read."""
        by_seat = "payoffs" in document and not {"value", "expectation"} & document.keys()
        given = "expectation" in document or (by_seat and "unique" not in document)
        value, effect = value_in(document), document.get("effect")
        return cls(
            document["game"],
            value,
            dict(document.get("unique", {})),
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
            hands={} if by_seat else hands_in(document),
            bets={bet: rational(n) for bet, n in document.get("bets_edge", {}).items()},
            bet_effects={bet: rational(n) for bet, n in document.get("bets_effect", {}).items()},
            payoffs=tuple(map(rational, document["payoffs"])) if by_seat else (),
            gains=tuple(map(rational, document["gains"])) if by_seat else (),
        )


class Sweep(Shown, Iterator[Row]):
    """The rows of many games. Each game is solved when its row is asked for.

    Iterating yields the rows in order, once, as a generator does. Rows that were found are kept, so
    that the sweep can be shown, written and saved as a table at any time; that solves what is left.

    >>> from sabot import sweep
    >>> found = sweep("le-her(ranks=2..4, suits=1)")
    >>> next(found).value, found
    (Fraction(0, 1), <Sweep of le-her(ranks=2..4, suits=1): 1 of 3 games solved>)
    >>> [str(row.value) for row in found.rows]
    ['0', '1/3', '1/4']
    """

    _view = "sabot.render.views.sweep:whole_view"
    _tables = "sabot.render.views.sweep:whole_tables"
    _sheet = "sabot.render.views.sweep:whole_sheet"

    def __init__(self, game: str, asked: int, rows: Generator[Row, None, None]) -> None:
        self.game = game
        """The string with ranges and lists, or what the games are called together."""
        self.asked = asked
        """The number of games."""
        self._left = rows
        self._found: list[Row] = []
        self._next = 0

    def __next__(self) -> Row:
        if self._next == len(self._found):
            self._found.append(next(self._left))
        self._next += 1
        return self._found[self._next - 1]

    def close(self) -> None:
        """Stop solving, and stop the pool of workers."""
        self._left.close()

    @property
    def rows(self) -> tuple[Row, ...]:
        """All rows, also those that were yielded before; games that are left are solved now."""
        for row in self._left:
            self._found.append(row)
        return tuple(self._found)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sweep) and self.to_json() == other.to_json()

    __hash__ = None  # type: ignore[assignment]

    def _brief(self) -> str:
        return f"{len(self._found)} of {self.asked} games solved"

    def to_json(self) -> dict[str, Any]:
        """Return the document: all rows."""
        rows = [row.to_json() for row in self.rows]
        complete = len(rows) == self.asked
        return {"schema": SCHEMA, "games": self.asked, "complete": complete, "rows": rows}

    @classmethod
    def from_json(cls, document: Mapping[str, Any]) -> Sweep:
        """Return a saved sweep: its rows."""
        rows = (Row.from_json(row) for row in document["rows"])
        return cls("saved sweep", document["games"], rows)


def hands_in(document: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a saved row says of a game with real hands."""
    keys = ("payoffs", "gains", "bound", "thresholds")
    return {key: document[key] for key in keys if key in document}


def value_in(document: Mapping[str, Any]) -> Fraction | None:
    """Return the value in a row that was saved; None where it has an error."""
    first = [document["payoffs"][0]] if document.get("payoffs") else [None]
    text = document.get("value", document.get("expectation", *first))
    return None if text is None else rational(text)


def solve_item(
    item: Item, given: Given | None = None, bets: Mapping[str, Any] | None = None
) -> Row:
    """Return the row of one game: what a worker does.

    >>> row = solve_item(Item("baccara(model=A1)"))
    >>> row.value, row.unique, row.mixed["Player"]["5"]["draw"]
    (Fraction(-679568, 53094899), {'Player': True, 'Banker': True}, Fraction(9, 11))
    >>> solve_item(Item("baccara(model=B1, shoe=[5,0,0,0,0,0,0,0,0,0])")).error
    'shoe: holds 5 cards; a hand may take six; put in 6 or more'
    """
    try:
        return replace(_row(load(item.game), given, bets), removed=item.removed)
    except SabotError as fault:
        unread = isinstance(fault, FileError)
        return Row(item.name, error=_reason(fault), removed=item.removed, unread=unread)
    except MemoryError:
        return Row(item.name, error="memory ran out", removed=item.removed)
    except Exception as fault:  # of ours; the other games are none the worse for it
        reason = f"a fault in Sabot itself: {type(fault).__name__}: {fault}"
        return Row(item.name, error=reason, removed=item.removed)


def _row(game: Game, given: Given | None, bets: Mapping[str, Any] | None) -> Row:
    """Return the row of a game, by the shortest of the ways that it has."""
    name = str(game)
    openly = game.perfect() if given is None else None
    if openly is not None:  # nobody mixes where nothing is hidden
        return Row(name, openly.value, openly.unique)
    real = game.rules.real_hands(game)
    if real is not None:
        return _with_real_hands(name, real, given)
    words = game.binary() if given is None else None
    brief = None if words is None else in_brief(words)
    if brief is not None:
        return Row(name, brief.value, brief.unique, brief.mixed)
    form = any_form(game)
    if given is not None:
        return _of_given(name, game, form, given, bets)
    edges: Mapping[str, Fraction] = {}
    if not game.rules.has_choices:
        edges = _edges(game, {seat: {} for seat in form.seats}, bets or {})
    elif bets is not None:
        raise FormError("the edge on bets is that of given strategies: none are")
    if len(form.seats) != 2:
        return _profile_row(chosen(form).solve(Task(name, form)))
    zero = isinstance(form, MatrixForm | SequenceForm)
    found = _settled_row(name, form.seats, settle(form) if zero else settled(form))
    return replace(found, bets=edges)


def _settled_row(name: str, seats: tuple[str, ...], found: Settled | Balanced) -> Row:
    """Return the row of a game that was solved as a form: with payoffs by seat where they are."""
    mixed = {
        seat: {view: support(mix) for view, mix in table.items() if len(support(mix)) > 1}
        for seat, table in zip(seats, found.tables, strict=True)
    }
    if isinstance(found, Settled):
        unique = dict(zip(seats, (v.unique for v in found.faces.verdicts), strict=True))
        return Row(name, found.value, unique, mixed)
    return Row(
        name,
        found.payoffs[0],
        dict(zip(seats, found.unique, strict=True)),
        mixed,
        payoffs=found.payoffs,
        gains=(Fraction(0), Fraction(0)),
    )


def _profile_row(found: Profile) -> Row:
    """Return the row of an equilibrium for other than two; of one that has a root, why not."""
    if found.root is not None or not found.equilibrium:
        raise NoMethodError(
            "the equilibrium found has chances that are no fractions, which a row does not hold; "
            "`sabot solve` shows it"
        )
    mixed = {
        seat: {view: support(mix) for view, mix in table.items() if len(support(mix)) > 1}
        for seat, table in found.strategies.items()
    }
    payoffs = tuple(rational(found.payoffs[seat]) for seat in found.seats)
    gains = tuple(found.gains[seat] for seat in found.seats)
    unique = dict.fromkeys(found.seats)
    return Row(found.game, payoffs[0], unique, mixed, payoffs=payoffs, gains=gains)


def _of_given(
    name: str, game: Game, form: AnyForm, given: Given, bets: Mapping[str, Any] | None
) -> Row:
    """Return the row of given strategies: what they are paid, and by seat what each could gain."""
    names = {table for table in given.values() if isinstance(table, str)}
    known = {name: shipped(game, form, name) for name in names}
    told = {s: known[t].get(s) if isinstance(t, str) else t for s, t in given.items()}
    tables = complete(form.sides, told, game=game)
    if missing := [seat for seat in form.seats if seat not in tables]:
        raise FormError(f"no strategy for {' and '.join(missing)}")
    edges = {} if bets is None else _edges(game, tables, bets)
    if not isinstance(form, MatrixForm | SequenceForm):
        judged = judge_profile(name, form, tables)
        paid = judged.payoffs
        return Row(name, paid[0], given=True, payoffs=paid, gains=judged.gains, bets=edges)
    return Row(name, expectation(form, tables), given=True, bets=edges)


def _edges(
    game: Game, tables: Mapping[str, Any], given: Mapping[str, Any]
) -> Mapping[str, Fraction]:
    """Return the house's edge on each bet of onlookers, by its terms."""
    from sabot.analyse.outcomes import bet_terms, outcomes

    terms = bet_terms(game, given)
    found = game.rules.bets(outcomes(game, tables), **terms)
    if found is None:
        raise FormError(f"{game.rules.name} has no bets of onlookers")
    return found


def _with_real_hands(name: str, real: Hint, given: Given | None) -> Row:
    """Return the row of a game with real hands: what every seat is paid, and its thresholds."""
    from sabot.analyse.betting.judge import judged
    from sabot.solvers.threshold.settle import equilibrium

    if given is not None:
        told = judged(name, real, given)
        both = {"payoffs": told.payoffs, "gains": told.gains}
        texts = {key: list(map(brief, amounts)) for key, amounts in both.items()}
        value = rational(brief(told.payoffs[0]))
        return Row(name, value, given=True, hands=texts)
    document = equilibrium(name, real, 0.0).to_json()
    value = rational(document["payoffs"][0])
    return Row(name, value, hands=hands_in(document))


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
    bets: Mapping[str, Any] | None = None,
    edges: Mapping[str, Fraction] | None = None,
) -> Generator[Row, None, None]:
    """Yield the row of each game from number *start* on, in order.

    A row with a card removed is compared with the last one without; *base* is that one's value,
    *edges* are those on its bets, where it comes before *start*. An executor gets batches of about
    so many *seconds*, *ahead* of them at a time.
    """
    work = partial(solve_item, given=given, bets=bets)
    before = edges or {}
    rows = in_order(work, items[start:], executor, lost=_lost, seconds=seconds, ahead=ahead)
    with closing(rows):
        for item, row in zip(items[start:], rows, strict=True):
            if row.unread and executor is not None:
                _demand_unread(work, item, row)
            if row.removed is None:
                base, before = row.value, row.bets
            yield compared(row, base, before)


def compared(row: Row, base: Fraction | None, edges: Mapping[str, Fraction]) -> Row:
    """Return a row with what the removal of a card changes, where one is removed."""
    if row.removed is None or row.value is None or base is None:
        return row
    gained = {bet: edges[bet] - edge for bet, edge in row.bets.items() if bet in edges}
    return replace(row, effect=row.value - base, bet_effects=gained)


def _demand_unread(work: Callable[[Item], Row], item: Item, row: Row) -> None:
    """Refuse to go on where a worker cannot read a file that is read here."""
    if work(item).error != row.error:
        raise WorkerError(
            f"a worker says {row.error!r}, and here it is otherwise\n"
            "  a game in a file must have the same path on every machine"
        )


def _lost(item: Item) -> Row:
    reason = "its worker was killed each time that it was tried, perhaps for want of memory"
    return Row(item.name, error=reason, removed=item.removed)

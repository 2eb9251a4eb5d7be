"""Sweeps: many games in one string, solved one row per game, in order, with or without workers.

``baccara(model=B1|B2, decks=1..20|50|inf)``: a value may be a list, ``a|b|c``, and each part of
it a range, ``lo..hi`` or ``lo..hi..step``; so may each entry of a list in square brackets,
``shoe=[16,4,4,4,4,4,4,4,4,0..4]``. Several such values give every combination, the last one
changing fastest.

The caller owns the pool: with ``executor=None`` every game is solved here and now, with any
``concurrent.futures.Executor`` elsewhere; the rows are the same, in the same order.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import closing
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import partial
from itertools import product
from typing import TYPE_CHECKING, Any

from sabot.analysis.best_response import expected_payoff_of_first
from sabot.analysis.evaluation import evaluate_profile
from sabot.analysis.parallel_map import BATCH_SECONDS, WORKER_LOST, map_in_order
from sabot.analysis.strategy_input import complete_strategies, named_strategies
from sabot.errors import (
    Fault,
    FileError,
    FormError,
    GameStringError,
    Interrupted,
    NoMethodError,
    NumberError,
    SabotError,
    WorkerError,
)
from sabot.exact import as_float, as_rational, format_abbreviated, format_fraction
from sabot.forms.sequence import BehaviourStrategy, MatrixForm, SequenceForm
from sabot.game_rules.capabilities import bet_edges, continuous_types
from sabot.game_rules.game import Game
from sabot.game_rules.game_string import split_game_string
from sabot.game_rules.to_form import form_of_game
from sabot.loading import add_parameter_name, load
from sabot.results.base import Result
from sabot.results.solution import support
from sabot.solvers.registry import prove_form
from sabot.solvers.zero_sum.binary_action import solve_binary_summary
from sabot.solvers.zero_sum.solve import ZeroSumSolution, solve_zero_sum

if TYPE_CHECKING:
    from sabot.forms.continuous.betting_game import EquilibriumHint
    from sabot.game_rules.to_form import AnyForm
    from sabot.results.nplayer import Profile
    from sabot.solvers.nash.equilibrium import NashEquilibrium


MOST_GAMES = 1_000_000
"""The most games that one sweep may have."""


@dataclass(frozen=True)
class SweepItem:
    """One game of a sweep; *removed* is the card value that was taken out of the game before it."""

    game: str
    removed: int | None = None

    @property
    def name(self) -> str:
        """The game's canonical string; as it was written where it is no game."""
        try:
            return str(load(self.game))
        except SabotError:
            return self.game


def expand_games(text: str) -> list[SweepItem]:
    """Return the games that a string with ranges and lists stands for.

    >>> [item.game for item in expand_games("le-her(ranks=2..3, suits=1|inf)")]
    ['le-her(ranks=2, suits=1)', 'le-her(ranks=2, suits=inf)',
     'le-her(ranks=3, suits=1)', 'le-her(ranks=3, suits=inf)']
    >>> len(expand_games("baccara(model=B1, decks=1/4..2..1/4)"))
    8
    """
    bare = add_parameter_name(text.strip())
    name, texts, faults = split_game_string(bare)
    if faults:
        raise GameStringError(text, faults)
    options: dict[str, list[str]] = {}
    for key, value in texts.items():
        try:
            options[key] = expand_value(value)
        except NumberError as fault:
            faults.append(Fault(key, str(fault), "write 1..20, 1..3..1/2 or 1|2|5"))
    if not faults:
        count = math.prod(len(found) for found in options.values())
        if count > MOST_GAMES:
            what = f"{count:,} games" if count < 10**18 else "10^18 games or more"
            faults = [Fault("sweep", what, f"make it {MOST_GAMES:,} or fewer")]
    if faults:
        raise GameStringError(text, faults)
    if all(found == [texts[key].strip()] for key, found in options.items()):
        return [SweepItem(bare)]
    return [SweepItem(_game_string(name, options, values)) for values in product(*options.values())]


def require_one_game(items: Sequence[SweepItem], text: str) -> None:
    """Refuse a sweep without a single game that can be loaded, with the first one's faults."""
    first: SabotError | None = None
    for item in items:
        try:
            load(item.game)
            return
        except SabotError as fault:
            first = first or fault
    raise first if first is not None else GameStringError(text, [Fault("sweep", "has no games")])


def _game_string(
    name: str, keys: Sequence[str] | dict[str, list[str]], values: Sequence[str]
) -> str:
    parts = [f"{key}={_quote_value(value)}" for key, value in zip(keys, values, strict=True)]
    return f"{name}({', '.join(parts)})"


def _quote_value(value: str) -> str:
    """Return the value as it is written in a game string."""
    try:
        plain = split_game_string(f"x(k={value})")[1:] == ({"k": value}, [])
    except GameStringError:
        plain = False
    return value if plain else f'"{value}"'


def expand_value(value: str, most: int = MOST_GAMES) -> list[str]:
    """Return the values that a text with ranges and lists stands for, *most* of them at most.

    >>> expand_value("1..2|5"), expand_value("[0..1,7]")
    (['1', '2', '5'], ['[0,7]', '[1,7]'])
    """
    found: list[str] = []
    for part in _split_outside_brackets(value, "|"):
        body = part.strip()
        if body.startswith("[") and body.endswith("]"):
            entries = [
                list(_expand_range(entry, most))
                for entry in _split_outside_brackets(body[1:-1], ",")
            ]
            _require_bounded(math.prod(map(len, entries)), most)
            found += [f"[{','.join(choice)}]" for choice in product(*entries)]
        else:
            found += _expand_range(body, most)
        _require_bounded(len(found), most)
    return found


def _require_bounded(count: int, most: int) -> None:
    if count > most:
        shown = f"{count:,}" if count < 10**18 else "10^18 or more"
        raise NumberError(f"{shown} values; {most:,} games at most")


def _expand_range(text: str, most: int) -> Iterator[str]:
    """Yield the numbers of ``lo..hi`` or ``lo..hi..step``; any other text as it is."""
    ends = [end.strip() for end in text.strip().split("..")]
    try:
        numbers = [as_rational(end) for end in ends] if len(ends) in (2, 3) else []
    except NumberError:
        numbers = []
    if not numbers:
        yield text.strip()
        return
    low, high = numbers[:2]
    step = numbers[2] if len(numbers) == 3 else Fraction(1)
    if step <= 0 or high < low:
        raise NumberError(
            f"{text.strip()!r} is empty; write the smaller number first, and a positive step"
        )
    if len(numbers) == 2 and 0 < high - low < 1:
        raise NumberError(
            f"{text.strip()!r} has no step (default: 1); write one, as in 0..1/2..1/10"
        )
    count = int((high - low) / step) + 1
    _require_bounded(count, most)
    for n in range(count):
        yield format_fraction(low + n * step)


def _split_outside_brackets(text: str, mark: str) -> list[str]:
    """Split at a mark outside brackets and quotes."""
    parts, depth, start = [], 0, 0
    for spot, letter in enumerate(text):
        depth += (letter in "[(") - (letter in "])")
        if letter == mark and depth == 0:
            parts.append(text[start:spot])
            start = spot + 1
    return [*parts, text[start:]]


def list_sweep_items(games: object) -> list[SweepItem]:
    """Return the games of a sweep: those of a string with ranges and lists in it, or of many."""
    if isinstance(games, str):
        items = expand_games(games)
    else:
        items = []
        for one in games if isinstance(games, Iterable) else [games]:
            if not isinstance(one, str):
                raise FormError(
                    f"{type(one).__name__} is not a game string; give one, or a list of them"
                )
            items.append(SweepItem(one))
    require_one_game(items, games if isinstance(games, str) else "sweep")
    return items


SCHEMA = "sabot/sweep/1"
GivenStrategies = Mapping[str, object]
"""A strategy for each player: written out, or its name."""


@dataclass(frozen=True, repr=False)
class Row(Result):
    """One game of a sweep."""

    game: str
    value: Fraction | None = None
    """The value, or the expectation where strategies were given; None where there is an error. Of
    a game that is not zero-sum what the first player is paid."""
    unique: Mapping[str, bool | None] = field(default_factory=dict)
    """By player; None, where the game is not zero-sum: not decided."""
    mixed: Mapping[str, Mapping[str, Mapping[str, Fraction]]] = field(default_factory=dict)
    """For each player, the information sets at which its optimal strategy mixes."""
    error: str = ""
    removed: int | None = None
    effect: Fraction | None = None
    """How much more than without the removal the first player is paid."""
    given: bool = False
    """Whether the value is the expectation of given strategies."""
    unread: bool = False
    """Whether the error is that of a file."""
    hands: Mapping[str, Any] = field(default_factory=dict)
    """Of a game with real hands: payoffs, gains, bound and thresholds, as JSON."""
    bets: Mapping[str, Fraction] = field(default_factory=dict)
    """The house's edge on each bet of onlookers, where it was asked for."""
    bet_effects: Mapping[str, Fraction] = field(default_factory=dict)
    """How much more than without the removal each of these bets is paid."""
    payoffs: tuple[Fraction, ...] = ()
    """What every player is paid, in their order, where that does not sum to 0."""
    gains: tuple[Fraction, ...] = ()
    """What every player could then gain by another strategy; in an equilibrium nothing."""

    _schema = ""

    def _brief(self) -> str:
        return self.error or ", ".join(
            map(format_fraction, self.payoffs or (self.value or Fraction(0),))
        )

    def to_json(self) -> dict[str, object]:
        """Return the row as one line of the file has it: nothing in it but what the games are."""
        body: dict[str, object] = {"game": self.game}
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
                    view: {action: format_fraction(chance) for action, chance in mix.items()}
                    for view, mix in views.items()
                }
                for seat, views in self.mixed.items()
            }
        if self.effect is not None:
            body |= {
                "effect": format_fraction(self.effect),
                "effect_decimal": as_float(self.effect),
            }
        for key, numbers in (("bets_edge", self.bets), ("bets_effect", self.bet_effects)):
            body |= (
                {key: {bet: format_fraction(n) for bet, n in numbers.items()}} if numbers else {}
            )
        return body

    def _paid(self, value: Fraction) -> dict[str, object]:
        """Return the value, or in its place what each player is paid and could gain, in order."""
        if self.payoffs:
            return {
                "payoffs": list(map(format_fraction, self.payoffs)),
                "gains": list(map(format_fraction, self.gains)),
            }
        return {
            "expectation" if self.given else "value": format_fraction(value),
            "decimal": as_float(value),
        }

    @property
    def paid(self) -> tuple[Fraction, ...]:
        """What both players of a game for two are paid; nothing where there is an error."""
        if self.value is None:
            return ()
        return self.payoffs or (self.value, -self.value)

    @classmethod
    def from_json(cls, document: Mapping[str, Any]) -> Row:
        """Return the row of a saved line; only what it writes again is what was read."""
        by_seat = "payoffs" in document and not {"value", "expectation"} & document.keys()
        given = "expectation" in document or (by_seat and "unique" not in document)
        value, effect = value_of_saved_row(document), document.get("effect")
        return cls(
            document["game"],
            value,
            dict(document.get("unique", {})),
            {
                seat: {
                    view: {action: as_rational(chance) for action, chance in mix.items()}
                    for view, mix in views.items()
                }
                for seat, views in document.get("mixed", {}).items()
            },
            document["error"] if value is None else "",
            document.get("removed"),
            None if effect is None else as_rational(effect),
            given,
            hands={} if by_seat else continuous_fields(document),
            bets={bet: as_rational(n) for bet, n in document.get("bets_edge", {}).items()},
            bet_effects={bet: as_rational(n) for bet, n in document.get("bets_effect", {}).items()},
            payoffs=tuple(map(as_rational, document["payoffs"])) if by_seat else (),
            gains=tuple(map(as_rational, document["gains"])) if by_seat else (),
        )


class Sweep(Result, Iterator[Row]):
    """The rows of many games. Each game is solved when its row is asked for.

    Iterating yields the rows in order, once, as a generator does. Rows that were found are kept, so
    that the sweep can be shown, written and saved as a table at any time; that solves what is left.
    After an interruption it goes on with the game that was being solved.

    >>> from sabot import sweep
    >>> found = sweep("le-her(ranks=2..4, suits=1)")
    >>> next(found).value, found
    (Fraction(0, 1), <Sweep of le-her(ranks=2..4, suits=1): 1 of 3 games solved>)
    >>> [str(row.value) for row in found.rows]
    ['0', '1/3', '1/4']
    """

    _schema = SCHEMA

    def __init__(
        self, game: str, asked: int, rows_from: Callable[[int], Generator[Row, None, None]]
    ) -> None:
        """Take the function that yields the rows from a number on."""
        self.game = game
        """The string with ranges and lists, or what the games are called together."""
        self.asked = asked
        """The number of games."""
        self._rows_from = rows_from
        self._left = rows_from(0)
        self._found: list[Row] = []
        self._next = 0

    def __next__(self) -> Row:
        if self._next == len(self._found):
            self._solve_next()
        self._next += 1
        return self._found[self._next - 1]

    def _solve_next(self) -> None:
        """Solve the next game; raise StopIteration where none is left."""
        try:
            self._found.append(next(self._left))
        except (KeyboardInterrupt, Interrupted):
            self._left = self._rows_from(len(self._found))
            raise

    def close(self) -> None:
        """Stop solving, and stop the pool of workers."""
        self._left.close()

    @property
    def rows(self) -> tuple[Row, ...]:
        """All rows, also those that were yielded before; games that are left are solved now."""
        while True:
            try:
                self._solve_next()
            except StopIteration:
                return tuple(self._found)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sweep) and self.to_json() == other.to_json()

    __hash__ = None  # type: ignore[assignment]

    def _brief(self) -> str:
        return f"{len(self._found)} of {self.asked} games solved"

    def to_json(self) -> dict[str, object]:
        """Return the document: all rows."""
        rows = [row.to_json() for row in self.rows]
        complete = len(rows) == self.asked
        return {"schema": SCHEMA, "games": self.asked, "complete": complete, "rows": rows}

    @classmethod
    def from_json(cls, document: Mapping[str, Any]) -> Sweep:
        """Return a saved sweep: its rows."""
        rows = [Row.from_json(row) for row in document["rows"]]
        return cls("saved sweep", document["games"], lambda start: (row for row in rows[start:]))


def continuous_fields(document: Mapping[str, object]) -> dict[str, object]:
    """Return what a saved row says of a game with real hands."""
    keys = ("payoffs", "gains", "bound", "thresholds")
    return {key: document[key] for key in keys if key in document}


def value_of_saved_row(document: Mapping[str, Any]) -> Fraction | None:
    """Return the value in a row that was saved; None where it has an error."""
    first = [document["payoffs"][0]] if document.get("payoffs") else [None]
    text = document.get("value", document.get("expectation", *first))
    return None if text is None else as_rational(text)


def solve_item(
    item: SweepItem, given: GivenStrategies | None = None, bets: Mapping[str, object] | None = None
) -> Row:
    """Return the row of one game: what a worker does.

    >>> row = solve_item(SweepItem("baccara(model=A1)"))
    >>> row.value, row.unique, row.mixed["Player"]["5"]["draw"]
    (Fraction(-679568, 53094899), {'Player': True, 'Banker': True}, Fraction(9, 11))
    >>> solve_item(SweepItem("baccara(model=B1, shoe=[5,0,0,0,0,0,0,0,0,0])")).error
    'shoe: holds 5 cards; a hand may take six; put in 6 or more'
    """
    try:
        game = load(item.game)
        return replace(_solve_row(game, given, bets), removed=item.removed).hold_game(game)
    except SabotError as fault:
        unread = isinstance(fault, FileError)
        return Row(item.name, error=_error_text(fault), removed=item.removed, unread=unread)
    except MemoryError:
        return Row(item.name, error="memory ran out", removed=item.removed)
    except Exception as fault:  # a fault in Sabot: the other games are still solved
        reason = f"a fault in Sabot itself: {type(fault).__name__}: {fault}"
        return Row(item.name, error=reason, removed=item.removed)


def _solve_row(game: Game, given: GivenStrategies | None, bets: Mapping[str, object] | None) -> Row:
    """Return the row of a game, by the shortest of the ways that it has."""
    name = str(game)
    openly = game.perfect() if given is None else None
    if openly is not None:  # nobody mixes where nothing is hidden
        return Row(name, openly.value, openly.unique)
    real = continuous_types(game)
    if real is not None:
        return _row_of_continuous(name, real, given)
    words = game.binary() if given is None else None
    brief = None if words is None else solve_binary_summary(words)
    if brief is not None:
        return Row(name, brief.value, brief.unique, brief.mixed)
    if given is None and (found := _row_of_hands(game)) is not None:
        return found
    form = form_of_game(game)
    if given is not None:
        return _row_of_given(name, game, form, given, bets)
    edges: Mapping[str, Fraction] = {}
    if not game.rules.has_choices:
        edges = _bet_edges(game, {seat: {} for seat in form.seats}, bets or {})
    elif bets is not None:
        raise FormError("the edge on bets needs strategies; give them with --strategy")
    if len(form.seats) != 2:
        from sabot.forms.sequence_nplayer import NPlayerSequenceForm
        from sabot.solvers.nplayer.solve import solve_nplayer

        assert isinstance(form, NPlayerSequenceForm)
        return _row_of_profile(solve_nplayer(name, form))
    zero = isinstance(form, MatrixForm | SequenceForm)
    found = _row_of_solution(name, form.seats, solve_zero_sum(form) if zero else prove_form(form))
    return replace(found, bets=edges)


def _row_of_solution(
    name: str, seats: tuple[str, ...], found: ZeroSumSolution | NashEquilibrium
) -> Row:
    """Return the row of a game that was solved as a form: with payoffs by player where they are."""
    mixed = {
        seat: {view: support(mix) for view, mix in table.items() if len(support(mix)) > 1}
        for seat, table in zip(seats, found.tables, strict=True)
    }
    if isinstance(found, ZeroSumSolution):
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


def _row_of_hands(game: Game) -> Row | None:
    """Return the row of a large game with one private card per player; None of any other game."""
    from sabot.forms.hand_deals import PackDeal
    from sabot.game_rules.private_hands import large_private_hands
    from sabot.solvers.private_hands_exact import solve_private_hands

    form = large_private_hands(game)
    if form is None or not isinstance(form.deal, PackDeal):
        return None
    found = solve_private_hands(form)
    mixed: dict[str, dict[str, dict[str, Fraction]]] = {}
    for seat, (own, strategy) in enumerate(zip(form.decisions, found.strategies, strict=True)):
        names = form.deal.names(seat)
        mixed[form.seats[seat]] = {
            node.infoset(names[hand]): {
                action: Fraction(chance, found.unit)
                for action, chance in zip(node.actions, mix[:, hand].tolist(), strict=True)
                if chance
            }
            for node, mix in zip(own, strategy, strict=True)
            for hand in (mix.max(0) < found.unit).nonzero()[0].tolist()
        }
    return Row(str(game), found.low, dict.fromkeys(form.seats), mixed)


def _row_of_profile(found: Profile) -> Row:
    """Return the row of an equilibrium for other than two; of one that has a root, why not."""
    if found.root is not None or not found.equilibrium:
        raise NoMethodError(
            "the equilibrium found has irrational probabilities, which a row cannot hold; "
            "`sabot solve` shows it"
        )
    mixed = {
        seat: {view: support(mix) for view, mix in table.items() if len(support(mix)) > 1}
        for seat, table in found.strategies.items()
    }
    payoffs = tuple(as_rational(found.payoffs[seat]) for seat in found.seats)
    gains = tuple(found.gains[seat] for seat in found.seats)
    unique = dict.fromkeys(found.seats)
    return Row(found.game, payoffs[0], unique, mixed, payoffs=payoffs, gains=gains)


def _row_of_given(
    name: str, game: Game, form: AnyForm, given: GivenStrategies, bets: Mapping[str, object] | None
) -> Row:
    """Return the row of given strategies: their payoffs, and what each player could gain."""
    names = {table for table in given.values() if isinstance(table, str)}
    known = {name: named_strategies(game, form, name) for name in names}
    given_tables = {s: known[t].get(s) if isinstance(t, str) else t for s, t in given.items()}
    tables = complete_strategies(form.sides, given_tables, game=game)
    if missing := [seat for seat in form.seats if seat not in tables]:
        raise FormError(f"no strategy for {' and '.join(missing)}")
    edges = {} if bets is None else _bet_edges(game, tables, bets)
    if not isinstance(form, MatrixForm | SequenceForm):
        judged = evaluate_profile(name, form, tables)
        paid = judged.payoffs
        return Row(name, paid[0], given=True, payoffs=paid, gains=judged.gains, bets=edges)
    return Row(name, expected_payoff_of_first(form, tables), given=True, bets=edges)


def _bet_edges(
    game: Game, tables: Mapping[str, BehaviourStrategy], given: Mapping[str, object]
) -> Mapping[str, Fraction]:
    """Return the house's edge on each bet of onlookers, by its terms."""
    from sabot.analysis.outcomes import outcome_distribution, read_bet_terms

    terms = read_bet_terms(game, given)
    found = bet_edges(game, outcome_distribution(game, tables), terms)
    if found is None:
        raise FormError(f"{game.rules.name} has no bets on its outcome")
    return found


def _row_of_continuous(name: str, real: EquilibriumHint, given: GivenStrategies | None) -> Row:
    """Return the row of a game with real hands: what every player is paid, and its thresholds."""
    from sabot.analysis.continuous import evaluate_thresholds
    from sabot.solvers.continuous.solve import solve_betting_game

    if given is not None:
        judged = evaluate_thresholds(name, real, given)
        both = {"payoffs": judged.payoffs, "gains": judged.gains}
        texts = {key: list(map(format_abbreviated, amounts)) for key, amounts in both.items()}
        value = as_rational(format_abbreviated(judged.payoffs[0]))
        return Row(name, value, given=True, hands=texts)
    document = solve_betting_game(name, real, 0.0).to_json()
    value = as_rational(document["payoffs"][0])
    return Row(name, value, hands=continuous_fields(document))


def _error_text(fault: SabotError) -> str:
    lines = str(fault).split("\n")
    if isinstance(fault, GameStringError):
        lines = lines[1:]
    return "; ".join(line.strip() for line in lines)


def solve_all(
    items: Sequence[SweepItem],
    *,
    given: GivenStrategies | None = None,
    executor: Executor | None = None,
    start: int = 0,
    base: Fraction | None = None,
    ahead: int | None = None,
    seconds: float = BATCH_SECONDS,
    bets: Mapping[str, object] | None = None,
    edges: Mapping[str, Fraction] | None = None,
) -> Generator[Row, None, None]:
    """Yield the row of each game from number *start* on, in order.

    A row with a card removed is compared with the last one without; *base* is that one's value,
    *edges* are those on its bets, where it comes before *start*. An executor gets batches of about
    so many *seconds*, *ahead* of them at a time.
    """
    work = partial(solve_item, given=given, bets=bets)
    before = edges or {}
    rows = map_in_order(
        work, items[start:], executor, lost=_row_of_lost_item, seconds=seconds, ahead=ahead
    )
    with closing(rows):
        for item, row in zip(items[start:], rows, strict=True):
            if row.unread and executor is not None:
                _require_unreadable_here(work, item, row)
            if row.removed is None:
                base, before = row.value, row.bets
            yield with_removal_effect(row, base, before)


def with_removal_effect(row: Row, base: Fraction | None, edges: Mapping[str, Fraction]) -> Row:
    """Return a row with what the removal of a card changes, where one is removed."""
    if row.removed is None or row.value is None or base is None:
        return row
    gained = {bet: edges[bet] - edge for bet, edge in row.bets.items() if bet in edges}
    return replace(row, effect=row.value - base, bet_effects=gained)


def _require_unreadable_here(work: Callable[[SweepItem], Row], item: SweepItem, row: Row) -> None:
    """Refuse to go on where a worker cannot read a file that is read here."""
    if work(item).error != row.error:
        raise WorkerError(
            f"a worker says {row.error!r}; this machine does not\n"
            "  a game in a file must have the same path on every machine"
        )


def _row_of_lost_item(item: SweepItem) -> Row:
    return Row(item.name, error=WORKER_LOST, removed=item.removed)

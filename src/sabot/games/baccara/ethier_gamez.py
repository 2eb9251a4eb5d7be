"""Analyses of Ethier and Gamez (2013): kernels, Lemma 2, tables of moves, the grid game.

The *kernel* is the payoff matrix between the pure strategies that the players mix (as in Shapley
and Snow). Lemma 2 gives, for a game in which Player has one free mixing probability p, the points
p at which Banker's better move changes at each of his views. Tables 1 and 2 say where Banker's
move does not depend on Player's strategy (Lemma 1), Tables 4 and 5 are his optimal strategy, Table
6 is Player's; marks are D, S, * and (S,D). These functions take a flat sequence form and, where
needed, strategies found elsewhere.

The grid game of model A3 is what is left when duplicate rows and columns are removed: with
replacement, a pure strategy of Player in A3 is a mixed strategy of A1 that draws on 5 with
probability i/8, and Banker, his other views fixed, draws on 6 against a stand with probability
j/16. The 9 x 17 game has the value of model A1 and 14 x 70 = 980 extreme equilibria (Section 5);
finer grids have more.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import Annotated

from sabot.errors import FormError
from sabot.forms.additive import AdditiveForm
from sabot.forms.extensive import BehaviourProfile, MixedAction
from sabot.forms.sequence import MatrixForm, SequenceForm, Treeplex, sequence_form_from_sums
from sabot.game_rules.family import Family
from sabot.game_rules.game import Game, ZeroSumForm
from sabot.game_rules.parameters import Whole
from sabot.game_rules.table import Table
from sabot.games.baccara.count import (
    CARD_VALUES,
    NON_NATURAL_HANDS,
    banker_view_key,
    player_view_key,
)
from sabot.games.baccara.forms import baccara_form
from sabot.games.baccara.rules import SEATS, SeatRules, TwoCards, hand_total, seat_rules

ACTION_LETTERS = {"stand": "S", "draw": "D"}


def kernel_matrix(form: SequenceForm, strategies: BehaviourProfile) -> MatrixForm:
    """Return the payoffs between the pure strategies that the seats mix.

    Rows and columns say what is done at the mixed views only, as in ``S on (1,4)``; the rest is as
    in *strategies*. A seat that does not mix has one row, ``as it is``.

    >>> from sabot import load, solve
    >>> game = "baccara(model=A1)"
    >>> found = kernel_matrix(load(game).form(), solve(game).strategies)
    >>> found.rows, found.columns, found[0, 0] == Fraction(-4564 * 2**4, 13**6)
    (('S on 5', 'D on 5'), ('S on 6,-', 'D on 6,-'), True)
    """
    plans = [_mixed_pure_strategies(side, strategies[side.name]) for side in form.sides]
    table = []
    for _, ones in plans[0]:
        earned = [0] * form.sides[1].count
        for i, j, amount in form.payoffs:
            if i in ones:
                earned[j] += amount
        table.append(tuple(sum(earned[j] for j in twos) for _, twos in plans[1]))
    rows, columns = (tuple(label for label, _ in found) for found in plans)
    return MatrixForm(tuple(table), form.denominator, rows, columns, form.seats)


def _mixed_pure_strategies(
    side: Treeplex, strategy: Mapping[str, MixedAction]
) -> list[tuple[str, set[int]]]:
    fixed = {0}
    mixed: list[list[tuple[str, int]]] = []
    for cell in side.cells:
        used = [
            (f"{ACTION_LETTERS.get(action, action)} on {cell.key}", sequence)
            for action, sequence in zip(cell.actions, cell.sequences, strict=True)
            if strategy[cell.key].get(action)
        ]
        if len(used) == 1:
            fixed.add(used[0][1])
        else:
            mixed.append(used)
    return [
        (
            ", ".join(label for label, _ in choice) or "as it is",
            fixed | {sequence for _, sequence in choice},
        )
        for choice in product(*mixed)
    ]


def mixed_strategy_uniqueness(
    strategies: BehaviourProfile, unique: Mapping[str, bool]
) -> dict[str, bool]:
    """Return whether each seat's optimal *mixed* strategy is unique, given that of its behaviour.

    A form gives every view its own choice, so ``Solution.uniqueness`` speaks of behaviour. The
    papers speak of mixtures of pure strategies: a behaviour that mixes at one view is one mixture,
    but one that mixes at two views is many.

    >>> half = {"stand": Fraction(1, 2), "draw": Fraction(1, 2)}
    >>> mixed_strategy_uniqueness({"Player": {"5": half}}, {"Player": True})
    {'Player': True}
    """
    return {
        seat: unique[seat]
        and sum(sum(map(bool, mix.values())) > 1 for mix in strategy.values()) <= 1
        for seat, strategy in strategies.items()
    }


def restrict_game(form: SequenceForm, seat: int, choices: Mapping[str, str]) -> SequenceForm:
    """Return the game in which the actions of *seat* at some views are fixed.

    Player's pure strategies 19 and 27 (Ethier and Gamez) are what is left of model B3 when he draws
    on (0,5), (6,9), (7,8) and stands on (2,3).
    """
    side = form.sides[seat]
    known = {cell.key for cell in side.cells}
    if strange := sorted(set(choices) - known):
        raise FormError(f"{side.name} never chooses at {', '.join(strange)}")
    for cell in side.cells:
        if choices.get(cell.key, cell.actions[0]) not in cell.actions:
            raise FormError(f"{side.name} cannot {choices[cell.key]} at {cell.key}")
    left = Treeplex.flat(side.name, {c.key: c.actions for c in side.cells if c.key not in choices})
    first = {cell.key: cell.first for cell in left.cells}
    spot: dict[int, int] = {0: 0}
    for cell in side.cells:
        for action, sequence in zip(cell.actions, cell.sequences, strict=True):
            if cell.key in first:
                spot[sequence] = first[cell.key] + sequence - cell.first
            elif choices[cell.key] == action:
                spot[sequence] = 0
    sides = (left, form.sides[1]) if seat == 0 else (form.sides[0], left)
    reach = form.reach
    return sequence_form_from_sums(
        sides,
        {form.denominator: _reindex_payoffs(form.payoffs, seat, spot)},
        None if reach is None else {reach.denominator: _reindex_payoffs(reach.payoffs, seat, spot)},
    )


def _reindex_payoffs(
    payoffs: Sequence[tuple[int, int, int]], seat: int, spot: Mapping[int, int]
) -> dict[tuple[int, int], int]:
    sums: dict[tuple[int, int], int] = {}
    for i, j, amount in payoffs:
        own = (i, j)[seat]
        if own in spot:
            at = (spot[own], j) if seat == 0 else (i, spot[own])
            sums[at] = sums.get(at, 0) + amount
    return sums


# ---------------------------------------------------------------------- Lemma 2


@dataclass(frozen=True, slots=True)
class BankerCrossing:
    """One of Banker's views in a game with one free mix p of Player (Lemma 2)."""

    view: str
    sort: str
    """Banker's better move (0 stand, 1 draw) at p = 0 and at p = 1: 00, 01, 10 or 11; ``=`` for
    either."""
    p: Fraction | None
    """Where the better move changes."""


def banker_crossings(form: SequenceForm) -> list[BankerCrossing]:
    """Return the sets T00, T01, T10, T11 of Lemma 2, with the points p(l).

    >>> from sabot import load
    >>> crossings = banker_crossings(load("baccara(model=A1)").form())
    >>> [f"{c.view} {c.sort} {c.p}" for c in crossings if c.p]
    ['3,9 01 71/176', '4,1 01 107/112', '5,4 01 1/16', '6,- 01 9/11']
    """
    if not AdditiveForm(form).has_one_mix:
        raise FormError("Lemma 2 needs one choice of Player: a model 1 or 2, or a restricted game")
    return list(_iterate_crossings(form))


def _iterate_crossings(form: SequenceForm) -> Iterator[BankerCrossing]:
    own = form.sides[0].cells[0].first
    columns: list[dict[int, int]] = [{} for _ in range(form.sides[1].count)]
    for i, j, amount in form.payoffs:
        columns[j][i] = amount
    for cell in form.sides[1].cells:
        stand, draw = (columns[j] for j in cell.sequences)
        # Banker likes to draw where Player earns less by it
        gaps = [
            sum(draw.get(i, 0) - stand.get(i, 0) for i in (0, own + choice)) for choice in (0, 1)
        ]
        sort = "".join("=" if gap == 0 else "1" if gap < 0 else "0" for gap in gaps)
        crosses = sort in ("01", "10")
        yield BankerCrossing(
            cell.key, sort, Fraction(gaps[0], gaps[0] - gaps[1]) if crosses else None
        )


PLAYER_STOOD = "∅"
"""How the papers write that Player stood."""
THIRD_CARD_HEADING = (*map(str, CARD_VALUES), PLAYER_STOOD)
NEVER_SEEN = ""
"""The mark of a view that the shoe never shows."""


@dataclass(frozen=True)
class MoveTableRow:
    """One line of a table: a total or a hand of it, and a mark for each thing seen."""

    total: int
    hand: TwoCards | None
    marks: tuple[str, ...]


@dataclass(frozen=True)
class MoveTable:
    """A table in the papers' layout."""

    title: str
    heading: tuple[str, ...]
    rows: tuple[MoveTableRow, ...]

    def __getitem__(self, view: str) -> str:
        """Return the mark at a view, written as in a strategy: ``(0,6),-``, ``6,9`` or ``5``."""
        return self.marks[view]

    @property
    def marks(self) -> dict[str, str]:
        """Every mark by its view."""
        found = {}
        for row in self.rows:
            own = str(row.total) if row.hand is None else f"({row.hand[0]},{row.hand[1]})"
            for seen, mark in zip(self.heading, row.marks, strict=True):
                third = {"": "", PLAYER_STOOD: ",-"}.get(seen, f",{seen}")
                found[own + third] = mark
        return found

    def count(self, mark: str) -> int:
        """Return how many views have a mark: ``count("*")`` is the n_d of Theorems 3 and 4."""
        return sum(row.marks.count(mark) for row in self.rows)

    def merged(self) -> list[tuple[str, str, tuple[str, ...]]]:
        """Return the lines as the papers print them: totals, hand, marks.

        The hands of a total become one line where they all agree; so do the totals 0, 1, 2.
        """
        totals: list[tuple[str, str, tuple[str, ...]]] = []
        for number in sorted({row.total for row in self.rows}):
            own = [row for row in self.rows if row.total == number]
            if len({row.marks for row in own}) == 1:
                totals.append((str(number), "", own[0].marks))
            else:
                hands = (f"({row.hand[0]},{row.hand[1]})" if row.hand else "" for row in own)
                totals += [
                    (str(number), hand, row.marks) for hand, row in zip(hands, own, strict=True)
                ]
        low = [line for line in totals if line[0] in ("0", "1", "2")]
        if len(low) == 3 and len({line[2] for line in low}) == 1:
            return [("0,1,2", "", low[0][2]), *totals[3:]]
        return totals

    def __str__(self) -> str:
        body = [("total", "hand", *self.heading), *((t, h, *m) for t, h, m in self.merged())]
        widths = [max(len(line[n]) for line in body) for n in range(len(body[0]))]
        lines = [
            "  ".join(word.ljust(width) for word, width in zip(line, widths, strict=True)).rstrip()
            for line in body
        ]
        return "\n".join([self.title, *lines])


def preliminary_table(game: Game) -> MoveTable:
    """Return Table 1 or 2 of a game: D, S, or * where the better move depends on Player.

    ``-`` marks views at which both moves are always as good; views that are never seen are blank.

    >>> from sabot import load
    >>> preliminary_table(load("baccara(model=B1, decks=6)")).count("*")
    4
    """
    sorts = AdditiveForm(_sequence_form(game)).classify()
    marks = {view: ACTION_LETTERS.get(sort, sort) for view, sort in sorts.items()}
    return _build_table(
        f"Banker's move whatever Player does: {game}", _game_seat_rules(game)[1], marks
    )


def table_of_views(title: str, marks: Mapping[str, str]) -> MoveTable:
    """Return any marks of Banker's views in the layout of Tables 1 and 2."""
    rows: dict[str, dict[str, str]] = {}
    for view, mark in marks.items():
        own, _, third = view.rpartition(",")
        rows.setdefault(own, {})[PLAYER_STOOD if third == "-" else third] = mark
    made = []
    for own, seen in rows.items():
        hand = (int(own[1]), int(own[3])) if own.startswith("(") else None
        of = int(own) if hand is None else hand_total(*hand)
        made.append(
            MoveTableRow(of, hand, tuple(seen.get(head, NEVER_SEEN) for head in THIRD_CARD_HEADING))
        )
    return MoveTable(title, THIRD_CARD_HEADING, tuple(made))


def banker_table(game: Game, strategies: BehaviourProfile) -> MoveTable:
    """Return Table 4 or 5: Banker's optimal moves; (S,D) where he mixes."""
    conduct = _game_seat_rules(game)[1]
    return _build_table(
        f"Banker's optimal move: {game}", conduct, _action_marks(strategies["Banker"])
    )


def player_table(game: Game, strategies: BehaviourProfile) -> MoveTable:
    """Return Table 6: Player's optimal moves where he may choose."""
    conduct = _game_seat_rules(game)[0]
    marks = _action_marks(strategies["Player"])
    views = _free_views(conduct)
    rows = tuple(
        MoveTableRow(of, hand, (marks.get(player_view_key(conduct, own), NEVER_SEEN),))
        for of, hand, own in views
    )
    return MoveTable(f"Player's optimal move: {game}", ("",), rows)


def mixing_frequencies(strategies: BehaviourProfile) -> dict[str, dict[str, Fraction]]:
    """Return, for each seat, the views at which it mixes and how often it draws there."""
    return {
        seat: {view: mix["draw"] for view, mix in strategy.items() if 0 < mix["draw"] < 1}
        for seat, strategy in strategies.items()
    }


# ---------------------------------------------------------------------- layout


def _sequence_form(game: Game) -> SequenceForm:
    form = game.form()
    assert isinstance(form, SequenceForm)
    return form


def _game_seat_rules(game: Game) -> tuple[SeatRules, SeatRules]:
    options = {k: v for k, v in game.parameters.items() if k not in ("decks", "shoe", "commission")}
    return seat_rules(**options)


def _action_marks(strategy: Mapping[str, Mapping[str, Fraction]]) -> dict[str, str]:
    marks = {}
    for view, mix in strategy.items():
        used = [ACTION_LETTERS.get(action, action) for action, chance in mix.items() if chance]
        marks[view] = used[0] if len(used) == 1 else f"({','.join(used)})"
    return marks


def _free_views(conduct: SeatRules) -> Iterable[tuple[int, TwoCards | None, TwoCards]]:
    """Yield total, hand where it is seen, and one hand that looks like it, for each free view."""
    done = set()
    for hand in NON_NATURAL_HANDS:
        of = hand_total(*hand)
        if conduct.move(of) is None and (conduct.sees(hand) not in done):
            done.add(conduct.sees(hand))
            yield of, hand if conduct.sight == "cards" else None, hand


def _build_table(title: str, conduct: SeatRules, marks: Mapping[str, str]) -> MoveTable:
    rows = []
    for of, hand, own in _free_views(conduct):
        seen = (banker_view_key(conduct, own, third) for third in (*CARD_VALUES, None))
        rows.append(MoveTableRow(of, hand, tuple(marks.get(view, NEVER_SEEN) for view in seen)))
    return MoveTable(title, THIRD_CARD_HEADING, tuple(rows))


@lru_cache(maxsize=1)
def model_a1_kernel() -> MatrixForm:
    """Return the kernel (23) of model A1: Player on 5, Banker on 6 when Player stood."""
    form = baccara_form(model="A1")
    assert isinstance(form, SequenceForm)
    _, one, two = AdditiveForm(form).optimal()
    return kernel_matrix(form, dict(zip(SEATS, (one, two), strict=True)))


def grid_form(*, rows: int = 8, columns: int = 16) -> ZeroSumForm:
    """Return the matrix: every entry lies between the four of the kernel."""
    (ss, sd), (ds, dd) = model_a1_kernel().payoffs
    payoffs = tuple(
        tuple(
            (rows - i) * ((columns - j) * ss + j * sd) + i * ((columns - j) * ds + j * dd)
            for j in range(columns + 1)
        )
        for i in range(rows + 1)
    )
    below = model_a1_kernel().denominator * rows * columns
    ones, twos = (tuple(map(str, range(top + 1))) for top in (rows, columns))
    return MatrixForm(payoffs, below, ones, twos, (SEATS[0], SEATS[1])).lowest_terms()


class BaccaraGrid(Family):
    """Player chooses i, Banker chooses j, as probabilities in model A1 of baccara.

    Player draws on 5 with probability i/rows. Banker draws on 6, when Player stands, with
    probability j/columns, and plays best everywhere else. The value is Player's.

    rows: the steps of Player's grid, i from 0 to rows. columns: the steps of Banker's, j from 0 to
    columns.
    """

    name = "baccara-grid"
    seats = SEATS
    always = ("rows", "columns")
    edge = "house edge"

    def play(
        self,
        table: Table,
        *,
        rows: Annotated[int, Whole(1, 1000)] = 8,
        columns: Annotated[int, Whole(1, 1000)] = 16,
    ) -> None:
        """Ask both for their frequencies, and let chance draw."""
        i = int(table.ask("Player", [str(i) for i in range(rows + 1)]))
        j = int(table.ask("Banker", [str(j) for j in range(columns + 1)]))
        draws = table.roll({0: rows - i, 1: i}), table.roll({0: columns - j, 1: j})
        table.pay(Player=model_a1_kernel()[draws])

    def form(self, game: Game) -> ZeroSumForm:
        """Return the matrix."""
        return grid_form(**game.parameters)

    def cost(self, game: Game) -> str:
        """Return the shape of the matrix."""
        return f"a {game.parameters['rows'] + 1} x {game.parameters['columns'] + 1} matrix"


baccara_grid = BaccaraGrid()

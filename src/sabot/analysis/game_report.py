"""A designer's report on a game: who is ahead, which options are used, how long a hand takes.

The game is solved first; everything is then counted exactly under the strategies found. Whether an
option that they do not use is used by *any* optimal strategy is decided by complementary slackness:
every optimal strategy of a zero-sum game is a best response to every optimal strategy of the other
player, so an option that loses against one of them is in no optimal strategy. In a general-sum game
an option is ruled out where the player's strategy is proved to be the same in all equilibria, or
where all equilibria of a small matrix were listed. With other than two players an option is ruled
out where another one strictly dominates it (:mod:`sabot.solvers.dominated_actions`). Everywhere
else the report says that the option is not used in the strategy found, and no more.

>>> from sabot import report
>>> kuhn = report("kuhn-poker")
>>> kuhn.payoffs["first"], kuhn.decisions["first"], kuhn.length.expected
(Fraction(-1, 18), Fraction(4, 3), Fraction(7, 3))
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar, Literal, Self

from sabot.analysis.best_response import infoset_values
from sabot.analysis.outcomes import outcomes_by_family
from sabot.errors import NoMethodError
from sabot.forms.base import GameForm, RealizationPlan, expected_payoff
from sabot.forms.bimatrix import BimatrixForm
from sabot.forms.extensive import ChanceNode, DecisionNode, GameTree, Node, TerminalNode
from sabot.forms.sequence import BehaviourStrategy, Infoset, MatrixForm, SequenceForm
from sabot.game_rules.game import Game
from sabot.progress import raise_if_cancelled, report_progress
from sabot.results import codec
from sabot.results.base import Result
from sabot.results.codec import Codec, JsonDocument, JsonObject, codec_of
from sabot.results.nplayer import ROUNDED_NOTE, Profile
from sabot.solvers.dominated_actions import dominated_actions
from sabot.solvers.nash.equilibrium import NashEquilibrium
from sabot.solvers.registry import SolverTask, choose_finite_method, prove_form
from sabot.solvers.zero_sum.solve import ZeroSumSolution, solve_zero_sum

if TYPE_CHECKING:
    from sabot.game_rules.to_form import AnyForm

SCHEMA = "sabot/report/1"
MOST_NODES = 60_000
"""The largest tree that is walked for the length of a hand."""
MOST_ACTIONS_LISTED = 12
"""The largest matrix, by its smaller side, of which all equilibria are listed."""
RARE = Fraction(1, 20)
"""An option is hardly used below this probability, by default."""
AVERAGES_NOTE = (
    "the payoffs of these strategies are averages over hands: how a hand ends and how long it "
    "takes are not counted"
)
"""Why a matrix of strategies has no ends and no length of a hand."""
_ZERO, _ONE = Fraction(0), Fraction(1)

OptionVerdict = Literal["used", "rare", "never", "elsewhere", "undecided"]
"""What is known of an option in the strategies found and in all others that are optimal.

``used``: played with probability *bound* or more; ``rare``: with a smaller one; ``never``: it is
proved that no optimal strategy (or no equilibrium) plays it, with other than two players that no
hand of any equilibrium has it; ``elsewhere``: not played here, but by
another optimal strategy; ``undecided``: not played here, nothing known of other strategies.
"""
StrategyKind = Literal["optimal", "equilibrium", "approximate"]


@dataclass(frozen=True)
class OptionUse:
    """One option at an information set."""

    action: str
    chance: Fraction
    """With which probability it is chosen there."""
    verdict: OptionVerdict


@dataclass(frozen=True)
class InfosetUse:
    """How the options at one information set are used."""

    seat: str
    view: str
    reach: Fraction
    """The probability that a hand comes here, when all play the strategies found."""
    options: tuple[OptionUse, ...]


@dataclass(frozen=True)
class OptionTotal:
    """An option of a player over all information sets that offer it."""

    seat: str
    action: str
    offered: Fraction
    """How many times per hand it is offered, on average."""
    taken: Fraction
    """How many times per hand it is chosen, on average."""
    verdict: OptionVerdict

    @property
    def share(self) -> Fraction | None:
        """How often it is chosen where it is offered; None where it is never offered."""
        return self.taken / self.offered if self.offered else None


@dataclass(frozen=True)
class HandLength:
    """How many decisions a hand has, of all players together."""

    chances: Mapping[int, Fraction]
    """The probability of each number of decisions, under the strategies found."""
    shortest: int
    """The fewest decisions of any hand that the rules allow."""
    longest: int
    """The most decisions of any hand that the rules allow."""

    @property
    def expected(self) -> Fraction:
        """The mean number of decisions."""
        return sum((count * chance for count, chance in self.chances.items()), _ZERO)


@dataclass(frozen=True)
class HandOutcome:
    """What a hand pays, and with which probability."""

    pays: tuple[Fraction, ...]
    """By player, in order; of the first alone where only its payoffs were counted."""
    chance: Fraction


_DECISIONS: Codec[dict[str, Fraction]] = codec_of(dict[str, Fraction])
_OPTIONS: Codec[tuple[OptionTotal, ...]] = codec_of(tuple[OptionTotal, ...])


@dataclass(frozen=True, repr=False)
class GameReport(Result):
    """Who is ahead, what is never used, how long a hand takes and how it ends."""

    game: str
    seats: tuple[str, ...]
    zero_sum: bool
    found: StrategyKind
    payoffs: Mapping[str, Fraction]
    """What each player is paid per hand."""
    unique: Mapping[str, bool | None]
    """Whether each player has only this strategy; None where that was not decided."""
    bound: Fraction
    """Below this probability an option is hardly used."""
    infosets: tuple[InfosetUse, ...]
    """Every information set with a choice."""
    length: HandLength | None
    """None where the tree is too large to be walked, or payoffs are averages over hands."""
    outcomes: tuple[HandOutcome, ...]
    """By what is paid, most first; empty where they could not be counted."""
    notes: tuple[str, ...] = ()
    """What the numbers do not say by themselves."""
    others: tuple[GameReport, ...] = field(default=())
    """The reports that this one is compared with."""
    averaged: bool = False
    """Whether the payoffs are averages over hands, so that single hands were not counted."""

    _schema = SCHEMA
    _layout: ClassVar[codec.Layout] = (
        *(codec.SCHEMA, "game", "seats", "zero_sum", "found", codec.by_seat("payoffs")),
        *("unique", "bound"),
        codec.derived("decisions", lambda own: _DECISIONS.write(own.decisions)),
        codec.derived("options", lambda own: _OPTIONS.write(own.options)),
        *("infosets", "length", "outcomes", "notes", "averaged?", "others?"),
    )

    def to_json(self) -> JsonDocument:
        """Return the document of ``sabot report --json``."""
        document: JsonDocument = codec_of(type(self)).write(self)
        return document

    @classmethod
    def from_json(cls, document: JsonObject) -> Self:
        """Return the report that a file holds; nothing in it is checked."""
        found: Self = codec_of(cls).read(document)
        return found

    def _brief(self) -> str:
        return self.leader or "nobody is ahead"

    @property
    def leader(self) -> str | None:
        """The player that is paid most per hand; None where the first two are paid the same."""
        first, *rest = sorted(self.seats, key=self.payoffs.__getitem__, reverse=True)
        return None if rest and self.payoffs[rest[0]] == self.payoffs[first] else first

    @property
    def decisions(self) -> dict[str, Fraction]:
        """How many decisions each player makes per hand, on average; empty where not counted."""
        if self.averaged:
            return {}
        found = dict.fromkeys(self.seats, _ZERO)
        for one in self.infosets:
            found[one.seat] += one.reach
        return found

    @property
    def options(self) -> tuple[OptionTotal, ...]:
        """Every option of every player, over all its information sets."""
        groups: dict[tuple[str, str], list[tuple[Fraction, OptionUse]]] = {}
        for one in self.infosets:
            for use in one.options:
                groups.setdefault((one.seat, use.action), []).append((one.reach, use))
        return tuple(
            _total_of_option(seat, action, uses, self.bound)
            for (seat, action), uses in groups.items()
        )

    def with_verdict(self, *verdicts: OptionVerdict) -> list[tuple[InfosetUse, OptionUse]]:
        """Return the options with one of these verdicts, with their information sets."""
        return [(at, use) for at in self.infosets for use in at.options if use.verdict in verdicts]

    def chance_to_win(self, seat: str) -> tuple[Fraction, Fraction, Fraction] | None:
        """Return how likely a player wins, ties and loses a hand; None where not counted."""
        spot = self.seats.index(seat)
        if not self.outcomes or any(len(one.pays) <= spot for one in self.outcomes):
            return None
        ends = [
            sum((one.chance for one in self.outcomes if _sign(one.pays[spot]) == sign), _ZERO)
            for sign in (1, 0, -1)
        ]
        return ends[0], ends[1], ends[2]


def _sign(number: Fraction) -> int:
    return (number > 0) - (number < 0)


def _total_of_option(
    seat: str, action: str, uses: Sequence[tuple[Fraction, OptionUse]], bound: Fraction
) -> OptionTotal:
    offered = sum((reach for reach, _ in uses), _ZERO)
    taken = sum((reach * use.chance for reach, use in uses), _ZERO)
    verdicts = {use.verdict for _, use in uses}
    verdict: OptionVerdict = "never"
    if taken:
        verdict = "rare" if taken < bound * offered else "used"
    elif verdicts & {"used", "rare", "elsewhere"}:
        verdict = "elsewhere"  # only where no hand comes, or by another optimal strategy
    elif "undecided" in verdicts:
        verdict = "undecided"
    return OptionTotal(seat, action, offered, taken, verdict)


# ---------------------------------------------------------------- making a report


@dataclass(frozen=True)
class _SolvedGame:
    """The strategies that a report is made of, and which sequences no optimal strategy plays."""

    found: StrategyKind
    tables: Mapping[str, BehaviourStrategy]
    plans: tuple[RealizationPlan, ...]
    payoffs: tuple[Fraction, ...]
    unique: tuple[bool | None, ...]
    elsewhere: tuple[frozenset[int], ...]
    """Sequences of each player that another optimal strategy plays."""
    never: tuple[frozenset[int], ...]
    """Sequences of each player that are proved to be in no optimal strategy."""
    notes: tuple[str, ...] = ()


def make_report(name: str, form: AnyForm, game: Game | None, bound: Fraction = RARE) -> GameReport:
    """Return the report on a finite game, which is solved first."""
    solved = _solve_for_report(name, form)
    report_progress("counting")
    averaged = _has_averaged_payoffs(form, game)
    tree = None if averaged else _tree_of(game)
    if len(form.seats) != 2:
        solved = _without_dominated_actions(form, tree, solved)
    length, outcomes, note = (
        (None, (), AVERAGES_NOTE) if averaged else _count_hands(form, game, tree, solved.tables)
    )
    notes = [*solved.notes, *([note] if note else [])]
    return GameReport(
        name,
        form.seats,
        form.zero_sum,
        solved.found,
        dict(zip(form.seats, solved.payoffs, strict=True)),
        dict(zip(form.seats, solved.unique, strict=True)),
        bound,
        tuple(
            use
            for seat in range(len(form.seats))
            for use in _infoset_uses(form, seat, solved, bound)
        ),
        length,
        outcomes,
        tuple(notes),
        averaged=averaged,
    )


def _has_averaged_payoffs(form: AnyForm, game: Game | None) -> bool:
    """Return whether a game is a matrix of strategies: its payoffs are averages over hands."""
    matrix = isinstance(form, MatrixForm | BimatrixForm)
    return matrix and game is not None and game.direct and game.rules.one_play == "hand"


def _count_hands(
    form: AnyForm,
    game: Game | None,
    tree: GameTree | None,
    tables: Mapping[str, BehaviourStrategy],
) -> tuple[HandLength | None, tuple[HandOutcome, ...], str]:
    """Return the length and the ends of a hand, and why they are missing; '' where they are not."""
    length = _length_without_tree(form) if tree is None else hand_length(tree, tables)
    note = ""
    if length is None:
        why = f"the tree has more than {MOST_NODES:,} nodes" if game else "there is no game tree"
        note = f"{why}: shortest and longest hand not counted"
    return length, _outcomes(form, game, tree, tables), note


def _solve_for_report(name: str, form: AnyForm) -> _SolvedGame:
    """Return strategies of a game, and what is known of all others that are optimal."""
    if len(form.seats) != 2:
        found = choose_finite_method(form).solve(SolverTask(name, form))
        assert isinstance(found, Profile)
        return _of_profile(form, found)
    if isinstance(form, MatrixForm | SequenceForm):
        return _of_zero_sum(form, solve_zero_sum(form))
    proved = prove_form(form)
    assert isinstance(proved, NashEquilibrium)
    tables = dict(zip(form.seats, proved.tables, strict=True))
    plans = proved.plans
    zeros = tuple(frozenset(s for s, chance in enumerate(plan) if not chance) for plan in plans)
    sets = [own if one else frozenset() for own, one in zip(zeros, proved.unique, strict=True)]
    elsewhere = (frozenset[int](), frozenset[int]())
    if isinstance(form, BimatrixForm) and not all(proved.unique):
        elsewhere, sets = _by_all_equilibria(name, form, zeros) or (elsewhere, sets)
    return _SolvedGame(
        "equilibrium", tables, plans, proved.payoffs, proved.unique, elsewhere, tuple(sets)
    )


def _of_zero_sum(form: MatrixForm | SequenceForm, proved: ZeroSumSolution) -> _SolvedGame:
    """Return the strategies of a zero-sum game; inner plans decide what others play.

    An inner plan plays every sequence that any optimal plan plays. The inner plans of a separable
    form are those of the game that elimination leaves, which says nothing of what was eliminated;
    there only uniqueness and losses count.
    """
    inner = proved.faces.witnesses
    whole = form.is_matrix or not form.is_single_stage
    verdicts = proved.faces.verdicts
    elsewhere = tuple(frozenset(s for s, one in enumerate(plan) if one) for plan in inner)
    never = []
    for seat in (0, 1):
        sure = whole or verdicts[seat].unique
        zeros = {s for s, chance in enumerate(inner[seat]) if sure and not chance}
        never.append(frozenset(zeros | losing_sequences(form, seat, inner)))
    return _SolvedGame(
        "optimal",
        dict(zip(form.seats, proved.tables, strict=True)),
        proved.plans,
        (proved.value, -proved.value),
        tuple(one.unique for one in verdicts),
        elsewhere,
        tuple(never),
    )


def losing_sequences(form: GameForm, seat: int, plans: Sequence[RealizationPlan]) -> frozenset[int]:
    """Return the sequences of a player that no best response to the others' plans plays.

    An action loses where the information set is possible and another action earns more; whatever
    follows such an action is not played either.
    """
    side = form.sides[seat]
    values = infoset_values(form, seat, plans)
    losing: set[int] = set()
    for cell in side.cells:
        here = values[cell.key]
        for action, sequence in zip(cell.actions, cell.sequences, strict=True):
            if cell.parent in losing or (here.chance and here.loss(action)):
                losing.add(sequence)
    return frozenset(losing)


def _by_all_equilibria(
    name: str, form: BimatrixForm, zeros: Sequence[frozenset[int]]
) -> tuple[tuple[frozenset[int], frozenset[int]], list[frozenset[int]]] | None:
    """Return what some equilibrium of a small matrix plays, and what none does."""
    if min(len(side.cells[0].actions) for side in form.sides) > MOST_ACTIONS_LISTED:
        return None
    from sabot.results.all_nash import EveryEquilibrium

    listed = choose_finite_method(form).all_equilibria(name, form)
    if not isinstance(listed, EveryEquilibrium):
        return None
    used = []
    for side in form.sides:
        (cell,) = side.cells
        mixes = [one[side.name]["-"] for one in listed]
        used.append(
            frozenset(
                s
                for action, s in zip(cell.actions, cell.sequences, strict=True)
                if any(mix.get(action) for mix in mixes)
            )
        )
    return (used[0], used[1]), [zero - own - {0} for zero, own in zip(zeros, used, strict=True)]


def _of_profile(form: AnyForm, found: Profile) -> _SolvedGame:
    """Return the strategies of a game with other than two players."""
    tables = {seat: dict(table) for seat, table in found.played.items()}
    plans = tuple(side.plan(tables[side.name]) for side in form.sides)
    notes = []
    if found.root is not None:
        notes.append(f"an equilibrium in numbers that are not fractions{ROUNDED_NOTE}")
    if not found.equilibrium:
        notes.append(f"not an equilibrium: a player could gain up to {found.gap} per hand")
    nothing = tuple(frozenset[int]() for _ in form.seats)
    payoffs = tuple(expected_payoff(form, seat, plans) for seat in range(len(form.seats)))
    kind: StrategyKind = "equilibrium" if found.equilibrium else "approximate"
    undecided = (None,) * len(form.seats)
    return _SolvedGame(kind, tables, plans, payoffs, undecided, nothing, nothing, tuple(notes))


def _without_dominated_actions(
    form: AnyForm, tree: GameTree | None, solved: _SolvedGame
) -> _SolvedGame:
    """Return the same strategies, with the actions that strict dominance rules out."""
    if tree is None:
        note = "without the game tree no option is proved to be unused"
        return replace(solved, notes=(*solved.notes, note))
    sequences = [
        {
            (cell.key, action): sequence
            for cell in side.cells
            for action, sequence in zip(cell.actions, cell.sequences, strict=True)
        }
        for side in form.sides
    ]
    never: list[set[int]] = [set() for _ in form.sides]
    for seat, view, action in dominated_actions(tree):
        at = tree.infosets[seat][view]
        never[seat].add(sequences[seat][at.key, at.actions[action]])
    return replace(solved, never=tuple(map(frozenset, never)))


def _infoset_uses(
    form: GameForm, seat: int, solved: _SolvedGame, bound: Fraction
) -> list[InfosetUse]:
    side, plan = form.sides[seat], solved.plans[seat]
    values = infoset_values(form, seat, solved.plans)
    table = solved.tables[side.name]

    def verdict(sequence: int, chance: Fraction) -> OptionVerdict:
        if chance and plan[sequence]:
            return "used" if chance >= bound else "rare"
        if sequence in solved.never[seat]:
            return "never"
        return "elsewhere" if sequence in solved.elsewhere[seat] else "undecided"

    return [
        InfosetUse(
            side.name,
            cell.key,
            values[cell.key].chance * plan[cell.parent],
            tuple(
                OptionUse(action, chance, verdict(sequence, chance))
                for action, sequence in zip(cell.actions, cell.sequences, strict=True)
                for chance in [table[cell.key].get(action, _ZERO)]
            ),
        )
        for cell in side.cells
        if len(cell.actions) > 1
    ]


# ---------------------------------------------------------------- the tree


def _tree_of(game: Game | None) -> GameTree | None:
    """Return the tree of a game; None where it is too large, or there is none."""
    if game is None:
        return None
    try:
        return game.tree(limit=MOST_NODES)
    except NoMethodError:
        return None


def _walk_hands(
    tree: GameTree, tables: Mapping[str, BehaviourStrategy]
) -> list[tuple[TerminalNode, int, Fraction]]:
    """Return every end of a tree with its number of decisions and its probability."""
    found: list[tuple[TerminalNode, int, Fraction]] = []
    stack: list[tuple[Node, int, Fraction]] = [(tree.root, 0, _ONE)]
    while stack:
        node, count, chance = stack.pop()
        if isinstance(node, TerminalNode):
            found.append((node, count, chance))
        elif isinstance(node, ChanceNode):
            for child, weight in zip(node.children, node.weights, strict=True):
                stack.append((child, count, chance * Fraction(weight, node.total)))
        elif isinstance(node, DecisionNode):
            raise_if_cancelled()
            key = tree.infosets[node.seat][node.view].key
            mix = tables[tree.seats[node.seat]][key] if chance else {}
            more = int(len(node.labels) > 1)
            for child, action in zip(node.children, node.labels, strict=True):
                stack.append((child, count + more, chance * mix.get(action, _ZERO)))
    return found


def hand_length(tree: GameTree, tables: Mapping[str, BehaviourStrategy]) -> HandLength:
    """Return how many decisions a hand has; a move without an alternative does not count."""
    chances: dict[int, Fraction] = {}
    counts = []
    for _, count, chance in _walk_hands(tree, tables):
        counts.append(count)
        if chance:
            chances[count] = chances.get(count, _ZERO) + chance
    return HandLength(dict(sorted(chances.items())), min(counts), max(counts))


def choices_of(form: AnyForm) -> list[Infoset]:
    """Return the information sets with a choice, of all players."""
    return [cell for side in form.sides for cell in side.cells if len(cell.actions) > 1]


def _length_without_tree(form: AnyForm) -> HandLength | None:
    """Return the length of a hand of a matrix; None of other games."""
    if not form.is_matrix:
        return None
    choices = choices_of(form)
    return HandLength({len(choices): _ONE}, len(choices), len(choices))


def _outcomes(
    form: AnyForm, game: Game | None, tree: GameTree | None, tables: Mapping[str, BehaviourStrategy]
) -> tuple[HandOutcome, ...]:
    """Return what hands pay: by the tree, by the matrix or as the game's family counts it."""
    ends: Iterable[tuple[tuple[Fraction, ...], Fraction]] = ()
    if tree is not None:
        ends = (
            (tuple(map(Fraction, end.payoffs)), chance)
            for end, _, chance in _walk_hands(tree, tables)
        )
    elif isinstance(form, MatrixForm | BimatrixForm):
        ends = _matrix_outcomes(form, tables)
    elif game is not None and (counted := outcomes_by_family(game, tables)) is not None:
        ends = (
            ((pay, -pay) if form.zero_sum else (pay,), Fraction(count, counted.denominator))
            for pay, count in counted.counts.items()
        )
    sums: dict[tuple[Fraction, ...], Fraction] = {}
    for pays, chance in ends:
        if chance:
            sums[pays] = sums.get(pays, _ZERO) + chance
    return tuple(HandOutcome(pays, sums[pays]) for pays in sorted(sums, reverse=True))


def _matrix_outcomes(
    form: MatrixForm | BimatrixForm, tables: Mapping[str, BehaviourStrategy]
) -> Iterator[tuple[tuple[Fraction, ...], Fraction]]:
    """Yield what each row and column pay, and with which probability."""
    one, two = (tables[seat]["-"] for seat in form.seats)
    for i, row in enumerate(form.rows):
        for j, column in enumerate(form.columns):
            if chance := one.get(row, _ZERO) * two.get(column, _ZERO):
                if isinstance(form, MatrixForm):
                    yield (form[i, j], -form[i, j]), chance
                else:
                    yield form[i, j], chance

"""Verify one Nash equilibrium of a two-player general-sum game (``sabot/nash/1``).

The document states each player's payoff and regret (which is 0) and holds both players' payoffs,
as a bimatrix or by sequences. The best response is found by backward induction over the player's
own information sets, over all its strategies, so no other strategy can gain.

That a player has the same plan in every equilibrium is verified by a case tree, in one of three
ways: by the choices of a binary game (:mod:`sabot.certify.binary_nash`, imported when there is such
evidence), by pure strategies or by sequences.

By pure strategies: the case tree is that of a list of all equilibria
(:mod:`sabot.certify.all_nash`). Every equilibrium is in some leaf, and what a leaf leaves a
player is a face of mixtures. If every vertex of every such face induces the stated plan, so does
each mixture, and there is no other plan. An extensive game is written out as its reduced normal
form.

By sequences: against an opponent's plan every information set has a value, and a sequence
*loses* the difference between the best action and itself. In an equilibrium a sequence is not
played, or it loses nothing; each case branches on one sequence. A *shift* is a multiple of the
difference of two plans of a player: at each information set its weights sum to that of the
parent sequence. It gains the losses of the sequences it takes from, less the losses of those it
gives to. A leaf is closed by a shift that gains against every plan left (so none is left), or
by linear equations that leave room for the stated plan only. A shift that never loses may help:
it gains 0 against each remaining plan, so what it would gain against is not played, and what it
gives to loses nothing.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from operator import mul

from sabot.certify.all_nash import (
    BestResponsePolytope,
    CertificateBimatrix,
    LabelCase,
    as_bimatrix,
    best_response_polytopes,
    iterate_open_leaves,
    meet_strategy,
    read_label_cases,
    read_shift,
    require_short_case_tree,
)
from sabot.certify.documents import require_certificate, require_digest
from sabot.certify.double_description import (
    EnumerationMeter,
    Weights,
    face_vertices,
)
from sabot.certify.json_reader import (
    Json,
    JsonObject,
    describe_value,
    escape_unprintable,
    format_short,
    quote_name,
    read_fraction,
    read_two_seat_names,
    read_uniqueness_claim,
    require_keys,
)
from sabot.certify.limits import (
    MOST_CASE_TREE_WORK,
    MOST_NORMAL_FORM_STRATEGIES,
    MOST_NORMAL_FORM_WORK,
    spend,
)
from sabot.certify.rank_mod_p import proves_full_rank
from sabot.certify.record_codec import Field, OptionalField, SolvedDocument, raw
from sabot.certify.sequence_form import (
    CertificateForm,
    CertificateStrategy,
    PlayerSequences,
    read_general_sum_forms,
    read_off_path,
    read_strategies,
    read_unreachable,
    require_pair,
)
from sabot.certify.verdict import (
    ProfileVerdict,
    StrategyTable,
    UniquenessByPlayer,
)
from sabot.errors import CertificateError, FileError

_UNIQUENESS_EVIDENCE_KEYS = frozenset({"choices", "cases", "sequences", "another"})
"""Of uniqueness, where there is a claim of it."""


class _NashRecord(SolvedDocument, what="an equilibrium"):
    seats = Field(read_two_seat_names)
    payoffs = Field(raw)
    gains = Field(raw)
    strategies = Field(raw)
    unique = Field(raw)
    off_path = Field(raw)
    certificate = Field(raw)
    unreachable = OptionalField(raw)


@dataclass(frozen=True, slots=True)
class NashDocument:
    """An equilibrium as a file states it."""

    game: str
    kind: str
    """``bimatrix`` or ``general``."""
    forms: tuple[CertificateForm, CertificateForm]
    """The game as it pays the first player, and as it pays the second: the same information
    sets."""
    payoffs: tuple[Fraction, Fraction]
    gains: tuple[Fraction, Fraction]
    strategies: tuple[CertificateStrategy, CertificateStrategy]
    off_path: tuple[frozenset[str], frozenset[str]]
    unreachable: Mapping[str, tuple[str, ...]]
    digest: str
    unique: tuple[bool | None, bool | None] = (None, None)
    choices: Json = None
    """What shows the last: a tree of cases of binary choices, not read yet."""
    cases: Json = None
    """The same of pure strategies, where a player is said to play the same in all equilibria."""
    sequences: Json = None
    """The same of the sequences of a tree."""
    another: Mapping[int, tuple[CertificateStrategy, CertificateStrategy]] = field(
        default_factory=dict
    )
    """By player that is said not to: an equilibrium in which it plays otherwise."""

    @property
    def form(self) -> CertificateForm:
        """The game as it pays the first player."""
        return self.forms[0]


def read_nash(document: JsonObject) -> NashDocument:
    """Return what a ``sabot/nash/1`` claims and shows."""
    require_certificate(document)
    digest = require_digest(document, "equilibrium")
    found = _NashRecord(document)
    held = require_keys(
        found.certificate, {"form", "digest"}, "the certificate", _UNIQUENESS_EVIDENCE_KEYS
    )
    kind, forms = read_general_sum_forms(held["form"], found.seats)
    if kind == "bimatrix" and "sequences" in held:
        raise ValueError("the sequences of a bimatrix are its strategies: 'cases' are of these")
    unique = require_keys(found.unique, found.seats, "the uniqueness claims")
    one, two = (read_uniqueness_claim(unique[name]) for name in found.seats)
    _require_uniqueness_evidence((one, two), held)
    return NashDocument(
        found.game,
        kind,
        forms,
        _read_two_fractions(found.payoffs, "payoffs"),
        _read_two_fractions(found.gains, "gains"),
        read_strategies(forms[0], found.strategies, {}),
        read_off_path(forms[0], found.off_path),
        read_unreachable(forms[0], document),
        digest,
        (one, two),
        held.get("choices"),
        held.get("cases"),
        held.get("sequences"),
        _read_other_equilibria(forms[0], (one, two), held["another"]) if "another" in held else {},
    )


def _require_uniqueness_evidence(unique: tuple[bool | None, bool | None], held: JsonObject) -> None:
    """Demand that there is evidence of uniqueness just where there are claims of it."""
    if any(held.get(key, ()) is None for key in _UNIQUENESS_EVIDENCE_KEYS):
        raise ValueError("the evidence of uniqueness is null; leave it out")
    if "choices" in held:
        if unique == (None, None):
            raise ValueError("there is evidence of uniqueness, and no claim of it")
        if held.keys() & {"cases", "sequences", "another"}:
            raise ValueError("there is evidence of uniqueness of two sorts")
        return
    if "cases" in held and "sequences" in held:
        raise ValueError("there is evidence of uniqueness of two sorts")
    cases = "cases" in held or "sequences" in held
    if (True in unique and not cases) or (False in unique and "another" not in held):
        raise ValueError("uniqueness is claimed, and no evidence of it is known here; write null")
    if (True not in unique and cases) or (False not in unique and "another" in held):
        raise ValueError("there is evidence of uniqueness, and no claim of it")


def _read_other_equilibria(
    form: CertificateForm, unique: tuple[bool | None, bool | None], data: Json
) -> dict[int, tuple[CertificateStrategy, CertificateStrategy]]:
    """Return another equilibrium for each player that is said to play otherwise in one."""
    several = {
        seat.name: number for number, seat in enumerate(form.seats) if unique[number] is False
    }
    shown = require_keys(data, several, "the other equilibria")
    return {number: read_strategies(form, shown[name], {}) for name, number in several.items()}


def _read_two_fractions(data: Json, what: str) -> tuple[Fraction, Fraction]:
    one, two = require_pair(data, what)
    return read_fraction(one), read_fraction(two)


RealizationPlan = tuple[list[int], int]
"""The probability of each sequence, as integers over one denominator."""


@dataclass(frozen=True)
class NashVerdict(ProfileVerdict):
    """An equilibrium of a finite game for two: all gains are 0."""

    claims: UniquenessByPlayer
    """By player, whether it plays so in every equilibrium; None: not claimed, or not shown here."""
    source: NashDocument = field(repr=False)

    @property
    def kind(self) -> str:
        """``bimatrix`` or ``general``."""
        return self.source.kind

    @property
    def form(self) -> CertificateForm:
        """The game as it pays the first player."""
        return self.source.forms[0]

    @property
    def forms(self) -> tuple[CertificateForm, CertificateForm]:
        """The game as it pays each player."""
        return self.source.forms

    @property
    def unique(self) -> tuple[UniquenessByPlayer, ...]:
        """By player, whether it plays so in every equilibrium; (): nothing is proved of that."""
        return (self.claims,) if any(c is not None for c in self.claims.values()) else ()

    @property
    def lines(self) -> tuple[str, ...]:
        """What each player is paid and could gain, then what is unique."""
        claimed = [(seat, claim) for seat, claim in self.claims.items() if claim is not None]
        said = ", ".join(
            f"{escape_unprintable(quote_name(seat))} {'' if claim else 'not '}the same"
            for seat, claim in claimed
        )
        return (*super().lines, *([f"in every equilibrium: {said}"] if said else []))

    @property
    def strategies(self) -> Mapping[str, StrategyTable]:
        """By player, information set and action: the probabilities."""
        return {one.seat.name: one.table for one in self.source.strategies}


def verify_nash(document: NashDocument) -> NashVerdict:
    """Return what an equilibrium says; raise CertificateError unless all of it is so."""
    plans = [strategy.plan() for strategy in document.strategies]
    for seat in (0, 1):
        _check_player(document, seat, plans[seat], plans[1 - seat])
    _check_off_path(document, plans)
    one, two = (seat.name for seat in document.form.seats)
    claims = dict(zip((one, two), _verify_uniqueness(document, plans), strict=True))
    return NashVerdict(
        document.game,
        (one, two),
        document.digest,
        document.payoffs,
        document.gains,
        claims,
        document,
    )


def _verify_uniqueness(
    document: NashDocument, plans: list[RealizationPlan]
) -> tuple[bool | None, bool | None]:
    """Return by player whether it plays so in every equilibrium; raise where that is not shown."""
    if document.choices is not None:
        from sabot.certify.binary_nash import verify_by_binary_choices

        verify_by_binary_choices(document.forms, document.choices, document.unique)
        return document.unique
    for number, strategies in document.another.items():
        _require_other_equilibrium(
            document, number, plans[number], [one.plan() for one in strategies]
        )
    if True not in document.unique:
        return document.unique
    if document.sequences is not None:
        verify_by_sequences(document, plans)
        return document.unique
    return verify_by_pure_strategies(document, plans)


def _require_other_equilibrium(
    document: NashDocument, number: int, own: RealizationPlan, plans: list[RealizationPlan]
) -> None:
    """Demand that a pair of plans is an equilibrium in which a player plays otherwise."""
    name = quote_name(document.form.seats[number].name)
    for seat in (0, 1):
        _, gain = _payoff_and_regret(document, seat, plans[seat], plans[1 - seat])
        if gain:
            other = quote_name(document.form.seats[seat].name)
            raise CertificateError(
                f"another equilibrium for {name} is not one: {other} could gain "
                f"{format_short(gain)}"
            )
    if [a * own[1] for a in plans[number][0]] == [b * plans[number][1] for b in own[0]]:
        raise CertificateError(f"{name} plays the same in the other equilibrium that is shown")


def _check_player(
    document: NashDocument, number: int, own: RealizationPlan, other: RealizationPlan
) -> None:
    """Demand that a player is paid what is claimed, and that no reply of its own earns it more."""
    seat = document.form.seats[number]
    paid, gain = _payoff_and_regret(document, number, own, other)
    if paid != document.payoffs[number]:
        claimed = format_short(document.payoffs[number])
        raise CertificateError(
            f"{quote_name(seat.name)} is paid {format_short(paid)}, claimed {claimed}"
        )
    if gain:
        raise CertificateError(
            f"{quote_name(seat.name)} could gain {format_short(gain)} by a better reply"
        )
    if document.gains[number]:
        claimed = format_short(document.gains[number])
        raise CertificateError(f"{quote_name(seat.name)} can gain nothing, claimed {claimed}")


def _payoff_and_regret(
    document: NashDocument, number: int, own: RealizationPlan, other: RealizationPlan
) -> tuple[Fraction, Fraction]:
    """Return what a player is paid, and what its best response would earn it more."""
    form, seat = document.forms[number], document.forms[number].seats[number]
    worth = _sequence_payoffs(form, number, other[0])
    below = other[1] * form.denominator
    paid = Fraction(sum(map(mul, own[0], worth)), own[1] * below)
    for _, actions, parent, first in reversed(seat.cells):  # backward induction
        worth[parent] += max(worth[first : first + len(actions)])
    return paid, Fraction(worth[0], below) - paid


def _sequence_payoffs(form: CertificateForm, seat: int, plan: list[int]) -> list[int]:
    """Return what each sequence of a player earns it against the other's plan.

    The form is that player's own: of the second, a zero-sum game would have the sign turned.
    """
    found = form.gains(seat, plan)
    return found if seat == 0 else [-amount for amount in found]


def _check_off_path(document: NashDocument, plans: list[RealizationPlan]) -> None:
    """Check which information sets are never reached, as far as the plans and the payoffs tell.

    An information set that the player's own plan never reaches is one of them, and one at which the
    plans are paid something is not. (Hands that pay nobody anything are not in the file.)
    """
    one, two = plans[0][0], plans[1][0]
    paid = {(i, j) for form in document.forms for i, j, amount in form.entries if amount}
    ends = {i for i, j in paid if two[j]}, {j for i, j in paid if one[i]}
    for number, seat in enumerate(document.form.seats):
        plan, met, away = plans[number][0], ends[number], document.off_path[number]
        for view, actions, parent, first in reversed(seat.cells):
            here = document.kind == "bimatrix" or not met.isdisjoint(
                range(first, first + len(actions))
            )
            if here:
                met.add(parent)
            if (plan[parent] and here and view in away) or (not plan[parent] and view not in away):
                raise CertificateError(
                    f"'off_path' is not true of {quote_name(seat.name)} at {quote_name(view)}"
                )


PureStrategySequences = tuple[int, ...]
"""Those that a pure strategy plays, except the empty one."""


def verify_by_pure_strategies(
    document: NashDocument, plans: Sequence[RealizationPlan]
) -> tuple[bool | None, bool | None]:
    """Return by player whether it plays so in every equilibrium.

    None in place of True where a face is too large to be built here; CertificateError where an end
    holds another plan, or a case is wrong.
    """
    form, pure = _to_normal_form(document.forms)
    cases = read_label_cases(form, document.cases)
    require_short_case_tree(form, cases, 1)
    sides, work = best_response_polytopes(form), EnumerationMeter()
    seats = [
        _ClaimedPlan(
            document.form.seats[n].name, sides[n], pure[n], plans[n], document.kind == "bimatrix"
        )
        for n in (0, 1)
    ]
    found = list(document.unique)
    for imposed in iterate_open_leaves(sides, cases):
        for n, seat in enumerate(seats):
            if found[n] and not seat.alone(imposed[n], work):
                found[n] = None
    return found[0], found[1]


@dataclass(frozen=True, slots=True)
class _ClaimedPlan:
    """What a player is said to play in every equilibrium."""

    name: str
    side: BestResponsePolytope
    pure: Sequence[PureStrategySequences]
    plan: RealizationPlan
    simple: bool
    """Each pure strategy is a sequence, so the plan determines the mixture."""

    def alone(self, imposed: int, work: EnumerationMeter) -> bool:
        """Tell whether a face was built; raise CertificateError where it holds another plan."""
        used, best = self.side.left(imposed), self.side.best(imposed)
        if not best:
            raise CertificateError("a case is called one with equilibria, and has no mix")
        if (
            self.simple
            and self._inside(imposed)
            and self.side.is_single(self.side.left_bits(imposed), self.side.best_bits(imposed))
        ):
            return True
        face = face_vertices(self.side.by_reply, used, best, work)
        if face is None:
            return False
        for mix in face:
            if not self._same(mix):
                raise CertificateError(
                    f"{quote_name(self.name)}'s strategy is not as unique as claimed: "
                    "a case may hold an equilibrium with another"
                )
        return True

    def _inside(self, imposed: int) -> bool:
        """Tell whether the stated mixture obeys what a case imposes."""
        weights = self.plan[0][1:]
        common = math.gcd(*weights)
        mix = tuple(weight // common for weight in weights)
        own, short = meet_strategy(self.side, mix).violated(self.side)
        return not (own | short) & imposed

    def _same(self, mix: Weights) -> bool:
        """Tell whether a mixture of pure strategies induces the stated plan."""
        chances, below = self.plan
        total = sum(mix)
        came = [total, *[0] * (len(chances) - 1)]
        for weight, sequences in zip(mix, self.pure, strict=True):
            for s in sequences:
                came[s] += weight
        return all(a * below == b * total for a, b in zip(came, chances, strict=True))


# ---------------------------------------------------------------------- written out


def _to_normal_form(
    forms: tuple[CertificateForm, CertificateForm],
) -> tuple[CertificateBimatrix, list[list[PureStrategySequences]]]:
    """Return the game by pure strategies, and which sequences each of them plays."""
    if forms[0].rows is not None:
        return as_bimatrix(forms), [_pure_strategies(seat) for seat in forms[0].seats]
    one, two = forms[0].seats
    counts = _count_pure_strategies(one), _count_pure_strategies(two)
    entries = len(forms[0].entries)
    work = counts[0] * (entries + counts[1] * two.count)
    if max(counts) > MOST_NORMAL_FORM_STRATEGIES or work > MOST_NORMAL_FORM_WORK:
        raise FileError("the pure strategies of the game are too many for this checker")
    pure = [_pure_strategies(one), _pure_strategies(two)]
    names = [[str(k) for k in range(len(own))] for own in pure]
    tables = [_normal_form_payoffs(form.entries, pure, two.count) for form in forms]
    return CertificateBimatrix(
        (one.name, two.name),
        (names[0], names[1]),
        (tables[0], tables[1]),
        (forms[0].denominator, forms[1].denominator),
    ), pure


def _count_pure_strategies(seat: PlayerSequences) -> int:
    """Return how many pure strategies a player has, with choices only where they come."""
    ways = [1] * seat.count
    for _, actions, parent, first in reversed(seat.cells):
        here = sum(ways[first : first + len(actions)])
        ways[parent] = min(
            ways[parent] * here, MOST_NORMAL_FORM_STRATEGIES + 1
        )  # beyond, just more
    return ways[0]


def _pure_strategies(seat: PlayerSequences) -> list[PureStrategySequences]:
    """Return the pure strategies: what is done at an earlier information set changes last."""
    ways: list[list[PureStrategySequences]] = [[()] for _ in range(seat.count)]
    for _, actions, parent, first in reversed(seat.cells):
        here = [(s, *after) for s in range(first, first + len(actions)) for after in ways[s]]
        ways[parent] = [one + rest for one in here for rest in ways[parent]]
    return ways[0]


def _normal_form_payoffs(
    entries: Iterable[tuple[int, int, int]],
    pure: Sequence[Sequence[PureStrategySequences]],
    width: int,
) -> list[list[int]]:
    """Return what a pair of pure strategies pays, over the denominator of the entries."""
    by_first: dict[int, list[tuple[int, int]]] = {}
    for i, j, amount in entries:
        by_first.setdefault(i, []).append((j, amount))
    found = []
    for own in pure[0]:
        worth = [0] * width
        for i in (0, *own):
            for j, amount in by_first.get(i, ()):
                worth[j] += amount
        found.append([sum(worth[j] for j in (0, *other)) for other in pure[1]])
    return found


PlanShift = tuple[int, ...]
_WORK_PER_CASE = 100
"""What a case takes that has nothing in it, beside what a payoff takes."""


@dataclass(frozen=True, slots=True)
class _OpenLeaf:
    """A case that may hold equilibria: the shifts that help, by the player that they are of."""

    helping: dict[int, PlanShift]


def verify_by_sequences(document: NashDocument, plans: Sequence[RealizationPlan]) -> None:
    """Demand that the players said to be unique play as told in every equilibrium."""
    sides = _SequencePolytope(document.forms, 0), _SequencePolytope(document.forms, 1)
    cases = _read_sequence_cases(document, sides)
    lost = [side.lost(plan) for side, (plan, _) in zip(sides, plans, strict=True)]
    ends = iter([case for case in cases if isinstance(case, _OpenLeaf)])
    tree: list[LabelCase] = [None if isinstance(case, _OpenLeaf) else case for case in cases]
    for imposed in iterate_open_leaves(sides, tree):
        end = next(ends)
        for n in (0, 1):
            if document.unique[n] and not sides[n].alone(
                plans[n][0], lost[n], imposed[n], end.helping.get(1 - n)
            ):
                raise CertificateError(
                    f"{quote_name(document.form.seats[n].name)}'s strategy is not as unique "
                    "as claimed: a case may hold an equilibrium with another"
                )


def _read_sequence_cases(
    document: NashDocument, sides: tuple[_SequencePolytope, _SequencePolytope]
) -> list[LabelCase | _OpenLeaf]:
    """Return the cases in a file, after demanding that they are not too many."""
    data, forms = document.sequences, document.forms
    if type(data) is not list:
        raise ValueError("the cases of sequences are not a list")
    names = {seat.name: n for n, seat in enumerate(document.form.seats)}
    sizes = [seat.count - 1 for seat in document.form.seats]
    cases = [_read_sequence_case(names, sizes, entry) for entry in data]
    bits = max((abs(entry[2]) for form in forms for entry in form.entries), default=0).bit_length()
    shifts = [case[1] for case in cases if isinstance(case, tuple)]
    shifts += [
        shift for case in cases if isinstance(case, _OpenLeaf) for shift in case.helping.values()
    ]
    longest = max((abs(weight) for shift in shifts for weight in shift), default=0).bit_length()
    entries = max(len(form.entries) for form in forms) + sum(sizes)
    alive = sum(isinstance(case, _OpenLeaf) for case in cases)
    work = len(cases) * (entries * (1 + bits * (1 + longest) // 4096) + _WORK_PER_CASE)
    ranks = alive * sum(side.unknown**3 for side in sides)
    if work + ranks > MOST_CASE_TREE_WORK:
        raise FileError("the cases are too many for this checker")
    spend(work + ranks // 50, "cases")
    return cases


def _read_sequence_case(
    names: dict[str, int], sizes: Sequence[int], data: Json
) -> LabelCase | _OpenLeaf:
    if type(data) is int:
        if not 1 <= abs(data) <= sum(sizes):
            raise ValueError(
                f"a case branches on {describe_value(data)}, which is no sequence's number"
            )
        return data
    if data is None or type(data) is list:
        shifts = [read_shift(names, sizes, entry) for entry in data or ()]
        helping = dict(shifts)
        if data == [] or len(helping) < len(shifts):
            raise ValueError("the shifts of an end are one per seat, or null")
        return _OpenLeaf(helping)
    return read_shift(names, sizes, data)


def _imposed_sequences(imposed: int, before: int, count: int) -> list[bool]:
    """Return which sequences have a label that is imposed; the empty one has none.

    All bits at once: one by one, time grows with the square of their number.

    >>> _imposed_sequences(0b1011, 0, 4), _imposed_sequences(0b1011, -1, 1)
    ([False, True, False, True], [False])
    """
    here = imposed >> (before + 1) & ((1 << (count - 1)) - 1)
    return [False, *(bit == "1" for bit in reversed(f"{here:0{count}b}"))][:count]


class _SequencePolytope:
    """The plans of one player, and what the sequences of the other lose against them, by label."""

    def __init__(self, forms: tuple[CertificateForm, CertificateForm], mixing: int) -> None:
        self.own, self.other = forms[0].seats[mixing], forms[0].seats[1 - mixing]
        first = forms[0].seats[0].count - 1
        self._own_label, self._reply = (-1, first - 1) if mixing == 0 else (first - 1, -1)
        self._paid = [
            (pair[mixing], pair[1 - mixing], amount)
            for *pair, amount in forms[1 - mixing].entries
        ]  # fmt: skip

    @property
    def unknown(self) -> int:
        """The number of unknowns: probabilities of the plan, values of information sets."""
        return self.own.count - 1 + len(self.other.cells)

    def _unplayed(self, imposed: int) -> list[bool]:
        return _imposed_sequences(imposed, self._own_label, self.own.count)

    def _best(self, imposed: int) -> list[bool]:
        return _imposed_sequences(imposed, self._reply, self.other.count)

    def require_empty(self, imposed: int, shift: PlanShift) -> None:
        """Demand that a shift gains against every plan that a case leaves."""
        least, _ = self._least_gain(imposed, shift)
        if least is not None and least <= 0:
            raise CertificateError(
                f"a shift of {quote_name(self.other.name)} does not gain: "
                "its case may hold equilibria"
            )

    def _least_gain(self, imposed: int, shift: PlanShift) -> tuple[int | None, list[bool]]:
        """Return the least that a shift gains against a plan that is left, None if none is left.

        And which sequences are in no plan against which it gains that.
        """
        weights, best = (0, *shift), self._best(imposed)
        for _, actions, parent, first in self.other.cells:
            if sum(weights[first : first + len(actions)]) != weights[parent]:
                raise CertificateError(
                    f"a shift of {quote_name(self.other.name)} is of no two plans"
                )
        if any(weight < 0 and not may for weight, may in zip(weights, best, strict=True)):
            raise CertificateError(
                f"a shift of {quote_name(self.other.name)} takes from what may lose something"
            )
        worth = [0] * self.own.count
        for s, t, amount in self._paid:
            worth[s] += weights[t] * amount
        gone = self._unplayed(imposed)
        for _, actions, parent, first in reversed(self.own.cells):  # backward induction
            left = [s for s in range(first, first + len(actions)) if not gone[s]]
            if not left:
                gone[parent] = True
                continue
            least = min(worth[s] for s in left)
            worth[parent] += least
            for s in left:
                gone[s] = worth[s] > least
        return (None if gone[0] else worth[0]), gone

    def alone(
        self, plan: list[int], lost: list[int], imposed: int, helping: PlanShift | None
    ) -> bool:
        """Tell whether a case leaves a player no plan but one, against which so much is lost."""
        barred, best = self._unplayed(imposed), self._best(imposed)
        if helping is not None:
            least, gone = self._least_gain(imposed, helping)
            if least is None or least < 0:
                raise CertificateError(
                    f"a shift of {quote_name(self.other.name)} loses in some case"
                )
            barred = gone
            best = [may or weight > 0 for may, weight in zip(best, (0, *helping), strict=True)]
        for _, actions, parent, first in self.own.cells:  # nothing comes after what is not played
            if barred[parent]:
                barred[first : first + len(actions)] = [True] * len(actions)
        if any(chance for chance, no in zip(plan, barred, strict=True) if no):
            return False
        if any(amount for amount, none in zip(lost, best, strict=True) if none):
            return False
        rows = list(self._equations(barred, best))
        return proves_full_rank(rows, self.unknown)

    def lost(self, plan: list[int]) -> list[int]:
        """Return what each sequence of the other loses against a plan."""
        worth, found = [0] * self.other.count, [0] * self.other.count
        for s, t, amount in self._paid:
            worth[t] += plan[s] * amount
        for _, actions, parent, first in reversed(self.other.cells):
            own = range(first, first + len(actions))
            most = max(worth[t] for t in own)
            for t in own:
                found[t] = most - worth[t]
            worth[parent] += most
        return found

    def _equations(self, barred: list[bool], best: list[bool]) -> Iterator[dict[int, int]]:
        """Yield what probabilities and values obey: the left sides, by unknown."""
        for _, actions, parent, first in self.own.cells:
            row = dict.fromkeys(range(first - 1, first - 1 + len(actions)), 1)
            yield row | {parent - 1: -1} if parent else row
        for s in range(1, self.own.count):
            if barred[s]:
                yield {s - 1: 1}
        rows: list[dict[int, int]] = [{} for _ in best]
        for s, t, amount in self._paid:
            if s:
                rows[t][s - 1] = rows[t].get(s - 1, 0) - amount
        for h, (_, actions, parent, first) in enumerate(self.other.cells, self.own.count - 1):
            rows[parent][h] = -1
            for t in range(first, first + len(actions)):
                rows[t][h] = 1
        yield from (row for row, equal in zip(rows, best, strict=True) if equal)

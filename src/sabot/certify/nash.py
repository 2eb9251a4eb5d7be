"""Verify one Nash equilibrium of a two-player general-sum game (``sabot/nash/1``).

The document states each player's payoff and regret (which is 0) and holds both players' payoffs,
as a bimatrix or by sequences. The best response is found by backward induction over the player's
own information sets, over all its strategies, so no other strategy can gain. Evidence of
uniqueness is verified by :mod:`sabot.certify.nash_uniqueness` or
:mod:`sabot.certify.binary_nash`, imported when there is some.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from operator import mul

from sabot.certify.documents import require_certificate, require_digest
from sabot.certify.json_reader import (
    Json,
    JsonObject,
    format_short,
    quote_name,
    read_fraction,
    read_two_seat_names,
    read_uniqueness_claim,
    require_keys,
)
from sabot.certify.record_codec import Field, OptionalField, SolvedDocument, raw
from sabot.certify.sequence_form import (
    CertificateForm,
    CertificateStrategy,
    read_general_sum_forms,
    read_off_path,
    read_strategies,
    read_unreachable,
    require_pair,
)
from sabot.certify.verdict import NashVerdict
from sabot.errors import CertificateError

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
        from sabot.certify.nash_uniqueness import verify_by_sequences

        verify_by_sequences(document, plans)
        return document.unique
    from sabot.certify.nash_uniqueness import verify_by_pure_strategies

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
                f"another equilibrium for {name} is none: {other} could gain {format_short(gain)}"
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

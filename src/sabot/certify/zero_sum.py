"""Verify a zero-sum solution: value, optimal strategies, uniqueness.

Three documents hold the same facts: ``sabot/solution/2``; ``sabot/certificate/1``; and
``sabot/solution/1``, which holds a certificate and repeats its claims in the same words. Each is
read into one :class:`ZeroSumDocument`. The best response to a strategy is found by backward
induction over the opponent's information sets. Uniqueness: every optimal strategy of a player
uses only actions that are best responses to *any* optimal strategy of the opponent and keeps the
opponent indifferent over what that strategy uses; the claim is that this linear system has full
column rank modulo a prime.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache

from sabot.certify.documents import (
    CERTIFICATE_V1_SCHEMA,
    require_certificate,
    require_digest,
    require_method_and_time,
    require_same_facts,
)
from sabot.certify.json_reader import (
    Json,
    JsonObject,
    as_float,
    describe_value,
    format_short,
    quote_name,
    read_fraction,
    read_two_seat_names,
    read_uniqueness_claim,
    require_keys,
    require_object,
)
from sabot.certify.limits import MOST_PRIME, spend
from sabot.certify.rank_mod_p import proves_full_rank_mod_p
from sabot.certify.record_codec import (
    Field,
    FormEvidence,
    NamedDocument,
    OptionalField,
    SolvedDocument,
    raw,
)
from sabot.certify.sequence_form import (
    CertificateForm,
    CertificateStrategy,
    KnownMixes,
    PlayerSequences,
    over_common_denominator,
    read_form,
    read_off_path,
    read_strategies,
    read_strategy,
    read_unreachable,
    require_short_products,
)
from sabot.certify.verdict import (
    StrategyTable,
    ValueVerdict,
)
from sabot.errors import CertificateError, FileError


class _SolutionEvidence(FormEvidence, what="the certificate"):
    uniqueness = Field(raw)


class _SolutionRecord(SolvedDocument, what="a solution"):
    seats = Field(read_two_seat_names)
    value = Field(read_fraction)
    decimal = Field(raw)
    strategies = Field(raw)
    unique = Field(raw)
    unique_behaviour = Field(raw)
    off_path = Field(raw)
    certificate = Field(_SolutionEvidence)
    unreachable = OptionalField(raw)


class _CertificateRecord(NamedDocument, what="a certificate"):
    form = Field(raw)
    value = Field(read_fraction)
    strategies = Field(raw)
    uniqueness = Field(raw)
    digest = Field(raw)
    off_path = OptionalField(raw)


@dataclass(frozen=True, slots=True)
class UniquenessEvidence:
    """Evidence that a player has one optimal plan: a prime, and whose plan the equations are of."""

    prime: int
    against: CertificateStrategy | None
    """An optimal strategy of the other player; None: the one that is claimed."""


@dataclass(frozen=True, slots=True)
class NonUniquenessEvidence:
    """Evidence that a player has more than one optimal plan."""

    another: CertificateStrategy


@dataclass(frozen=True, slots=True)
class ZeroSumDocument:
    """A solved game as a file states it: its claims, and the evidence for them."""

    game: str
    form: CertificateForm
    value: Fraction
    strategies: tuple[CertificateStrategy, CertificateStrategy]
    uniqueness: tuple[
        UniquenessEvidence | NonUniquenessEvidence, UniquenessEvidence | NonUniquenessEvidence
    ]
    off_path: tuple[frozenset[str], frozenset[str]] | None
    """The information sets that are never reached; None where that is not claimed."""
    behaviour: tuple[bool, bool] | None
    """Whether the behaviour is unique too; None where that is not claimed."""
    unreachable: Mapping[str, tuple[str, ...]]
    """By player, information sets that the rules know and the cards never show: none of them is in
    the game."""
    digest: str


# ---------------------------------------------------------------------- number 2


def read_solution(document: JsonObject) -> ZeroSumDocument:
    """Return what a ``sabot/solution/2`` claims and shows."""
    digest = require_digest(document, "solution")
    found = _SolutionRecord(document)
    form = read_form(found.certificate.form, found.seats, by_row=True)
    unique = require_keys(found.unique, found.seats, "the uniqueness claims")
    shown = require_keys(found.certificate.uniqueness, found.seats, "the evidence of uniqueness")
    known: KnownMixes = {}
    claims = [_read_decided_claim(unique[name]) for name in found.seats]
    one, two = (
        _read_evidence(form, number, claims[number], shown[name], known)
        for number, name in enumerate(found.seats)
    )
    _require_decimal(found.decimal, found.value)
    return ZeroSumDocument(
        found.game,
        form,
        found.value,
        read_strategies(form, found.strategies, known),
        (one, two),
        read_off_path(form, found.off_path),
        _read_behaviour_claims(form, found.unique_behaviour),
        read_unreachable(form, document),
        digest,
    )


def _read_decided_claim(claim: Json) -> bool:
    found = read_uniqueness_claim(claim)
    if found is None:
        raise ValueError("a uniqueness claim with evidence is true or false")
    return found


def _read_evidence(
    form: CertificateForm, number: int, unique: bool, data: Json, known: KnownMixes, *also: str
) -> UniquenessEvidence | NonUniquenessEvidence:
    """Return the evidence for a claim; *also* are further keys beside it."""
    seat = form.seats[number]
    what = f"the claim on {quote_name(seat.name)}'s uniqueness"
    if not unique:
        shown = require_keys(data, {"another", *also}, what)
        return NonUniquenessEvidence(read_strategy(seat, shown["another"], known))
    shown = require_keys(data, {"prime", *also}, what, {"against"})
    prime = shown["prime"]
    if type(prime) is not int or not 2 < prime < MOST_PRIME:
        raise ValueError(
            f"a claim of uniqueness gives {describe_value(prime)} "
            "as the number to compute remainders by; it must be an odd prime below 16,777,216"
        )
    if "against" not in shown:
        return UniquenessEvidence(prime, None)
    against = read_strategy(form.seats[1 - number], shown["against"], known)
    return UniquenessEvidence(prime, against)


def _read_behaviour_claims(form: CertificateForm, data: Json) -> tuple[bool, bool]:
    names = [seat.name for seat in form.seats]
    claims = require_keys(data, names, "the claims on behaviour")
    return _read_decided_claim(claims[names[0]]), _read_decided_claim(claims[names[1]])


def _require_decimal(said: Json, value: Fraction) -> None:
    """Demand that the decimal, a help for reading, is the float nearest to the value."""
    if said is not None and type(said) is not float:
        raise CertificateError("the solution's 'decimal' is not a decimal number")
    if said != as_float(value):
        raise CertificateError("the solution's 'decimal' is not what its certificate proves")


# ---------------------------------------------------------------------- number 1


def read_certificate_v1(data: Json) -> ZeroSumDocument:
    """Return what a ``sabot/certificate/1`` claims and shows."""
    document = require_object(data, "a certificate")
    if document.get("schema") != CERTIFICATE_V1_SCHEMA:
        raise FileError(f"certificate schema {describe_value(document.get('schema'))} is not known")
    digest = require_digest(document, "certificate")
    found = _CertificateRecord(document)
    form = read_form(found.form)
    known: KnownMixes = {}
    one, two = (
        _read_evidence(form, number, unique, claim, known, "unique")
        for number, (unique, claim) in enumerate(_read_claims_v1(form, found.uniqueness))
    )
    return ZeroSumDocument(
        found.game,
        form,
        found.value,
        read_strategies(form, found.strategies, known),
        (one, two),
        read_off_path(form, document["off_path"]) if "off_path" in document else None,
        None,
        {},
        digest,
    )


def _read_claims_v1(form: CertificateForm, data: Json) -> list[tuple[bool, JsonObject]]:
    """Return by player whether its strategy is claimed to be unique, and the whole claim."""
    names = [seat.name for seat in form.seats]
    if not isinstance(data, Mapping) or data.keys() != set(names):
        raise ValueError("the uniqueness claims do not name the two seats")
    found = []
    for name in names:
        claim = data[name]
        if not isinstance(claim, Mapping) or "unique" not in claim:
            raise ValueError(f"the claim on {quote_name(name)}'s uniqueness is missing")
        found.append((_read_decided_claim(claim["unique"]), claim))
    return found


def read_solution_v1(document: JsonObject) -> ZeroSumDocument:
    """Return what a ``sabot/solution/1`` claims: its certificate, and the same once more."""
    held = require_certificate(document)
    found = read_certificate_v1(held)
    _SolutionRecord.require(document)
    if found.off_path is None:
        raise ValueError("'off_path' is missing in the certificate")
    claims = _read_claims_v1(found.form, held["uniqueness"])
    names = [seat.name for seat in found.form.seats]
    said_twice: dict[str, Json] = {
        key: held[key] for key in ("game", "value", "strategies", "off_path")
    }
    said_twice["unique"] = dict(zip(names, (unique for unique, _ in claims), strict=True))
    said_twice["seats"] = names
    require_same_facts(document, said_twice)
    _require_decimal(document["decimal"], found.value)
    require_method_and_time(document)
    behaviour = _read_behaviour_claims(found.form, document["unique_behaviour"])
    return replace(found, behaviour=behaviour, unreachable=read_unreachable(found.form, document))


_COMPARISON_PRIME = 2**61 - 1
"""A prime: two plans that differ by a multiple of it everywhere are hardly ever met."""


@dataclass(frozen=True)
class ZeroSumVerdict(ValueVerdict):
    """A game solved: its value, and a strategy of each player that secures it."""

    source: ZeroSumDocument = field(repr=False)
    """All that was read, typed; every claim in it was checked."""

    @property
    def kind(self) -> str:
        """``matrix`` or ``sequence``."""
        return self.source.form.kind

    @property
    def form(self) -> CertificateForm:
        """The payoffs."""
        return self.source.form

    @property
    def strategies(self) -> Mapping[str, StrategyTable]:
        """By player, information set and action: the probabilities."""
        return {one.seat.name: one.table for one in self.source.strategies}

    @property
    def unreachable(self) -> Mapping[str, tuple[str, ...]]:
        """By player, information sets that are said to be unreachable: they are not in the form."""
        return self.source.unreachable


def verify_zero_sum(certificate: ZeroSumDocument) -> ZeroSumVerdict:
    """Return what a certificate says; raise CertificateError unless all of it is so."""
    check_zero_sum(certificate)
    form = certificate.form
    one, two = (seat.name for seat in form.seats)
    verdicts = [
        not isinstance(evidence, NonUniquenessEvidence) for evidence in certificate.uniqueness
    ]
    return ZeroSumVerdict(
        certificate.game,
        (one, two),
        certificate.digest,
        certificate.value,
        {one: verdicts[0], two: verdicts[1]},
        source=certificate,
    )


def check_zero_sum(certificate: ZeroSumDocument) -> None:
    """Raise CertificateError unless everything that a certificate claims is so."""
    form, value = certificate.form, certificate.value
    proved = [verify_strategy(form, seat, certificate.strategies[seat], value) for seat in (0, 1)]
    _check_uniqueness(certificate, proved)
    if certificate.off_path is not None:
        _check_off_path(form, certificate.off_path, proved)
    if certificate.behaviour is not None:
        _check_behaviour(certificate, certificate.behaviour, proved)


def _check_off_path(
    form: CertificateForm, said: tuple[frozenset[str], frozenset[str]], proved: list[VerifiedPlan]
) -> None:
    """Check which information sets are never reached, as far as the plans and the payoffs tell.

    An information set that the player's own plan never reaches is one of them, and one at which the
    plans are paid something is not. (Hands that pay nothing are not in the file.)
    """
    one, two = proved[0].plan, proved[1].plan
    ends = (
        {i for i, j, amount in form.entries if two[j] and amount},
        {j for i, j, amount in form.entries if one[i] and amount},
    )
    for number, seat in enumerate(form.seats):
        plan, seen, away = proved[number].plan, ends[number], said[number]
        for view, actions, parent, first in reversed(seat.cells):
            met = form.rows is not None or not seen.isdisjoint(range(first, first + len(actions)))
            if met:
                seen.add(parent)
            if (plan[parent] and met and view in away) or (not plan[parent] and view not in away):
                raise CertificateError(
                    f"'off_path' is not true of {quote_name(seat.name)} at {quote_name(view)}"
                )


def _check_behaviour(
    certificate: ZeroSumDocument, said: tuple[bool, bool], proved: list[VerifiedPlan]
) -> None:
    """Check the claim on behaviour: unique when the plan is and reaches every information set."""
    for number, seat in enumerate(certificate.form.seats):
        plan = proved[number].plan
        everywhere = all(plan[parent] for _, _, parent, _ in seat.cells)
        unique = not isinstance(certificate.uniqueness[number], NonUniquenessEvidence)
        if said[number] is not (unique and everywhere):
            raise CertificateError(f"'unique_behaviour' is not true of {quote_name(seat.name)}")


# ---------------------------------------------------------------------- best replies


@dataclass(frozen=True, slots=True)
class VerifiedPlan:
    """A plan that was shown to secure the value, and what the other player's choices are worth."""

    plan: list[int]
    below: int
    other: PlayerSequences
    worth: list[int]
    """What each sequence of the other player earns it against this plan, with best play after it.

    Of rows with a denominator each and a plan of the second player it is how much more than the
    value, times a positive number that depends on the row."""

    @property
    def used(self) -> list[int]:
        """The sequences with positive probability."""
        return [s for s, weight in enumerate(self.plan) if weight]

    @property
    def tight(self) -> list[int]:
        """The other player's sequences that are best against this plan."""
        within, worth = {0}, self.worth
        for _, actions, parent, first in self.other.cells:
            if parent in within:
                here = range(first, first + len(actions))
                best = max(worth[first : first + len(actions)])
                within.update(s for s in here if worth[s] == best)
        return sorted(within)


def verify_strategy(
    form: CertificateForm, seat: int, strategy: CertificateStrategy, value: Fraction
) -> VerifiedPlan:
    """Return the plan of a strategy after proving that it secures the value."""
    return verify_plan(form, seat, *strategy.plan(), value)


def verify_plan(
    form: CertificateForm, seat: int, plan: list[int], below: int, value: Fraction
) -> VerifiedPlan:
    """Return a plan after proving that it secures (the second player: concedes) the value."""
    other = form.seats[1 - seat]
    if form.row_denominators is not None:
        worth, worst = _worth_by_row(form, form.row_denominators, seat, plan, below, value)
        _require_value(form, seat, worst, value)
        return VerifiedPlan(plan, below, other, worth)
    worth = form.gains(1 - seat, plan)
    for _, actions, parent, first in reversed(other.cells):  # backward induction
        worth[parent] += max(worth[first : first + len(actions)])
    worst = Fraction(-worth[0] if seat == 0 else worth[0], below * form.denominator)
    _require_value(form, seat, worst, value)
    return VerifiedPlan(plan, below, other, worth)


def _require_value(form: CertificateForm, seat: int, worst: Fraction, value: Fraction) -> None:
    """Demand that a plan secures (concedes) the value."""
    if worst != value:
        name, verb = form.seats[seat].name, "secures" if seat == 0 else "concedes"
        raise CertificateError(
            f"{quote_name(name)} {verb} {format_short(worst)}, claimed {format_short(value)}"
        )


def _worth_by_row(
    form: CertificateForm,
    denominators: list[int],
    seat: int,
    plan: list[int],
    below: int,
    value: Fraction,
) -> tuple[list[int], Fraction]:
    """Return what a plan leaves the other player, where each row has a denominator of its own.

    Against a plan of the second player row ``i`` earns its gain over ``d_i``; how much that is more
    than the value is positive, 0 or negative with integers that need no common denominator. A plan
    of the first player is divided by the denominators once.
    """
    bits = below.bit_length() + value.denominator.bit_length() + value.numerator.bit_length()
    longest = max(denominators).bit_length()
    require_short_products(len(plan) * bits * longest)
    spend(len(plan) * (1 + bits // 64) * (1 + longest // 64), "best responses")
    if seat == 0:
        pairs = []
        for weight, row_below in zip(plan[1:], denominators, strict=True):
            common = math.gcd(weight, row_below)
            pairs.append((weight // common, row_below // common))
        weights, unit = over_common_denominator(pairs)
        worth = form.gains(1, [0, *weights])
        worth[0] = max(worth[1:])
        return worth, Fraction(-worth[0], unit * below)
    gains = form.gains(0, plan)[1:]
    due, scale = value.numerator * below, value.denominator
    more = [gain * scale - due * d for gain, d in zip(gains, denominators, strict=True)]
    if not max(more):
        return [0, *more], value
    return [0, *more], max(
        Fraction(gain, d * below) for gain, d in zip(gains, denominators, strict=True)
    )


# ---------------------------------------------------------------------- uniqueness


def _check_uniqueness(certificate: ZeroSumDocument, proved: list[VerifiedPlan]) -> None:
    form, value = certificate.form, certificate.value
    regular: list[tuple[list[int], list[int], int]] = []
    for seat, evidence in enumerate(certificate.uniqueness):
        name = form.seats[seat].name
        if isinstance(evidence, NonUniquenessEvidence):
            other = verify_strategy(form, seat, evidence.another, value)
            own = proved[seat]
            if _plans_equal(own, other):
                raise CertificateError(
                    f"{quote_name(name)}'s other optimal strategy is the same one"
                )
            continue
        against = proved[1 - seat]
        if evidence.against is not None:
            against = verify_strategy(form, 1 - seat, evidence.against, value)
        tight, used, prime = against.tight, against.used, _require_prime(evidence.prime)
        if (used, tight, prime) in regular:
            continue  # the transpose of a regular system is regular
        system, width = optimality_equations(form, seat, tight, used)
        if not proves_full_rank_mod_p(system, width, prime):
            raise CertificateError(
                f"{quote_name(name)}'s strategy is not shown to be unique: "
                "the equations that every optimal strategy solves may have other solutions"
            )
        if len(system) == width:
            regular.append((tight, used, prime))


def _plans_equal(one: VerifiedPlan, two: VerifiedPlan) -> bool:
    """Tell whether two plans, each over its own denominator, are the same.

    Where they differ modulo some number they differ; only what agrees there is multiplied out.
    """
    both = list(zip(one.plan, two.plan, strict=True))
    ones, twos = one.below % _COMPARISON_PRIME, two.below % _COMPARISON_PRIME
    if any(
        (a % _COMPARISON_PRIME * twos - b % _COMPARISON_PRIME * ones) % _COMPARISON_PRIME
        for a, b in both
    ):
        return False
    return all(a * two.below == b * one.below for a, b in both)


@lru_cache
def _require_prime(number: int) -> int:
    """Return a number below 2^24 after demanding that it is prime."""
    if not all(number % k for k in range(2, math.isqrt(number) + 1)):
        raise ValueError(
            f"a claim of uniqueness gives {number} as the number to compute remainders by; "
            "it must be an odd prime below 16,777,216"
        )
    return number


def optimality_equations(
    form: CertificateForm, seat: int, tight: list[int], used: list[int]
) -> tuple[list[dict[int, int]], int]:
    """Return the equations that every optimal plan of *seat* solves, and the number of unknowns.

    It may use only *tight* sequences and must leave the opponent level over those *used*. Unknowns:
    the probabilities of the tight sequences, then the worth of the opponent's information sets that
    are reached. Where each row has a denominator of its own, the unknowns of the first player are
    its probabilities over these, and the equations of the rows are times these.
    """
    own, other = form.seats[seat], form.seats[1 - seat]
    within, spot = set(tight), {s: k for k, s in enumerate(tight[1:])}
    lines: dict[int, dict[int, int]] = {s: {} for s in used if s}
    if form.rows is not None:
        for s in lines:
            rows = form.rows
            entries = (
                [rows[t - 1][s - 1] for t in tight[1:]]
                if seat == 0
                else ([rows[s - 1][t - 1] for t in tight[1:]])
            )
            lines[s] = dict(enumerate(entries))
    else:
        for one, two, amount in form.entries:
            mine, theirs = (one, two) if seat == 0 else (two, one)
            if theirs in lines and mine in spot:
                lines[theirs][spot[mine]] = amount
    width = len(spot)
    reached = set(used)
    for _, actions, parent, first in other.cells:
        if parent in reached:
            if parent:
                lines[parent][width] = 1
            for s in range(first, first + len(actions)):
                if s in lines:
                    lines[s][width] = -form.row_denominator(1 - seat, s)
            width += 1
    system = list(lines.values())
    for _, actions, parent, first in own.cells:
        if parent in within:
            here = range(first, first + len(actions))
            row = {spot[s]: form.row_denominator(seat, s) for s in here if s in spot}
            if parent:
                row[spot[parent]] = -1
            system.append(row)
    return system, width

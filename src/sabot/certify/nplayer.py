"""Verify strategy profiles and all pure equilibria of games with any number of players.

``sabot/profile/1``: payoffs and regrets. The best response is found by backward induction over
the player's own information sets, over all its strategies; a profile is an equilibrium if and
only if no player has a regret.

``sabot/pure/1``: all pure equilibria. The payoffs of every profile of pure strategies are summed
in integers; a profile is an equilibrium if no player is paid more at another of its own pure
strategies. The list must hold exactly these.

``sabot/field-profile/1``: an equilibrium whose probabilities are elements of the number field of
one real root t (:mod:`sabot.certify.algebra.number_field`). All signs and zeros are exact.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from itertools import product
from math import prod
from operator import mul

from sabot.certify.algebra.number_field import (
    FIELD_ONE,
    FieldElement,
    RealNumberField,
    read_field_element,
    read_number_field,
)
from sabot.certify.algebra.polynomial import Poly, add, coefficient_bits, multiply
from sabot.certify.documents import require_certificate, require_digest
from sabot.certify.json_reader import (
    Json,
    JsonObject,
    describe_value,
    escape_unprintable,
    format_fraction,
    format_short,
    quote_name,
    read_fraction,
    read_integer,
    read_uniqueness_claim,
    require_keys,
    require_labels,
)
from sabot.certify.limits import (
    MOST_ALGEBRAIC_WORK,
    MOST_NPLAYER_WORK,
    MOST_PLAYERS,
    MOST_PURE_PROFILES,
    MOST_PURE_WORK,
    spend,
)
from sabot.certify.record_codec import (
    Field,
    FormEvidence,
    NamedDocument,
    SolvedDocument,
    boolean,
    list_of,
    raw,
    text,
)
from sabot.certify.sequence_form import (
    CertificateStrategy,
    PlayerSequences,
    read_player_sequences,
    read_strategy,
)
from sabot.certify.verdict import (
    ProfileVerdict,
    StrategyTable,
    Verdict,
)
from sabot.errors import CertificateError, FileError

_FORM_KEYS = frozenset({"kind", "cells", "denominator", "payoffs"})


@dataclass(frozen=True, slots=True)
class NPlayerCertificateForm:
    """A game of any number of players: information sets, and payoffs over one denominator."""

    seats: tuple[PlayerSequences, ...]
    entries: list[tuple[tuple[int, ...], tuple[int, ...]]]
    """A sequence of each player, and what each player is paid there."""
    denominator: int


@dataclass(frozen=True, slots=True)
class NPlayerDocument:
    """A profile as a file states it."""

    game: str
    form: NPlayerCertificateForm
    payoffs: tuple[Fraction, ...]
    gains: tuple[Fraction, ...]
    equilibrium: bool
    strategies: tuple[CertificateStrategy, ...]
    digest: str


def read_seat_names(data: Json) -> tuple[str, ...]:
    """Return the names of the players, none of them empty."""
    found = require_labels(data, "seats")
    if not all(found):
        raise ValueError("a seat has no name")
    if len(found) > MOST_PLAYERS:
        raise ValueError(f"there are {len(found)} seats; up to {MOST_PLAYERS} are checked")
    return tuple(found)


def read_count(data: Json, what: str) -> int:
    """Return a number of things, 0 or more."""
    if type(data) is not int or data < 0:
        raise ValueError(f"{what!r}: {str(data)[:40]} is not a whole number")
    return data


class _ProfileRecord(SolvedDocument):
    seats = Field(read_seat_names)
    payoffs = Field(raw)
    gains = Field(raw)
    strategies = Field(raw)
    unique = Field(raw)
    certificate = Field(FormEvidence)


class _NPlayerRecord(_ProfileRecord, what="a profile"):
    equilibrium = Field(boolean("whether it is an equilibrium is neither true nor false"))
    iterations = Field(partial(read_count, what="iterations"))
    ended = Field(text("why it ended"))


def _read_profile_form(record: _ProfileRecord) -> NPlayerCertificateForm:
    """Return the game of a profile of either kind; neither shows uniqueness."""
    form = read_nplayer_form(record.certificate.form, record.seats)
    unique = require_keys(record.unique, record.seats, "the uniqueness claims")
    if any(read_uniqueness_claim(unique[name]) is not None for name in record.seats):
        raise ValueError("uniqueness is claimed, and no evidence of it is known here; write null")
    return form


def read_nplayer(document: JsonObject) -> NPlayerDocument:
    """Return what a ``sabot/profile/1`` claims and shows."""
    require_certificate(document)
    digest = require_digest(document, "profile")
    found = _NPlayerRecord(document)
    form = _read_profile_form(found)
    tables = require_keys(found.strategies, found.seats, "the strategies")
    return NPlayerDocument(
        found.game,
        form,
        read_fractions(found.payoffs, "payoffs", len(found.seats)),
        read_fractions(found.gains, "gains", len(found.seats)),
        found.equilibrium,
        tuple(read_strategy(seat, tables[seat.name], {}) for seat in form.seats),
        digest,
    )


def read_nplayer_form(data: Json, names: tuple[str, ...]) -> NPlayerCertificateForm:
    """Return the game in a file."""
    if not isinstance(data, Mapping):
        raise ValueError("the form is not an object")
    if data.get("kind") != "seats":
        raise ValueError(f"form kind {describe_value(data.get('kind'))} is not known")
    require_keys(data, _FORM_KEYS, "a form for many seats")
    cells = require_keys(data["cells"], names, "the cells of all seats")
    seats = tuple(read_player_sequences(name, cells[name]) for name in names)
    denominator = read_integer(data["denominator"])
    if denominator <= 0:
        raise ValueError("the form's denominator is not positive")
    return NPlayerCertificateForm(seats, _read_entries(data["payoffs"], seats), denominator)


def _read_entries(
    data: Json, seats: tuple[PlayerSequences, ...]
) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Return what is paid at choices of a sequence of each player, each choice once."""
    wide = len(seats)
    if type(data) is not list or any(type(row) is not list or len(row) != 2 * wide for row in data):
        raise ValueError(f"the payoffs are not a list of {wide} sequences and {wide} amounts each")
    found = []
    for row in data:
        spot = tuple(row[:wide])
        if set(map(type, spot)) != {int}:
            raise ValueError("a payoff names its sequences by whole numbers")
        if any(not 0 <= s < seat.count for s, seat in zip(spot, seats, strict=True)):
            raise ValueError("a payoff names a sequence that is not there")
        found.append((spot, tuple(map(read_integer, row[wide:]))))
    if len({spot for spot, _ in found}) != len(found):
        # the sum would count for one reader, the last for another
        raise ValueError("two payoffs are given for the same sequences")
    return found


def read_fractions(data: Json, what: str, count: int) -> tuple[Fraction, ...]:
    """Return one number for each player."""
    if type(data) is not list or len(data) != count:
        raise ValueError(f"the {what} are not a list of one number for each seat")
    return tuple(map(read_fraction, data))


RealizationPlan = tuple[list[int], int]
"""The probability of each sequence, as integers over one denominator."""


@dataclass(frozen=True)
class NPlayerVerdict(ProfileVerdict):
    """A profile of a finite game: its gains are exact."""

    source: NPlayerDocument = field(repr=False)
    """All that was read, typed; every claim in it was checked."""

    @property
    def kind(self) -> str:
        """``seats``."""
        return "seats"

    @property
    def form(self) -> NPlayerCertificateForm:
        """The game."""
        return self.source.form

    @property
    def strategies(self) -> Mapping[str, StrategyTable]:
        """By player, information set and action: the probabilities."""
        return {one.seat.name: one.table for one in self.source.strategies}

    @property
    def words(self) -> str:
        """Whether it is an equilibrium; the lines below say what each player gains."""
        if any(self.gains):
            most = format_short(max(self.gains))
            return f"proved: not an equilibrium; no seat gains more than {most}"
        return "proved: an equilibrium"

    def gained(self, gain: Fraction) -> str:
        """Return a gain, as it is."""
        return format_short(gain)


def verify_nplayer(document: NPlayerDocument) -> NPlayerVerdict:
    """Return what a profile says; raise CertificateError unless all of it is so."""
    plans = [strategy.plan() for strategy in document.strategies]
    require_short_plans(document.form, plans)
    for number, seat in enumerate(document.form.seats):
        paid, gain = payoff_and_regret(document.form, number, plans)
        for what, found, claimed in (
            ("is paid", paid, document.payoffs[number]),
            ("could gain", gain, document.gains[number]),
        ):
            if found != claimed:
                said = f"{what} {format_short(found)}, claimed {format_short(claimed)}"
                raise CertificateError(f"{quote_name(seat.name)} {said}")
    if document.equilibrium == any(document.gains):
        claimed_so = "is called" if document.equilibrium else "is not called"
        raise CertificateError(f"the profile {claimed_so} an equilibrium, against its gains")
    names = tuple(seat.name for seat in document.form.seats)
    return NPlayerVerdict(
        document.game, names, document.digest, document.payoffs, document.gains, source=document
    )


def require_short_plans(form: NPlayerCertificateForm, plans: list[RealizationPlan]) -> None:
    """Refuse plans whose numbers are too long to be multiplied at every payoff."""
    bits = sum(below.bit_length() for _, below in plans)
    work = len(form.entries) * len(plans) ** 2 * (bits // 64 + 1) ** 2
    if work > MOST_NPLAYER_WORK:
        raise FileError("the chances of the strategies are too long to be multiplied out")
    spend(work // 20, "profiles")


def payoff_and_regret(
    form: NPlayerCertificateForm, number: int, plans: list[RealizationPlan]
) -> tuple[Fraction, Fraction]:
    """Return what a player is paid, and what its best response to the others would earn it more."""
    own, below = plans[number]
    worth = [0] * form.seats[number].count
    others = [(k, plan) for k, (plan, _) in enumerate(plans) if k != number]
    for spot, amounts in form.entries:
        amount = amounts[number]
        for k, plan in others:
            if not amount:
                break
            amount *= plan[spot[k]]
        worth[spot[number]] += amount
    unit = form.denominator
    for k, (_, other) in enumerate(plans):
        unit *= other if k != number else 1
    paid = Fraction(sum(map(mul, own, worth)), below * unit)
    for _, actions, parent, first in reversed(form.seats[number].cells):
        worth[parent] += max(worth[first : first + len(actions)])
    return paid, Fraction(worth[0], unit) - paid


PurePlanBits = int
"""The sequences of a pure strategy, a bit each: that of nothing yet, and those of its choices."""


@dataclass(frozen=True, slots=True)
class ListedPureEquilibrium:
    """One equilibrium as a file states it."""

    plans: tuple[PurePlanBits, ...]
    payoffs: tuple[Fraction, ...]


@dataclass(frozen=True, slots=True)
class PureNashDocument:
    """A list of pure equilibria as a file states it."""

    game: str
    form: NPlayerCertificateForm
    sizes: tuple[int, ...]
    equilibria: tuple[ListedPureEquilibrium, ...]
    digest: str


class _PureNashRecord(NamedDocument, what="a list of pure equilibria"):
    kind = Field(raw)
    seats = Field(read_seat_names)
    strategies = Field(
        list_of(partial(read_count, what="strategies"), "strategies and equilibria are lists")
    )
    profiles = Field(partial(read_count, what="profiles"))
    count = Field(partial(read_count, what="count"))
    equilibria = Field(list_of(raw, "strategies and equilibria are lists"))
    certificate = Field(FormEvidence)


def read_pure_nash(document: JsonObject) -> PureNashDocument:
    """Return what a ``sabot/pure/1`` claims and shows."""
    require_certificate(document)
    digest = require_digest(document, "list")
    found = _PureNashRecord(document)
    if found.kind != "pure":
        raise ValueError("the kind of the equilibria is not 'pure'")
    form, sizes = read_nplayer_form(found.certificate.form, found.seats), found.strategies
    if len(sizes) != len(found.seats):
        raise ValueError("the strategies are not a list of one number for each seat")
    if max(sizes) > MOST_PURE_PROFILES:  # before they are multiplied
        raise _too_many_profiles_error()
    listed = tuple(_read_pure_equilibrium(one, form) for one in found.equilibria)
    claims = ("profiles", found.profiles, prod(sizes)), ("count", found.count, len(listed))
    for key, claimed, number in claims:
        if claimed != number:
            raise CertificateError(f"{key!r} is {claimed}, and by the list it is {number}")
    return PureNashDocument(found.game, form, sizes, listed, digest)


def _read_pure_equilibrium(data: Json, form: NPlayerCertificateForm) -> ListedPureEquilibrium:
    found = require_keys(data, {"strategies", "payoffs"}, "an equilibrium")
    names = [seat.name for seat in form.seats]
    tables = require_keys(found["strategies"], names, "the strategies of an equilibrium")
    plans = tuple(read_pure_plan(seat, tables[seat.name]) for seat in form.seats)
    return ListedPureEquilibrium(plans, read_fractions(found["payoffs"], "payoffs", len(names)))


def read_pure_plan(seat: PlayerSequences, table: Json) -> PurePlanBits:
    """Return the sequences of a pure strategy: one action at each information set it reaches."""
    called = quote_name(seat.name)
    if not isinstance(table, Mapping):
        raise ValueError(f"a strategy of {called} is not an object")
    used, met = {0}, 0
    for view, actions, parent, first in seat.cells:
        if parent not in used:
            continue
        if view not in table:
            raise ValueError(f"a strategy of {called} says nothing at {view[:40]!r}")
        mix = table[view]
        if not isinstance(mix, Mapping) or list(mix.values()) != ["1"]:
            raise ValueError(f"{called} at {view[:40]!r}: not one action with chance 1")
        (action,) = mix
        if action not in actions:
            raise ValueError(f"{called} at {view[:40]!r}: there is no action {str(action)[:40]!r}")
        used.add(first + actions.index(action))
        met += 1
    if met != len(table):
        raise ValueError(f"a strategy of {called} names views that it does not reach")
    return _sequence_bits(used, seat.count)


def _sequence_bits(used: Iterable[int], count: int) -> PurePlanBits:
    """Return sequences, of so many, as bits of one number: a long one is made in one go."""
    found = bytearray(count // 8 + 1)
    for s in used:
        found[s // 8] |= 1 << s % 8
    return int.from_bytes(found, "little")


# ---------------------------------------------------------------------- all profiles


@dataclass(frozen=True)
class PureNashVerdict(Verdict):
    """All pure equilibria of a finite game; nothing is said of mixed ones."""

    source: PureNashDocument = field(repr=False)

    @property
    def kind(self) -> str:
        """``pure``."""
        return "pure"

    @property
    def value(self) -> list[str]:
        """What the players are paid, equilibrium by equilibrium."""
        return [", ".join(map(format_fraction, one.payoffs)) for one in self.source.equilibria]

    @property
    def form(self) -> NPlayerCertificateForm:
        """The game."""
        return self.source.form

    @property
    def words(self) -> str:
        """How many there are."""
        count = len(self.source.equilibria)
        noun = "1 pure equilibrium" if count == 1 else f"{count:,} pure equilibria"
        return f"proved: {noun if count else 'no pure equilibrium'}" + ", all there are" * bool(
            count
        )

    @property
    def lines(self) -> tuple[str, ...]:
        """How many strategies each player has; every profile of them was looked at."""
        sizes = zip(self.seats, self.source.sizes, strict=True)
        said = ", ".join(f"{escape_unprintable(quote_name(seat))} {size:,}" for seat, size in sizes)
        return (f"pure strategies, every profile of which was looked at: {said}",)


def verify_pure_nash(document: PureNashDocument) -> PureNashVerdict:
    """Return what a list says; raise CertificateError unless all of it is so."""
    sizes = tuple(map(count_pure_strategies, document.form.seats))
    require_few_profiles(document.form, sizes)
    if document.sizes != sizes:
        raise CertificateError(
            f"the seats have {_format_sizes(sizes)} pure strategies, "
            f"claimed {_format_sizes(document.sizes)}"
        )
    plans = [list(iterate_pure_plans(seat)) for seat in document.form.seats]
    paid = profile_payoffs(document.form, plans, sizes)
    stable = _equilibrium_flags(paid, sizes)
    place = [{plan: number for number, plan in enumerate(own)} for own in plans]
    seen: set[int] = set()
    for number, one in enumerate(document.equilibria, 1):
        spot = 0
        for numbers, plan, size in zip(place, one.plans, sizes, strict=True):
            spot = spot * size + numbers[plan]
        if spot in seen:
            raise CertificateError(f"equilibrium {number} is in the list twice")
        seen.add(spot)
        if not stable[spot]:
            raise CertificateError(
                f"equilibrium {number} is not one: a seat gains by another strategy"
            )
        _require_payoffs(document.form, number, one, [table[spot] for table in paid])
    if missing := sum(stable) - len(seen):
        raise CertificateError(
            f"the list is not complete: {missing} more pure equilibria are there"
        )
    names = tuple(seat.name for seat in document.form.seats)
    return PureNashVerdict(document.game, names, document.digest, source=document)


def _format_sizes(sizes: tuple[int, ...]) -> str:
    return " x ".join(map(str, sizes))[:100]


def _require_payoffs(
    form: NPlayerCertificateForm, number: int, one: ListedPureEquilibrium, amounts: list[int]
) -> None:
    for seat, claimed, amount in zip(form.seats, one.payoffs, amounts, strict=True):
        found = Fraction(amount, form.denominator)
        if found != claimed:
            said = f"is paid {format_short(found)}, claimed {format_short(claimed)}"
            raise CertificateError(f"equilibrium {number}: {quote_name(seat.name)} {said}")


def count_pure_strategies(seat: PlayerSequences) -> int:
    """Return how many pure strategies a player has, without building them."""
    ways = [1] * seat.count
    for _, actions, parent, first in reversed(seat.cells):
        here = sum(ways[first : first + len(actions)])
        ways[parent] = min(ways[parent] * here, MOST_PURE_PROFILES + 1)  # beyond, just more
    return ways[0]


def iterate_pure_plans(seat: PlayerSequences) -> Iterator[PurePlanBits]:
    """Yield every pure strategy of a player."""
    found: list[PurePlanBits] = [1]
    for _, actions, parent, first in seat.cells:  # each follows an earlier sequence
        grown = []
        for plan in found:
            if plan >> parent & 1:
                grown += [plan | 1 << first + action for action in range(len(actions))]
            else:
                grown.append(plan)
        found = grown
    yield from found


def require_few_profiles(form: NPlayerCertificateForm, sizes: tuple[int, ...]) -> None:
    """Refuse a game with more profiles than are gone through in some seconds."""
    if prod(sizes) > MOST_PURE_PROFILES:
        raise _too_many_profiles_error()
    written = grown = 0
    for seat, size in zip(form.seats, sizes, strict=True):
        written += size * seat.count
        grown += size * len(seat.cells) * (seat.count // 64)  # copied once per information set
    if written > MOST_PURE_WORK or grown > MOST_PURE_WORK:
        raise FileError("the pure strategies are too long to be written out")


def _too_many_profiles_error() -> FileError:
    return FileError(
        "there are too many profiles of pure strategies; up to "
        f"{MOST_PURE_PROFILES:,} are gone through"
    )


def profile_payoffs(
    form: NPlayerCertificateForm, plans: list[list[PurePlanBits]], sizes: tuple[int, ...]
) -> list[list[int]]:
    """Return each player's payoffs by profile, the last player's strategies changing first."""
    steps = [prod(sizes[k + 1 :]) for k in range(len(sizes))]
    using = []
    for seat, own, step in zip(form.seats, plans, steps, strict=True):
        spots = [(n * step, plan) for n, plan in enumerate(own)]
        using.append([[n for n, plan in spots if plan >> s & 1] for s in range(seat.count)])
    _require_short_payoff_sums(form, using)
    tables = [[0] * prod(sizes) for _ in sizes]
    for spot, amounts in form.entries:
        live = [(table, amount) for table, amount in zip(tables, amounts, strict=True) if amount]
        for places in product(*(own[s] for own, s in zip(using, spot, strict=True))):
            at = sum(places)
            for table, amount in live:
                table[at] += amount
    return tables


def _require_short_payoff_sums(form: NPlayerCertificateForm, using: list[list[list[int]]]) -> None:
    work = 0
    for spot, amounts in form.entries:
        words = max(amount.bit_length() for amount in amounts) // 64 + 1
        work += words * len(amounts) * prod(len(own[s]) for own, s in zip(using, spot, strict=True))
    if work > MOST_PURE_WORK:
        raise FileError("the payoffs of the profiles are too many to be added up")
    spend(10 * work, "pure profiles")


def _equilibrium_flags(paid: list[list[int]], sizes: tuple[int, ...]) -> bytearray:
    """Return by profile whether no player is paid more at another of its own strategies."""
    count = prod(sizes)
    stable = bytearray([1]) * count
    step = count
    for table, size in zip(paid, sizes, strict=True):
        whole, step = step, step // size
        for block in range(0, count, whole):
            for start in range(block, block + step):
                line = table[start : start + whole : step]
                most = max(line)
                for number, amount in enumerate(line):
                    if amount < most:
                        stable[start + number * step] = 0
    return stable


_MOST_PRINTED_DEGREE = 16
"""Of a polynomial that is printed and not only in the file."""
AlgebraicPlan = tuple[list[Poly], int, int]
"""The probability of each sequence: polynomials in t over one integer and one power of d."""


@dataclass(frozen=True, slots=True)
class AlgebraicNashDocument:
    """An equilibrium in the field of a root as a file states it."""

    game: str
    form: NPlayerCertificateForm
    field: RealNumberField
    payoffs: tuple[FieldElement, ...]
    written: tuple[str, ...]
    """The payoffs as the file writes them."""
    chances: tuple[list[FieldElement], ...]
    """By player and sequence, where it is chosen; that of the empty one is 1."""
    digest: str


class _AlgebraicNashRecord(_ProfileRecord, what="a profile in a field"):
    equilibrium = Field(raw)
    root = Field(read_number_field)


def read_algebraic_nash(document: JsonObject) -> AlgebraicNashDocument:
    """Return what a ``sabot/field-profile/1`` claims and shows."""
    require_certificate(document)
    digest = require_digest(document, "profile")
    found = _AlgebraicNashRecord(document)
    form = _read_profile_form(found)
    if found.equilibrium is not True or found.gains != ["0"] * len(found.seats):
        raise ValueError("a profile in a field is an equilibrium: all gains are '0'")
    paid = found.payoffs
    if type(paid) is not list or len(paid) != len(found.seats):
        raise ValueError("the payoffs are not a list of one number for each seat")
    tables = require_keys(found.strategies, found.seats, "the strategies")
    known: dict[tuple[Json, ...], list[FieldElement]] = {}
    return AlgebraicNashDocument(
        found.game,
        form,
        found.root,
        tuple(read_field_element(amount, found.root) for amount in paid),
        tuple(paid),
        tuple(
            read_algebraic_strategy(seat, tables[seat.name], found.root, known)
            for seat in form.seats
        ),
        digest,
    )


def read_algebraic_strategy(
    seat: PlayerSequences,
    data: Json,
    field: RealNumberField,
    known: dict[tuple[Json, ...], list[FieldElement]],
) -> list[FieldElement]:
    """Return a player's probabilities by sequence; an action that is left out has probability 0."""
    if not isinstance(data, Mapping) or data.keys() != seat.views:
        raise ValueError(
            f"{quote_name(seat.name)}'s strategy does not answer exactly its own views"
        )
    found = [FIELD_ONE]
    for view, actions, _, _ in seat.cells:
        mix = data[view]
        if not isinstance(mix, dict) or not mix.keys() <= set(actions):
            raise ValueError(f"{quote_name(seat.name)} at {view[:40]!r}: not a mix of its actions")
        texts = tuple(mix.get(action, "0") for action in actions)
        if set(map(type, texts)) != {str}:
            raise ValueError(f"{quote_name(seat.name)} at {view[:40]!r}: a chance is no text")
        if texts not in known:
            known[texts] = [read_field_element(chance, field) for chance in texts]
        found += known[texts]
    return found


# ---------------------------------------------------------------------- the check


@dataclass(frozen=True)
class AlgebraicNashVerdict(Verdict):
    """An equilibrium whose probabilities are numbers of one field: all gains are exactly 0."""

    about: tuple[str, ...]
    """What each player is paid, to some digits."""
    source: AlgebraicNashDocument = field(repr=False)

    @property
    def kind(self) -> str:
        """``field``."""
        return "field"

    @property
    def value(self) -> list[str]:
        """What the players are paid: fractions, and sums in t."""
        return list(self.source.written)

    @property
    def form(self) -> NPlayerCertificateForm:
        """The game."""
        return self.source.form

    @property
    def words(self) -> str:
        """That it is an equilibrium, and in which numbers."""
        return "proved: an equilibrium, its chances numbers with a root t"

    @property
    def lines(self) -> tuple[str, ...]:
        """What each player is paid, and what t is."""
        root = self.source.field.point
        ends = f"{format_short(root.low)} and {format_short(root.high)}"
        degree = len(root.root_of) - 1
        of = _polynomial_text(root.root_of)
        if degree > _MOST_PRINTED_DEGREE:
            of = f"a polynomial of degree {degree}"
        paid = zip(self.seats, self.about, strict=True)
        return (
            *(
                f"{escape_unprintable(quote_name(seat))} is paid about {amount}, "
                "and could gain nothing by any other strategy"
                for seat, amount in paid
            ),
            f"t is the root of {of} between {ends}, about {root.about}",
        )


def _polynomial_text(polynomial: Sequence[int]) -> str:
    """Return a polynomial in t for a message, highest power first.

    >>> _polynomial_text([-120, 129, 0, -1])
    '-t^3 + 129 t - 120'
    """
    terms = []
    for power, c in reversed([*enumerate(polynomial)]):
        if c:
            letter = "" if not power else "t" if power == 1 else f"t^{power}"
            size = "" if abs(c) == 1 and power else format_short(Fraction(abs(c)))
            terms.append(f"{'-' if c < 0 else '+'} {' '.join(filter(None, (size, letter)))}")
    return " ".join(terms).removeprefix("+ ").replace("- ", "-", terms[0][0] == "-")


def verify_algebraic_nash(document: AlgebraicNashDocument) -> AlgebraicNashVerdict:
    """Return what a profile in a field says; raise CertificateError unless all of it is so."""
    field, form = document.field, document.form
    for seat, chances in zip(form.seats, document.chances, strict=True):
        require_mixed_actions(field, seat, chances)
    plans = [
        algebraic_plan(field, seat, chances)
        for seat, chances in zip(form.seats, document.chances, strict=True)
    ]
    require_short_algebraic_plans(form, plans)
    for number, claimed in enumerate(document.payoffs):
        require_best_response(field, form, number, plans, claimed)
    names = tuple(seat.name for seat in form.seats)
    about = tuple(map(field.about, document.payoffs))
    return AlgebraicNashVerdict(document.game, names, document.digest, about, source=document)


def require_mixed_actions(
    field: RealNumberField, seat: PlayerSequences, chances: Sequence[FieldElement]
) -> None:
    """Demand that the probabilities at each information set are not negative and together 1."""
    fair: set[tuple[int, ...]] = set()
    for view, actions, _, first in seat.cells:
        mix = chances[first : first + len(actions)]
        same = tuple(map(id, mix))  # equal texts were read once
        if same in fair:
            continue
        fair.add(same)
        shares, below, power = field.shared(mix)
        total = field.times_power_of_d([-below], power)
        for share in shares:
            total = add(total, share)
        if any(field.sign(share) < 0 for share in shares) or not field.zero(total):
            raise CertificateError(
                f"{quote_name(seat.name)}'s chances at {view[:40]!r} do not make a mix"
            )


def algebraic_plan(
    field: RealNumberField, seat: PlayerSequences, chances: Sequence[FieldElement]
) -> AlgebraicPlan:
    """Return the probability of each sequence."""
    found: list[FieldElement] = [FIELD_ONE] * seat.count
    for _, actions, parent, first in seat.cells:
        for spot in range(first, first + len(actions)):
            if found[parent] == FIELD_ONE:
                found[spot] = chances[spot]
            elif chances[spot] == FIELD_ONE:
                found[spot] = found[parent]
            else:
                found[spot] = field.times(found[parent], chances[spot])
    return field.shared(found)


def require_short_algebraic_plans(
    form: NPlayerCertificateForm, plans: Sequence[AlgebraicPlan]
) -> None:
    """Refuse plans whose numbers are too long to be multiplied at every payoff."""
    longest = max(c.bit_length() for plan, below, _ in plans for top in plan for c in (below, *top))
    terms, words = max(len(top) for plan, _, _ in plans for top in plan), longest // 64 + 1
    # the product of k plans has k times the terms and k times the words of one
    products = sum(k * terms**2 * (50 + k * words**2) for k in range(1, len(plans) + 1))
    work = len(form.entries) * len(plans) * products
    if work > MOST_ALGEBRAIC_WORK:
        raise FileError("the chances of the strategies are too long to be multiplied out")


def require_best_response(
    field: RealNumberField,
    form: NPlayerCertificateForm,
    number: int,
    plans: Sequence[AlgebraicPlan],
    claimed: FieldElement,
) -> None:
    """Demand that a player has the claimed payoff, and that no other strategy earns it more."""
    seat, (own, below, power) = form.seats[number], plans[number]
    worth = _sequence_values(form, number, plans)
    unit, others = form.denominator, 0
    for k, (_, under, divided) in enumerate(plans):
        if k != number:
            unit, others = unit * under, others + divided
    total: Poly = []
    for weight, earned in zip(own, worth, strict=True):
        _spend_product(weight, earned)
        total = add(total, multiply(weight, earned))
    paid = FieldElement(total, below * unit, power + others)
    (one, two), _, _ = field.shared([paid, claimed])
    if not field.zero(add(one, two, -1)):
        found, said = field.about(paid), field.about(claimed)
        raise CertificateError(
            f"{quote_name(seat.name)} is paid about {found}, "
            f"and not just what is claimed, about {said}"
        )
    for _, actions, parent, first in reversed(seat.cells):
        best = worth[first]
        for other in worth[first + 1 : first + len(actions)]:
            if field.sign(add(other, best, -1)) > 0:
                best = other
        worth[parent] = add(worth[parent], best)
    (most, got), under, divided = field.shared([FieldElement(worth[0], unit, others), paid])
    gain = add(most, got, -1)
    if not field.zero(gain):
        more = field.about(FieldElement(gain, under, divided))
        raise CertificateError(f"{quote_name(seat.name)} could gain about {more}, claimed 0")


def _sequence_values(
    form: NPlayerCertificateForm, number: int, plans: Sequence[AlgebraicPlan]
) -> list[Poly]:
    """Return what each sequence of a player earns by itself against the others' plans.

    The payoffs are averaged over the sequences of one other player after the other.
    """
    left: dict[tuple[int, ...], Poly] = {
        spot: [amounts[number]] for spot, amounts in form.entries if amounts[number]
    }
    for k in reversed(range(len(plans))):
        if k == number:
            continue
        plan, before, left = plans[k][0], left, {}
        for spot, paid in before.items():
            s, rest = spot[k], (*spot[:k], *spot[k + 1 :])
            _spend_product(paid, plan[s])
            left[rest] = add(left.get(rest, []), multiply(paid, plan[s]))
    found: list[Poly] = [[] for _ in range(form.seats[number].count)]
    for (own,), paid in left.items():
        found[own] = paid
    return found


def _spend_product(one: Poly, two: Poly) -> None:
    """Count the steps of a product of two polynomials."""
    words = (coefficient_bits(one) // 64 + 1) * (coefficient_bits(two) // 64 + 1)
    spend(4 + len(one) * len(two) * (2 + words // 50), "profiles")

"""Verify correlated and coarse correlated equilibria: ``sabot/correlated/1``.

The payoffs of every profile of pure strategies are summed in integers. A distribution of profiles
is an equilibrium if no deviation of a player gains. That an equilibrium is the best for an
objective is shown by weak duality: multipliers that are not negative, one for each deviation, with
which the objective at every profile is at most the claimed value plus the gains of the deviations
there, each times its multiplier. In an equilibrium no gain is positive on average, so the objective
is at most that value. The vertices are found again by the double description method. What gains
against a given device is recomputed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise
from math import gcd, lcm, prod

from sabot.certify.documents import require_certificate, require_digest
from sabot.certify.double_description import EnumerationMeter, extreme_rays
from sabot.certify.json_reader import (
    Json,
    JsonObject,
    escape_unprintable,
    format_fraction,
    format_short,
    quote_name,
    read_fraction,
    require_keys,
)
from sabot.certify.limits import MOST_CORRELATED_BITS, MOST_CORRELATED_WORK, WorkMeter, spend
from sabot.certify.nplayer import (
    NPlayerCertificateForm,
    count_pure_strategies,
    profile_payoffs,
    read_fractions,
    read_nplayer_form,
    read_pure_plan,
    read_seat_names,
    require_few_profiles,
)
from sabot.certify.record_codec import (
    Field,
    FormEvidence,
    Record,
    SolvedDocument,
    boolean,
    list_of,
    nullable,
    one_of,
    raw,
)
from sabot.certify.verdict import Verdict
from sabot.errors import CertificateError, FileError

Place = int
"""The number of a profile: the strategies of the last player change first."""
Deviation = tuple[int, ...]
"""The player, the recommended strategy (not in coarse equilibria), and the one it plays."""


@dataclass(frozen=True, slots=True)
class ListedDistribution:
    """Probabilities of profiles: integers over one denominator, none of them 0."""

    weights: Mapping[Place, int]
    denominator: int
    payoffs: tuple[Fraction, ...]


@dataclass(frozen=True, slots=True)
class ListedExtreme:
    """The equilibrium that is claimed to be best or worst, and the multipliers that show it."""

    objective: int | None
    greatest: bool
    value: Fraction
    device: ListedDistribution
    multipliers: Mapping[Deviation, int]
    denominator: int
    """Of the multipliers."""


@dataclass(frozen=True, slots=True)
class ListedDevice:
    """A device that was given: whether it is an equilibrium, and what gains against it."""

    device: ListedDistribution
    equilibrium: bool
    deviations: tuple[tuple[Deviation, Fraction], ...]


@dataclass(frozen=True, slots=True)
class CorrelatedDocument:
    """Correlated equilibria as a file states them."""

    game: str
    seats: tuple[str, ...]
    coarse: bool
    form: NPlayerCertificateForm
    plans: tuple[list[int], ...]
    """All pure strategies of each player, as the file numbers them."""
    optimum: Fraction
    extremes: tuple[ListedExtreme, ...]
    prices: tuple[Fraction | None, Fraction | None]
    """Of anarchy and of stability."""
    vertices: tuple[ListedDistribution, ...] | None
    device: ListedDevice | None
    digest: str

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many pure strategies each player has."""
        return tuple(map(len, self.plans))


class _EvidenceRecord(FormEvidence, what="the certificate"):
    multipliers = Field(list_of(raw, "the multipliers are not a list"))


class _CorrelatedRecord(SolvedDocument, what="correlated equilibria"):
    seats = Field(read_seat_names)
    concept = Field(
        one_of(
            {"correlated": False, "coarse correlated": True},
            "the concept is neither 'correlated' nor 'coarse correlated'",
        )
    )
    pure_strategies = Field(raw)
    optimum = Field(read_fraction)
    extremes = Field(list_of(raw, "the extremes are not a list"))
    price_of_anarchy = Field(nullable(read_fraction))
    price_of_stability = Field(nullable(read_fraction))
    vertices = Field(nullable(list_of(raw, "the vertices are not a list")))
    device = Field(raw)
    certificate = Field(_EvidenceRecord)


class _VertexRecord(Record, what="a vertex"):
    distribution = Field(raw)
    payoffs = Field(raw)


class _ExtremeRecord(_VertexRecord, what="an extreme"):
    objective = Field(raw)
    extreme = Field(
        one_of({"greatest": True, "least": False}, "an extreme is neither greatest nor least")
    )
    value = Field(read_fraction)


class _DeviceRecord(_VertexRecord, what="the device"):
    equilibrium = Field(boolean("whether the device is an equilibrium is not said"))
    deviations = Field(raw)


def read_correlated(document: JsonObject) -> CorrelatedDocument:
    """Return what a ``sabot/correlated/1`` claims and shows."""
    require_certificate(document)
    digest = require_digest(document, "file")
    found = _CorrelatedRecord(document)
    shown = found.certificate
    form = read_nplayer_form(shown.form, found.seats)
    require_few_profiles(form, tuple(map(count_pure_strategies, form.seats)))
    plans = read_pure_strategies(found.pure_strategies, form)
    reader = _DistributionReader(tuple(map(len, plans)), found.concept)
    if len(shown.multipliers) != len(found.extremes):
        raise ValueError("the multipliers are not a list of one list for each extreme")
    return CorrelatedDocument(
        found.game,
        found.seats,
        found.concept,
        form,
        plans,
        found.optimum,
        _read_extremes(found.extremes, shown.multipliers, found.seats, reader),
        (found.price_of_anarchy, found.price_of_stability),
        None if found.vertices is None else tuple(map(reader.vertex, found.vertices)),
        None if found.device is None else reader.device(found.device),
        digest,
    )


def read_pure_strategies(data: Json, form: NPlayerCertificateForm) -> tuple[list[int], ...]:
    """Return the pure strategies of each player, all of them, in the order of the file."""
    names = [seat.name for seat in form.seats]
    tables = require_keys(data, names, "the pure strategies")
    found = []
    for seat in form.seats:
        listed = tables[seat.name]
        if type(listed) is not list or not all(isinstance(one, Mapping) for one in listed):
            raise ValueError("the pure strategies of a seat are not a list of objects")
        certain = ({view: {action: "1"} for view, action in one.items()} for one in listed)
        plans = [read_pure_plan(seat, one) for one in certain]
        count = count_pure_strategies(seat)
        if len(plans) != count or len(set(plans)) != count:
            raise ValueError(
                f"{quote_name(seat.name)} has {count:,} pure strategies, and the file does not "
                "list just these"
            )
        found.append(plans)
    return tuple(found)


def _read_extremes(
    listed: Sequence[Json],
    multipliers: Sequence[Json],
    seats: tuple[str, ...],
    reader: _DistributionReader,
) -> tuple[ListedExtreme, ...]:
    found = []
    for data, shown in zip(listed, multipliers, strict=True):
        one = _ExtremeRecord(data)
        if one.objective is not None and one.objective not in seats:
            raise ValueError("an objective is neither a seat nor null")
        at = None if one.objective is None else seats.index(str(one.objective))
        rows = reader.deviations(shown)
        amounts = [amount for _, amount in rows]
        if any(amount <= 0 for amount in amounts):
            raise ValueError("a multiplier is not positive")
        tops, below = over_one_denominator(amounts)
        pairs = zip((deviation for deviation, _ in rows), tops, strict=True)
        device = reader.distribution(one)
        found.append(ListedExtreme(at, one.extreme, one.value, device, dict(pairs), below))
    if len({(one.objective, one.greatest) for one in found}) != len(found):
        raise ValueError("an extreme is listed twice")
    return tuple(found)


def over_one_denominator(numbers: Sequence[Fraction]) -> tuple[list[int], int]:
    """Return numbers as integers over one denominator; refuse one that is too long."""
    below = 1
    for number in numbers:
        below = lcm(below, number.denominator)
        spend(below.bit_length() // 64 + 1, "common denominators")
        if below.bit_length() > MOST_CORRELATED_BITS:
            raise FileError("the numbers have a common denominator that is too long")
    return [number.numerator * (below // number.denominator) for number in numbers], below


class _DistributionReader:
    """Reads distributions and deviations of a game with so many pure strategies per player."""

    def __init__(self, sizes: tuple[int, ...], coarse: bool) -> None:
        self.sizes = sizes
        self.ranges = "player, strategy" if coarse else "player, recommendation, strategy"
        self.width = 2 if coarse else 3

    def distribution(self, one: _VertexRecord) -> ListedDistribution:
        """Return the probabilities of a record, and the payoffs that it claims."""
        rows = one.distribution
        if type(rows) is not list:
            raise ValueError("a distribution is not a list")
        spots = [self._profile(row) for row in rows]
        places = [_place(spot, self.sizes) for spot in spots]
        if any(here >= there for here, there in pairwise(places)):
            raise ValueError("the profiles of a distribution are not in order, each once")
        tops, below = over_one_denominator([read_fraction(row[-1]) for row in rows])
        if any(top <= 0 for top in tops) or sum(tops) != below:
            raise ValueError(
                "the probabilities of a distribution are not positive, or do not sum to 1"
            )
        payoffs = read_fractions(one.payoffs, "payoffs", len(self.sizes))
        return ListedDistribution(dict(zip(places, tops, strict=True)), below, payoffs)

    def vertex(self, data: Json) -> ListedDistribution:
        """Return a vertex."""
        return self.distribution(_VertexRecord(data))

    def device(self, data: Json) -> ListedDevice:
        """Return a device with what gains against it."""
        one = _DeviceRecord(data)
        return ListedDevice(
            self.distribution(one), one.equilibrium, tuple(self.deviations(one.deviations))
        )

    def _profile(self, row: Json) -> tuple[int, ...]:
        if type(row) is not list or len(row) != len(self.sizes) + 1:
            raise ValueError("a profile is not a strategy of each seat and a probability")
        spot = tuple(row[:-1])
        pairs = zip(spot, self.sizes, strict=True)
        if any(type(n) is not int or not 0 <= n < size for n, size in pairs):
            raise ValueError("a profile names a strategy that is not there")
        return spot

    def deviations(self, data: Json) -> list[tuple[Deviation, Fraction]]:
        """Return deviations, each with an amount."""
        if type(data) is not list:
            raise ValueError("the deviations or multipliers are not a list")
        found = [self._deviation(row) for row in data]
        if len({deviation for deviation, _ in found}) != len(found):
            raise ValueError("a deviation is listed twice")
        return found

    def _deviation(self, row: Json) -> tuple[Deviation, Fraction]:
        if type(row) is not list or len(row) != self.width + 1:
            raise ValueError(f"a deviation is not a list of {self.ranges} and an amount")
        if set(map(type, row[:-1])) != {int} or not 0 <= row[0] < len(self.sizes):
            raise ValueError("a deviation names a player that is not there")
        seat, *moves = row[:-1]
        if any(not 0 <= n < self.sizes[seat] for n in moves) or len(set(moves)) != len(moves):
            raise ValueError("a deviation names a strategy that is not there")
        return (seat, *moves), read_fraction(row[-1])


def _place(spot: Sequence[int], sizes: Sequence[int]) -> Place:
    found = 0
    for number, size in zip(spot, sizes, strict=True):
        found = found * size + number
    return found


# ---------------------------------------------------------------------- verification


@dataclass(frozen=True)
class CorrelatedVerdict(Verdict):
    """The best and the worst equilibria, all vertices, and what gains against a given device."""

    source: CorrelatedDocument = field(repr=False)
    """All that was read, typed; every claim in it was checked."""

    @property
    def kind(self) -> str:
        """``correlated``."""
        return "correlated"

    @property
    def value(self) -> list[str]:
        """The value of each extreme, as they are listed."""
        return [format_fraction(one.value) for one in self.source.extremes]

    @property
    def form(self) -> NPlayerCertificateForm:
        """The game."""
        return self.source.form

    @property
    def words(self) -> str:
        """What was proved, and of which concept."""
        concept = "coarse correlated" if self.source.coarse else "correlated"
        count = len(self.source.extremes)
        parts = [f"{count} extreme{'s' * (count != 1)}"] if count else []
        if self.source.vertices is not None:
            parts.append(f"all {len(self.source.vertices):,} vertices")
        if self.source.device is not None:
            parts.append("a device")
        return f"proved, {concept} equilibria: " + (", ".join(parts) or "the optimum")

    @property
    def lines(self) -> tuple[str, ...]:
        """The bounds of each objective, and whether a given device is an equilibrium."""
        most = format_short(self.source.optimum)
        found = [f"the payoffs of a profile sum to {most} at most"]
        for one in self.source.extremes:
            paid = (
                f"the payoff of {self._called(one.objective)}" if one.objective is not None else ""
            )
            bound = f"{'at most' if one.greatest else 'at least'} {format_short(one.value)}"
            found.append(f"{paid or 'the sum of payoffs'} is {bound} in every equilibrium")
        found += self._device_lines()
        return tuple(found)

    def _called(self, seat: int) -> str:
        return escape_unprintable(quote_name(self.seats[seat]))

    def _device_lines(self) -> Iterator[str]:
        device = self.source.device
        if device is None:
            return
        yield "the device is " + ("" if device.equilibrium else "not ") + "an equilibrium"
        for number, paid in enumerate(device.device.payoffs):
            gains = [gain for deviation, gain in device.deviations if deviation[0] == number]
            gained = format_short(sum(gains, Fraction(0))) if gains else "nothing"
            amount = format_short(paid)
            yield f"{self._called(number)} is paid {amount} by it, and could gain {gained}"


def verify_correlated(document: CorrelatedDocument) -> CorrelatedVerdict:
    """Return what a file says; raise CertificateError unless all of it is so."""
    game = _ProfileGame(document)
    for number, one in enumerate(document.extremes, 1):
        where = f"extreme {number}"
        _require_equilibrium(game, one.device, where)
        total = sum(one.device.payoffs)
        paid = total if one.objective is None else one.device.payoffs[one.objective]
        if paid != one.value:
            raise CertificateError(
                f"{where}: its value is {format_short(Fraction(paid))}, "
                f"claimed {format_short(one.value)}"
            )
        game.require_bound(one, where)
    _require_optimum_and_prices(document, game)
    if document.vertices is not None:
        _require_all_vertices(game, document.vertices)
    if document.device is not None:
        _require_device(game, document.device)
    return CorrelatedVerdict(document.game, document.seats, document.digest, source=document)


class _ProfileGame:
    """The payoffs at every profile, and what deviations gain."""

    def __init__(self, document: CorrelatedDocument) -> None:
        self.seats, self.coarse, self.sizes = document.seats, document.coarse, document.sizes
        self.denominator = document.form.denominator
        self.tables = profile_payoffs(document.form, [*map(list, document.plans)], self.sizes)
        self.profiles = prod(self.sizes)
        self.steps = [prod(self.sizes[k + 1 :]) for k in range(len(self.sizes))]
        longest = (max(map(int.bit_length, table)) for table in self.tables)
        self.words = max(longest) // 64 + 1
        self.meter = WorkMeter(MOST_CORRELATED_WORK, "the distributions and multipliers are")

    def amounts(self, objective: int | None) -> list[int]:
        """Return an objective at every profile, times the denominator."""
        if objective is not None:
            return self.tables[objective]
        return [sum(paid) for paid in zip(*self.tables, strict=True)]

    def strategy(self, place: Place, seat: int) -> int:
        """Return the strategy of a player at a profile."""
        return place // self.steps[seat] % self.sizes[seat]

    def require_payoffs(self, device: ListedDistribution, where: str) -> None:
        """Refuse other payoffs than the average ones."""
        words = device.denominator.bit_length() // 64 + 1
        self.meter.take(len(self.tables) * len(device.weights) * words * self.words)
        for seat, table, claimed in zip(self.seats, self.tables, device.payoffs, strict=True):
            total = sum(weight * table[place] for place, weight in device.weights.items())
            paid = Fraction(total, device.denominator * self.denominator)
            if paid != claimed:
                said = f"is paid {format_short(paid)}, claimed {format_short(claimed)}"
                raise CertificateError(f"{where}: {quote_name(seat)} {said}")

    def gains(self, device: ListedDistribution) -> Iterator[tuple[Deviation, Fraction]]:
        """Yield for each player and recommendation the strategy that gains most, if one does.

        In coarse equilibria for each player.
        """
        words = device.denominator.bit_length() // 64 + 1
        for seat, (table, size, step) in enumerate(
            zip(self.tables, self.sizes, self.steps, strict=True)
        ):
            self.meter.take(size * len(device.weights) * words * self.words)
            groups: dict[tuple[int, ...], list[tuple[Place, int, int]]] = {}
            for place, weight in device.weights.items():
                own = self.strategy(place, seat)
                key: tuple[int, ...] = () if self.coarse else (own,)
                groups.setdefault(key, []).append((place - own * step, place, weight))
            for key in sorted(groups):
                sums = [
                    sum(w * (table[base + plays * step] - table[at]) for base, at, w in groups[key])
                    for plays in range(size)
                ]
                if (most := max(sums)) > 0:
                    below = device.denominator * self.denominator
                    yield (seat, *key, sums.index(most)), Fraction(most, below)

    def require_bound(self, one: ListedExtreme, where: str) -> None:
        """Refuse a value that the multipliers do not show to be the greatest, or the least."""
        words = one.denominator.bit_length() // 64 + 1
        changed = sum(
            self.profiles if self.coarse else self.profiles // self.sizes[seat]
            for seat, *_ in one.multipliers
        )
        self.meter.take((self.profiles + changed) * words * self.words)
        gained = [0] * self.profiles
        for (seat, *claimed, plays), multiplier in one.multipliers.items():
            table, step, size = self.tables[seat], self.steps[seat], self.sizes[seat]
            for own in claimed or range(size):
                for block in range(0, self.profiles, step * size):
                    for at in range(block + own * step, block + own * step + step):
                        gained[at] += multiplier * (table[at + (plays - own) * step] - table[at])
        sign = 1 if one.greatest else -1
        limit = sign * one.value * self.denominator * one.denominator
        for amount, gain in zip(self.amounts(one.objective), gained, strict=True):
            if sign * amount * one.denominator - gain > limit:
                raise CertificateError(
                    f"{where}: the multipliers do not show that no equilibrium has "
                    + ("more" if one.greatest else "less")
                )

    def planes(self) -> Iterator[list[int]]:
        """Yield for each deviation what it loses at every profile."""
        for seat, (table, size, step) in enumerate(
            zip(self.tables, self.sizes, self.steps, strict=True)
        ):
            own = [self.strategy(place, seat) for place in range(self.profiles)]
            for plays in range(size):
                lost = [table[at] - table[at + (plays - had) * step] for at, had in enumerate(own)]
                if self.coarse:
                    yield lost
                    continue
                for plane in range(size):
                    yield [loss if had == plane else 0 for loss, had in zip(lost, own, strict=True)]


def _require_equilibrium(game: _ProfileGame, device: ListedDistribution, where: str) -> None:
    game.require_payoffs(device, where)
    for (seat, *_), gain in game.gains(device):
        raise CertificateError(
            f"{where}: not an equilibrium, {quote_name(game.seats[seat])} gains "
            f"{format_short(gain)} by a deviation"
        )


def _require_optimum_and_prices(document: CorrelatedDocument, game: _ProfileGame) -> None:
    most = Fraction(max(game.amounts(None)), game.denominator)
    if document.optimum != most:
        raise CertificateError(
            f"the greatest sum of payoffs is {format_short(most)}, "
            f"claimed {format_short(document.optimum)}"
        )
    sums = {one.greatest: one.value for one in document.extremes if one.objective is None}
    for name, greatest, claimed in zip(
        ("anarchy", "stability"), (False, True), document.prices, strict=True
    ):
        if claimed != (_price(most, sums[greatest]) if greatest in sums else None):
            raise CertificateError(f"the price of {name} is not the one of the listed extremes")


def _price(optimum: Fraction, total: Fraction) -> Fraction | None:
    """Return the ratio of two sums of payoffs, at least 1; None where they differ in sign."""
    if optimum < 0:
        return total / optimum
    return optimum / total if total > 0 else None


def _require_all_vertices(game: _ProfileGame, listed: Sequence[ListedDistribution]) -> None:
    """Refuse a list that does not hold every vertex of the polytope, and each once."""
    claimed = set()
    for number, vertex in enumerate(listed, 1):
        game.require_payoffs(vertex, f"vertex {number}")
        weights = [vertex.weights.get(place, 0) for place in range(game.profiles)]
        common = gcd(*weights)
        claimed.add(tuple(weight // common for weight in weights))
    if len(claimed) != len(listed):
        raise CertificateError("a vertex is listed twice")
    game.meter.take(sum(size * size for size in game.sizes) * game.profiles)
    found = extreme_rays(game.profiles, game.planes(), EnumerationMeter())
    if found is None:
        raise FileError("the polytope of equilibria has too many vertices to be checked")
    if claimed - found:
        raise CertificateError(f"{len(claimed - found):,} of the vertices are not vertices")
    if found - claimed:
        raise CertificateError(
            f"the list of vertices is not complete: {len(found - claimed):,} are missing"
        )


def _require_device(game: _ProfileGame, one: ListedDevice) -> None:
    game.require_payoffs(one.device, "the device")
    if tuple(game.gains(one.device)) != one.deviations:
        raise CertificateError("what gains against the device is not what the file lists")
    if one.equilibrium == bool(one.deviations):
        raise CertificateError("whether the device is an equilibrium is not as its deviations say")

"""Verify properties of a game: ``sabot/properties/1``.

The payoffs of every profile are summed in integers. Witnesses are evaluated; a potential is
compared with the payoffs on every line of profiles in which one player's strategy changes; removals
are replayed, and each strategy that survives is shown to be a best response to its belief. That a
game has no order or relabelling of some sort is found again by trying all of them. Of two players
degeneracy and symmetric equilibria are found again from the vertices of the best-response
polyhedra, by the double description method; of three and more, degeneracy is shown by equilibria
(:mod:`sabot.certify.nplayer_nash`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise, permutations, product
from math import factorial, prod

from sabot.certify.correlated import over_one_denominator, read_pure_strategies
from sabot.certify.documents import NPLAYER_NASH_SCHEMA, require_certificate, require_digest
from sabot.certify.double_description import EnumerationMeter, extreme_rays
from sabot.certify.json_reader import (
    Json,
    JsonObject,
    format_short,
    quote_name,
    read_fraction,
)
from sabot.certify.limits import MOST_PROPERTY_PROFILES, MOST_PROPERTY_WORK, WorkMeter
from sabot.certify.nplayer import (
    NPlayerCertificateForm,
    count_pure_strategies,
    profile_payoffs,
    read_nplayer_form,
    read_seat_names,
    require_few_profiles,
)
from sabot.certify.nplayer_nash import (
    NPlayerNashDocument,
    payoff_tables,
    read_nplayer_nash,
    require_all_regular,
    require_singular,
    require_unplayed,
)
from sabot.certify.record_codec import (
    Field,
    FormEvidence,
    OptionalField,
    Reader,
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

Profile = tuple[int, ...]
Mix = tuple[tuple[int, Fraction], ...]
Orders = tuple[tuple[int, ...], ...]
POTENTIAL_KINDS = ("exact", "weighted", "ordinal", "generalized ordinal", "none")


def _numbers(data: Json) -> tuple[int, ...]:
    if type(data) is not list or any(type(one) is not int for one in data):
        raise ValueError("a list of numbers has another entry")
    return tuple(data)


def _number(data: Json) -> int:
    if type(data) is not int:
        raise ValueError("the number of a player or a strategy is not an integer")
    return data


def _mix(data: Json) -> Mix:
    """Return strategies of a player in order, with positive probabilities that sum to 1."""
    if type(data) is not list or any(type(row) is not list or len(row) != 2 for row in data):
        raise ValueError("a mixture is not a list of strategies with probabilities")
    found = tuple((_number(row[0]), read_fraction(row[1])) for row in data)
    if any(here >= there for (here, _), (there, _) in pairwise(found)):
        raise ValueError("the strategies of a mixture are not in order, each once")
    if any(chance <= 0 for _, chance in found) or sum(chance for _, chance in found) != 1:
        raise ValueError("the probabilities of a mixture are not positive, or do not sum to 1")
    return found


def _profiles(data: Json) -> tuple[Profile, ...]:
    return list_of(_numbers, "the profiles are not a list")(data)


def _verdict(*words: str) -> Reader[str | None]:
    known = one_of({word: word for word in words}, f"a verdict is not one of {', '.join(words)}")
    return nullable(known)


class _DegenerateRecord(Record, what="a mix with too many best responses"):
    seat = Field(_number)
    mixture = Field(_mix)
    responses = Field(_numbers)


class _UnplayedRecord(Record, what="a best response that is not played"):
    seat = Field(_number)
    response = Field(_number)


def _listed_equilibria(data: Json) -> NPlayerNashDocument:
    """Return the list of equilibria that the document holds."""
    if not isinstance(data, Mapping) or data.get("schema") != NPLAYER_NASH_SCHEMA:
        raise ValueError(f"the equilibria are not a {NPLAYER_NASH_SCHEMA}")
    return read_nplayer_nash(data)


class _DominantRecord(Record, what="a dominant strategy"):
    strategy = Field(_number)
    strict = Field(boolean("whether a strategy is strictly dominant is not said"))


class _EliminationRecord(Record, what="an elimination"):
    seat = Field(_number)
    removed = Field(_number)
    by = Field(_mix)


class _FourCycleRecord(Record, what="a cycle of four profiles"):
    profile = Field(_numbers)
    first = Field(_number)
    first_plays = Field(_number)
    second = Field(_number)
    second_plays = Field(_number)


class _PotentialRecord(Record, what="the potential"):
    kind = Field(one_of({kind: kind for kind in POTENTIAL_KINDS}, "there is no such potential"))
    values = Field(nullable(list_of(read_fraction, "the potential is not a list")))
    weights = Field(nullable(list_of(read_fraction, "the weights are not a list")))
    four_cycles = Field(list_of(_FourCycleRecord, "the cycles of four are not a list"))
    cycle = Field(_profiles)


class _StepRecord(Record, what="a step that gains less"):
    profile = Field(_numbers)
    seat = Field(_number)
    other = Field(_number)


class _SupermodularRecord(Record, what="the supermodularity"):
    verdict = Field(_verdict("as listed", "reordered", "no"))
    orders = Field(nullable(_profiles))
    least = Field(nullable(_numbers))
    greatest = Field(nullable(_numbers))
    witness = Field(nullable(_StepRecord))


class _SwapRecord(Record, what="an exchange that changes a payoff"):
    profile = Field(_numbers)
    seat = Field(_number)
    paid = Field(_number)


class _SymmetryRecord(Record, what="the symmetry"):
    verdict = Field(_verdict("as listed", "relabelled", "no"))
    orders = Field(nullable(_profiles))
    witness = Field(nullable(_SwapRecord))


class _SymmetricRecord(Record, what="the symmetric equilibria"):
    vertices = Field(
        list_of(list_of(read_fraction, "a vertex is not a list"), "the vertices are not a list")
    )
    subsets = Field(_profiles)


class _EvidenceRecord(FormEvidence, what="the certificate"):
    beliefs = Field(list_of(raw, "the beliefs are not a list"))


class _PropertiesRecord(SolvedDocument, what="properties"):
    seats = Field(read_seat_names)
    pure_strategies = Field(raw)
    constant_sum = Field(nullable(read_fraction))
    strategically_zero_sum = Field(nullable(boolean("strategically_zero_sum is not true or false")))
    nondegenerate = Field(nullable(boolean("nondegenerate is not true or false")))
    degenerate_mix = Field(nullable(_DegenerateRecord))
    equilibria = OptionalField(_listed_equilibria)
    unplayed_response = OptionalField(_UnplayedRecord)
    pure_equilibria = Field(_profiles)
    strict_equilibria = Field(_profiles)
    dominant = Field(list_of(nullable(_DominantRecord), "the dominant strategies are not a list"))
    eliminations = Field(list_of(_EliminationRecord, "the eliminations are not a list"))
    survivors = Field(_profiles)
    dominance_solvable = Field(boolean("dominance_solvable is not true or false"))
    potential = Field(_PotentialRecord)
    supermodularity = Field(_SupermodularRecord)
    symmetry = Field(_SymmetryRecord)
    symmetric_equilibria = Field(nullable(_SymmetricRecord))
    certificate = Field(_EvidenceRecord)


@dataclass(frozen=True, slots=True)
class Belief:
    """A distribution of the others' profiles, to which a strategy is to be a best response."""

    seat: int
    strategy: int
    distribution: tuple[tuple[Profile, Fraction], ...]


@dataclass(frozen=True)
class PropertiesDocument:
    """Properties of a game as a file states them."""

    claims: _PropertiesRecord
    form: NPlayerCertificateForm
    plans: tuple[list[int], ...]
    beliefs: tuple[Belief, ...]
    digest: str


def read_properties(document: JsonObject) -> PropertiesDocument:
    """Return what a ``sabot/properties/1`` claims and shows."""
    require_certificate(document)
    digest = require_digest(document, "file")
    claims = _PropertiesRecord(document)
    shown = claims.certificate
    form = read_nplayer_form(shown.form, claims.seats)
    counts = tuple(map(count_pure_strategies, form.seats))
    require_few_profiles(form, counts)
    if prod(counts) > MOST_PROPERTY_PROFILES:
        raise FileError(
            f"there are {prod(counts):,} profiles of pure strategies; properties are checked up to "
            f"{MOST_PROPERTY_PROFILES:,}"
        )
    plans = read_pure_strategies(claims.pure_strategies, form)
    beliefs = tuple(_read_belief(one, len(counts)) for one in shown.beliefs)
    return PropertiesDocument(claims, form, plans, beliefs, digest)


def _read_belief(data: Json, players: int) -> Belief:
    if type(data) is not list or len(data) != 3 or type(data[2]) is not list:
        raise ValueError("a belief is not a player, a strategy and a distribution")
    rows = []
    for row in data[2]:
        if type(row) is not list or len(row) != players:
            raise ValueError("a belief does not name a strategy of each other player")
        rows.append((_numbers(row[:-1]), read_fraction(row[-1])))
    if any(here >= there for (here, _), (there, _) in pairwise(rows)):
        raise ValueError("the profiles of a belief are not in order, each once")
    if any(chance <= 0 for _, chance in rows) or sum(chance for _, chance in rows) != 1:
        raise ValueError("the probabilities of a belief are not positive, or do not sum to 1")
    return Belief(_number(data[0]), _number(data[1]), tuple(rows))


# ---------------------------------------------------------------------- verification


@dataclass(frozen=True)
class PropertiesVerdict(Verdict):
    """Which properties a game was shown to have, and which not."""

    source: PropertiesDocument = field(repr=False)
    """All that was read, typed; every claim in it was checked."""

    @property
    def kind(self) -> str:
        """``properties``."""
        return "properties"

    @property
    def value(self) -> list[str]:
        """The names of what was proved."""
        return [f"{name}: {said}" for name, said in self._said()]

    @property
    def form(self) -> NPlayerCertificateForm:
        """The game."""
        return self.source.form

    @property
    def words(self) -> str:
        """That it is proved; the lines below say what."""
        return f"proved, {len(self._said())} properties"

    @property
    def lines(self) -> tuple[str, ...]:
        """Each property that was decided."""
        return tuple(self.value)

    def _said(self) -> list[tuple[str, str]]:
        claims = self.source.claims
        words = {True: "yes", False: "no"}
        found = [
            ("constant-sum", _constant_text(claims.constant_sum)),
            ("dominance-solvable", words[claims.dominance_solvable]),
            ("potential", claims.potential.kind),
            ("pure equilibria", f"{len(claims.pure_equilibria):,}"),
            ("strict equilibria", f"{len(claims.strict_equilibria):,}"),
        ]
        if claims.strategically_zero_sum is not None:
            found.append(("strategically zero-sum", words[claims.strategically_zero_sum]))
        if claims.nondegenerate is not None:
            found.append(("nondegenerate", _degeneracy_text(claims)))
        if claims.supermodularity.verdict is not None:
            found.append(("supermodular", claims.supermodularity.verdict))
        if claims.symmetry.verdict is not None:
            found.append(("symmetric", claims.symmetry.verdict))
        if claims.symmetric_equilibria is not None:
            many = f"{len(claims.symmetric_equilibria.vertices):,} extreme, all"
            found.append(("symmetric equilibria", many))
        return found


def _constant_text(total: Fraction | None) -> str:
    return "no" if total is None else f"yes, {format_short(total)}"


def _degeneracy_text(claims: _PropertiesRecord) -> str:
    """Return whether a game is nondegenerate, and what that is for so many players."""
    if len(claims.seats) == 2:
        return "yes" if claims.nondegenerate else "no"
    if claims.nondegenerate:
        return "yes, every equilibrium is regular"
    return "no, an equilibrium is not regular"


def verify_properties(document: PropertiesDocument) -> PropertiesVerdict:
    """Return what a file says; raise CertificateError unless all of it is so."""
    game = _StrategicGame(document)
    claims = document.claims
    _require_sums(game, claims)
    _require_pure(game, claims)
    _require_dominant(game, claims)
    _require_elimination(game, claims, document.beliefs)
    _require_potential(game, claims.potential)
    _require_supermodular(game, claims)
    _require_symmetry(game, claims.symmetry)
    _require_degeneracy(game, claims)
    _require_symmetric_equilibria(game, claims)
    return PropertiesVerdict(claims.game, claims.seats, document.digest, source=document)


class _StrategicGame:
    """The payoffs at every profile: the strategies of the last player change first."""

    def __init__(self, document: PropertiesDocument) -> None:
        self.seats = document.claims.seats
        self.sizes = tuple(map(len, document.plans))
        self.tables = profile_payoffs(document.form, [*map(list, document.plans)], self.sizes)
        self.denominator = document.form.denominator
        self.count = prod(self.sizes)
        self.steps = [prod(self.sizes[k + 1 :]) for k in range(len(self.sizes))]
        self.words = max(max(map(int.bit_length, table)) for table in self.tables) // 64 + 1
        self.meter = WorkMeter(MOST_PROPERTY_WORK, "the properties are")

    def place(self, profile: Sequence[int], what: str) -> int:
        """Return the number of a profile; refuse one that names what is not there."""
        if len(profile) != len(self.sizes) or any(
            not 0 <= k < size for k, size in zip(profile, self.sizes, strict=True)
        ):
            raise CertificateError(f"{what}: not a strategy of each player")
        return sum(k * step for k, step in zip(profile, self.steps, strict=True))

    def require_seat(self, seat: int, what: str) -> None:
        """Refuse the number of a player that is not there."""
        if not 0 <= seat < len(self.sizes):
            raise CertificateError(f"{what}: there is no such player")

    def require_strategy(self, seat: int, strategy: int, what: str) -> None:
        """Refuse the number of a strategy that is not there."""
        self.require_seat(seat, what)
        if not 0 <= strategy < self.sizes[seat]:
            raise CertificateError(f"{what}: there is no such strategy")

    def lines(self, seat: int) -> Iterator[range]:
        """Yield the profiles in which only the strategy of a player differs, in its order."""
        step, size = self.steps[seat], self.sizes[seat]
        self.meter.take(self.count * self.words)
        for block in range(0, self.count, step * size):
            for start in range(block, block + step):
                yield range(start, start + step * size, step)

    def matrix(self, seat: int) -> list[list[int]]:
        """Return the payoffs of one of two players, by its own strategy and the other's."""
        one, two = self.sizes
        table = self.tables[seat]
        if seat == 0:
            return [table[i * two : (i + 1) * two] for i in range(one)]
        return [table[j::two] for j in range(two)]


def _require_sums(game: _StrategicGame, claims: _PropertiesRecord) -> None:
    totals = [sum(paid) for paid in zip(*game.tables, strict=True)]
    constant = all(total == totals[0] for total in totals)
    due = Fraction(totals[0], game.denominator) if constant else None
    if claims.constant_sum != due:
        raise CertificateError("the sum of the payoffs is not as claimed")
    zero_sum = claims.strategically_zero_sum
    if zero_sum is None:
        return
    if len(game.sizes) != 2:
        raise CertificateError("strategically zero-sum: said of a game that is not for two")
    if zero_sum != _opposed(game):
        raise CertificateError("whether the game is strategically zero-sum is not as claimed")


def _opposed(game: _StrategicGame) -> bool:
    """Tell whether the mixed differences of one player are a negative multiple of the other's."""
    height, width = game.sizes
    changes = []
    for table in game.tables:
        rows = [table[i * width : (i + 1) * width] for i in range(height)]
        changes.append(
            [
                rows[i][j] - rows[i - 1][j] - rows[i][j - 1] + rows[i - 1][j - 1]
                for i in range(1, height)
                for j in range(1, width)
            ]
        )
    pairs = [pair for pair in zip(*changes, strict=True) if any(pair)]
    if not pairs:
        return True
    ours, theirs = pairs[0]
    return ours * theirs < 0 and all(a * theirs == b * ours for a, b in pairs)


def _require_pure(game: _StrategicGame, claims: _PropertiesRecord) -> None:
    better, equal = bytearray(game.count), bytearray(game.count)
    for seat, table in enumerate(game.tables):
        for line in game.lines(seat):
            paid = [table[place] for place in line]
            most = max(paid)
            tied = paid.count(most) > 1
            for place, amount in zip(line, paid, strict=True):
                better[place] |= amount < most
                equal[place] |= tied
    stable = [place for place in range(game.count) if not better[place]]
    strict = [place for place in stable if not equal[place]]
    if [game.place(one, "a pure equilibrium") for one in claims.pure_equilibria] != stable:
        raise CertificateError(f"there are {len(stable):,} pure equilibria, and not those listed")
    if [game.place(one, "a strict equilibrium") for one in claims.strict_equilibria] != strict:
        raise CertificateError(f"{len(strict):,} equilibria are strict, and not those listed")


def _require_dominant(game: _StrategicGame, claims: _PropertiesRecord) -> None:
    if len(claims.dominant) != len(game.sizes):
        raise CertificateError("the dominant strategies are not one entry for each player")
    for seat, (table, claimed) in enumerate(zip(game.tables, claims.dominant, strict=True)):
        always, alone = set(range(game.sizes[seat])), True
        for line in game.lines(seat):
            paid = [table[place] for place in line]
            most = max(paid)
            always &= {k for k, amount in enumerate(paid) if amount == most}
            alone &= paid.count(most) == 1
        due = (min(always), alone) if len(always) == 1 else None
        if due != (None if claimed is None else (claimed.strategy, claimed.strict)):
            raise CertificateError(
                f"the dominant strategy of {quote_name(game.seats[seat])} is not as claimed"
            )


# ---------------------------------------------------------------------- dominance


def _require_elimination(
    game: _StrategicGame, claims: _PropertiesRecord, beliefs: Sequence[Belief]
) -> None:
    left = [set(range(size)) for size in game.sizes]
    for number, one in enumerate(claims.eliminations, 1):
        _require_removal(game, left, one, f"elimination {number}")
        left[one.seat].remove(one.removed)
    if [list(own) for own in claims.survivors] != [sorted(own) for own in left]:
        raise CertificateError("the survivors are not what the eliminations leave")
    if claims.dominance_solvable != all(len(own) == 1 for own in left):
        raise CertificateError("whether the game is dominance-solvable is not as claimed")
    due = [(seat, k) for seat, own in enumerate(left) if len(own) > 1 for k in sorted(own)]
    if [(one.seat, one.strategy) for one in beliefs] != due:
        raise CertificateError("the beliefs are not one for each strategy that survives")
    for belief in beliefs:
        _require_justified(game, left, belief)


def _require_removal(
    game: _StrategicGame, left: Sequence[set[int]], one: _EliminationRecord, where: str
) -> None:
    """Refuse a removal unless the mixture is better against everything that is left."""
    game.require_seat(one.seat, where)
    own = left[one.seat]
    if one.removed not in own or any(k not in own or k == one.removed for k, _ in one.by):
        raise CertificateError(f"{where}: it names a strategy that is not left")
    step, table = game.steps[one.seat], game.tables[one.seat]
    weights, below = over_one_denominator([chance for _, chance in one.by])
    moves = [k * step for k, _ in one.by]
    others = _other_places(game, left, one.seat)
    game.meter.take(len(others) * (1 + len(moves)) * game.words * (below.bit_length() // 64 + 1))
    for base in others:
        mixed = sum(
            weight * table[base + move] for weight, move in zip(weights, moves, strict=True)
        )
        if mixed <= below * table[base + one.removed * step]:
            raise CertificateError(
                f"{where}: the strategy is not strictly dominated by the mixture"
            )


def _other_places(game: _StrategicGame, left: Sequence[set[int]], seat: int) -> list[int]:
    """Return the profiles of what is left of the others, the player's own strategy being 0."""
    found = [0]
    for k, (own, step) in enumerate(zip(left, game.steps, strict=True)):
        if k != seat:
            game.meter.take(len(found) * len(own))
            found = [base + choice * step for base in found for choice in sorted(own)]
    return found


def _require_justified(game: _StrategicGame, left: Sequence[set[int]], one: Belief) -> None:
    """Refuse a belief to which the strategy is not a best response among those left."""
    where = f"the belief of {quote_name(game.seats[one.seat])} {one.strategy}"
    others = [k for k in range(len(game.sizes)) if k != one.seat]
    places = []
    for profile, _ in one.distribution:
        if any(choice not in left[k] for k, choice in zip(others, profile, strict=True)):
            raise CertificateError(f"{where}: it names a strategy that is not left")
        pairs = zip(others, profile, strict=True)
        places.append(sum(choice * game.steps[k] for k, choice in pairs))
    weights, below = over_one_denominator([chance for _, chance in one.distribution])
    table, step = game.tables[one.seat], game.steps[one.seat]
    words = below.bit_length() // 64 + 1
    game.meter.take(len(left[one.seat]) * len(places) * game.words * words)
    paid = {
        k: sum(w * table[base + k * step] for w, base in zip(weights, places, strict=True))
        for k in left[one.seat]
    }
    if paid[one.strategy] < max(paid.values()):
        raise CertificateError(f"{where}: the strategy is not a best response to it")


# ---------------------------------------------------------------------- potential


def _require_potential(game: _StrategicGame, claim: _PotentialRecord) -> None:
    rank = POTENTIAL_KINDS.index(claim.kind)
    if (claim.values is None) != (claim.kind == "none"):
        raise CertificateError("the potential has values if and only if there is one")
    if (claim.weights is None) != (claim.kind != "weighted"):
        raise CertificateError("the potential has weights if and only if it is weighted")
    if bool(claim.four_cycles) != (claim.kind in ("weighted", "ordinal")):
        raise CertificateError("the cycles of four do not belong to this kind of potential")
    if bool(claim.cycle) != (rank >= POTENTIAL_KINDS.index("generalized ordinal")):
        raise CertificateError("the cycle does not belong to this kind of potential")
    if claim.values is not None:
        if len(claim.values) != game.count:
            raise CertificateError("the potential is not one number for each profile")
        if claim.kind in ("exact", "weighted"):
            _require_cardinal(game, claim)
        else:
            _require_ordinal(game, claim.values, weak=claim.kind == "ordinal")
    if claim.kind == "weighted":
        _require_not_exact(game, claim.four_cycles)
    elif claim.kind == "ordinal":
        _require_not_weighted(game, claim.four_cycles)
    elif claim.cycle:
        _require_cycle(game, claim.cycle, all_gain=claim.kind == "none")


def _require_cardinal(game: _StrategicGame, claim: _PotentialRecord) -> None:
    """Refuse values that do not change as a player gains, divided by its weight."""
    values, below = over_one_denominator(list(claim.values or ()))
    weights = claim.weights or (Fraction(1),) * len(game.sizes)
    if len(weights) != len(game.sizes) or any(weight <= 0 for weight in weights):
        raise CertificateError("the weights are not positive, one for each player")
    words = below.bit_length() // 64 + 1
    for seat, (table, weight) in enumerate(zip(game.tables, weights, strict=True)):
        theirs = weight.numerator * game.denominator
        ours = below * weight.denominator
        game.meter.take(game.count * (words + theirs.bit_length() // 64) * game.words)
        for line in game.lines(seat):
            rests = {ours * table[place] - theirs * values[place] for place in line}
            if len(rests) > 1:
                raise CertificateError(
                    f"the potential does not change as {quote_name(game.seats[seat])} gains"
                )


def _require_ordinal(game: _StrategicGame, values: Sequence[Fraction], *, weak: bool) -> None:
    """Refuse values that do not rise with every gain; *weak*: nor stay where nothing is gained."""
    ranks, below = over_one_denominator(list(values))
    game.meter.take(game.count * len(game.sizes) * (below.bit_length() // 64 + 1))
    for seat, table in enumerate(game.tables):
        for line in game.lines(seat):
            levels: dict[int, list[int]] = {}
            for place in line:
                levels.setdefault(table[place], []).append(ranks[place])
            ordered = [levels[paid] for paid in sorted(levels)]
            rising = all(max(low) < min(high) for low, high in pairwise(ordered))
            if not rising or (weak and any(len(set(level)) > 1 for level in ordered)):
                raise CertificateError(
                    f"the potential does not rise and stay as {quote_name(game.seats[seat])} gains"
                )


def _changes(game: _StrategicGame, one: _FourCycleRecord) -> tuple[int, int]:
    """Return what both players' payoffs change around a cycle: their mixed differences."""
    where = "a cycle of four profiles"
    start = game.place(one.profile, where)
    game.require_strategy(one.first, one.first_plays, where)
    game.require_strategy(one.second, one.second_plays, where)
    if one.first == one.second:
        raise CertificateError(f"{where}: the two players are the same")
    across = (one.first_plays - one.profile[one.first]) * game.steps[one.first]
    along = (one.second_plays - one.profile[one.second]) * game.steps[one.second]
    first, second = (
        table[start + across + along] - table[start + across] - table[start + along] + table[start]
        for table in (game.tables[one.first], game.tables[one.second])
    )
    return first, second


def _require_not_exact(game: _StrategicGame, cycles: Sequence[_FourCycleRecord]) -> None:
    if len(cycles) != 1:
        raise CertificateError("an exact potential is refuted by one cycle of four profiles")
    first, second = _changes(game, cycles[0])
    if first == second:
        raise CertificateError("the gains around the cycle of four profiles sum to 0")


def _require_not_weighted(game: _StrategicGame, cycles: Sequence[_FourCycleRecord]) -> None:
    """Refuse cycles that some positive weights of the players satisfy.

    With weights w the changes are in proportion to them: a cycle of players i and j says what the
    ratio of their weights is. One cycle with changes of different signs has no ratio; cycles around
    a circle of players have ratios whose product must be 1.
    """
    product_of_ratios = Fraction(1)
    for one, after in zip(cycles, (*cycles[1:], cycles[0]), strict=True):
        first, second = _changes(game, one)
        if first * second <= 0:
            if len(cycles) == 1 and (first or second):
                return
            raise CertificateError("a cycle of four profiles says nothing of the weights")
        if one.second != after.first:
            raise CertificateError("the cycles of four profiles do not follow each other")
        product_of_ratios *= Fraction(first, second)
    if product_of_ratios == 1:
        raise CertificateError("some weights satisfy the cycles of four profiles")


def _require_cycle(game: _StrategicGame, cycle: Sequence[Profile], *, all_gain: bool) -> None:
    """Refuse a cycle in which a deviation loses, or not all (or none) gain."""
    places = [game.place(one, "the cycle") for one in cycle]
    gained = 0
    for k, profile in enumerate(cycle):
        after = cycle[(k + 1) % len(cycle)]
        moved = [s for s, (a, b) in enumerate(zip(profile, after, strict=True)) if a != b]
        if len(moved) != 1:
            raise CertificateError("a step of the cycle is not a deviation of one player")
        table = game.tables[moved[0]]
        gain = table[places[(k + 1) % len(cycle)]] - table[places[k]]
        if gain < 0 or (all_gain and not gain):
            raise CertificateError("a deviation in the cycle does not gain as it must")
        gained += gain > 0
    if not gained:
        raise CertificateError("no deviation in the cycle gains")


# ---------------------------------------------------------------------- orders


def _require_orders(game: _StrategicGame, orders: Orders | None, what: str) -> Orders:
    if orders is None or [sorted(own) for own in orders] != [list(range(n)) for n in game.sizes]:
        raise CertificateError(f"{what}: not an order of the strategies of each player")
    return orders


def _in_listed_order(game: _StrategicGame, orders: Orders) -> bool:
    return all(own == tuple(range(len(own))) for own in orders)


def _require_supermodular(game: _StrategicGame, claims: _PropertiesRecord) -> None:
    claim = claims.supermodularity
    if claim.verdict in ("as listed", "reordered"):
        orders = _require_orders(game, claim.orders, "the orders of a supermodular game")
        if _in_listed_order(game, orders) != (claim.verdict == "as listed"):
            raise CertificateError("the orders of a supermodular game are not as it says")
        if not _has_increasing_differences(game, orders):
            raise CertificateError("the game has no increasing differences in these orders")
        _require_extremes(claims, orders)
    elif any(one is not None for one in (claim.orders, claim.least, claim.greatest)):
        raise CertificateError("orders or equilibria of a game that is not said to be supermodular")
    if claim.verdict == "no":
        _require_few(game, prod(map(factorial, game.sizes)))
        every = product(*(permutations(range(size)) for size in game.sizes))
        if any(_has_increasing_differences(game, orders) for orders in every):
            raise CertificateError("the game is supermodular in some orders of the strategies")
    if (claim.witness is None) != (claim.verdict == "as listed"):
        raise CertificateError("a step that gains less is shown unless the listed orders will do")
    if claim.witness is not None:
        _require_falling_step(game, claim.witness)


def _require_few(game: _StrategicGame, orders: int) -> None:
    if orders > MOST_PROPERTY_WORK:
        raise FileError("there are too many orders of the strategies to be tried")
    game.meter.take(orders)


def _has_increasing_differences(game: _StrategicGame, orders: Orders) -> bool:
    """Tell whether a step up in a player's order never gains less after another's step up."""
    for seat, table in enumerate(game.tables):
        ups = [(a * game.steps[seat], b * game.steps[seat]) for a, b in pairwise(orders[seat])]
        for other in range(len(game.sizes)):
            if other == seat:
                continue
            steps = [
                (a * game.steps[other], b * game.steps[other]) for a, b in pairwise(orders[other])
            ]
            rest = _other_places(
                game,
                [{0} if k == other else set(range(size)) for k, size in enumerate(game.sizes)],
                seat,
            )
            for low, high in ups:
                for before, after in steps:
                    game.meter.take(len(rest) * game.words)
                    for base in rest:
                        gain = table[base + high + before] - table[base + low + before]
                        if table[base + high + after] - table[base + low + after] < gain:
                            return False
    return True


def _require_extremes(claims: _PropertiesRecord, orders: Orders) -> None:
    """Refuse other equilibria than the least and the greatest of all pure ones."""
    claim = claims.supermodularity
    ranks = [{k: rank for rank, k in enumerate(own)} for own in orders]
    for end, sign, name in ((claim.least, 1, "least"), (claim.greatest, -1, "greatest")):
        if end is None or end not in claims.pure_equilibria:
            raise CertificateError(f"the {name} equilibrium is not an equilibrium")
        for one in claims.pure_equilibria:
            for rank, here, there in zip(ranks, end, one, strict=True):
                if sign * rank[here] > sign * rank[there]:
                    raise CertificateError(f"the {name} equilibrium is not the {name} one")


def _require_falling_step(game: _StrategicGame, one: _StepRecord) -> None:
    where = "a step that gains less"
    place = game.place(one.profile, where)
    game.require_seat(one.seat, where)
    game.require_seat(one.other, where)
    if one.seat == one.other or any(
        one.profile[k] + 1 >= game.sizes[k] for k in (one.seat, one.other)
    ):
        raise CertificateError(f"{where}: there is no such step")
    up, over = game.steps[one.seat], game.steps[one.other]
    table = game.tables[one.seat]
    before = table[place + up] - table[place]
    if table[place + over + up] - table[place + over] >= before:
        raise CertificateError(f"{where}: it does not")


def _require_symmetry(game: _StrategicGame, claim: _SymmetryRecord) -> None:
    if claim.verdict in ("as listed", "relabelled"):
        orders = _require_orders(game, claim.orders, "the relabelling of a symmetric game")
        if _in_listed_order(game, orders) != (claim.verdict == "as listed"):
            raise CertificateError("the relabelling of a symmetric game is not as it says")
        if orders[0] != tuple(range(len(orders[0]))) or not _is_symmetric(game, orders):
            raise CertificateError("an exchange of two players changes the game")
    elif claim.orders is not None:
        raise CertificateError("a relabelling of a game that is not said to be symmetric")
    if claim.verdict == "no" and len(set(game.sizes)) == 1:
        _require_few(game, factorial(game.sizes[0]) ** (len(game.sizes) - 1))
        first = tuple(range(game.sizes[0]))
        rest = product(*(permutations(range(size)) for size in game.sizes[1:]))
        if any(_is_symmetric(game, (first, *others)) for others in rest):
            raise CertificateError("the game is symmetric with some relabelling")
    uneven = len(set(game.sizes)) > 1
    if (claim.witness is None) != (uneven or claim.verdict == "as listed"):
        raise CertificateError("an exchange is shown unless the game is symmetric as listed")
    if claim.witness is not None:
        _require_uneven_swap(game, claim.witness)


def _is_symmetric(game: _StrategicGame, orders: Orders) -> bool:
    """Tell whether the exchange of any two neighbours leaves the relabelled game the same."""
    if len(set(game.sizes)) > 1:
        return False
    moves = [[k * step for k in own] for own, step in zip(orders, game.steps, strict=True)]
    for seat in range(len(game.sizes) - 1):
        roles = list(range(len(game.sizes)))
        roles[seat], roles[seat + 1] = seat + 1, seat
        for profile in product(*map(range, game.sizes)):
            game.meter.take(len(roles) * game.words)
            swapped = [profile[role] for role in roles]
            here = sum(own[k] for own, k in zip(moves, profile, strict=True))
            there = sum(own[k] for own, k in zip(moves, swapped, strict=True))
            if any(
                game.tables[k][here] != game.tables[role][there] for k, role in enumerate(roles)
            ):
                return False
    return True


def _require_uneven_swap(game: _StrategicGame, one: _SwapRecord) -> None:
    where = "an exchange that changes a payoff"
    here = game.place(one.profile, where)
    game.require_seat(one.seat, where)
    game.require_seat(one.seat + 1, where)
    game.require_seat(one.paid, where)
    swapped = list(one.profile)
    swapped[one.seat], swapped[one.seat + 1] = swapped[one.seat + 1], swapped[one.seat]
    role = {one.seat: one.seat + 1, one.seat + 1: one.seat}.get(one.paid, one.paid)
    if game.tables[one.paid][here] == game.tables[role][game.place(swapped, where)]:
        raise CertificateError(f"{where}: it does not")


# ---------------------------------------------------------------------- polyhedra


@dataclass(frozen=True, slots=True)
class _Vertex:
    weights: tuple[int, ...]
    unused: frozenset[int]
    best: frozenset[int]


def _polyhedron_vertices(game: _StrategicGame, payoffs: Sequence[Sequence[int]]) -> list[_Vertex]:
    """Return the vertices of the polyhedron of mixes of columns and the best payoff of a row."""
    lift = 1 - min(map(min, payoffs))
    rows = [[amount + lift for amount in row] for row in payoffs]
    width = len(rows[0])
    planes = [[*(-amount for amount in row), 1] for row in rows]
    found = extreme_rays(width + 1, planes, EnumerationMeter())
    if found is None:
        raise FileError("the best-response polyhedra have too many vertices to be checked")
    listed = []
    for ray in found:
        weights, level = ray[:-1], ray[-1]
        if any(weights):
            game.meter.take(len(rows) * width * game.words)
            paid = [sum(a * w for a, w in zip(row, weights, strict=True)) for row in rows]
            listed.append(
                _Vertex(
                    weights,
                    frozenset(k for k, weight in enumerate(weights) if not weight),
                    frozenset(k for k, amount in enumerate(paid) if amount == level),
                )
            )
    return listed


def _require_degeneracy(game: _StrategicGame, claims: _PropertiesRecord) -> None:
    if len(game.sizes) != 2:
        _require_nplayer_degeneracy(game, claims)
        return
    if claims.equilibria is not None or claims.unplayed_response is not None:
        raise CertificateError("equilibria are no evidence of what is said of a game for two")
    if (claims.degenerate_mix is not None) != (claims.nondegenerate is False):
        raise CertificateError("a mix with too many best responses is shown of degenerate games")
    if claims.nondegenerate is None:
        return
    if claims.degenerate_mix is not None:
        _require_degenerate_mix(game, claims.degenerate_mix)
        return
    for seat in (0, 1):
        payoffs = game.matrix(seat)
        for vertex in _polyhedron_vertices(game, payoffs):
            if len(vertex.unused) + len(vertex.best) > len(payoffs[0]):
                raise CertificateError("the game is degenerate: a mix has too many best responses")


def _require_nplayer_degeneracy(game: _StrategicGame, claims: _PropertiesRecord) -> None:
    """Demand that all equilibria are regular, or that one is not, where that is said."""
    listed, unplayed = claims.equilibria, claims.unplayed_response
    if claims.degenerate_mix is not None:
        raise CertificateError("a mix with too many best responses is shown of games for two only")
    if unplayed is not None and (listed is None or claims.nondegenerate is not False):
        raise CertificateError("a best response that is not played: of no equilibrium")
    if listed is None:
        if claims.nondegenerate is None:
            return
        if claims.nondegenerate or claims.pure_equilibria == claims.strict_equilibria:
            raise CertificateError("nondegenerate: said without a list of equilibria")
        return
    if claims.nondegenerate is None:
        raise CertificateError("equilibria are shown, and nothing is said that they prove")
    _require_of_survivors(game, claims.survivors, listed)
    if claims.nondegenerate:
        require_all_regular(listed)
    elif unplayed is None:
        require_singular(listed)
    else:
        seat, response = unplayed.seat, unplayed.response
        if seat not in range(len(game.sizes)) or response not in claims.survivors[seat]:
            raise CertificateError("a best response that is not played: there is no such one")
        require_unplayed(listed, seat, claims.survivors[seat].index(response))


def _require_of_survivors(
    game: _StrategicGame, survivors: Sequence[Sequence[int]], listed: NPlayerNashDocument
) -> None:
    """Demand that a list is of what elimination leaves: action k is the survivor number k.

    That game has the equilibria of the whole one, and no other strategy is a best response in one.
    """
    seats = listed.form.seats
    sizes = [len(seat.cells[0][1]) if seat.cells else 1 for seat in seats]
    if (
        tuple(seat.name for seat in seats) != game.seats
        or any(len(seat.cells) > 1 for seat in seats)
        or sizes != [*map(len, survivors)]
    ):
        raise CertificateError("the list of equilibria is of another game")
    ways = [[k * step for k in own] for own, step in zip(survivors, game.steps, strict=True)]
    for player, table in enumerate(payoff_tables(listed.form)):
        game.meter.take(prod(sizes) * game.words)
        rest = [0] * sizes[player]
        profiles = zip(product(*map(range, sizes)), product(*ways), strict=True)
        for profile, places in profiles:  # of the others the last one changes first, too
            action = profile[player]
            here, due = table[action][rest[action]], game.tables[player][sum(places)]
            if here * game.denominator != due * listed.form.denominator:
                raise CertificateError("the list of equilibria is of a game with other payoffs")
            rest[action] += 1


def _require_degenerate_mix(game: _StrategicGame, one: _DegenerateRecord) -> None:
    where = "a mix with too many best responses"
    game.require_seat(one.seat, where)
    for k, _ in one.mixture:
        game.require_strategy(one.seat, k, where)
    payoffs = game.matrix(1 - one.seat)
    weights, below = over_one_denominator([chance for _, chance in one.mixture])
    game.meter.take(len(payoffs) * len(weights) * game.words * (below.bit_length() // 64 + 1))
    paid = [
        sum(w * row[k] for w, (k, _) in zip(weights, one.mixture, strict=True)) for row in payoffs
    ]
    best = max(paid)
    listed = one.responses
    if any(not 0 <= k < len(paid) or paid[k] != best for k in listed):
        raise CertificateError(f"{where}: a response is not a best response")
    if len(set(listed)) != len(listed) or len(listed) <= len(one.mixture):
        raise CertificateError(f"{where}: not more than it mixes strategies, each once")


def _require_symmetric_equilibria(game: _StrategicGame, claims: _PropertiesRecord) -> None:
    claim = claims.symmetric_equilibria
    if claim is None:
        return
    orders = claims.symmetry.orders
    if orders is None or len(game.sizes) != 2:
        raise CertificateError("symmetric equilibria of a game that is not symmetric, or for two")
    payoffs = [[row[k] for k in orders[1]] for row in game.matrix(0)]
    size = len(payoffs)
    stable = {
        vertex.weights: vertex
        for vertex in _polyhedron_vertices(game, payoffs)
        if len(vertex.unused | vertex.best) == size
    }
    listed = []
    for chances in claim.vertices:
        if len(chances) != size or sum(chances) != 1:
            raise CertificateError("a symmetric equilibrium is not a mix of all strategies")
        weights, _ = over_one_denominator(list(chances))
        found = stable.get(tuple(weights))
        if found is None:
            raise CertificateError("a symmetric equilibrium is not an extreme one")
        listed.append(found)
    if len(listed) != len(stable) or len({one.weights for one in listed}) != len(listed):
        raise CertificateError(f"there are {len(stable)} extreme symmetric equilibria")
    due = _maximal_faces(game, listed, size)
    if set(claim.subsets) != due or len(claim.subsets) != len(due):
        raise CertificateError("the sets of symmetric equilibria are not those of its faces")


def _maximal_faces(
    game: _StrategicGame, vertices: Sequence[_Vertex], size: int
) -> set[tuple[int, ...]]:
    """Return the largest sets of vertices with a label of every strategy in common.

    Strategy by strategy: none of the set uses it, or it is a best response to all.
    """
    found: set[tuple[int, ...]] = {tuple(range(1, len(vertices) + 1))} if vertices else set()
    for k in range(size):
        parts: set[tuple[int, ...]] = set()
        for face in found:
            game.meter.take(2 * len(face))
            for label in ("unused", "best"):
                part = tuple(n for n in face if k in getattr(vertices[n - 1], label))
                if part:
                    parts.add(part)
        game.meter.take(len(parts) ** 2)
        inside = {part: set(part) for part in parts}
        found = {a for a in parts if not any(inside[a] < inside[b] for b in parts)}
    return found

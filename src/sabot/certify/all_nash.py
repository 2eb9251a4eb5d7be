"""Verify a list of all extreme Nash equilibria of a bimatrix game (``sabot/equilibria/3``).

Each entry must be an equilibrium with the stated payoffs, extreme, and listed once. A mixed
strategy is kept as integers without common divisor, so that equal strategies are equal tuples.

Completeness is shown by a case tree. Each pure strategy of either player is a *label*; in an
equilibrium each label has probability 0 or is a best response, and a case branches on one label.
In a leaf, either no mixture of the remaining strategies makes all its labels best responses
(shown by a *shift* of the responding player's weights with sum 0 that takes only from those
labels and gains against each remaining strategy), or all pairs of vertices of the two remaining
faces are listed. An extreme equilibrium is a pair of vertices, so none is missing.

Maximal Nash subsets (products of mixtures that are all in equilibrium with each other), their
connected components and their dimensions are recomputed.

Indices of components, if they are stated, are computed again for a perturbed game.

A list with ``"complete": false`` is what a stopped search has found. It has no cases and no
components, and nothing but its entries is verified.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import combinations, pairwise
from operator import mul
from typing import Protocol

from sabot.certify.documents import require_certificate, require_digest
from sabot.certify.double_description import (
    EnumerationMeter,
    PayoffRows,
    Weights,
    face_vertices,
    has_at_most_one_mixture,
)
from sabot.certify.json_reader import (
    Json,
    JsonObject,
    describe_value,
    format_fraction,
    quote_name,
    read_fraction,
    read_integer,
    read_ratio,
    read_two_seat_names,
    read_uniqueness_claim,
    require_keys,
    require_object,
)
from sabot.certify.limits import (
    MOST_CASE_TREE_WORK,
    MOST_EQUILIBRIA,
    MOST_EQUILIBRIA_WEIGHTS,
    MOST_EQUILIBRIA_WORK,
    MOST_INDEX_WORK,
    MOST_NASH_SUBSET_WORK,
    MOST_NASH_SUBSETS,
    MOST_PURE_STRATEGIES,
    WorkMeter,
    spend,
)
from sabot.certify.rank_mod_p import (
    SMALL_SYSTEM,
    add_mod_3,
    proves_full_rank_mod_2,
    proves_full_rank_mod_3,
    spend_on_small_rank,
    unpack_row,
)
from sabot.certify.record_codec import (
    Field,
    FormEvidence,
    NamedDocument,
    OptionalField,
    Record,
    boolean,
    integer,
    list_of,
    pair_of,
    raw,
)
from sabot.certify.sequence_form import (
    CertificateForm,
    over_common_denominator,
    read_general_sum_forms,
)
from sabot.certify.verdict import (
    TwoPlayerVerdict,
    UniquenessByPlayer,
    uniqueness_text,
)
from sabot.errors import CertificateError, FileError


class _TraitsRecord(Record, what="what is said of an equilibrium"):
    strict = Field(boolean("strict is not true or false"))
    quasi_strict = Field(boolean("quasi_strict is not true or false"))
    isolated = Field(boolean("isolated is not true or false"))
    regular = Field(boolean("regular is not true or false"))


class _IndicesRecord(Record, what="the indices"):
    components = Field(list_of(integer("an index is not an integer"), "the indices are not a list"))
    equilibria = Field(list_of(_TraitsRecord, "the equilibria of the indices are not a list"))


@dataclass(frozen=True, slots=True)
class ListedIndices:
    """The index of each component, and what each equilibrium is."""

    components: tuple[int, ...]
    equilibria: tuple[tuple[bool, bool, bool, bool], ...]
    """Strict, quasi-strict, isolated, regular."""


def read_indices(data: Json) -> ListedIndices:
    """Return the indices as a file states them."""
    found = _IndicesRecord(data)
    said = ((one.strict, one.quasi_strict, one.isolated, one.regular) for one in found.equilibria)
    return ListedIndices(found.components, tuple(said))


class _AllNashEvidence(FormEvidence, what="the certificate"):
    cases = OptionalField(raw)


class _AllNashRecord(NamedDocument, what="a list of equilibria"):
    seats = Field(read_two_seat_names)
    count = Field(raw)
    unique = Field(raw)
    equilibria = Field(list_of(raw, "the equilibria are not a list"))
    components = Field(raw)
    indices = OptionalField(read_indices)
    complete = OptionalField(raw)
    certificate = Field(_AllNashEvidence)


class _EquilibriumRecord(Record, what="an equilibrium"):
    strategies = Field(raw)
    payoffs = Field(pair_of(read_fraction, "the payoffs of an equilibrium are not one per seat"))


_NO_COMPONENT = "a component is not a dimension and a list of subsets"


class _ComponentRecord(Record, what="a component"):
    dimension = Field(integer(_NO_COMPONENT))
    subsets = Field(list_of(raw, _NO_COMPONENT))


@dataclass(frozen=True, slots=True)
class CertificateBimatrix:
    """The game in the file: by player its strategies, and its payoffs by row and column."""

    seats: tuple[str, str]
    actions: tuple[list[str], list[str]]
    payoffs: tuple[list[list[int]], list[list[int]]]
    denominators: tuple[int, int]


@dataclass(frozen=True, slots=True)
class ListedEquilibrium:
    """An equilibrium as a file states it: both players' weights, and what they are paid."""

    weights: tuple[Weights, Weights]
    payoffs: tuple[Fraction, Fraction]


@dataclass(frozen=True, slots=True)
class ListedComponent:
    """Subsets that are linked, each by the places of its equilibria in the list."""

    dimension: int
    subsets: tuple[tuple[int, ...], ...]


LabelCase = int | tuple[int, Weights] | None
"""A label to branch on, from 1 (negative: first as a best response, then without weight); a player
and a shift of its weights; or None: equilibria are here."""


@dataclass(frozen=True, slots=True)
class AllNashDocument:
    """All extreme equilibria of a game as a file states them."""

    game: str
    forms: tuple[CertificateForm, CertificateForm]
    """The game as it pays the first player, and as it pays the second."""
    bimatrix: CertificateBimatrix
    equilibria: tuple[ListedEquilibrium, ...]
    components: tuple[ListedComponent, ...]
    unique: tuple[bool | None, bool | None]
    cases: tuple[LabelCase, ...] | None
    """None: the list does not claim to be complete."""
    digest: str
    indices: ListedIndices | None = None
    """Of the components, if they are stated."""
    unreachable: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Nothing is said of information sets that are unreachable."""

    @property
    def form(self) -> CertificateForm:
        """The game as it pays the first player."""
        return self.forms[0]


def read_all_nash(document: JsonObject) -> AllNashDocument:
    """Return what a ``sabot/equilibria/3`` claims and shows."""
    require_certificate(document)
    digest = require_digest(document, "list")
    found = _AllNashRecord(document)
    kind, forms = read_general_sum_forms(found.certificate.form, found.seats)
    if kind != "bimatrix":
        raise ValueError("the form of a list of equilibria is not a bimatrix")
    form, count = as_bimatrix(forms), len(found.equilibria)
    if not count:
        raise ValueError("the equilibria are not a list")
    if count > MOST_EQUILIBRIA:
        raise FileError(f"more than {MOST_EQUILIBRIA:,} equilibria, too many for this checker")
    if type(found.count) is not int or found.count != count:
        raise CertificateError("'count' is not the number of equilibria listed")
    unique = require_keys(found.unique, form.seats, "the uniqueness claims")
    one, two = (read_uniqueness_claim(unique[seat]) for seat in form.seats)
    components = read_components(found.components, count)
    cases = None
    if "complete" in document:
        if found.complete is not False:
            raise ValueError("'complete' may only be false")
        if found.certificate.cases is not None:
            raise ValueError("a list that is not complete has cases")
        if components or found.indices is not None:
            raise ValueError("a list that is not complete has components or indices")
    elif found.certificate.cases is None:
        raise ValueError("the cases are not a list")
    else:
        cases = read_label_cases(form, found.certificate.cases)
        if one is None or two is None:
            raise ValueError("a uniqueness claim with evidence is true or false")
    first, second = map(_MixedStrategyReader, form.seats, form.actions)
    return AllNashDocument(
        found.game,
        forms,
        form,
        tuple(_read_equilibrium((first, second), entry) for entry in found.equilibria),
        components,
        (one, two),
        cases,
        digest,
        found.indices,
    )


def as_bimatrix(forms: tuple[CertificateForm, CertificateForm]) -> CertificateBimatrix:
    """Return two matrices with the same labels as one game."""
    names, actions = zip(*((seat.name, seat.cells[0][1]) for seat in forms[0].seats), strict=True)
    if sum(map(len, actions)) > MOST_PURE_STRATEGIES:
        raise FileError(f"more than {MOST_PURE_STRATEGIES:,} strategies, too many for this checker")
    one, two = (form.rows or [] for form in forms)
    return CertificateBimatrix(
        (names[0], names[1]),
        (actions[0], actions[1]),
        (one, two),
        (forms[0].denominator, forms[1].denominator),
    )


def _read_equilibrium(
    mixes: tuple[_MixedStrategyReader, _MixedStrategyReader], data: Json
) -> ListedEquilibrium:
    found = _EquilibriumRecord(data)
    tables = require_keys(found.strategies, [own.seat for own in mixes], "the strategies")
    one, two = (own.weights(tables[own.seat]) for own in mixes)
    return ListedEquilibrium((one, two), found.payoffs)


class _MixedStrategyReader:
    """The mixtures of a player, each made once: in a long list most are repeated."""

    def __init__(self, seat: str, actions: Sequence[str]) -> None:
        self.seat = seat
        self.places = {action: place for place, action in enumerate(actions)}
        self.known: dict[tuple[tuple[str, Json], ...], Weights] = {}
        self.ratios: dict[Json, tuple[int, int]] = {}
        """By text a probability: in a long list most are repeated, too."""
        self.meter = WorkMeter(MOST_EQUILIBRIA_WEIGHTS, f"the strategies of {quote_name(seat)} are")

    def weights(self, data: Json) -> Weights:
        """Return a mixture as integers; an action that is left out has probability 0."""
        own = require_keys(data, {"-"}, f"{quote_name(self.seat)}'s strategy")
        mix = require_keys(own["-"], (), f"the mix of {quote_name(self.seat)}", self.places)
        texts = tuple(mix.items())
        if any(type(chance) is not str for _, chance in texts):
            raise ValueError(
                f"a chance of {quote_name(self.seat)} is not a fraction written as text"
            )
        found = self.known.get(texts)
        if found is None:
            self.meter.take(len(self.places))
            found = self.known[texts] = self._read_weights(texts)
        return found

    def _read_weights(self, texts: tuple[tuple[str, Json], ...]) -> Weights:
        ratios = []
        for _, chance in texts:
            ratio = self.ratios.get(chance)
            if ratio is None:
                ratio = self.ratios[chance] = read_ratio(chance)
            ratios.append(ratio)
        shares, below = over_common_denominator(ratios)
        if min(shares, default=0) < 0 or sum(shares) != below:
            raise CertificateError(f"a strategy of {quote_name(self.seat)} is not a mix")
        common = math.gcd(*shares)
        weights = [0] * len(self.places)
        for (action, _), share in zip(texts, shares, strict=True):
            weights[self.places[action]] = share // common
        return tuple(weights)


def read_components(data: Json, count: int) -> tuple[ListedComponent, ...]:
    """Return the components of a list of so many equilibria."""
    return tuple(
        ListedComponent(
            entry.dimension,
            tuple(_read_equilibrium_numbers(subset, count) for subset in entry.subsets),
        )
        for entry in list_of(_ComponentRecord, "the components are not a list")(data)
    )


def _read_equilibrium_numbers(data: Json, count: int) -> tuple[int, ...]:
    """Return places in the list, from 0; a file counts from 1, upwards."""
    if type(data) is not list or set(map(type, data)) != {int}:
        raise ValueError("a subset is not a list of the numbers of equilibria")
    if data[0] < 1 or data[-1] > count or any(a >= b for a, b in pairwise(data)):
        raise ValueError("a subset does not name equilibria of the list, in order")
    return tuple(number - 1 for number in data)


def read_label_cases(form: CertificateBimatrix, data: Json) -> tuple[LabelCase, ...]:
    """Return a tree of cases."""
    if type(data) is not list:
        raise ValueError("the cases are not a list")
    names = {name: n for n, name in enumerate(form.seats)}
    sizes = [len(actions) for actions in form.actions]
    last = sum(sizes)
    found: list[LabelCase] = []
    for entry in data:
        if type(entry) is int:
            if not 1 <= abs(entry) <= last:
                raise ValueError(
                    f"a case branches on {describe_value(entry)}, which is no strategy's number"
                )
            found.append(entry)
        else:
            found.append(None if entry is None else read_shift(names, sizes, entry))
    return tuple(found)


def read_shift(names: Mapping[str, int], sizes: Sequence[int], data: Json) -> tuple[int, Weights]:
    """Return whose a shift is, and its weights."""
    case = require_object(data, "a case")
    if len(case) != 1:
        raise ValueError("a case without equilibria is shown by one seat's shift")
    ((name, shift),) = case.items()
    if name not in names:
        raise ValueError(f"{name[:40]!r} is not a part of a case")
    seat = names[name]
    if type(shift) is not list or len(shift) != sizes[seat]:
        raise ValueError(f"a shift of {quote_name(name)} does not have one weight per strategy")
    if set(map(type, shift)) == {int}:
        return seat, tuple(shift)
    return seat, tuple(map(read_integer, shift))


_DIGIT = 64
"""Bits of a digit of the long integers that hold a row of payoffs."""
_SMALL_SUM = 2**61
"""Sums below it, positive or negative, fit into a digit with a bit to spare."""


_HIGHEST_BYTE = slice(_DIGIT // 8 - 1, None, _DIGIT // 8)
_BIT_OF_SMALL_SUM = bytes(b"01"[byte >> 5 & 1] for byte in range(256))
"""By the highest byte of a digit, the bit of 2^61 as a character."""


def _reached_digits(number: int, count: int) -> int:
    """Return as bits the digits of a number, the lowest first, in which the bit of 2^61 is set.

    >>> bin(_reached_digits((2**61 << 128) + (5 << 64) + 2**61, 3))
    '0b101'
    """
    digits = number.to_bytes(count * _DIGIT // 8, "little")[_HIGHEST_BYTE]
    return int(digits[::-1].translate(_BIT_OF_SMALL_SUM), 2)


def _pack_digits(entries: Iterable[int]) -> int:
    """Return entries as one number, with a digit for each, the lowest first."""
    return sum(entry << _DIGIT * k for k, entry in enumerate(entries))


def _bits_of(flags: Iterable[int]) -> int:
    """Return flags as the bits of a number, the lowest first."""
    return sum(1 << k for k, flag in enumerate(flags) if flag)


class BestResponsePolytope:
    """The mixtures of one player, and the responses of the other, by label."""

    def __init__(self, form: CertificateBimatrix, mixing: int) -> None:
        rows, columns = map(len, form.actions)
        payoffs = form.payoffs[1 - mixing]
        self.name = form.seats[1 - mixing]
        self.mixed, self.replying = (rows, columns) if mixing == 0 else (columns, rows)
        self.first_mixed, self.first_reply = (0, rows) if mixing == 0 else (rows, 0)
        self.by_reply = payoffs if mixing else [list(row) for row in zip(*payoffs, strict=True)]
        self.by_mixed = [list(row) for row in zip(*self.by_reply, strict=True)]
        self._every_mixed, self._every_reply = (1 << self.mixed) - 1, (1 << self.replying) - 1
        self._largest = max(abs(entry) for row in self.by_reply for entry in row)
        self._packed = [_pack_digits(row) for row in self.by_reply]
        """By response its payoffs as one number, with a digit for each strategy of the mixture."""
        self._packed_by_mixed = [_pack_digits(row) for row in self.by_mixed]
        self._middle = _pack_digits([_SMALL_SUM - 1] * self.mixed)
        self._middle_by_mixed = _pack_digits([_SMALL_SUM] * self.replying)
        self._mod_2 = [_bits_of(entry & 1 for entry in row) for row in self.by_reply]
        self._mod_3 = [
            (_bits_of(entry % 3 == 1 for entry in row), _bits_of(entry % 3 == 2 for entry in row))
            for row in self.by_reply
        ]
        self._single: dict[tuple[int, int], bool] = {}

    def left_bits(self, imposed: int) -> int:
        """Return the strategies that may still have weight, as bits."""
        return self._every_mixed & ~(imposed >> self.first_mixed)

    def best_bits(self, imposed: int) -> int:
        """Return the responses that are to be best ones, as bits."""
        return imposed >> self.first_reply & self._every_reply

    def left(self, imposed: int) -> list[int]:
        """Return the strategies that may still have weight."""
        return list(iterate_bits(self.left_bits(imposed)))

    def best(self, imposed: int) -> list[int]:
        """Return the responses that are to be best ones."""
        return list(iterate_bits(self.best_bits(imposed)))

    def is_single(self, used: int, best: int) -> bool:
        """Tell whether one mixture of *used* strategies at most makes all of *best* equal.

        Modulo 2 and modulo 3 the rows of the equations have a bit or two per strategy, and
        elimination takes a few operations; most systems have full rank modulo one of them.
        """
        found = self._single.get((used, best))
        if found is None:
            replies = list(iterate_bits(best))
            found = self._has_small_rank(used, replies) or has_at_most_one_mixture(
                self.by_reply, list(iterate_bits(used)), replies
            )
            self._single[used, best] = found
        return found

    def _has_small_rank(self, used: int, best: Sequence[int]) -> bool:
        """Tell whether the equations for one mixture have full rank modulo 2 or modulo 3."""
        wide = used.bit_count()
        if not 1 < wide <= min(len(best), SMALL_SYSTEM):
            return False
        mark, minus_mark = self._mod_2[best[0]], self._mod_3[best[0]][::-1]
        odd = [used, *[(mark ^ self._mod_2[i]) & used for i in best[1:]]]
        if not proves_full_rank_mod_2(odd, wide):
            rows = [(used, 0)]
            for i in best[1:]:
                one, two = add_mod_3(self._mod_3[i], minus_mark)
                rows.append((one & used, two & used))
            if not proves_full_rank_mod_3(rows, wide):
                return False
        spend_on_small_rank(len(best), wide)
        return True

    def earned(self, weights: Weights) -> Sequence[int]:
        """Return what each response earns against a mixture, times the sum of its weights.

        What they all earn is one number, with a digit for each where that is small.
        """
        if self._largest * sum(weights) < _SMALL_SUM:
            earned: int = sum(map(mul, weights, self._packed_by_mixed), self._middle_by_mixed)
            return [digit - _SMALL_SUM for digit in unpack_row(earned, self.replying)]
        live = [(row, weight) for row, weight in zip(self.by_mixed, weights, strict=True) if weight]
        return [sum([row[i] * weight for row, weight in live]) for i in range(self.replying)]

    def require_empty(self, imposed: int, shift: Weights) -> None:
        """Demand that a shift shows that there is no mixture."""
        best = self.best_bits(imposed)
        taken = [k for k, weight in enumerate(shift) if weight < 0]
        if sum(shift) or any(not best >> k & 1 for k in taken):
            raise CertificateError(
                f"a shift of {quote_name(self.name)} takes from what need not be a best reply"
            )
        if self.left_bits(imposed) & ~self._gained(shift):
            raise CertificateError(
                f"a shift of {quote_name(self.name)} does not gain: its case may hold equilibria"
            )

    def _gained(self, shift: Weights) -> int:
        """Return as bits the strategies against which a shift gains.

        What it gains against all of them is one number, with a digit for each; one less than 2^61
        is added to each digit, so that the bit of 2^61 is set just where the gain is at least 1.
        """
        if self._largest * sum(map(abs, shift)) >= _SMALL_SUM:
            return _bits_of(sum(map(mul, shift, row)) > 0 for row in self.by_mixed)
        return _reached_digits(sum(map(mul, shift, self._packed), self._middle), self.mixed)


def verify_complete(
    document: AllNashDocument, sides: Sequence[BestResponsePolytope], met: Sequence[MetStrategies]
) -> bool:
    """Walk through the cases; tell whether they show that nothing is missing.

    False where a face is too large to be built here; CertificateError where a case is wrong. *met*
    has the responses to each listed strategy of either player.
    """
    assert document.cases is not None
    listed = {entry.weights for entry in document.equilibria}
    require_short_case_tree(document.bimatrix, document.cases, len(document.equilibria))
    mixes = [ListedStrategies(sides[seat], met[seat]) for seat in (0, 1)]
    work, complete = EnumerationMeter(), True
    for imposed in iterate_open_leaves((sides[0], sides[1]), document.cases):
        faces = [_leaf_vertices(sides[n], imposed[n], mixes[n], work) for n in (0, 1)]
        if faces[0] is None or faces[1] is None:
            complete = False
        elif not all((x, y) in listed for x in faces[0] for y in faces[1]):
            raise CertificateError("a case holds an equilibrium that is not listed")
    return complete


def best_response_polytopes(
    form: CertificateBimatrix,
) -> tuple[BestResponsePolytope, BestResponsePolytope]:
    """Return both sides: the first player's mixtures, and the second's."""
    return BestResponsePolytope(form, 0), BestResponsePolytope(form, 1)


class RefutablePolytope(Protocol):
    """A side of a case, by labels that are imposed on it."""

    def require_empty(self, imposed: int, shift: Weights) -> None:
        """Demand that a shift shows that there is nothing on it."""


def iterate_open_leaves(
    sides: tuple[RefutablePolytope, RefutablePolytope], cases: Iterable[LabelCase]
) -> Iterator[tuple[int, int]]:
    """Walk through the cases; yield what those that may hold equilibria impose on both sides.

    Whoever goes on to the end has seen all that are not shown to hold none.
    """
    waiting = [(0, 0)]
    for case in cases:
        if not waiting:
            raise CertificateError("the cases go on after the last of them")
        imposed = waiting.pop()
        if isinstance(case, int):
            waiting += _branch_on_label(imposed, case)
        elif case is not None:
            seat, shift = case
            sides[1 - seat].require_empty(imposed[1 - seat], shift)
        else:
            yield imposed
    if waiting:
        raise CertificateError("the cases break off: not all are looked at")


def _branch_on_label(imposed: tuple[int, int], case: int) -> list[tuple[int, int]]:
    """Return the two cases that a label makes of one, the one that comes last first."""
    bit = 1 << (abs(case) - 1)
    # a row has weight on the first side, and is a reply on the second; a column the other way round
    one, two = (imposed[0] | bit, imposed[1]), (imposed[0], imposed[1] | bit)
    return [two, one] if case > 0 else [one, two]


def require_short_case_tree(
    form: CertificateBimatrix, cases: Sequence[LabelCase], listed: int
) -> None:
    """Demand that all cases can be looked at in some time, with so many equilibria in a list."""
    rows, columns = map(len, form.actions)
    payoffs = (abs(entry) for table in form.payoffs for row in table for entry in row)
    shifts = [case[1] for case in cases if isinstance(case, tuple)]
    bits = max(payoffs, default=0).bit_length()
    longest = max(max(map(max, shifts), default=0), -min(map(min, shifts), default=0)).bit_length()
    alive = sum(case is None for case in cases)
    work = len(shifts) * rows * columns * (1 + bits * longest // 4096)
    # the ranks and vertices of their faces are counted where they are computed
    work += alive * (rows + columns) * (8 + listed // 4096)
    if work > MOST_CASE_TREE_WORK:
        raise FileError("the cases are too many for this checker")
    spend(work, "cases")


class ListedStrategies:
    """The mixtures of a player that are listed, and which of them obey some labels."""

    def __init__(self, side: BestResponsePolytope, met: MetStrategies) -> None:
        self.side, self.met = side, met
        self.exact = {(own.used, own.best): mix for mix, own in met.items()}
        """By the strategies it uses and all its best responses: a mixture."""

    @cached_property
    def against(self) -> dict[int, int]:
        """By label the mixtures, as bits, that do not obey it."""
        places: dict[int, bytearray] = {}
        for place, own in enumerate(self.met.values()):
            used, short = own.violated(self.side)
            for label in iterate_bits(used | short):
                held = places.get(label)
                if held is None:
                    held = places[label] = bytearray(1 + len(self.met) // 8)
                held[place >> 3] |= 1 << (place & 7)
        return {label: int.from_bytes(held, "little") for label, held in places.items()}

    def inside(self, imposed: int) -> list[Weights]:
        """Return the mixtures that obey all labels imposed."""
        out = 0
        for label in iterate_bits(imposed):
            out |= self.against.get(label, 0)
        inside = ((1 << len(self.met)) - 1) & ~out
        if not inside:
            return []
        mixes = list(self.met)
        return [mixes[place] for place in iterate_bits(inside)]


def iterate_bits(number: int) -> Iterator[int]:
    """Yield the places of the ones of a number.

    >>> list(iterate_bits(0b10110))
    [1, 2, 4]
    """
    while number:
        low = number & -number
        yield low.bit_length() - 1
        number ^= low


@dataclass(frozen=True, slots=True)
class MetStrategy:
    """A mixture, as the other player meets it."""

    used: int
    """The strategies with weight, as bits."""
    best: int
    """The best responses, as bits."""
    top: int
    """What these earn, times the sum of the weights."""

    def violated(self, side: BestResponsePolytope) -> tuple[int, int]:
        """Return as bits of labels the strategies it uses, and the responses that are not best."""
        short = ((1 << side.replying) - 1) & ~self.best
        return self.used << side.first_mixed, short << side.first_reply


MetStrategies = dict[Weights, MetStrategy]
"""By mixture."""


def meet_strategy(side: BestResponsePolytope, mix: Weights) -> MetStrategy:
    """Return what the other player finds against a mixture."""
    earned = side.earned(mix)
    top = max(earned)
    best = sum([1 << k for k, paid in enumerate(earned) if paid == top])
    return MetStrategy(sum([1 << k for k, weight in enumerate(mix) if weight]), best, top)


def _leaf_vertices(
    side: BestResponsePolytope, imposed: int, listed: ListedStrategies, work: EnumerationMeter
) -> Collection[Weights] | None:
    """Return the vertices of what a case leaves a player; None where that takes too long."""
    used, best = side.left_bits(imposed), side.best_bits(imposed)
    if not best:
        raise CertificateError("a case is called one with equilibria, and has no mix")
    if not side.is_single(used, best):
        return face_vertices(side.by_reply, side.left(imposed), side.best(imposed), work)
    exact = listed.exact.get((used, best))
    inside = listed.inside(imposed) if exact is None else (exact,)
    if not inside:
        raise CertificateError("a case is called one with equilibria, and none is listed there")
    return inside


MixedStrategyPair = tuple[Weights, Weights]
"""A mixture of each player."""


def require_components(
    equilibria: Sequence[ListedEquilibrium], components: Sequence[ListedComponent]
) -> None:
    """Demand that components are just those that a list of equilibria spans."""
    meter = WorkMeter(MOST_NASH_SUBSET_WORK, "what the equilibria span takes", steps=5)
    require_spanned_components(
        {entry.weights: number for number, entry in enumerate(equilibria)},
        components,
        lambda subset: _subset_dimension(equilibria, subset, meter),
        meter,
    )


def require_spanned_components(
    place: Mapping[MixedStrategyPair, int],
    components: Sequence[ListedComponent],
    dimension: Callable[[Sequence[int]], int],
    meter: WorkMeter | None = None,
) -> None:
    """Demand that components are just those that pairs of strategies, by place, span.

    *dimension* returns that of a subset, by its places.
    """
    if meter is None:
        meter = WorkMeter(MOST_NASH_SUBSET_WORK, "what the equilibria span takes", steps=5)
    spanned: set[tuple[int, ...]] = set()
    for pairs in _connected_groups(place):
        spanned |= _maximal_nash_subsets(pairs, place, meter)
    listed = [subset for component in components for subset in component.subsets]
    if len(listed) != len(set(listed)):
        raise CertificateError("a subset is listed twice")
    if set(listed) != spanned:
        raise CertificateError("the subsets are not the maximal ones that the equilibria span")
    _require_disjoint_components(components)
    for component in components:
        found = max(map(dimension, component.subsets))
        if component.dimension != found:
            raise CertificateError("the dimension of a component is not that of its subsets")


def _connected_groups(pairs: Iterable[MixedStrategyPair]) -> Iterable[list[MixedStrategyPair]]:
    """Return the pairs in groups: two pairs that share a mixture are in the same group."""
    groups: dict[tuple[int, Weights], list[MixedStrategyPair]] = {}
    """By player and mixture; the mixtures of one group have the same list."""
    for pair in pairs:
        one, two = (0, pair[0]), (1, pair[1])
        mine, theirs = groups.get(one, []), groups.get(two, [])
        if mine is not theirs:
            if len(mine) < len(theirs):  # the shorter list moves: a mixture moves seldom
                mine, theirs = theirs, mine
            mine += theirs
            for first, second in theirs:
                groups[0, first] = groups[1, second] = mine
        mine.append(pair)
        groups[one] = groups[two] = mine
    return {id(group): group for group in groups.values()}.values()


def _maximal_nash_subsets(
    pairs: Sequence[MixedStrategyPair], place: Mapping[MixedStrategyPair, int], meter: WorkMeter
) -> set[tuple[int, ...]]:
    """Return the maximal Nash subsets of connected pairs, each by the places of its pairs."""
    seconds = {two: k for k, two in enumerate(dict.fromkeys(two for _, two in pairs))}
    names = list(seconds)
    partners: dict[Weights, int] = {}
    for one, two in pairs:
        partners[one] = partners.get(one, 0) | 1 << seconds[two]
    words = 1 + len(names) // 512
    found = set()
    for shared in _nonempty_intersections(list(partners.values()), words, meter):
        meter.take((len(partners) + shared.bit_count()) * words)
        firsts = [one for one, met in partners.items() if shared & met == shared]
        both = [two for k, two in enumerate(names) if shared >> k & 1]
        meter.take(len(firsts) * len(both))
        found.add(tuple(sorted(place[one, two] for one in firsts for two in both)))
    return found


def _nonempty_intersections(sets: Sequence[int], words: int, meter: WorkMeter) -> set[int]:
    """Return all that some of the sets, as bits, have in common, where that is anything."""
    found: set[int] = set()
    for one in dict.fromkeys(sets):
        meter.take((1 + len(found)) * words)
        found |= {one & other for other in found} | {one}
        found.discard(0)
        if len(found) > MOST_NASH_SUBSETS:
            raise FileError(f"more than {MOST_NASH_SUBSETS:,} subsets, too many for this checker")
    return found


def _require_disjoint_components(components: Sequence[ListedComponent]) -> None:
    """Demand that subsets of one component are linked, and those of two share no equilibrium."""
    taken: set[int] = set()
    for component in components:
        if not component.subsets:
            raise CertificateError("a component is empty")
        whole = {number for subset in component.subsets for number in subset}
        if whole & taken:
            raise CertificateError("two components have an equilibrium in common")
        taken |= whole
        reached, left = set(component.subsets[0]), list(component.subsets[1:])
        while left:
            near = [subset for subset in left if reached & set(subset)]
            if not near:
                raise CertificateError("a component falls apart: it is more than one")
            reached.update(*near)
            left = [subset for subset in left if subset not in near]


def _subset_dimension(
    equilibria: Sequence[ListedEquilibrium], subset: Sequence[int], meter: WorkMeter
) -> int:
    mixes = [{equilibria[k].weights[seat] for k in subset} for seat in (0, 1)]
    return sum(_bareiss_rank(sorted(own), meter) - 1 for own in mixes)


def _bareiss_rank(rows: Sequence[Weights], meter: WorkMeter) -> int:
    """Return the rank of some rows, by elimination in integers (Bareiss).

    What is left after a step has the last pivot but one as a divisor: numbers grow no longer than
    determinants are.
    """
    if len(rows) == 1:  # weights are not all 0
        return 1
    left, found, last = [list(row) for row in rows], 0, 1
    bits = max(max(row) for row in rows).bit_length()
    for column in range(len(left[0])):
        lead = next((row for row in left if row[column]), None)
        if lead is None:
            continue
        found += 1
        left.remove(lead)
        pivot = lead[column]
        meter.take(len(left) * len(lead) * (1 + (found * bits) ** 2 // 4096**2))
        left = [
            [(pivot * a - row[column] * b) // last for a, b in zip(row, lead, strict=True)]
            for row in left
        ]
        last = pivot
    return found


@dataclass(frozen=True)
class AllNashVerdict(TwoPlayerVerdict):
    """Extreme equilibria, and whether it was shown that there are no others."""

    claims: UniquenessByPlayer
    """By player, whether it plays the same in all of them; None: in those listed, no more."""
    complete: bool
    """That there are no others was shown too."""
    source: AllNashDocument = field(repr=False)

    @property
    def kind(self) -> str:
        """``equilibria``."""
        return "equilibria"

    @property
    def value(self) -> list[str]:
        """What both players are paid, equilibrium by equilibrium."""
        return [", ".join(map(format_fraction, entry.payoffs)) for entry in self.source.equilibria]

    @property
    def unique(self) -> tuple[UniquenessByPlayer, ...]:
        """By player, whether it plays the same in every equilibrium."""
        return (self.claims,)

    @property
    def form(self) -> CertificateForm:
        """The game as it pays the first player."""
        return self.source.form

    @property
    def forms(self) -> tuple[CertificateForm, CertificateForm]:
        """The game as it pays each player."""
        return self.source.forms

    @property
    def words(self) -> str:
        """How many there are."""
        count = len(self.source.equilibria)
        noun = "1 extreme equilibrium" if count == 1 else f"{count:,} extreme equilibria"
        shown = ", all there are" if self.complete else ""
        return f"proved: {noun}{shown or ' (that there are no others was not shown)'}"

    def verdict(self, seat: str) -> str:
        """Return what is proved of the uniqueness of a player's strategy."""
        claim = self.claims[seat]
        return "uniqueness not decided" if claim is None else uniqueness_text(claim)

    @property
    def lines(self) -> tuple[str, ...]:
        """What is proved of the strategies, and the indices."""
        if self.source.indices is None:
            return super().lines
        listed = ", ".join(map(str, self.source.indices.components[:20]))
        return (*super().lines, f"indices of the components: {listed}")

    def to_json(self) -> dict[str, object]:
        """Return what was proved, and whether that there are no others was."""
        return {**super().to_json(), "complete": self.complete}


def verify_all_nash(document: AllNashDocument) -> AllNashVerdict:
    """Return what a list says; raise CertificateError unless all of it is shown."""
    listed = set()
    sides = best_response_polytopes(document.bimatrix)
    judge = _EquilibriumVerifier(document.bimatrix, sides)
    for number, entry in enumerate(document.equilibria, 1):
        if entry.weights in listed:
            raise CertificateError(f"equilibrium number {number} is listed twice")
        listed.add(entry.weights)
        judge.require_equilibrium(entry, number)
    for seat in (0, 1):
        alone = len({weights[seat] for weights in listed}) == 1
        if document.unique[seat] != (None if alone and document.cases is None else alone):
            raise CertificateError("a claim of uniqueness is not what the list says")
    complete = False
    if document.cases is not None:
        require_components(document.equilibria, document.components)
        complete = verify_complete(document, sides, judge.met)
        if document.indices is not None:
            if not complete:
                raise FileError("the indices need a complete list, which could not be shown here")
            pairs = [
                (judge.met[0][one.weights[0]], judge.met[1][one.weights[1]])
                for one in document.equilibria
            ]
            require_indices(document.bimatrix.payoffs, pairs, document.components, document.indices)
    one, two = document.bimatrix.seats
    verdicts = {
        seat: (claim if not claim or complete else None)
        for seat, claim in zip((one, two), document.unique, strict=True)
    }
    return AllNashVerdict(document.game, (one, two), document.digest, verdicts, complete, document)


class _EquilibriumVerifier:
    """Verifies the entries of a list, one after the other."""

    def __init__(
        self, form: CertificateBimatrix, sides: tuple[BestResponsePolytope, BestResponsePolytope]
    ) -> None:
        self.form, self.sides = form, sides
        self.bits = max(abs(c) for t in form.payoffs for row in t for c in row).bit_length()
        self.meter = WorkMeter(MOST_EQUILIBRIA_WORK, "the equilibria take")
        self.met: tuple[MetStrategies, MetStrategies] = {}, {}
        """By player, how its mixtures are met."""
        self.worth: tuple[dict[Weights, Fraction], dict[Weights, Fraction]] = {}, {}
        """By player that mixes, what its mixtures pay the other."""

    def require_equilibrium(self, entry: ListedEquilibrium, number: int) -> None:
        """Demand that an entry is an equilibrium, extreme, with its payoffs."""
        one, two = (self._met(seat, entry.weights[seat]) for seat in (0, 1))
        if one.used & ~two.best or two.used & ~one.best:
            raise CertificateError(
                f"equilibrium number {number} is not one: a seat could gain by another strategy"
            )
        for seat in (0, 1):
            if entry.payoffs[seat] != self.worth[1 - seat][entry.weights[1 - seat]]:
                raise CertificateError(f"equilibrium number {number} does not pay what it says")
        for seat, own in ((0, one), (1, two)):
            if not self.sides[seat].is_single(own.used, own.best):
                raise CertificateError(
                    f"equilibrium number {number} is not extreme: it is a mixture of others"
                )

    def _met(self, seat: int, weights: Weights) -> MetStrategy:
        """Return what the other player finds against a strategy of one."""
        found = self.met[seat].get(weights)
        if found is None:
            side = self.sides[seat]
            mixed = len(weights) - weights.count(0)
            long = max(weights).bit_length() * self.bits // 4096
            self.meter.take(side.replying * mixed * (1 + long))
            found = self.met[seat][weights] = meet_strategy(side, weights)
            self.meter.take(mixed**2 * found.best.bit_count() // 50)
            below = sum(weights) * self.form.denominators[1 - seat]
            self.worth[seat][weights] = Fraction(found.top, below)
        return found


# ---------------------------------------------------------------------- indices
#
# The index of a component is the sum of the indices of the equilibria near it in any
# nondegenerate game nearby (Shapley 1974; von Stengel 2021). Nearby games: in the best-response
# polyhedra of positive payoffs, ``B'x <= 1`` becomes ``B'x <= 1 + (e^k, ..., e^2, e)`` for a
# small e, with the last strategy moved most, and the same for A. Their equilibria are pairs of
# supports of one size whose solutions are positive and whose other responses are worse, where a
# number with powers of e has the sign of its first term that is not 0. Such supports contain
# those of an equilibrium that is listed and consist of best responses. The index of one is
# ``(-1)^(k+1)`` times the signs of the determinants of both payoffs on the supports, which have
# size k.


def require_indices(
    payoffs: tuple[PayoffRows, PayoffRows],
    pairs: Sequence[tuple[MetStrategy, MetStrategy]],
    components: Sequence[ListedComponent],
    claimed: ListedIndices,
) -> None:
    """Refuse other indices than those that a perturbation shows; the list must be complete."""
    supports = _SupportIndices(payoffs)
    home = {n: k for k, part in enumerate(components) for own in part.subsets for n in own}
    sums = [0] * len(components)
    said = []
    for number, (one, two) in enumerate(pairs):
        said.append((*_strictness(one, two), components[home[number]].dimension == 0))
        rows, columns = _between(one.used, two.best), _between(two.used, one.best)
        for index in supports.indices(rows, columns):
            sums[home[number]] += index
    if sum(sums) != 1:
        raise CertificateError("the indices of all components do not sum to 1")
    if claimed.components != tuple(sums):
        raise CertificateError("the indices are not those of the components")
    for number, ((one, two), (strict, quasi, isolated)) in enumerate(
        zip(pairs, said, strict=True), 1
    ):
        regular = quasi and supports.is_regular(_numbers(one.used), _numbers(two.used))
        if claimed.equilibria[number - 1 : number] != ((strict, quasi, isolated, regular),):
            raise CertificateError(f"equilibrium number {number} is not as the indices say")
    if len(claimed.equilibria) != len(pairs):
        raise CertificateError("the indices speak of other equilibria than are listed")


def _strictness(one: MetStrategy, two: MetStrategy) -> tuple[bool, bool]:
    quasi = one.used == two.best and two.used == one.best
    return quasi and one.used.bit_count() == 1 == two.used.bit_count(), quasi


def _numbers(bits: int) -> list[int]:
    return [k for k in range(bits.bit_length()) if bits >> k & 1]


def _between(used: int, best: int) -> tuple[list[int], list[int]]:
    """Return the strategies of a support, and those that a nearby one may have besides."""
    return _numbers(used), _numbers(best & ~used)


class _SupportIndices:
    """The equilibria of a perturbed game near one of the game, by their supports."""

    def __init__(self, payoffs: tuple[PayoffRows, PayoffRows]) -> None:
        one, two = ([[1 - min(map(min, m)) + c for c in row] for row in m] for m in payoffs)
        self.one, self.two = one, [list(column) for column in zip(*two, strict=True)]
        """By a player's own strategy what it is paid against each of the other's: positive."""
        longest = max(max(map(max, self.one)), max(map(max, self.two))).bit_length()
        self.words = longest // 64 + 1
        self.meter = WorkMeter(MOST_INDEX_WORK, "the indices take")

    def indices(
        self, rows: tuple[list[int], list[int]], columns: tuple[list[int], list[int]]
    ) -> Iterator[int]:
        """Yield the index of each equilibrium of the perturbed game that is near."""
        (used, more), (met, others) = rows, columns
        for size in range(max(len(used), len(met)), min(map(len, (used + more, met + others))) + 1):
            ways = math.comb(len(more), size - len(used)) * math.comb(len(others), size - len(met))
            self.meter.take(4 * ways * size**2 * (size * self.words + 1))
            for extra in combinations(more, size - len(used)):
                for added in combinations(others, size - len(met)):
                    mix, replies = sorted((*used, *extra)), sorted((*met, *added))
                    index = self._index(mix, replies, more, others)
                    if index:
                        yield index

    def _index(
        self, rows: list[int], columns: list[int], more: list[int], others: list[int]
    ) -> int:
        first = _sign_if_positive(self.one, rows, columns, others, more)
        if not first:
            return 0
        second = _sign_if_positive(self.two, columns, rows, more, others)
        return first * second if len(rows) % 2 else -first * second

    def is_regular(self, rows: list[int], columns: list[int]) -> bool:
        """Tell whether supports have one size, and payoffs on them determinants that are not 0."""
        if len(rows) != len(columns):
            return False
        self.meter.take(2 * len(rows) ** 3 * self.words)
        return bool(
            _solve_with_unit_vectors([[self.one[i][j] for j in columns] for i in rows])[0]
            and _solve_with_unit_vectors([[self.two[j][i] for i in rows] for j in columns])[0]
        )


def _sign_if_positive(
    table: PayoffRows,
    best: list[int],
    mixed: list[int],
    may_vanish: Sequence[int],
    tied: Sequence[int],
) -> int:
    """Return the sign of the determinant where the mix of the perturbed game is one; else 0.

    *best* responses are equal against a mix of *mixed*; of these, only those that *may_vanish* can
    have weight 0 without the perturbation, and only *tied* responses can be as good.
    """
    sign, inverse = _solve_with_unit_vectors([[table[i][j] for j in mixed] for i in best])
    if not sign:
        return 0
    for j, row in zip(mixed, inverse, strict=True):
        if j in may_vanish and not _last_is_positive(dict(zip(best, row, strict=True))):
            return 0
    for other in tied:
        if other not in best:
            slack = {other: Fraction(1)}
            for k, i in enumerate(best):
                slack[i] = -sum(
                    (table[other][j] * row[k] for j, row in zip(mixed, inverse, strict=True)),
                    Fraction(0),
                )
            if not _last_is_positive(slack):
                return 0
    return sign


def _last_is_positive(terms: Mapping[int, Fraction]) -> bool:
    """Tell whether the term of the last response is positive, of those that are not 0."""
    return terms[max(k for k, term in terms.items() if term)] > 0


def _solve_with_unit_vectors(rows: list[list[int]]) -> tuple[int, list[list[Fraction]]]:
    """Return the sign of the determinant of a matrix, and its inverse (Gauss and Jordan)."""
    size = len(rows)
    left = [
        [*map(Fraction, row), *(Fraction(k == n) for k in range(size))]
        for n, row in enumerate(rows)
    ]
    sign = 1
    for column in range(size):
        at = next((n for n in range(column, size) if left[n][column]), None)
        if at is None:
            return 0, []
        if at != column:
            left[at], left[column] = left[column], left[at]
            sign = -sign
        pivot = left[column][column]
        sign = sign if pivot > 0 else -sign
        left[column] = [entry / pivot for entry in left[column]]
        for n in range(size):
            factor = left[n][column]
            if n != column and factor:
                left[n] = [a - factor * b for a, b in zip(left[n], left[column], strict=True)]
    return sign, [row[size:] for row in left]

"""Views of correlated equilibria: extremes, prices, all vertices, a device that was given."""

from __future__ import annotations

from fractions import Fraction
from functools import reduce
from math import prod
from operator import add

from sabot.exact import format_fraction
from sabot.forms.algebra.algebraic_number import Algebraic, Real
from sabot.render.document import (
    BREAK,
    Block,
    Document,
    ExactNumber,
    Heading,
    Phrase,
    Remark,
    build_document,
    build_table,
    labelled_lines,
)
from sabot.render.formula import algebraic_phrase
from sabot.render.text import (
    MAX_CHANCE_CHARS,
    count_noun,
    fraction_and_decimal,
    printable,
    rounded_decimal,
)
from sabot.results.correlated import (
    CorrelatedDevice,
    CorrelatedEquilibria,
    CorrelatedExtreme,
    EvaluatedDevice,
    NashPayoffs,
    price,
)

MOST_PROFILES_SHOWN = 12
MOST_VERTICES_SHOWN = 24
_NO_PRICE = "not defined"
"""Said of a price where the optimum and the sum of an equilibrium differ in sign, or are 0."""


def correlated_view(found: CorrelatedEquilibria, *, everything: bool = False) -> Document:
    """Return what a screen shows: the extremes and their devices, prices, vertices, a device."""
    parts: list[Block] = [Heading(found.game), BREAK, labelled_lines(*_game_rows(found))]
    if found.device is not None:
        parts += [BREAK, *_device_blocks(found, found.device)]
    if found.extremes:
        parts += [BREAK, _extremes_table(found, exact=False)]
        parts += [BREAK, *_price_blocks(found)]
        for one in found.extremes:
            parts += [BREAK, Heading(_extreme_name(one))]
            parts += _distribution_blocks(found, one, everything=everything)
    if found.vertices is not None:
        parts += [BREAK, *_vertex_blocks(found, everything=everything)]
    return build_document(parts)


def correlated_tables(found: CorrelatedEquilibria) -> Document:
    """Return the tables for a paper: exact numbers."""
    parts: list[Block] = [Heading(found.game)]
    if found.extremes:
        parts.append(_extremes_table(found, exact=True))
    for name, device in found.devices().items():
        parts += [Heading(name), _distribution_table(found, device, exact=True)]
    return build_document(parts)


def correlated_sheet(found: CorrelatedEquilibria) -> Document:
    """Return a row for each device and profile, and one for each device with its payoffs."""
    devices = found.devices()
    paid: list[tuple[Phrase, ...]] = [
        (name, *map(ExactNumber, device.payoffs)) for name, device in devices.items()
    ]
    rows: list[tuple[Phrase, ...]] = [
        (name, *profile, ExactNumber(chance))
        for name, device in devices.items()
        for profile, chance in found.probabilities(device).items()
    ]
    width = len(found.seats)
    return build_document(
        Heading(found.game),
        build_table(paid, head=("device", *found.seats), right=range(1, width + 1)),
        build_table(rows, head=("device", *found.seats, "probability"), right=(width + 1,)),
    )


def _game_rows(found: CorrelatedEquilibria) -> list[tuple[str, Phrase]]:
    sizes = [len(own) for own in found.strategies]
    many = f"{' x '.join(map(str, sizes))} = {prod(sizes):,}" if len(sizes) > 1 else str(sizes[0])
    rows: list[tuple[str, Phrase]] = [
        ("concept", f"{found.concept} equilibria"),
        ("profiles", f"{many} of pure strategies"),
        ("optimum", f"{fraction_and_decimal(found.optimum, 6)}, the greatest sum of payoffs"),
    ]
    if found.extremes and found.checked_file is None:
        rows.append(("found in", f"{found.seconds:.2f} s: {found.method}"))
    return rows


def _extreme_name(one: CorrelatedExtreme) -> str:
    return f"{'best' if one.best else 'worst'} for {one.objective or 'the sum'}"


def _extremes_table(found: CorrelatedEquilibria, *, exact: bool) -> Block:
    rows: list[tuple[Phrase, ...]] = [
        (_extreme_name(one), *(_number(paid, exact=exact) for paid in (one.value, *one.payoffs)))
        for one in found.extremes
    ]
    head = ("equilibrium", "value", *found.seats)
    return build_table(rows, head=head, right=range(1, 2 + len(found.seats)))


def _number(number: Fraction, *, exact: bool) -> Phrase:
    """Return a number exactly, or as a decimal where its fraction is too long for a line."""
    if exact or len(format_fraction(number)) <= MAX_CHANCE_CHARS:
        return ExactNumber(number)
    return rounded_decimal(number, 6)


def _price_blocks(found: CorrelatedEquilibria) -> list[Block]:
    sums = {one.best: one.value for one in found.extremes if one.objective is None}
    rows: list[tuple[Phrase, ...]] = []
    if sums:
        each = (
            _price(found.optimum, sums[best]) if best in sums else "-" for best in (False, True)
        )
        rows.append((f"{found.concept} equilibria", *each))
        rows += _nash_price_rows(found.optimum, found.nash)
    if not rows:
        return []
    head = ("price of", "anarchy", "stability")
    parts: list[Block] = [build_table(rows, head=head, right=(1, 2))]
    if found.nash is not None and found.nash.why_pure:
        why = printable(found.nash.why_pure)
        said = (
            "pure ones only:" if found.nash.payoffs else "no Nash equilibrium is pure; of others:"
        )
        parts.append(Remark(f"{said} {why}"))
    return parts


def _nash_price_rows(optimum: Fraction, nash: NashPayoffs | None) -> list[tuple[Phrase, ...]]:
    if nash is None or not nash.payoffs:
        return []
    sums: list[Real] = [reduce(add, paid) for paid in nash.payoffs]
    kind = "pure Nash equilibria" if nash.pure else "Nash equilibria"
    return [(kind, _price(optimum, min(sums)), _price(optimum, max(sums)))]


def _price(optimum: Fraction, total: Real) -> Phrase:
    found = price(optimum, total)
    if isinstance(found, Algebraic):
        return algebraic_phrase(found, 6)
    return _NO_PRICE if found is None else _number(found, exact=False)


def _distribution_blocks(
    found: CorrelatedEquilibria, device: CorrelatedDevice, *, everything: bool
) -> list[Block]:
    count = len(device.distribution)
    most = count if everything else MOST_PROFILES_SHOWN
    parts: list[Block] = [_distribution_table(found, device, exact=False, most=most)]
    if count > most:
        parts.append(Remark(f"and {count_noun(count - most, 'more profile')} (--all lists them)"))
    return parts


def _distribution_table(
    found: CorrelatedEquilibria, device: CorrelatedDevice, *, exact: bool, most: int | None = None
) -> Block:
    rows: list[tuple[Phrase, ...]] = [
        (*map(printable, profile), _number(chance, exact=exact))
        for profile, chance in list(found.probabilities(device).items())[:most]
    ]
    width = len(found.seats)
    return build_table(rows, head=(*found.seats, "probability"), right=(width,))


def _vertex_blocks(found: CorrelatedEquilibria, *, everything: bool) -> list[Block]:
    vertices = found.vertices or ()
    most = len(vertices) if everything else MOST_VERTICES_SHOWN
    rows: list[tuple[Phrase, ...]] = [
        (
            str(number),
            _distribution_text(found, one),
            *(_number(p, exact=False) for p in one.payoffs),
        )
        for number, one in enumerate(vertices[:most], 1)
    ]
    noun = count_noun(len(vertices), "vertex", "vertices")
    head = ("", noun, *found.seats)
    right = (0, *range(2, 2 + len(found.seats)))
    parts: list[Block] = [build_table(rows, head=head, right=right)]
    if len(vertices) > most:
        parts.append(Remark(f"and {len(vertices) - most:,} more (--all lists them)"))
    said = "All vertices of the polytope: every equilibrium is a mixture of them."
    return [*parts, BREAK, Remark(said)]


def _distribution_text(found: CorrelatedEquilibria, device: CorrelatedDevice) -> str:
    """Return a distribution on one line: ``1/2 (C, C), 1/4 (C, D), 1/4 (D, C)``."""
    chances = found.probabilities(device).items()
    said = (
        f"{format_fraction(chance)} ({', '.join(map(printable, profile))})"
        for profile, chance in list(chances)[:MOST_PROFILES_SHOWN]
    )
    return ", ".join(said) + ", ..." * (len(chances) > MOST_PROFILES_SHOWN)


def _device_blocks(found: CorrelatedEquilibria, device: EvaluatedDevice) -> list[Block]:
    """Return whether a given device is an equilibrium, and what gains against it."""
    rows: list[tuple[Phrase, ...]] = [
        (seat, _number(paid, exact=False), _number(device.gain(number), exact=False))
        for number, (seat, paid) in enumerate(zip(found.seats, device.payoffs, strict=True))
    ]
    noun = f"a {found.concept} equilibrium"
    verdict = (
        f"The device is {noun}: no player gains by a deviation."
        if device.equilibrium
        else f"The device is not {noun}."
    )
    parts: list[Block] = [
        Heading("the device"),
        build_table(rows, head=("player", "is paid", "could gain"), right=(1, 2)),
        BREAK,
        Remark(verdict),
    ]
    return parts if device.equilibrium else [*parts, BREAK, _deviation_table(found, device)]


def _deviation_table(found: CorrelatedEquilibria, device: EvaluatedDevice) -> Block:
    """Return the best deviation after each recommendation at which one gains."""
    names = found.names
    rows: list[tuple[Phrase, ...]] = []
    for one in device.deviations:
        own = names[one.seat]
        cells: list[Phrase] = [printable(found.seats[one.seat])]
        if one.recommended is not None:
            cells.append(printable(own[one.recommended]))
        cells += [printable(own[one.plays]), _number(one.gain, exact=False)]
        if one.recommended is not None:
            often = sum(
                chance
                for profile, chance in device.distribution
                if profile[one.seat] == one.recommended
            )
            cells.append(_number(one.gain / often, exact=False))
        rows.append(tuple(cells))
    if found.coarse:
        return build_table(rows, head=("player", "plays always", "gains"), right=(2,))
    head = ("player", "recommended", "plays", "gains on average", "when it is recommended")
    return build_table(rows, head=head, right=(3, 4))

"""Views of the properties of a game: a line for each, with what shows it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from math import prod

from sabot.exact import format_fraction
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
from sabot.render.text import count_noun, fraction_and_decimal, printable
from sabot.render.views.nplayer_nash import nplayer_equilibrium_line
from sabot.results.correlated import PureProfile
from sabot.results.nplayer_nash import NPlayerEquilibria
from sabot.results.properties import GameProperties, Mixture

MOST_SHOWN = 8
"""Pure equilibria, eliminations, vertices and profiles of a cycle on the screen."""
_NOT_DECIDED = "not decided"


def properties_view(found: GameProperties, *, everything: bool = False) -> Document:
    """Return what a screen shows: each property, and below the evidence that has several lines."""
    parts: list[Block] = [Heading(found.game), BREAK, labelled_lines(*_property_rows(found))]
    most = None if everything else MOST_SHOWN
    parts += _elimination_blocks(found, most)
    parts += _potential_blocks(found, most)
    parts += _symmetric_blocks(found, most)
    return build_document(parts)


def properties_tables(found: GameProperties) -> Document:
    """Return the table of verdicts for a paper, and the symmetric equilibria."""
    rows: list[tuple[Phrase, ...]] = [*found.verdicts().items()]
    parts: list[Block] = [Heading(found.game), build_table(rows, head=("property", "verdict"))]
    return build_document(
        [*parts, *_elimination_blocks(found, None), *_symmetric_blocks(found, None)]
    )


def properties_sheet(found: GameProperties) -> Document:
    """Return the verdicts, the pure equilibria and the potential of every profile."""
    rows: list[tuple[Phrase, ...]] = [*found.verdicts().items()]
    pure: list[tuple[Phrase, ...]] = [
        (*_named(found, one), "yes" if one in found.strict_equilibria else "no")
        for one in found.pure_equilibria
    ]
    parts: list[Block] = [
        Heading(found.game),
        build_table(rows, head=("property", "verdict")),
        build_table(pure, head=(*found.seats, "strict")),
    ]
    if found.potential.values is not None:
        head = (*found.seats, "potential")
        parts.append(build_table(_potential_rows(found), head=head, right=(len(found.seats),)))
    return build_document(parts)


def _named(found: GameProperties, profile: Sequence[int]) -> tuple[str, ...]:
    return tuple(printable(own[k]) for own, k in zip(found.names, profile, strict=True))


def _profile_text(found: GameProperties, profile: PureProfile) -> str:
    return f"({', '.join(_named(found, profile))})"


def _profiles_text(found: GameProperties, profiles: Sequence[PureProfile]) -> str:
    said = ", ".join(_profile_text(found, one) for one in profiles[:MOST_SHOWN])
    more = len(profiles) - MOST_SHOWN
    return said + (f" and {more:,} more" if more > 0 else "")


def _mixture_text(names: Sequence[str], mixture: Mixture) -> str:
    if len(mixture) == 1:
        return printable(names[mixture[0][0]])
    return " + ".join(
        f"{format_fraction(chance)} of {printable(names[k])}" for k, chance in mixture
    )


def _property_rows(found: GameProperties) -> Iterator[tuple[str, Phrase]]:
    sizes = found.sizes
    many = f"{' x '.join(map(str, sizes))} = {prod(sizes):,}" if len(sizes) > 1 else str(sizes[0])
    yield "profiles", f"{many} of pure strategies"
    yield "sum of payoffs", _sum_text(found)
    if len(sizes) == 2 and found.constant_sum is None:
        yield "strategically zero-sum", found.verdicts()["strategically zero-sum"]
    yield "degenerate", _degeneracy_text(found)
    if found.irregular is not None:
        yield "", nplayer_equilibrium_line(found.irregular)
    yield "pure equilibria", _pure_text(found)
    yield "dominant strategies", _dominant_text(found)
    yield "dominance-solvable", _dominance_text(found)
    yield "potential", _potential_text(found)
    yield from _supermodular_rows(found)
    yield from _symmetry_rows(found)
    if found.checked_file is None:
        yield "found in", f"{found.seconds:.2f} s"


def _sum_text(found: GameProperties) -> str:
    if found.constant_sum is None:
        return "not constant"
    if found.constant_sum == 0:
        return "0: a zero-sum game"
    return f"{fraction_and_decimal(found.constant_sum, 6)} at every profile: constant-sum"


def _degeneracy_text(found: GameProperties) -> str:
    if len(found.seats) != 2:
        return _nplayer_degeneracy_text(found)
    if found.nondegenerate is None:
        return _NOT_DECIDED
    witness = found.degenerate_mix
    if witness is None:
        return "no: no mix of k strategies has more than k best responses"
    other = found.names[1 - witness.seat]
    mixed = _mixture_text(found.names[witness.seat], witness.mixture)
    best = ", ".join(printable(other[k]) for k in witness.responses[:MOST_SHOWN])
    return f"yes: {mixed} of {printable(found.seats[witness.seat])} has best responses {best}"


def _nplayer_degeneracy_text(found: GameProperties) -> str:
    """Return whether every equilibrium is regular; a pure one is if and only if it is strict."""
    if found.nondegenerate and found.equilibria is not None:
        count = found.equilibria.count
        subject = "the one equilibrium is" if count == 1 else f"all {count:,} equilibria are"
        return f"no: {subject} regular, {_index_text(found.equilibria)}"
    if found.irregular is not None:
        if (unplayed := found.unplayed_response) is None:
            return "yes: an equilibrium is not regular, its Jacobian matrix is singular:"
        seat, other = found.seats[unplayed.seat], found.names[unplayed.seat][unplayed.response]
        return (
            f"yes: at this equilibrium {_player(seat)} has another best response, "
            f"{printable(other)}:"
        )
    tied = next((one for one in found.pure_equilibria if one not in found.strict_equilibria), None)
    if tied is None:
        return f"{_NOT_DECIDED}: {found.undecided}" if found.undecided else _NOT_DECIDED
    played = ", ".join(printable(own[k]) for own, k in zip(found.names, tied, strict=True))
    return f"yes: at the pure equilibrium ({played}) a player has another best response"


def _index_text(listed: NPlayerEquilibria) -> str:
    """Return the indices of regular equilibria; of many, only their sum."""
    if listed.indices is None or listed.count > MOST_SHOWN:
        return "and their indices sum to 1"
    return f"of index {', '.join(f'{one.index:+d}' for one in listed.indices if one.index)}"


def _pure_text(found: GameProperties) -> str:
    if not found.pure_equilibria:
        return "0"
    strict = len(found.strict_equilibria)
    many = f"{len(found.pure_equilibria):,}"
    how = ", strict" if strict == len(found.pure_equilibria) else f" ({strict:,} strict)"
    return f"{many}{how}: {_profiles_text(found, found.pure_equilibria)}"


def _player(seat: str) -> str:
    """Return the name of a player in a sentence; a number alone would be read as another one."""
    return f"player {seat}" if seat.isdigit() else printable(seat)


def _dominant_text(found: GameProperties) -> str:
    said = [
        f"{_player(seat)}: {printable(names[one.strategy])} "
        f"({'strictly' if one.strict else 'weakly'})"
        for seat, names, one in zip(found.seats, found.names, found.dominant, strict=True)
        if one is not None
    ]
    return ", ".join(said) or "no player has one"


def _dominance_text(found: GameProperties) -> str:
    if found.dominance_solvable:
        left = tuple(own[0] for own in found.survivors)
        return f"yes: {_profile_text(found, left)} survives"
    sizes = " x ".join(str(len(own)) for own in found.survivors)
    if not found.eliminations:
        return "no: no strategy is strictly dominated"
    return f"no: {sizes} strategies survive"


def _potential_text(found: GameProperties) -> str:
    potential = found.potential
    if potential.kind == "none":
        return "none: a cycle of deviations that all gain is below"
    if potential.weights is not None:
        weights = ", ".join(
            f"{printable(seat)} {format_fraction(weight)}"
            for seat, weight in zip(found.seats, potential.weights, strict=True)
        )
        return f"weighted: {weights}"
    return potential.kind


def _undecided_beyond(witness: object, others: str) -> str:
    """Return what is known without a verdict: with a witness, that it is not so as listed."""
    return _NOT_DECIDED if witness is None else f"not as listed; {others}: not decided"


def _supermodular_rows(found: GameProperties) -> Iterator[tuple[str, Phrase]]:
    order = found.supermodularity
    if order.orders is None:
        reason = "no: in no order of the strategies"
        yield (
            "supermodular",
            reason if order.verdict else _undecided_beyond(order.witness, "other orders"),
        )
        if order.witness is not None:
            seat, other = (
                printable(found.seats[k]) for k in (order.witness.seat, order.witness.other)
            )
            spot = _profile_text(found, order.witness.profile)
            yield "", f"as listed, at {spot} a step of {seat} gains less after one of {other}"
        return
    if order.verdict == "as listed":
        yield "supermodular", "yes, in the listed orders"
    else:
        yield "supermodular", "yes, in these orders:"
        for seat, names, own in zip(found.seats, found.names, order.orders, strict=True):
            yield "", f"{printable(seat)}: {' < '.join(printable(names[k]) for k in own)}"
    if order.least is not None and order.greatest is not None:
        least, greatest = (_profile_text(found, one) for one in (order.least, order.greatest))
        yield "", f"least equilibrium {least}, greatest {greatest}"


def _symmetry_rows(found: GameProperties) -> Iterator[tuple[str, Phrase]]:
    symmetry = found.symmetry
    if symmetry.orders is None:
        reason = "no: in no relabelling of the strategies"
        if len(set(found.sizes)) > 1:
            reason = "no: the players have different numbers of strategies"
        yield (
            "symmetric",
            reason if symmetry.verdict else _undecided_beyond(symmetry.witness, "relabellings"),
        )
        return
    if symmetry.verdict == "as listed":
        yield "symmetric", "yes, as listed"
        return
    yield "symmetric", "yes, with these strategies exchanged:"
    for seat, names, own in zip(found.seats, found.names, symmetry.orders, strict=True):
        yield "", f"{printable(seat)}: {', '.join(printable(names[k]) for k in own)}"


def _elimination_blocks(found: GameProperties, most: int | None) -> list[Block]:
    if not found.eliminations:
        return []
    rows: list[tuple[Phrase, ...]] = [
        (
            f"{number}.",
            printable(found.seats[one.seat]),
            printable(found.names[one.seat][one.removed]),
            _mixture_text(found.names[one.seat], one.by),
        )
        for number, one in enumerate(found.eliminations[:most], 1)
    ]
    head = ("", "player", "removed", "strictly dominated by")
    parts: list[Block] = [BREAK, build_table(rows, head=head, right=(0,))]
    if len(rows) < len(found.eliminations):
        more = count_noun(len(found.eliminations) - len(rows), "more removal")
        parts.append(Remark(f"and {more} (--all lists them)"))
    return parts


def _potential_blocks(found: GameProperties, most: int | None) -> list[Block]:
    """Return the potential as a table, or the cycle that shows that there is none."""
    potential = found.potential
    parts: list[Block] = []
    if potential.values is not None and len(potential.values) > 1:
        rows = _potential_rows(found)
        head = (*found.seats, f"{potential.kind} potential")
        parts += [BREAK, build_table(rows[:most], head=head, right=(len(found.seats),))]
        if most is not None and len(rows) > most:
            parts.append(Remark(f"and {len(rows) - most:,} more profiles (--all lists them)"))
    if potential.cycle:
        parts += [BREAK, *_cycle_blocks(found, most)]
    elif potential.four_cycles:
        stronger = "exact" if potential.kind == "weighted" else "weighted"
        cycles = "; ".join(_four_cycle_text(found, k) for k in range(len(potential.four_cycles)))
        parts += [BREAK, Remark(f"No {stronger} potential: {cycles}.")]
    return parts


def _four_cycle_text(found: GameProperties, number: int) -> str:
    one = found.potential.four_cycles[number]
    first, second = (printable(found.seats[k]) for k in (one.first, one.second))
    plays = printable(found.names[one.first][one.first_plays])
    answers = printable(found.names[one.second][one.second_plays])
    start = _profile_text(found, one.profile)
    return f"from {start} {first} to {plays}, {second} to {answers}, and back"


def _cycle_blocks(found: GameProperties, most: int | None) -> Iterable[Block]:
    cycle = found.potential.cycle
    all_gain = found.potential.kind == "none"
    rows: list[tuple[Phrase, ...]] = [_named(found, one) for one in cycle[:most]]
    yield build_table(rows, head=found.seats)
    if len(rows) < len(cycle):
        yield Remark(f"and {len(cycle) - len(rows):,} more (--all lists them)")
    yield Remark(
        "In this cycle every deviation gains; the first profile follows the last."
        if all_gain
        else "In this cycle no deviation loses, and one gains: no ordinal potential."
    )


def _potential_rows(found: GameProperties) -> list[tuple[Phrase, ...]]:
    values: Sequence[Fraction] = found.potential.values or ()
    rows: list[tuple[Phrase, ...]] = []
    for place, value in enumerate(values):
        spot = []
        for size in reversed(found.sizes):
            place, k = divmod(place, size)
            spot.append(k)
        rows.append((*_named(found, spot[::-1]), ExactNumber(value)))
    return rows


def _symmetric_blocks(found: GameProperties, most: int | None) -> list[Block]:
    listed = found.symmetric_equilibria
    if listed is None:
        return []
    rows: list[tuple[Phrase, ...]] = [
        (f"{number}.", *map(ExactNumber, vertex))
        for number, vertex in enumerate(listed.vertices[:most], 1)
    ]
    names = tuple(map(printable, found.names[0]))
    head = ("", *names)
    right = range(len(head))
    many = count_noun(
        len(listed.vertices), "extreme symmetric equilibrium", "extreme symmetric equilibria"
    )
    parts: list[Block] = [BREAK, Remark(f"{many}:"), build_table(rows, head=head, right=right)]
    if len(rows) < len(listed.vertices):
        parts.append(Remark(f"and {len(listed.vertices) - len(rows):,} more (--all lists them)"))
    mixed = [one for one in listed.subsets if len(one) > 1]
    if mixed:
        sets = "; ".join(", ".join(map(str, one)) for one in mixed[:most])
        parts.append(Remark(f"Every mixture of these is one, too: {sets}."))
    parts.append(Remark("There are no other symmetric equilibria."))
    return parts

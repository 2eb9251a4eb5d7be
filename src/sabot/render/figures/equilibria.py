"""All equilibria of a game in a matrix: the square of a 2 x 2 game, and components of any game.

In the square: across how often the first player plays the first strategy, upwards how often the
second player does. Each player's best responses are a line of three parts or fewer; equilibria are
where the two lines meet: points, segments, or a rectangle.

Components: a connected set of equilibria is a union of products of polytopes, so that a strategy
has its least and its greatest probability at extreme equilibria, and every one between them. These
ranges are drawn for both players; the mixtures of three strategies also in a triangle.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise

from sabot.errors import FormError
from sabot.exact import format_fraction
from sabot.render.figures.captions import game_title, join_caption
from sabot.render.figures.correlated import convex_hull
from sabot.render.figures.figure import Figure
from sabot.render.figures.panels import AnyPanel, BarPanel, Curve, IntervalPanel, Mark, Panel
from sabot.render.figures.style import AREA_COLOURS
from sabot.render.text import COMPLETENESS_NOT_PROVED, count_noun
from sabot.results.all_nash import EveryEquilibrium
from sabot.results.optimal_set import Equilibria

SquarePoint = tuple[Fraction, Fraction]
PayoffTable = Sequence[Sequence[int]]
MixVector = tuple[Fraction, ...]
ZERO, ONE = Fraction(0), Fraction(1)
MOST_CONTINUA, MOST_ISOLATED = 6, 24
"""Components with many equilibria, and isolated equilibria, that are drawn; the first of more."""
MOST_STRIPS = 40
"""Strategies of both players whose ranges in a component are drawn."""
LEAST, MOST = "at least", "at most"
"""The ends of the range of a probability in a component."""
_LONGEST_NAME = 16


def best_responses_figure(found: EveryEquilibrium | Equilibria) -> Figure:
    """Return the best responses of both players and all equilibria of a 2 x 2 game."""
    one, two = _payoff_tables(found)
    seats = found.seats if isinstance(found, EveryEquilibrium) else tuple(found.vertices)
    form = found.certificate["form"]
    gains = _gains(one), _gains([list(column) for column in zip(*two, strict=True)])
    swapped = tuple((x, y) for y, x in best_response_line(*gains[0]))
    curves = [
        Curve(f"best responses of {seats[0]}", swapped),
        Curve(f"best responses of {seats[1]}", best_response_line(*gains[1])),
    ]
    sets = _product_sets(found)
    points = sorted({corners[0] for corners in sets if len(corners) == 1})
    if points:
        curves.append(Curve("isolated equilibria", tuple(points), "dots"))
    curves += [
        Curve("a continuum of equilibria", (*corners, corners[0]), "area")
        for corners in sets
        if len(corners) > 1
    ]
    marks = tuple(
        Mark(f"({format_fraction(x)}, {format_fraction(y)})", x, y, is_dot=True)
        for x, y in points
        if {x, y} - {ZERO, ONE}
    )
    across = f"how often {seats[0]} plays {form['rows'][0]}"
    upwards = f"how often {seats[1]} plays {form['columns'][0]}"
    title = f"{game_title(found.game)}: best responses and equilibria"
    complete = isinstance(found, Equilibria) or found.complete
    note = _sets_note(len(points), len(sets) - len(points)) + ("" if complete else "; not complete")
    return Figure(
        title, (Panel(across, upwards, tuple(curves), marks, chances=True, shares=False),), note
    )


def _payoff_tables(found: EveryEquilibrium | Equilibria) -> tuple[PayoffTable, PayoffTable]:
    """Return the payoffs of both players, each times a positive number."""
    form = found.certificate.get("form", {})
    if not is_in_matrix(found):
        raise FormError(f"{found.game}: best responses are drawn of a game in a matrix")
    rows, columns = len(form["rows"]), len(form["columns"])
    if rows != 2 or columns != 2:
        raise FormError(
            f"{found.game}: best responses are drawn where each player has two strategies; here "
            f"there are {rows} x {columns}"
        )
    if form["kind"] == "bimatrix":
        one, two = form["payoffs"]
        return one, two
    paid = form["payoffs"]
    return paid, [[-entry for entry in row] for row in paid]


def is_in_matrix(found: EveryEquilibrium | Equilibria) -> bool:
    """Return whether a list is one of a game whose payoffs are kept in a matrix."""
    return found.certificate.get("form", {}).get("kind") in ("matrix", "bimatrix")


def _gains(table: PayoffTable) -> tuple[Fraction, Fraction]:
    """Return what the first row pays more than the second, against each column."""
    first, second = table
    left, right = (Fraction(a) - Fraction(b) for a, b in zip(first, second, strict=True))
    return left, right


def best_response_line(left: Fraction, right: Fraction) -> tuple[SquarePoint, ...]:
    """Return the best responses to every mixture: the other's probability, then one's own.

    *left* is what the first strategy pays more than the second where the other player surely plays
    the first strategy, *right* where he surely plays the second. Between two points all are best
    responses; where both differences are 0 everything is, and the border is returned.

    >>> [tuple(map(str, point)) for point in best_response_line(Fraction(1), Fraction(-3))]
    [('0', '0'), ('3/4', '0'), ('3/4', '1'), ('1', '1')]
    """
    if left == right == 0:
        return (ZERO, ZERO), (ONE, ZERO), (ONE, ONE), (ZERO, ONE), (ZERO, ZERO)
    cuts = {ZERO, ONE}
    if left != right and 0 <= (root := right / (right - left)) <= 1:
        cuts.add(root)
    line: list[SquarePoint] = []
    for low, high in pairwise(sorted(cuts)):
        middle = (low + high) / 2
        best = ONE if middle * left + (1 - middle) * right > 0 else ZERO
        line += [(low, best), (high, best)]
    if not right:  # against the second strategy alone both pay the same
        line.insert(0, (ZERO, 1 - line[0][1]))
    if not left:
        line.append((ONE, 1 - line[-1][1]))
    return tuple(dict.fromkeys(line))


def _product_sets(found: EveryEquilibrium | Equilibria) -> list[list[SquarePoint]]:
    """Return the corners of each set of equilibria that is a point, a segment or a rectangle."""
    pairs = [(row[0], column[0]) for row, column in found.vectors()]
    if isinstance(found, Equilibria):
        return [_corners(pairs)]
    if not found.complete:
        return [[pair] for pair in pairs]
    return [
        _corners([pairs[number - 1] for number in subset])
        for component in found.components
        for subset in component.subsets
    ]


def _corners(pairs: Sequence[SquarePoint]) -> list[SquarePoint]:
    """Return the corners of the smallest rectangle around points, in turn.

    >>> points = [(Fraction(0), Fraction(1)), (Fraction(1, 2), Fraction(1))]
    >>> [tuple(map(str, corner)) for corner in _corners(points)]
    [('0', '1'), ('1/2', '1')]
    """
    (left, right), (low, high) = ((min(own), max(own)) for own in zip(*pairs, strict=True))
    return list(dict.fromkeys([(left, low), (right, low), (right, high), (left, high)]))


def _sets_note(isolated: int, continua: int) -> str:
    """Return how many equilibria there are, in words.

    >>> _sets_note(2, 1)
    '2 isolated equilibria, 1 continuum'
    """
    parts = (
        [count_noun(isolated, "isolated equilibrium", "isolated equilibria")] if isolated else []
    )
    parts += [count_noun(continua, "continuum", "continua")] if continua else []
    return ", ".join(parts)


# ---------------------------------------------------------------------- components


@dataclass(frozen=True, slots=True)
class DrawnComponent:
    """A connected set of equilibria, by what each player does at extreme equilibria."""

    label: str
    subsets: tuple[tuple[tuple[MixVector, ...], ...], ...]
    """By maximal Nash subset, by player: the mixtures, as vectors."""

    def mixtures(self, player: int) -> list[MixVector]:
        """Return what a player does at the extreme equilibria, each mixture once."""
        return list(dict.fromkeys(mix for subset in self.subsets for mix in subset[player]))

    @property
    def isolated(self) -> bool:
        """Whether it is a single equilibrium."""
        return all(len(self.mixtures(player)) == 1 for player in (0, 1))

    def ranges(self, player: int) -> list[tuple[Fraction, Fraction]]:
        """Return how often a player plays each strategy: at least, and at most."""
        return [(min(own), max(own)) for own in zip(*self.mixtures(player), strict=True)]


def components_figure(found: EveryEquilibrium | Equilibria) -> Figure:
    """Return all equilibria of a game in a matrix: isolated ones, and ranges of each component."""
    if not is_in_matrix(found):
        raise FormError(f"{found.game}: components are drawn of a game in a matrix")
    form = found.certificate["form"]
    seats = found.seats if isinstance(found, EveryEquilibrium) else tuple(found.vertices)
    names = _short_names(form["rows"]), _short_names(form["columns"])
    parts = drawn_components(found)
    alone = [part for part in parts if part.isolated]
    wide = [part for part in parts if not part.isolated]
    panels: list[AnyPanel] = []
    for player, seat in enumerate(seats):
        panels += _isolated_panel(seat, names[player], player, alone[:MOST_ISOLATED], found)
    strips = [_range_panel(seats, names, part) for part in wide[:MOST_CONTINUA]]
    panels += [replace(strip, lines=strip.lines[:MOST_STRIPS]) for strip in strips]
    if wide:
        for player, seat in enumerate(seats):
            panels += _triangle_panel(seat, names[player], player, parts)
    title = f"{game_title(found.game)}: equilibria"
    note = _components_note(found, len(alone), len(wide))
    longest = max((len(strip.lines) for strip in strips), default=0)
    if longest > MOST_STRIPS:
        note = join_caption(note, f"of a component at most {MOST_STRIPS} strategies are drawn")
    return Figure(title, tuple(panels), note)


def drawn_components(found: EveryEquilibrium | Equilibria) -> list[DrawnComponent]:
    """Return the components; the listed equilibria one by one where components are not known."""
    if isinstance(found, Equilibria):
        every = tuple(tuple(own.vector() for own in found[seat]) for seat in found.vertices)
        return [DrawnComponent("all optimal strategies", (every,))]
    pairs = found.vectors()
    if not found.complete:
        return [
            DrawnComponent(str(number), (((one,), (two,)),))
            for number, (one, two) in enumerate(pairs, 1)
        ]
    parts = []
    for component in found.components:
        subsets = tuple(
            tuple(tuple(dict.fromkeys(pairs[k - 1][player] for k in subset)) for player in (0, 1))
            for subset in component.subsets
        )
        numbers = _numbers_text(component.numbers)
        label = numbers if len(component.numbers) == 1 else f"component {{{numbers}}}"
        parts.append(DrawnComponent(label, subsets))
    return parts


def _isolated_panel(
    seat: str,
    names: Sequence[str],
    player: int,
    parts: Sequence[DrawnComponent],
    found: EveryEquilibrium | Equilibria,
) -> Iterator[BarPanel]:
    """Yield the bars of the isolated equilibria of a player, if there are any."""
    if not parts:
        return
    lines = tuple(
        (part.label if isinstance(found, EveryEquilibrium) else "1", _mix(names, mix))
        for part in parts
        for mix in part.mixtures(player)
    )
    played = [name for name in names if any(name in mix for _, mix in lines)]
    if len(played) > len(AREA_COLOURS):  # each that is shown has a colour of its own
        lines, played = _most_played(lines, played)
    shown = tuple(names if len(names) <= len(AREA_COLOURS) else played)
    kind = "isolated equilibria" if found.complete else "listed equilibria"
    yield BarPanel(f"{seat}, {kind}", lines, shown, "probability")


_BarLines = tuple[tuple[str, dict[str, Fraction]], ...]


def _most_played(lines: _BarLines, played: Sequence[str]) -> tuple[_BarLines, list[str]]:
    """Return bars in which the strategies that are played most have a part each, the rest one.

    >>> mix = {name: Fraction(k, 28) for k, name in enumerate("abcdefg", 1)}
    >>> lines, names = _most_played((("1", mix),), "abcdefg")
    >>> names, str(lines[0][1]["2 others"])
    (['c', 'd', 'e', 'f', 'g', '2 others'], '3/28')
    """
    often = {name: sum((mix.get(name, ZERO) for _, mix in lines), ZERO) for name in played}
    most = sorted(played, key=lambda name: -often[name])[: len(AREA_COLOURS) - 1]
    rest = f"{len(played) - len(most)} others"
    kept = [name for name in played if name in most]
    bars = []
    for label, mix in lines:
        parts = {name: mix[name] for name in kept if name in mix}
        if left := 1 - sum(parts.values(), ZERO):
            parts[rest] = left
        bars.append((label, parts))
    return tuple(bars), [*kept, rest]


def _mix(names: Sequence[str], mix: MixVector) -> dict[str, Fraction]:
    return {name: chance for name, chance in zip(names, mix, strict=True) if chance}


def _range_panel(
    seats: Sequence[str], names: Sequence[Sequence[str]], part: DrawnComponent
) -> IntervalPanel:
    """Return the ranges of the probabilities of both players in a component."""
    lines = tuple(
        (f"{seat}: {name}", ((low, LEAST), (high, MOST)))
        for player, seat in enumerate(seats)
        for name, (low, high) in zip(names[player], part.ranges(player), strict=True)
        if high
    )
    return IntervalPanel(part.label, lines, (LEAST, MOST), "probability", exact=True)


def _triangle_panel(
    seat: str, names: Sequence[str], player: int, parts: Sequence[DrawnComponent]
) -> Iterator[Panel]:
    """Yield the triangle of a player's mixtures with the components in it, of three strategies."""
    if len(names) != 3:
        return
    curves = [
        Curve("all mixtures", ((ZERO, ZERO), (ONE, ZERO), (ZERO, ONE), (ZERO, ZERO)), faint=True)
    ]
    for part in [part for part in parts if not part.isolated][:MOST_CONTINUA]:
        hulls = [convex_hull((mix[0], mix[1]) for mix in own[player]) for own in part.subsets]
        for corners in sorted(
            hulls, key=len, reverse=True
        ):  # an area has the name, if there is one
            if len(corners) > 1:
                curves.append(Curve(part.label, (*corners, corners[0]), "area"))
            else:
                curves.append(Curve(part.label, tuple(corners), "dots"))
    alone = [part for part in parts if part.isolated][:MOST_ISOLATED]
    if alone:
        spots = sorted({(mix[0], mix[1]) for part in alone for mix in part.mixtures(player)})
        curves.append(Curve("isolated equilibria", tuple(spots), "dots"))
    first, second, _ = names
    across, upwards = (f"how often {seat} plays {name}" for name in (first, second))
    yield Panel(across, upwards, tuple(curves), title=seat, chances=True, shares=False)


def _components_note(found: EveryEquilibrium | Equilibria, isolated: int, continua: int) -> str:
    """Return what the figure shows, what it leaves out, and what is not known."""
    if found.complete:
        counted = _sets_note(isolated, continua)
    else:
        counted = "not complete: there may be others"
        if continua:
            counted += ", and ranges may be wider"
    unsure = COMPLETENESS_NOT_PROVED if found.unsure else ""
    if unsure and continua:
        unsure += ", ranges may be wider"
    parts = [counted, unsure]
    for drawn, most, noun in (
        (isolated, MOST_ISOLATED, "isolated equilibria" if found.complete else "equilibria"),
        (continua, MOST_CONTINUA, "continua"),
    ):
        if drawn > most:
            parts.append(f"the first {most} of {drawn:,} {noun} are drawn")
    return join_caption(*parts)


def _short_names(names: Sequence[str]) -> list[str]:
    """Return names that have room beside a bar; long ones have their number in front.

    >>> _short_names(["fold", "bet with J, pass with Q"])
    ['fold', '2: bet with J, ...']
    """
    return [
        name
        if len(name) <= _LONGEST_NAME
        else f"{number}: {name[: _LONGEST_NAME - 4].rstrip()} ..."
        for number, name in enumerate(names, 1)
    ]


def _numbers_text(numbers: Sequence[int]) -> str:
    """Return numbers in order, neighbours together.

    >>> _numbers_text((1, 2, 4, 5, 6, 7, 9))
    '1, 2, 4-7, 9'
    """
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(
        f"{run[0]}-{run[-1]}" if len(run) > 2 else ", ".join(map(str, run)) for run in runs
    )

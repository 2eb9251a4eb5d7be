"""Forms keyed by (information set, action), so that no order of either matters in a comparison.

Certificates come as the checker has read them, typed, in its verdict: there is one grammar, and it
is the checker's. Its objects are only converted here; nothing is computed with its algebra.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Protocol

from sabot.certify import (
    ParametricBinaryNashVerdict,
    ParametricContinuousVerdict,
    ParametricNashVerdict,
    ParametricVerdict,
    PerfectInformationVerdict,
)
from sabot.errors import NoMethodError, shorten
from sabot.exact import format_fraction
from sabot.forms.bimatrix import BimatrixForm
from sabot.forms.sequence import SequenceForm, Treeplex
from sabot.forms.sequence_nplayer import NPlayerSequenceForm

if TYPE_CHECKING:
    from sabot.forms.parametric import PolynomialForm, PolynomialGeneralSumForm, RingElement
    from sabot.forms.sequence import MatrixForm
    from sabot.game_rules.to_form import AnyForm


SequenceName = tuple[str, str] | None
"""What a seat chose last: the view and the action; None where it has not chosen yet."""
SequencePair = tuple[SequenceName, SequenceName]


AmountWriter = Callable[["RingElement", "RingElement"], str]
"""Writes an amount over its denominator."""


@dataclass(frozen=True, slots=True)
class LabelledInfoset:
    """What a seat may do at one of its views, and what it chose before it came there."""

    actions: tuple[str, ...]
    after: SequenceName


@dataclass(frozen=True)
class LabelledForm:
    """A two-player sequence form with labels, its payoffs over one denominator.

    The payoffs are integers or polynomials: only products and equality are needed.
    """

    seats: tuple[str, str]
    views: tuple[Mapping[str, LabelledInfoset], Mapping[str, LabelledInfoset]]
    amounts: Mapping[SequencePair, RingElement]
    denominator: RingElement


def label_infosets(
    cells: Iterable[tuple[str, Sequence[str], int]],
) -> tuple[dict[str, LabelledInfoset], list[SequenceName]]:
    """Return a seat's views, and the names of its sequences, from (view, actions, parent)."""
    names: list[SequenceName] = [None]
    found: dict[str, LabelledInfoset] = {}
    for view, actions, parent in cells:
        found[view] = LabelledInfoset(tuple(actions), names[parent])
        names += ((view, action) for action in actions)
    return found, names


def label_form(
    seats: tuple[str, str],
    cells: Sequence[Iterable[tuple[str, Sequence[str], int]]],
    entries: Iterable[Sequence[Any]],
    denominator: RingElement,
) -> LabelledForm:
    """Return the form of cells and of (sequence, sequence, amount), without the zeros."""
    (one, ones), (two, twos) = map(label_infosets, cells)
    amounts = {(ones[i], twos[j]): amount for i, j, amount in entries if amount != 0}
    return LabelledForm(seats, (one, two), amounts, denominator)


def labelled_form_of(form: MatrixForm | SequenceForm | PolynomialForm) -> LabelledForm:
    """Return a form of ours by its names."""
    cells = [_infosets_of(side) for side in form.sides]
    return label_form(form.seats, cells, form.entries(), form.denominator)


def labelled_forms_by_seat(form: AnyForm) -> tuple[LabelledForm, LabelledForm]:
    """Return a form of ours for two by its names, as it pays each seat."""
    if isinstance(form, NPlayerSequenceForm):
        one, two = (
            label_form(
                (form.seats[0], form.seats[1]),
                [_infosets_of(side) for side in form.sides],
                ((*end.sequences, end.payoffs[seat]) for end in form.ends),
                form.denominator,
            )
            for seat in (0, 1)
        )
        return one, two
    if isinstance(form, BimatrixForm):
        return labelled_form_of(form.one), labelled_form_of(form.two)
    own = labelled_form_of(form)
    return own, replace(own, amounts={spot: -paid for spot, paid in own.amounts.items()})


def _infosets_of(side: Treeplex) -> Iterable[tuple[str, Sequence[str], int]]:
    return ((cell.key, cell.actions, cell.parent) for cell in side.cells)


def first_difference(
    file: LabelledForm, game: LabelledForm, text: AmountWriter | None = None
) -> str | None:
    """Return the first difference between the file's form and the game's; None if they are equal.

    *text* writes an amount over its denominator, by default as a fraction.
    """
    found = seats_difference(file.seats, game.seats)
    if found:
        return found
    for seat, own, other in zip(file.seats, file.views, game.views, strict=True):
        found = _infosets_difference(seat, own, other)
        if found:
            return found
    write = text or _fraction_text
    for spot in [*file.amounts, *(s for s in game.amounts if s not in file.amounts)]:
        here, there = file.amounts.get(spot, 0), game.amounts.get(spot, 0)
        if here * game.denominator != there * file.denominator:
            where = "; ".join(map(_last_action_text, file.seats, spot))
            ours, theirs = write(there, game.denominator), write(here, file.denominator)
            return f"{where}: the file has {shorten(theirs, 60)}, the game {shorten(ours, 60)}"
    return None


def seats_difference(file: tuple[str, ...], game: tuple[str, ...]) -> str | None:
    """Return how the seats differ, names or order; None if they do not."""
    if file == game:
        return None
    # a name of several words could read like more seats, or like words of ours
    quoted = [
        seat if seat.isalnum() and len(seat) <= 40 else repr(shorten(seat, 60)) for seat in file
    ]
    return f"the file's seats are {', '.join(quoted[:6])}, the game's {_short_list(game)}"


def missing_infoset_words(seat: str, view: str, has: str, lacks: str) -> str:
    """Return that one has a view and the other has not, in words."""
    return f"{seat} at {shorten(view, 60)}: a view that {has} has and {lacks} has not"


def _infosets_difference(
    seat: str, file: Mapping[str, LabelledInfoset], game: Mapping[str, LabelledInfoset]
) -> str | None:
    for views, others, has, lacks in (
        (file, game, "the file", "the game"),
        (game, file, "the game", "the file"),
    ):
        only = next((view for view in views if view not in others), None)
        if only is not None:
            return missing_infoset_words(seat, only, has, lacks)
    for view, own in file.items():
        other = game[view]
        if sorted(own.actions) != sorted(other.actions):
            return (
                f"{seat} at {shorten(view, 60)}: the file's actions are "
                f"{_short_list(own.actions)}, the game's {_short_list(other.actions)}"
            )
        if own.after != other.after:
            here, there = (_last_action_text("it comes by", one.after) for one in (own, other))
            return f"{seat} at {shorten(view, 60)}: {here} in the file, {there} in the game"
    return None


def _last_action_text(seat: str, name: SequenceName) -> str:
    """Return what a seat chose last, in words."""
    if name is None:
        return f"{seat} no choice".strip()
    view, action = (shorten(part, 60) for part in name)
    return f"{seat} {action}".strip() if view == "-" else f"{seat} {action} at {view}".strip()


def _short_list(words: Sequence[str]) -> str:
    few = ", ".join(shorten(word, 60) for word in words[:6])
    return f"{few}, ..." if len(words) > 6 else few


def _fraction_text(top: int, below: int) -> str:
    return format_fraction(Fraction(top, below))


@dataclass(frozen=True)
class SingleSuitDeal:
    """A deal of one suit: who holds each card and what a trick pays West."""

    game: str
    holders: str
    names: tuple[str, ...]
    lead: str
    led: int | None
    greedy: bool
    pays: tuple[int, ...]


@dataclass(frozen=True)
class ParameterRange:
    """For which values of its parameter a theorem is."""

    parameter: str
    low: Fraction | None
    """None: there is no lower end."""
    high: Fraction | None
    whole: bool

    def samples(self) -> list[Fraction]:
        """Return the first values, or some: there the games are looked at one by one."""
        if self.low is None:
            last = Fraction(1) if self.high is None else self.high
            return [last - 1, last]
        return [at for at in (self.low, self.low + 1) if self.high is None or at <= self.high]


@dataclass(frozen=True)
class ParametricGame:
    """A game for many values of a parameter, with payoffs that are polynomials in it."""

    game: str
    reach: ParameterRange
    form: LabelledForm
    points: tuple[tuple[Fraction, str, LabelledForm], ...]
    """The values that have a certificate of their own, the game that it names, and its numbers."""


def parameter_range_of(
    proved: ParametricVerdict
    | ParametricContinuousVerdict
    | ParametricBinaryNashVerdict
    | ParametricNashVerdict,
) -> ParameterRange:
    """Return for which values a theorem is."""
    domain = proved.domain
    low, high = (None if end is None else _rational_end(end) for end in (domain.low, domain.high))
    return ParameterRange(domain.parameter, low, high, domain.whole)


def deal_of_certificate(proved: PerfectInformationVerdict) -> SingleSuitDeal:
    """Return a deal as the checker has read it."""
    deal = proved.form
    return SingleSuitDeal(
        proved.game, deal.holders, deal.names, deal.lead, deal.led, deal.greedy, deal.pays
    )


def deal_of_game(game: str, deal: Mapping[str, Any]) -> SingleSuitDeal:
    """Return a deal as its family writes it."""
    names, pays = tuple(deal["names"]), tuple(deal["pays"])
    greedy = deal["rule"] == "greedy"
    return SingleSuitDeal(game, deal["deal"], names, deal["lead"], deal["led"], greedy, pays)


class _CertificatePlayer(Protocol):
    """One player as the checker has read it."""

    @property
    def name(self) -> str: ...
    @property
    def cells(self) -> Sequence[tuple[str, Sequence[str], int, int]]: ...


class _CertificateForm(Protocol):
    """A form of two players as the checker has read it."""

    @property
    def seats(self) -> tuple[_CertificatePlayer, _CertificatePlayer]: ...


def _certificate_seats(form: _CertificateForm) -> tuple[str, str]:
    one, two = form.seats
    return one.name, two.name


def _certificate_infosets(form: _CertificateForm) -> list[list[tuple[str, Sequence[str], int]]]:
    return [
        [(view, actions, parent) for view, actions, parent, _ in seat.cells] for seat in form.seats
    ]


def labelled_form_of_certificate(form: Any) -> LabelledForm:
    """Return a matrix or sequences as the checker has read them."""
    entries = form.entries if form.rows is None else _matrix_entries(form.rows)
    if form.row_denominators is not None:
        below = form.row_denominators
        entries = ((i, j, Fraction(amount, below[i - 1])) for i, j, amount in entries)
    return label_form(
        _certificate_seats(form), _certificate_infosets(form), entries, form.denominator
    )


def _matrix_entries(rows: Sequence[Sequence[int]]) -> Iterator[tuple[int, int, int]]:
    for i, row in enumerate(rows, 1):
        for j, amount in enumerate(row, 1):
            yield i, j, amount


def labelled_pair_of_certificate(form: Any) -> tuple[LabelledForm, LabelledForm]:
    """Return each player's payoffs of a game of binary choices as the checker has read it."""
    from flint import fmpz_poly

    below = fmpz_poly(form.denominator)
    one, two = (
        label_form(
            _certificate_seats(form),
            _certificate_infosets(form),
            ((i, j, fmpz_poly(b[s])) for i, j, b in form.payoffs),
            below,
        )
        for s in (0, 1)
    )
    return one, two


def parametric_game_of_certificate(proved: ParametricVerdict) -> ParametricGame:
    """Return a family of games as the checker has read it."""
    from flint import fmpz_poly

    proof = proved.source
    columns = proof.form.columns[0]
    entries = (
        (i, j, fmpz_poly(amount))
        for j, column in enumerate(columns)
        for i, amount in sorted(column.items())
    )
    below = fmpz_poly(proof.form.denominator)
    return ParametricGame(
        game=proof.game,
        reach=parameter_range_of(proved),
        form=label_form(
            _certificate_seats(proof.form), _certificate_infosets(proof.form), entries, below
        ),
        points=tuple(_certified_points(proof)),
    )


def _certified_points(proof: Any) -> Iterator[tuple[Fraction, str, LabelledForm]]:
    """Yield the values that have a certificate of their own, and the game in it."""
    for piece in proof.pieces:
        if piece.certificate is not None:
            own = piece.certificate
            yield Fraction(piece.span.low), own.game, labelled_form_of_certificate(own.form)
    for point in proof.breakpoints or ():
        if point.certificate is not None:
            own = point.certificate
            yield _rational_end(point.at), own.game, labelled_form_of_certificate(own.form)


def _rational_end(at: Any) -> Fraction:
    """Return an end of a range, which must be a fraction: no family's range ends elsewhere."""
    if not at.rational:
        raise NoMethodError(
            "a range with an irrational end is not compared with the rules; prove it again "
            "with --from and --to"
        )
    return Fraction(at.low)


def labelled_parametric_pair(form: PolynomialGeneralSumForm) -> tuple[LabelledForm, LabelledForm]:
    """Return a family of games by its polynomials: what each seat is paid."""
    one, two = (
        label_form(
            form.seats,
            _infosets_by_seat(form.sides),
            ((i, j, b[s]) for i, j, b in form.payoffs),
            below,
        )
        for s, below in ((0, form.denominator), (1, form.denominator))
    )
    return one, two


def labelled_numeric_pair(form: AnyForm) -> tuple[LabelledForm, LabelledForm] | None:
    """Return one game for two by its sequences: what each seat is paid; None where it is another.

    What one seat pays the other is both.
    """
    if isinstance(form, SequenceForm):
        entries = [(i, j, (a, -a)) for i, j, a in form.payoffs]
    elif isinstance(form, NPlayerSequenceForm) and len(form.sides) == 2:
        entries = [(*end.sequences, end.payoffs) for end in form.ends]  # type: ignore[misc]
    else:
        return None
    seats = form.seats[0], form.seats[1]
    one, two = (
        label_form(
            seats,
            _infosets_by_seat(form.sides),
            ((i, j, b[s]) for i, j, b in entries),
            form.denominator,
        )
        for s in (0, 1)
    )
    return one, two


def labelled_pair_at(
    own: tuple[LabelledForm, LabelledForm], at: Fraction
) -> tuple[LabelledForm, LabelledForm]:
    """Return polynomials at one value of their parameter."""
    from sabot.forms.parametric import as_polynomial, evaluate_polynomial

    def valued(form: LabelledForm) -> LabelledForm:
        amounts = {
            spot: evaluate_polynomial(as_polynomial(a), at) for spot, a in form.amounts.items()
        }
        below = evaluate_polynomial(as_polynomial(form.denominator), at)
        live = {spot: amount for spot, amount in amounts.items() if amount}
        return LabelledForm(form.seats, form.views, live, below)

    return valued(own[0]), valued(own[1])


def first_difference_by_seat(
    file: tuple[LabelledForm, LabelledForm],
    game: tuple[LabelledForm, LabelledForm],
    text: AmountWriter | None = None,
) -> str | None:
    """Return where a file's payoffs are not the game's, and whose; None where they are."""
    for here, there in zip(file, game, strict=True):
        found = first_difference(here, there, text)
        if found is not None:
            return found
    return None


def _infosets_by_seat(sides: Sequence[Treeplex]) -> list[list[tuple[str, Sequence[str], int]]]:
    return [[(cell.key, cell.actions, cell.parent) for cell in side.cells] for side in sides]

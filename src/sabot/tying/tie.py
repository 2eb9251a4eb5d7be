"""Tying a checked document to the game that it names, or saying where the two part."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from sabot.certify import (
    FieldProved,
    HandsProved,
    PairListProved,
    PairsProved,
    PureProved,
    SeatsProved,
    Statement,
)
from sabot.errors import CertificateError, GameStringError, NoMethodError, SabotError, SeatsError
from sabot.exact import show
from sabot.files.words import brief
from sabot.forms.general import GeneralForm, from_any_tree
from sabot.forms.pair import PolynomialPair
from sabot.forms.threshold.opened import OpenHands
from sabot.games import load, load_polynomial
from sabot.telling.game import Game
from sabot.telling.told import any_form
from sabot.tying.betting import betting_differs
from sabot.tying.deal import deals_differ, play_differs
from sabot.tying.dealt import hands_unlike
from sabot.tying.hands import hands_differ
from sabot.tying.pairs import at_value, by_seat, filed, numeric, opened
from sabot.tying.reading import (
    Betting,
    Deal,
    Family,
    Numbers,
    Pair,
    Reach,
    deal_of,
    named_in,
    reach_of,
)
from sabot.tying.roads import (
    DIRECTLY,
    TOLD,
    WALK,
    WALKED,
    at_hand,
    named_family,
    named_game,
    roads,
    roads_by_seat,
    walked,
)
from sabot.tying.seats import many_differ
from sabot.tying.spelled import Spelled, difference, of_form, seats_differ

if TYPE_CHECKING:
    from sabot.forms.polynomial import Domain, PolynomialForm


@dataclass(frozen=True)
class Tie:
    """That a file's numbers are those of a game: how many, and by which roads that was seen."""

    game: str
    compared: str
    """What was held against the game, in words."""
    roads: tuple[str, ...]
    """How the game's own numbers were found."""
    not_taken: str = ""
    """Why there is not one more."""

    @property
    def words(self) -> str:
        """All of it in a sentence."""
        rest = f"; its rules were not walked: {self.not_taken}" if self.not_taken else ""
        return f"those of {self.game} ({self.compared}), found {' and '.join(self.roads)}{rest}"


Named = Numbers | Pair | Deal | Betting | SeatsProved | FieldProved | PureProved
"""What names one game."""


def tie(proved: Statement, game: Game | str | None = None) -> Tie:
    """Return how the numbers of what was *proved* were seen to be its game's.

    CertificateError says where they are not; NoMethodError that its rules are not at hand. *game*
    is the one to hold it against, where the caller names it: only then is a user's file run. Views
    that the file calls unreachable must be the game's, too.
    """
    if isinstance(proved, HandsProved):
        with at_hand(proved.game):
            return _tie_hands(proved, game)
    if isinstance(proved, SeatsProved | FieldProved | PureProved):
        with at_hand(proved.game):
            return _tie_many(proved, game)
    if isinstance(proved, PairListProved):
        with at_hand(proved.game):
            return _tie_list(proved, game)
    if isinstance(proved, PairsProved):
        with at_hand(proved.game):
            return _tie_pairs(proved, game)
    file = named_in(proved)
    with at_hand(file.game):
        pure = isinstance(file, Pair) and file.pure  # whose strategies are no views of the game
        if game is None and isinstance(file, Numbers | Pair | Family) and not pure:
            _deal_first(file, proved.digest)
        if isinstance(file, Family):
            return _tie_family(file, *_family_of(file, game))
        told = _game_of(file, game)
        if isinstance(file, Betting):
            return _tie_betting(file, told)
        if isinstance(file, Pair):
            return _tie_pair(file, told)
        try:
            return _tie_deal(file, told) if isinstance(file, Deal) else _tie_numbers(file, told)
        except SeatsError as fault:
            raise _another(str(told), f"the game is not zero-sum: {fault.fact}") from None


def _game_of(file: Named, game: Game | str | None) -> Game:
    if game is None:
        return named_game(file.game)
    return load(game) if isinstance(game, str) else game


def _family_of(file: Family, game: Game | str | None) -> tuple[str, PolynomialForm]:
    try:
        name, form = _open_family(file.game, game)
    except SeatsError as fault:
        raise _another(str(game or file.game), f"the game is not zero-sum: {fault.fact}") from None
    if isinstance(form, OpenHands):
        raise _another(name, "its hands are real numbers, those of the file are not")
    if isinstance(form, PolynomialPair):
        raise _another(name, "its payoffs do not sum to 0, and those of the file do")
    return name, form


def _open_family(
    named: str, game: Game | str | None
) -> tuple[str, PolynomialForm | OpenHands | PolynomialPair]:
    if isinstance(game, Game):
        raise NoMethodError("a theorem is about many games: name them, as in suits=*")
    return named_family(named) if game is None else load_polynomial(game)


def _deal_first(file: Numbers | Pair | Family, digest: str) -> None:
    """Deal some hands of the game that a file names, of a family at its first value.

    Nothing is told or counted for a name alone. A game that cannot be loaded is left to those who
    say why.
    """
    name = file.game
    if isinstance(file, Family):
        name = _at(name, file.parameter, file.low)
    try:
        game = load(name, run=False)
    except SabotError:
        return
    _demand(file.game, hands_unlike(file.form.seats, file.form.views, game, digest))


def _another(game: str, where: str) -> CertificateError:
    return CertificateError(f"the payoffs are not those of {brief(game, 200)}\n  {where}")


def _demand(game: str, found: str | None) -> None:
    if found is not None:
        raise _another(game, found)


# ---------------------------------------------------------------------- numbers


def _tie_numbers(file: Numbers, game: Game) -> Tie:
    name = str(game)
    _demand(name, seats_differ(file.form.seats, game.seats))  # before anything is counted
    taken, missing = _held(file.form, game, name)
    _demand(name, _shown_after_all(file, game))
    return Tie(name, _counted(file.form), taken, missing)


def _held(form: Spelled, game: Game, name: str) -> tuple[tuple[str, ...], str]:
    """Hold numbers against a game by every road; return those taken, and why one was not."""
    taken, missing = [], ""
    for road, own in roads(game):
        if isinstance(own, str):
            missing = own
            continue
        _demand(name, difference(form, own))
        taken.append(road)
    return tuple(taken), missing


def _tie_pair(file: Pair, game: Game) -> Tie:
    """Hold what a file pays each seat against the game, seat by seat."""
    name = str(game)
    _demand(name, seats_differ(file.forms[0].seats, game.seats))
    taken, missing = [], ""
    for road, own in roads_by_seat(game, pure=file.pure):
        if isinstance(own, str):
            missing = own
            continue
        for seat, here, there in zip(game.seats, file.forms, own, strict=True):
            found = difference(here, there)
            _demand(name, None if found is None else f"what {seat} is paid: {found}")
        taken.append(road)
    _demand(name, _shown_after_all(file, game))
    both = [_counted(form).split(", ")[0] for form in file.forms]
    return Tie(name, " and ".join(both), tuple(taken), missing)


def _shown_after_all(file: Numbers | Pair, game: Game) -> str | None:
    """Return a view that the file calls unreachable and the rules do not; None if all are."""
    possible = game.rules.possible_views(game)
    for seat, views in file.unreachable.items():
        for view in sorted(views):
            if view not in possible.get(seat, ()):
                return f"{seat} at {view}: called unreachable, and no view of the game at all"
    return None


def _counted(form: Spelled) -> str:
    views = sum(map(len, form.views))
    return f"{len(form.amounts):,} payoffs, {views:,} view{'s' * (views != 1)}"


# ---------------------------------------------------------------------- deals


def _tie_deal(file: Deal, game: Game) -> Tie:
    name, told = str(game), game.rules.deal(game)
    if told is None:
        raise _another(name, "the file holds a deal of one suit, and the game is none")
    _demand(name, deals_differ(file, deal_of(name, told)))
    taken, missing = [DIRECTLY], ""
    try:
        _demand(name, play_differs(file, walked(game, WALKED)))
        taken.append(WALK)
    except NoMethodError as fault:
        missing = str(fault).split(";")[0]
    cards = len(file.holders)
    return Tie(name, f"{cards} cards, {cards // 2} tricks", tuple(taken), missing)


# ---------------------------------------------------------------------- many seats


def _tie_many(proved: SeatsProved | FieldProved | PureProved, game: Game | str | None) -> Tie:
    """Hold a profile, or a list of profiles, for many seats against its game, told afresh."""
    told = _game_of(proved, game)
    name = str(told)
    if game is None:
        views = [seat.views for seat in proved.form.seats]
        _demand(name, hands_unlike(proved.seats, views, told, proved.digest))
    form = any_form(told)
    if not isinstance(form, GeneralForm):
        raise _another(name, "the game is a zero-sum game for two, and the file's is not")
    _demand(name, many_differ(proved.form, form))
    count = sum(len(side.cells) for side in form.sides)
    return Tie(name, f"{form.amounts:,} payoffs, {count:,} views", (TOLD,))


# ---------------------------------------------------------------------- betting


def _tie_betting(file: Betting, game: Game) -> Tie:
    name = str(game)
    real = game.rules.real_hands(game)
    if real is None:
        raise _another(name, "the file is about hands that are real numbers, and the game has none")
    if file.seats != real.form.seats:
        _demand(name, f"the game's seats are {', '.join(real.form.seats)}")
    _demand(name, betting_differs(file.root, real.form))
    turns = sum(1 for _ in real.form.turns())
    return Tie(name, f"{turns} turns, {file.ends} ends", ("by telling its rules",))


# ---------------------------------------------------------------------- theorems


def _tie_family(file: Family, name: str, form: PolynomialForm) -> Tie:
    from sabot.forms.polynomial import as_polynomial, ratio

    def text(top: Any, below: Any) -> str:
        return ratio(as_polynomial(top), as_polynomial(below), file.parameter)

    _demand(name, _range_differs(file, form.parameter, form.domain))
    _demand(name, difference(file.form, of_form(form), text))
    for at, point in file.points:
        own = _at(file.game, file.parameter, at)
        if point.game != own:
            _demand(name, f"at {file.parameter} = {show(at)} the file is about {point.game}")
        _demand(own, difference(point.form, of_form(form.at(at))))
    taken: dict[str, list[str]] = {}
    missing = ""
    for at in _samples(file):
        there, missing = _held_at(name, file, form, at)
        for road in there:
            taken.setdefault(road, []).append(show(at))
    ways = (f"{road} at {file.parameter} = {', '.join(ats)}" for road, ats in taken.items())
    return Tie(name, _counted(file.form), ("as polynomials", *ways), missing)


def _tie_hands(proved: HandsProved, game: Game | str | None) -> Tie:
    """Hold a theorem on real hands against the betting that its rules tell."""
    name, own = _open_family(proved.game, game)
    if not isinstance(own, OpenHands):
        raise _another(name, "its hands are no real numbers, and those of the file are")
    file = reach_of(proved)
    _demand(name, _range_differs(file, own.parameter, own.domain))
    _demand(name, hands_differ(proved.form, own.form))
    for at in _samples(file):
        told = load(_at(name, file.parameter, at), run=False)
        hint = told.rules.real_hands(told)
        assert hint is not None
        _demand(str(told), hands_differ(proved.form, hint.form, at))
    there = ", ".join(map(show, _samples(file)))
    roads_taken = "as polynomials", f"told at {file.parameter} = {there}"
    return Tie(name, f"{own.form.ends} ends of the betting", roads_taken)


def _tie_pairs(proved: PairsProved, game: Game | str | None) -> Tie:
    """Hold a theorem on all equilibria against the payoffs of both seats."""
    from sabot.forms.polynomial import as_polynomial, ratio

    name, own = _open_family(proved.game, game)
    if not isinstance(own, PolynomialPair):
        raise _another(name, "its payoffs sum to 0, or its hands are real numbers")
    reach = replace(reach_of(proved), whole=proved.domain.whole)
    _demand(name, _range_differs(reach, own.parameter, own.domain))
    file = filed(proved.form)

    def text(top: Any, below: Any) -> str:
        return ratio(as_polynomial(top), as_polynomial(below), own.parameter)

    _demand(name, by_seat(file, opened(own), text))
    ends = _samples(reach) if reach.whole or reach.high is None else [reach.low, reach.high]
    sampled = []
    for at in ends:
        there = _at(name, reach.parameter, at)
        try:
            one = load(there, run=False)
        except GameStringError:  # a parameter of theorems only, as the cards of each rank
            continue
        told = numeric(any_form(one))
        assert told is not None
        _demand(there, by_seat(at_value(file, at), told))
        sampled.append(show(at))
    ways = [f"directly at {reach.parameter} = {', '.join(sampled)}"] if sampled else []
    what = f"payoffs of both seats, {_counted(file[0])}"
    return Tie(name, what, ("as polynomials", *ways))


def _tie_list(proved: PairListProved, game: Game | str | None) -> Tie:
    """Hold a list of all equilibria against the payoffs of both seats, by two roads."""
    told = named_game(proved.game) if game is None else game
    one = load(told) if isinstance(told, str) else told
    name, file = str(one), at_value(filed(proved.form), Fraction(0))
    if game is None:
        _demand(name, hands_unlike(file[0].seats, file[0].views, one, proved.digest))
    own = numeric(any_form(one))
    if own is None:
        raise _another(name, "the game is not one of two seats told by their choices")
    _demand(name, by_seat(file, own))
    taken, missing = [DIRECTLY if one.direct else TOLD], ""
    try:
        tree = numeric(from_any_tree(walked(one, WALKED)))
        assert tree is not None
        _demand(name, by_seat(file, tree))
        taken.append(WALK)
    except NoMethodError as fault:
        missing = str(fault).split(";")[0]
    return Tie(name, f"payoffs of both seats, {_counted(file[0])}", tuple(taken), missing)


def _range_differs(file: Family | Reach, parameter: str, domain: Domain) -> str | None:
    """Return how the file speaks of values that the family has not; None if it does not."""
    if file.parameter != parameter:
        return f"the file's parameter is {brief(file.parameter)}, the game's {parameter}"
    if domain.whole and not file.whole:
        return f"the file speaks of real numbers, and {parameter} is a whole one"
    inside = file.low >= domain.low and (
        domain.high is None or (file.high is not None and file.high <= domain.high)
    )
    if inside or domain.free:
        return None
    end = "infinity" if file.high is None else show(file.high)
    return f"the file speaks of {parameter} from {show(file.low)} to {end}; it may be {domain}"


def _samples(file: Family | Reach) -> list[Fraction]:
    """Return the first values of the range: there the games are looked at one by one."""
    return [at for at in (file.low, file.low + 1) if file.high is None or at <= file.high]


def _held_at(
    name: str, file: Family, form: PolynomialForm, at: Fraction
) -> tuple[tuple[str, ...], str]:
    """Hold the polynomials at one value against the game of that value; how, or why not."""
    own = _at(name, file.parameter, at)
    try:
        game = load(own, run=False)
    except GameStringError:  # a letter of a file's, or a parameter that only theorems have
        return (), ""
    return _held(of_form(form.at(at)), game, own)


def _at(game: str, parameter: str, at: Fraction) -> str:
    """Return the game string at one value of its open parameter."""
    return game.replace(f"{parameter}=*", f"{parameter}={show(at)}", 1)

"""Ties of statements about one game: its numbers, its deal, its betting, what it pays each seat."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from fractions import Fraction

from sabot.certify import (
    BalanceProved,
    DealProved,
    EveryProved,
    FieldProved,
    GameProved,
    IntervalProved,
    ListProved,
    NashProved,
    PairListProved,
    PureProved,
    SeatsProved,
)
from sabot.errors import NoMethodError, SabotError, SeatsError
from sabot.files.words import brief
from sabot.forms.form import Form
from sabot.forms.general import GeneralForm, from_any_tree
from sabot.forms.sequence import SequenceForm
from sabot.games import load
from sabot.telling.game import Game
from sabot.telling.told import any_form
from sabot.tying.betting import betting_differs
from sabot.tying.deal import deals_differ, play_differs
from sabot.tying.dealt import hands_unlike
from sabot.tying.pairs import at_value, by_seat, numeric
from sabot.tying.reading import deal_in, deal_of, filed, form_in
from sabot.tying.roads import DIRECTLY, TOLD, WALK, WALKED, roads, roads_by_seat, walked
from sabot.tying.seats import many_differ
from sabot.tying.spelled import Spelled, difference, seats_differ
from sabot.tying.tied import (
    Against,
    RefutedError,
    Tie,
    another,
    counted,
    demand,
    not_zero_sum,
)


def tie_numbers(proved: GameProved | IntervalProved | ListProved, against: Against) -> Tie:
    """Hold a matrix or sequences against the game, by every road."""
    form = form_in(proved.form)
    if against.game is None:
        deal_first(form, proved.game, proved.digest)
    game = against.one(proved.game)
    name = str(game)
    try:
        demand(name, seats_differ(form.seats, game.seats))  # before anything is counted
        taken, missing = held(form, game, name)
        _demand_views(proved.source.unreachable, game)
    except SeatsError as fault:
        raise not_zero_sum(name, fault) from None
    unseen = never_up(proved, game) if isinstance(proved, GameProved) else ""
    return Tie(name, counted(form), taken, missing, unseen)


def deal_first(form: Spelled, named: str, digest: str, loaded: str | None = None) -> None:
    """Deal some hands of the game that a file names, of a family at the value *loaded* is for.

    Nothing is told or counted for a name alone. A game that cannot be loaded is left to those who
    say why.
    """
    try:
        game = load(loaded or named, run=False)
    except SabotError:
        return
    demand(named, hands_unlike(form.seats, form.views, game, digest))


def held(form: Spelled, game: Game, name: str) -> tuple[tuple[str, ...], str]:
    """Hold numbers against a game by every road; return those taken, and why one was not."""
    taken, missing = [], ""
    for road, own in roads(game):
        if isinstance(own, str):
            missing = own
            continue
        demand(name, difference(form, own))
        taken.append(road)
    return tuple(taken), missing


def tie_pair(proved: NashProved | EveryProved, against: Against) -> Tie:
    """Hold what a file pays each seat against the game, seat by seat."""
    forms = tuple(map(form_in, proved.forms))
    pure = isinstance(proved, EveryProved)  # whose strategies are no views of the game
    if against.game is None and not pure:
        deal_first(forms[0], proved.game, proved.digest)
    game = against.one(proved.game)
    name = str(game)
    demand(name, seats_differ(forms[0].seats, game.seats))
    taken, missing = [], ""
    for road, own in roads_by_seat(game, pure=pure):
        if isinstance(own, str):
            missing = own
            continue
        for seat, here, there in zip(game.seats, forms, own, strict=True):
            found = difference(here, there)
            demand(name, None if found is None else f"what {seat} is paid: {found}")
        taken.append(road)
    _demand_views(proved.source.unreachable, game)
    both = [counted(form).split(", ")[0] for form in forms]
    unseen = never_up(proved, game) if isinstance(proved, NashProved) else ""
    return Tie(name, " and ".join(both), tuple(taken), missing, unseen)


def never_up(proved: GameProved | NashProved, game: Game) -> str:
    """Refuse views that are said never to come up and do, by the rules; return why it is open.

    The checker knows the payoffs of a file only: it does not see hands that pay nothing. What it
    proved already, that a seat's own plan never comes to a view, is not looked at.
    """
    said = proved.source.off_path
    if said is None:
        return ""
    claimed = {
        one.seat.name: views & _reached(one.seat.cells, one.plan()[0])
        for one, views in zip(proved.source.strategies, said, strict=True)
    }
    if not any(claimed.values()):
        return ""
    try:
        form = _with_chances(game)
    except NoMethodError as fault:
        return _first(fault)
    plans = [side.plan(proved.strategies[side.name]) for side in form.sides]
    for seat, (side, plan) in enumerate(zip(form.sides, plans, strict=True)):
        ends = list(map(bool, form.arrivals(seat, plans)[0]))
        for cell in reversed(side.cells):
            comes = any(ends[s] for s in cell.sequences)
            ends[cell.parent] = ends[cell.parent] or comes
            if comes and plan[cell.parent] and cell.key in claimed[side.name]:
                raise RefutedError(
                    f"'off_path' is not true of {side.name} at {cell.key}: by the rules of "
                    f"{brief(str(game), 200)} it comes up"
                )
    return ""


def _reached(cells: Collection[tuple[str, list[str], int, int]], plan: list[int]) -> set[str]:
    """Return the views to which a seat's own plan comes."""
    return {view for view, _, parent, _ in cells if plan[parent]}


def _with_chances(game: Game) -> Form:
    """Return the game's form with the chances of its hands."""
    form: Form = any_form(game)
    if not isinstance(form, SequenceForm) or form.keeps_chances:
        return form
    return from_any_tree(walked(game, WALKED))


def _demand_views(unreachable: Mapping[str, Collection[str]], game: Game) -> None:
    """Refuse views that a file calls unreachable and that are no views of the game."""
    possible = game.rules.possible_views(game)
    for seat, views in unreachable.items():
        for view in sorted(views):
            if view not in possible.get(seat, ()):
                raise RefutedError(
                    f"'unreachable' is not true of {seat} at {view}: it is no view of "
                    f"{brief(str(game), 200)}"
                )


def tie_deal(proved: DealProved, against: Against) -> Tie:
    """Hold a deal of one suit against the game, and play it beside the told rules."""
    game = against.one(proved.game)
    name, told, file = str(game), game.rules.deal(game), deal_in(proved)
    if told is None:
        raise another(name, "the file holds a deal of one suit, and the game is none")
    demand(name, deals_differ(file, deal_of(name, told)))
    taken, missing = [DIRECTLY], ""
    try:
        demand(name, play_differs(file, walked(game, WALKED)))
        taken.append(WALK)
    except NoMethodError as fault:
        missing = _first(fault)
    cards = len(file.holders)
    return Tie(name, f"{cards} cards, {cards // 2} tricks", tuple(taken), missing)


def tie_many(proved: SeatsProved | FieldProved | PureProved, against: Against) -> Tie:
    """Hold a profile, or a list of profiles, for many seats against its game, told afresh."""
    game = against.one(proved.game)
    name = str(game)
    if against.game is None:
        views = [seat.views for seat in proved.form.seats]
        demand(name, hands_unlike(proved.seats, views, game, proved.digest))
    form = any_form(game)
    if not isinstance(form, GeneralForm):
        raise another(name, "the game is a zero-sum game for two, and the file's is not")
    demand(name, many_differ(proved.form, form))
    count = sum(len(side.cells) for side in form.sides)
    return Tie(name, f"{form.amounts:,} payoffs, {count:,} views", (TOLD,))


def tie_betting(proved: BalanceProved, against: Against) -> Tie:
    """Hold the betting on hands that are real numbers against the one that the rules tell."""
    game = against.one(proved.game)
    name, real = str(game), game.rules.real_hands(game)
    if real is None:
        raise another(name, "the file is about hands that are real numbers, and the game has none")
    if proved.seats != real.form.seats:
        demand(name, f"the game's seats are {', '.join(real.form.seats)}")
    demand(name, betting_differs(proved.form, real.form))
    turns = sum(1 for _ in real.form.turns())
    return Tie(name, f"{turns} turns, {proved.source.ends} ends", ("by telling its rules",))


def tie_list(proved: PairListProved, against: Against) -> Tie:
    """Hold a list of all equilibria against the payoffs of both seats, by two roads."""
    game = against.one(proved.game)
    name, file = str(game), at_value(filed(proved.form), Fraction(0))
    if against.game is None:
        demand(name, hands_unlike(file[0].seats, file[0].views, game, proved.digest))
    own = numeric(any_form(game))
    if own is None:
        raise another(name, "the game is not one of two seats told by their choices")
    demand(name, by_seat(file, own))
    taken, missing = [DIRECTLY if game.direct else TOLD], ""
    try:
        tree = numeric(from_any_tree(walked(game, WALKED)))
        assert tree is not None
        demand(name, by_seat(file, tree))
        taken.append(WALK)
    except NoMethodError as fault:
        missing = _first(fault)
    return Tie(name, f"payoffs of both seats, {counted(file[0])}", tuple(taken), missing)


def _first(fault: NoMethodError) -> str:
    """Return why a road was not taken, without the remedy."""
    return str(fault).split(";")[0]

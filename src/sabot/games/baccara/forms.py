"""Game forms of baccara: sequence form, binary separable form, general-sum and parametric forms.

The fast way counts in arrays of machine integers: the same products of card counts as in
:mod:`~sabot.games.baccara.count`. The ways to draw three cards are kept exact in floats and 64-bit
words, for as many cards as these hold (165,140); the ways to draw all six are words up to 1,290
cards, and Python integers beyond. A shoe that is too large is counted over Python integers in
``count``. A test asserts that both ways give the same form.

With a commission on Banker's wins the game is general-sum; naturals then matter, since they cancel
in Player's payoff but not in Banker's. With polynomials as counts the same counting gives the game
for every number of decks, of cards per rank, or every commission up to 1/10 (the range of Ethier
and Lee 2023).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, Unpack

import numpy as np
import numpy.typing as npt

from sabot.errors import NoMethodError
from sabot.forms.binary_action import OVERFLOW_BOUND, BinaryActionForm, Int64Array
from sabot.forms.sequence import SequenceForm, Treeplex
from sabot.forms.sequence_nplayer import NPlayerSequenceForm, PayoffEntry
from sabot.game_rules.game import Game, ZeroSumForm
from sabot.games.baccara.count import (
    CARD_VALUES,
    NON_NATURAL_HANDS,
    CountedGame,
    RingEntries,
    banker_views,
    count_game,
    player_infosets,
    removal_layout,
    score_banker_win,
)
from sabot.games.baccara.rules import (
    ACTIONS,
    SEATS,
    CardSupply,
    SeatOptions,
    SeatRules,
    card_supply,
    hand_total,
    seat_rules,
)

if TYPE_CHECKING:
    from sabot.forms.parametric import (
        ParameterDomain,
        PolynomialForm,
        PolynomialGeneralSumForm,
        RingElement,
    )


Floats = npt.NDArray[np.float64]
Places = npt.NDArray[np.intp]
Mask = npt.NDArray[np.bool_]
_EXACT_FLOAT = 2**53
_ALL_VIEWS_FROM_COUNT = 6
"""A shoe with as many cards of every value deals every hand, and so shows every view."""


@dataclass(frozen=True, eq=False)
class SpotArrays:
    """What is looked up where for the hands in which Player stands, or for those in which he draws.

    Rows are Banker's spots, columns those of Player's hands that can come there.
    """

    seen: int
    """How many cards are on the table when Banker moves."""
    spot: tuple[Places, ...]
    """Of each card that makes a spot: the place of its ways to be drawn."""
    pairs: tuple[Places, Places]
    """The places of the ways of Player's two cards, each pair of places once."""
    hands: Places
    """Which pair belongs to a spot and a hand."""
    leads: Places
    """Where Banker's draw is looked up."""
    ahead: Floats
    """The sign of Player's lead when Banker stands."""
    groups: Floats
    """Which hands are in a group: those that the rules make move so, then each view of Player's."""
    views: Places
    """The numbers of Banker's views here."""
    order: Places
    """The spots, those of one view together."""
    starts: Places
    """Where the spots of each view start."""


@dataclass(frozen=True, eq=False)
class CountingPlan:
    """All that counting needs to know before the cards: one for each pair of conducts."""

    player: tuple[str, ...]
    banker: tuple[str, ...]
    moves: npt.NDArray[np.int8]
    """By Banker's view: 0 or 1 where the rules make him stand or draw, -1 where he chooses."""
    drawn: Mask
    """By Banker's view: whether Player drew."""
    parts: tuple[SpotArrays, SpotArrays]

    @cached_property
    def sides(self) -> tuple[Treeplex, Treeplex]:
        """Both seats, where the cards show all views."""
        return self._seated(np.full(len(self.player), True), np.full(len(self.banker), True))

    def shown(self, met: Mask, seen: Mask) -> tuple[Treeplex, Treeplex]:
        """Return both seats with those views that the cards show and the rules leave free."""
        return self.sides if met.all() and seen.all() else self._seated(met, seen)

    def _seated(self, met: Mask, seen: Mask) -> tuple[Treeplex, Treeplex]:
        free = seen & (self.moves < 0)
        one, two = (
            Treeplex.flat(
                seat, {key: ACTIONS for key, live in zip(keys, mask, strict=True) if live}
            )
            for seat, keys, mask in zip(
                SEATS, (self.player, self.banker), (met.tolist(), free.tolist()), strict=True
            )
        )
        return one, two


@lru_cache(maxsize=16)
def counting_plan(one: SeatRules, two: SeatRules) -> CountingPlan:
    """Return what two conducts make of the hands."""
    cells, views = player_infosets(one), banker_views(two)
    moves = [-1 if view.move is None else ACTIONS.index(view.move) for view in views.values()]
    stands, draws = (
        _spot_arrays(
            one,
            list(cells.values()),
            [(n, v.spots) for n, v in enumerate(views.values()) if v.draws == d],
            d,
        )
        for d in (0, 1)
    )
    return CountingPlan(
        tuple(cells),
        tuple(views),
        np.array(moves, dtype=np.int8),
        np.array([bool(view.draws) for view in views.values()]),
        (stands, draws),
    )


def _spot_arrays(
    one: SeatRules,
    cells: Sequence[Sequence[int]],
    views: Sequence[tuple[int, list[int]]],
    draws: int,
) -> SpotArrays:
    layout = removal_layout(draws=bool(draws))
    forced = [
        n
        for n, hand in enumerate(NON_NATURAL_HANDS)
        if one.move(hand_total(*hand)) == ACTIONS[draws]
    ]
    groups = np.zeros((len(NON_NATURAL_HANDS), 1 + len(cells)))
    for number, places in enumerate([forced, *cells]):
        groups[places, number] = 1.0
    hands = np.flatnonzero(groups.any(axis=1))
    (a, gone_a), (b, gone_b) = layout.mine
    both = np.stack([(5 * a + gone_a)[:, hands], (5 * b + gone_b)[:, hands]])
    pairs, which = np.unique(both.reshape(2, -1), axis=1, return_inverse=True)
    lead, taken = layout.lead
    sizes = [len(spots) for _, spots in views]
    return SpotArrays(
        2 + len(layout.shown),
        tuple((5 * card + gone).astype(np.intp) for card, gone in layout.shown),
        (pairs[0].astype(np.intp), pairs[1].astype(np.intp)),
        which.reshape(both.shape[1:]).astype(np.intp),
        (11 * lead + taken)[:, hands].astype(np.intp),
        layout.ahead[:, hands].astype(np.float64),
        groups[hands],
        np.array([n for n, _ in views], dtype=np.intp),
        np.array([spot for _, spots in views for spot in spots], dtype=np.intp),
        np.cumsum([0, *sizes[:-1]], dtype=np.intp),
    )


@lru_cache(maxsize=1)
def _draw_payoff_signs() -> Int64Array:
    """Return whether a card drawn by Banker lets Player win, at [10 t + j, card]."""
    return np.array(
        [
            [(t > hand_total(j, card)) - (t < hand_total(j, card)) for card in CARD_VALUES]
            for t in CARD_VALUES
            for j in CARD_VALUES
        ],
        dtype=np.int64,
    )


@dataclass(frozen=True, eq=False)
class CountedArrays:
    """A game of baccara in arrays: weights in ordered draws of six cards.

    Rows are Banker's views, columns Player's groups of hands (those that the rules make move, then
    each of his views). In each view Player drew, or he did not.
    """

    plan: CountingPlan
    cards: CardSupply
    stand: Int64Array
    """The hands that Player wins less those that he loses, when Banker stands."""
    gap: Int64Array
    """How much more that is when he draws."""

    @property
    def denominator(self) -> int:
        """The ways to draw six cards."""
        return _falling_product(self.cards, 0)

    @cached_property
    def reach(self) -> Int64Array:
        """All hands."""
        found = np.empty_like(self.stand)
        left = _remaining_counts(self.cards)
        for part in self.plan.parts:
            weight = _player_hand_weights(part, left) @ part.groups
            spot = _spot_weights(part, left).astype(found.dtype) * _falling_product(
                self.cards, part.seen
            )
            found[part.views] = _sum_by_view(part, weight, spot)
        return found

    @cached_property
    def shown(self) -> tuple[Mask, Mask]:
        """Which views of each seat the cards show."""
        seen = self.reach > 0
        return np.logical_or.reduce(seen[~self.plan.drawn, 1:]), np.logical_or.reduce(seen, axis=1)

    def form(self) -> SequenceForm:
        """Return the game by the sequences of both seats."""
        plan = self.plan
        met, seen = self.shown
        sides = plan.shown(met, seen)
        free = seen & (plan.moves < 0)
        groups = np.flatnonzero(np.concatenate([[True], met]))
        payoffs = np.zeros((sides[0].count, sides[1].count), dtype=self.stand.dtype)
        chances = np.zeros_like(payoffs)
        column = 2 * np.cumsum(free) - 1
        for draws, part in enumerate(plan.parts):
            # the empty sequence, then each cell's: the first of two where Player stands
            lines = np.concatenate([[0], 2 * np.arange(len(groups) - 1) + 1 + draws])
            for move, paid in enumerate((self.stand, self.stand + self.gap)):
                own = part.views[free[part.views]]
                at = np.ix_(lines, column[own] + move)
                payoffs[at], chances[at] = (a[np.ix_(own, groups)].T for a in (paid, self.reach))
                made = part.views[plan.moves[part.views] == move]
                payoffs[lines, 0] += paid[np.ix_(made, groups)].sum(axis=0)
                chances[lines, 0] += self.reach[np.ix_(made, groups)].sum(axis=0)
        # a natural ends the hand and pays nothing on the whole: either seat is as likely to have it
        low = self.reach[~plan.drawn].sum() + self.reach[plan.drawn, 0].sum()
        chances[0, 0] += self.denominator - int(low)
        reach = SequenceForm(sides, *_array_in_lowest_terms(chances, self.denominator))
        return SequenceForm(sides, *_array_in_lowest_terms(payoffs, self.denominator), reach)

    def binary(self) -> BinaryActionForm | None:
        """Return the game as arrays; None where sums of its payoffs might overflow.

        What is made here cannot: differences of payoffs are at most twice the ways of six cards.
        """
        plan, drawn = self.plan, self.plan.drawn
        # Player's second action is to draw: it brings a view in which he drew, and takes another
        turn = np.where(drawn, 1, -1)[:, None]
        stand, gap = (
            (part[:, 0] + np.where(drawn, 0, part[:, 1:].sum(axis=1)), turn * part[:, 1:])
            for part in (self.stand, self.gap)
        )
        level, first = int(stand[0].sum()), stand[1].sum(axis=0)
        second, joint = gap[0], gap[1].T
        forced = plan.moves == 1
        if forced.any():
            level += int(second[forced].sum())
            first = first + joint[:, forced].sum(axis=1)
        sides = plan.sides
        if (plan.moves >= 0).any() or min(self.cards.counts) < (
            1 if self.cards.replaced else _ALL_VIEWS_FROM_COUNT
        ):
            met, seen = self.shown
            sides = plan.shown(met, seen)
            seen = seen & (plan.moves < 0)
            first, second, joint = first[met], second[seen], joint[np.ix_(met, seen)]
        return BinaryActionForm.fitting(sides, level, first, second, joint, self.denominator)


def _array_in_lowest_terms(
    entries: Int64Array, below: int
) -> tuple[tuple[tuple[int, int, int], ...], int]:
    """Return the entries that are not 0, in order, over the least denominator."""
    places = np.nonzero(entries)
    amounts = entries[places]
    shared = math.gcd(below, int(np.gcd.reduce(amounts, initial=0)))
    columns = (part.tolist() for part in (*places, amounts // shared))
    return tuple(zip(*columns, strict=True)), below // shared


def count_in_arrays(
    cards: CardSupply, conduct: tuple[SeatRules, SeatRules]
) -> CountedArrays | None:
    """Return a game counted in arrays; None where the ways of three cards do not fit a float."""
    size = sum(cards.counts)
    if 2 * size**3 >= _EXACT_FLOAT:
        return None
    plan = counting_plan(*conduct)
    word = _integer_dtype(cards)
    left = _remaining_counts(cards)
    leads = (_draw_payoff_signs() @ np.array(cards.counts, dtype=np.int64))[
        :, None
    ] - _removed_counts(cards, range(-5, 6))
    flat_leads = leads.astype(np.float64).ravel()
    shape = len(plan.banker), 1 + len(plan.player)
    stand, gap = np.empty(shape, dtype=word), np.empty(shape, dtype=word)
    for part in plan.parts:
        # sums of three cards' ways are whole numbers below 2^53: floats are exact and fast
        weight = _player_hand_weights(part, left)
        ahead = (weight * part.ahead) @ part.groups
        drawn = (weight * flat_leads.take(part.leads)) @ part.groups
        last = _falling_product(cards, part.seen + 1)
        more = size if cards.replaced else size - part.seen
        spot = _spot_weights(part, left).astype(word) * last
        stand[part.views] = _sum_by_view(part, more * ahead, spot)
        gap[part.views] = _sum_by_view(part, drawn - more * ahead, spot)
    return CountedArrays(plan, cards, stand, gap)


def _integer_dtype(cards: CardSupply) -> np.dtype[Any]:
    """Return what holds the ways to draw six cards: machine words where no sum overflows them."""
    return np.dtype(np.int64 if sum(cards.counts) ** 6 < OVERFLOW_BOUND else object)


def _removed_counts(cards: CardSupply, gone: range) -> Int64Array:
    return np.zeros(len(gone), np.int64) if cards.replaced else np.array(gone)


def _falling_product(cards: CardSupply, start: int) -> int:
    """Return the ways to draw the cards from number *start* to the sixth."""
    size, ways = sum(cards.counts), 1
    for gone in range(start, 6):
        ways *= size if cards.replaced else size - gone
    return ways


def _remaining_counts(cards: CardSupply) -> Int64Array:
    """Return the ways to draw value v when n of it are gone, at 5 v + n; twice that from 50 on."""
    single = np.array(cards.counts, dtype=np.int64)[:, None] - _removed_counts(cards, range(5))
    return np.concatenate([single.ravel(), 2 * single.ravel()])


def _player_hand_weights(part: SpotArrays, left: Int64Array) -> Floats:
    """Return the ways of Player's two cards by spot and hand."""
    a, b = part.pairs
    ways: Floats = (left.take(a) * left.take(b)).astype(np.float64).take(part.hands)
    return ways


def _spot_weights(part: SpotArrays, left: Int64Array) -> Int64Array:
    """Return the ways of the cards that make each spot."""
    ways = left.take(part.spot[0])
    for places in part.spot[1:]:
        ways = ways * left.take(places)
    return ways


def _sum_by_view(part: SpotArrays, sums: Floats, spot: Int64Array) -> Int64Array:
    """Return the weights of the spots of each view together."""
    weights = sums.astype(np.int64).astype(spot.dtype, copy=False) * spot[:, None]
    if len(part.starts) == len(part.order):
        return weights[part.order]
    together: Int64Array = np.add.reduceat(weights[part.order], part.starts, axis=0)
    return together


def baccara_binary_form(
    *,
    model: str,
    decks: Fraction | float | None = None,
    shoe: tuple[int, ...] | None = None,
    **options: Unpack[SeatOptions],
) -> BinaryActionForm | None:
    """Return the game as arrays; None where there are too many cards for them."""
    weighed = count_in_arrays(card_supply(model, decks, shoe), seat_rules(model, **options))
    return None if weighed is None else weighed.binary()


def baccara_form(
    *,
    model: str,
    decks: Fraction | float | None = None,
    shoe: tuple[int, ...] | None = None,
    **options: Unpack[SeatOptions],
) -> ZeroSumForm:
    """Return the form of baccara by counting, without a tree."""
    cards, seats = card_supply(model, decks, shoe), seat_rules(model, **options)
    weighed = count_in_arrays(cards, seats)
    if weighed is not None:
        return weighed.form()
    return to_sequence_form(count_game(cards.counts, seats, replaced=cards.replaced))


def commission_form(
    *,
    commission: Fraction,
    model: str,
    decks: Fraction | float | None = None,
    shoe: tuple[int, ...] | None = None,
    **options: Unpack[SeatOptions],
) -> NPlayerSequenceForm:
    """Return the form of baccara by counting, where Banker pays a commission on his wins.

    Naturals are among them: in Player's payoff they cancel, in Banker's they do not.

    >>> form = commission_form(commission=Fraction(1, 20), model="A1")
    >>> form.seats, form.zero_sum, [len(side.cells) for side in form.sides]
    (('Player', 'Banker'), False, [1, 88])
    """
    cards, seats = card_supply(model, decks, shoe), seat_rules(model, **options)
    game = count_game(cards.counts, seats, replaced=cards.replaced)
    wins = count_game(cards.counts, seats, replaced=cards.replaced, score=score_banker_win).payoffs
    share, unit = commission.as_integer_ratio()
    paid = {
        spot: (unit * lead, -unit * lead - share * wins.get(spot, 0))
        for spot in game.reach
        for lead in [game.payoffs.get(spot, 0)]
    }
    below = unit * game.denominator
    shared = math.gcd(below, *(amount for pair in paid.values() for amount in pair))
    chances = math.gcd(game.denominator, *game.reach.values())
    ends = tuple(
        PayoffEntry(spot, weight // chances, tuple(amount // shared for amount in paid[spot]))
        for spot, weight in sorted(game.reach.items())
    )
    why = "Banker pays a commission on his wins"
    whole = game.denominator // chances
    return NPlayerSequenceForm(game.sides, ends, whole, below // shared, because=why)


def count_baccara(
    *,
    model: str,
    decks: Fraction | float | None = None,
    shoe: tuple[int, ...] | None = None,
    **options: Unpack[SeatOptions],
) -> CountedGame:
    """Return the game by counting, with the views that its shoe never shows."""
    cards = card_supply(model, decks, shoe)
    return count_game(cards.counts, seat_rules(model, **options), replaced=cards.replaced)


def to_sequence_form(game: CountedGame) -> SequenceForm:
    """Return the form of a game that was counted in integers."""
    payoffs, below = _in_lowest_terms(game.payoffs, game.denominator)
    chances, whole = _in_lowest_terms(game.reach, game.denominator)
    return SequenceForm(game.sides, payoffs, below, SequenceForm(game.sides, chances, whole))


def _in_lowest_terms(
    entries: RingEntries, below: int
) -> tuple[tuple[tuple[int, int, int], ...], int]:
    """Return the entries, which are in order, over the least denominator."""
    shared = math.gcd(below, *entries.values())
    return tuple([(i, j, top // shared) for (i, j), top in entries.items()]), below // shared


def unreachable_views(game: Game) -> dict[str, tuple[str, ...]]:
    """Return the views of each seat at which it might choose, did the shoe ever show them.

    >>> from sabot import load
    >>> found = unreachable_views(load("baccara(model=B1, shoe=[0,2,2,2,2,2,2,2,2,2])"))
    >>> found["Banker"]
    ('0,0', '1,0', '2,0', '3,0', '4,0', '5,0', '6,0', '7,0')
    """
    layout = {key: value for key, value in game.values if key != "commission"}
    return dict(zip(SEATS, count_baccara(**layout).unreachable, strict=True))


MAX_COMMISSION = Fraction(1, 10)
"""A theorem is about commissions up to this, the range of Ethier and Lee (2023)."""


def parametric_in_commission(
    *,
    model: str,
    commission: RingElement,
    decks: Fraction | float | None = None,
    shoe: tuple[int, ...] | None = None,
    **options: Unpack[SeatOptions],
) -> PolynomialGeneralSumForm:
    """Return one shoe's game with the commission on Banker's wins left open."""
    from sabot.forms.parametric import ParameterDomain

    cards = card_supply(model, decks, shoe)
    domain = ParameterDomain(Fraction(0), MAX_COMMISSION, whole=False)
    seats = seat_rules(model, **options)
    return _commission_game(
        "commission", cards.counts, seats, cards.replaced, (commission, 1), domain
    )


def commission_game_parametric_in_decks(
    *,
    model: str,
    decks: RingElement,
    commission: Fraction,
    shoe: object = None,
    **options: Unpack[SeatOptions],
) -> PolynomialGeneralSumForm:
    """Return a model without replacement, at one commission, with the number of decks left open."""
    from sabot.forms.parametric import ParameterDomain

    low = ParameterDomain(Fraction(1))
    return _commission_game_per_rank("decks", model, 4 * decks, commission, low, options)


def commission_game_parametric_in_cards(
    *,
    model: str,
    cards: RingElement,
    commission: Fraction,
    shoe: object = None,
    **options: Unpack[SeatOptions],
) -> PolynomialGeneralSumForm:
    """Return the same with the number of cards of each rank left open (decks = cards / 4)."""
    from sabot.forms.parametric import ParameterDomain

    return _commission_game_per_rank(
        "cards", model, cards, commission, ParameterDomain(Fraction(3)), options
    )


def _commission_game_per_rank(
    name: str,
    model: str,
    per_rank: RingElement,
    commission: Fraction,
    domain: ParameterDomain,
    options: SeatOptions,
) -> PolynomialGeneralSumForm:
    """Return the game at one commission, dealt from *per_rank* cards of each rank."""
    _require_finite_decks(model)
    counts = [4 * per_rank, *[per_rank] * 9]
    share = commission.as_integer_ratio()
    return _commission_game(name, counts, seat_rules(model, **options), False, share, domain)


def _commission_game(
    name: str,
    counts: Sequence[RingElement],
    seats: tuple[SeatRules, SeatRules],
    replaced: bool,
    commission: tuple[RingElement, int],
    domain: ParameterDomain,
) -> PolynomialGeneralSumForm:
    """Return the game in which Banker pays a commission, a numerator over a number."""
    from sabot.forms.parametric import PolynomialGeneralSumForm

    game = count_game(counts, seats, replaced=replaced)
    wins = count_game(counts, seats, replaced=replaced, score=score_banker_win).payoffs
    share, unit = commission
    paid = {
        spot: (unit * lead, -unit * lead - share * wins.get(spot, 0))
        for spot in {**game.payoffs, **wins}
        for lead in [game.payoffs.get(spot, 0)]
    }
    return PolynomialGeneralSumForm.of(name, game.sides, paid, unit * game.denominator, domain)


def parametric_in_decks(
    *, model: str, decks: RingElement, shoe: object = None, **options: Unpack[SeatOptions]
) -> PolynomialForm:
    """Return a model without replacement with polynomials in the number of decks."""
    return _parametric_form_per_rank("decks", model, 4 * decks, Fraction(1), options)


def parametric_in_cards(
    *, model: str, cards: RingElement, shoe: object = None, **options: Unpack[SeatOptions]
) -> PolynomialForm:
    """Return the same with polynomials in the number of cards of each rank (decks = cards / 4)."""
    return _parametric_form_per_rank("cards", model, cards, Fraction(3), options)


def _parametric_form_per_rank(
    name: str, model: str, per_rank: RingElement, low: Fraction, options: SeatOptions
) -> PolynomialForm:
    """Return the game dealt from *per_rank* cards of each rank, tens and court cards together."""
    from sabot.forms.parametric import ParameterDomain, PolynomialForm

    _require_finite_decks(model)
    counts = [4 * per_rank, *[per_rank] * 9]
    game = count_game(counts, seat_rules(model, **options))
    return PolynomialForm.of(name, game.sides, game.payoffs, game.denominator, ParameterDomain(low))


def _require_finite_decks(model: str) -> None:
    if model.startswith("A"):
        raise NoMethodError(f"model {model} puts every card back: it has no number of decks")

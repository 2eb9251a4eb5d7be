"""Many hands of five-card draw at once: the rules a second time, on arrays.

Nothing here is shared with the rules as they are run on a table
(:mod:`sabot.games.poker.five_card_draw.rules`) but the rank of five cards; a test plays the same
cards both ways. The last axis of an array is the hand, the first mostly the seat. Seats are numbers
from 0, the last is the blind. Who sits where rotates with the hands. A player acts by its tables
(:class:`PlayerTables`).

Each stage of the game has a generator of random numbers of its own, which serves one hand after the
other. So a hand is the same however many hands follow it.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from functools import partial
from typing import NamedTuple

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from sabot.cards.poker_hand import DECK_SIZE, HAND_SIZE, lookup_tables
from sabot.cards.poker_hand_kernel import rank5

Integers = NDArray[np.integer]
Reals = NDArray[np.float64]
Booleans = NDArray[np.bool_]
Cards = NDArray[np.uint8]
Payments = NDArray[np.int64]
"""What each hand paid each player: a row for each hand."""

DROP, MATCH, DOUBLE, RAISE, THROW = 0, 1, 2, 10, 100
"""Moves as numbers: a bet or raise of k units is RAISE + k, a throw THROW + its cards as bits."""
FIRST_PAIR_RANK, FIRST_STRAIGHT_RANK = 1278, 5854
"""The first ranks of a pair, and of what stands pat."""
_MOST_RAISED, _MOST_THROWN, _WAYS_TO_THROW = 5, 4, 31
_ALL_BUT_HIGHEST = 0b11110
_SORTING_NETWORK = ((0, 1), (3, 4), (2, 4), (2, 3), (1, 4), (0, 3), (0, 2), (1, 3), (1, 2))
"""Nine comparisons that sort five cards."""


class PlayerTables(NamedTuple):
    """A player as tables by rank."""

    first: NDArray[np.int8]
    """By turn and rank, before the draw: 0 drop, 1 enter or play, 2 double. A turn is a seat and
    who entered before it as bits, number ``2**seat - 1 + entered``."""
    looks: NDArray[np.int8]
    """By rank, after a double: 0 drop, 1 look."""
    powers: Reals
    """By rank and number of opponents, the probability that the hand wins against so many."""
    margin: float
    """How far from its price a hand only looks."""
    wild: bool
    """Chooses uniformly among all legal actions instead."""


class DrawTable:
    """Who plays, with what: the same in all hands."""

    def __init__(
        self,
        players: Sequence[PlayerTables],
        stacks: Sequence[int],
        raises: int | float,
        *,
        button_moves: bool,
    ) -> None:
        self.seats = len(players)
        self.stacks = np.array(stacks, np.int32)
        self.raises, self.button_moves = raises, button_moves
        self.first = np.stack([one.first for one in players])
        self.looks = np.stack([one.looks for one in players])
        self.powers = np.stack([one.powers for one in players])
        self.margin = np.array([one.margin for one in players])
        self.wild = np.array([one.wild for one in players])
        self.any_wild = bool(self.wild.any())

    def players_at(self, start: int, count: int) -> Integers:
        """Return who sits at each seat, in hands numbered from *start*."""
        seat = np.arange(self.seats)[:, None]
        moved = np.arange(start, start + count) if self.button_moves else np.zeros(count, np.int64)
        return ((seat + moved) % self.seats).astype(np.int32)


class HandRecord(NamedTuple):
    """What happened in one hand: cards as they were drawn, moves of seats."""

    cards: tuple[int, ...]
    moves: tuple[tuple[int, int], ...]


class PlayRecord:
    """What happened in many hands, as it happened: who compares it asks for a hand."""

    def __init__(self) -> None:
        self.cards: list[tuple[Integers, Integers, Cards]] = []
        """Hands, how many cards each drew, and the cards, a column for each hand."""
        self.moves: list[tuple[Integers, int, Integers]] = []
        """Hands, the seat that acted in them, and what it did in each."""

    def hand(self, number: int) -> HandRecord:
        """Return one hand."""
        cards: list[int] = []
        for hands, many, drawn in self.cards:
            for place in np.flatnonzero(hands == number):
                cards += drawn[: many[place], place].tolist()
        moves = [
            (seat, int(moves[place]))
            for hands, seat, moves in self.moves
            for place in np.flatnonzero(hands == number)
        ]
        return HandRecord(tuple(cards), tuple(moves))


def play_hands(
    table: DrawTable, rng: Generator, start: int, count: int, record: PlayRecord | None = None
) -> Payments:
    """Play *count* hands, the first of which has the number *start*; keep them in *record*."""
    out = np.zeros((count, table.seats), np.int64)
    hands = HandsInPlay(table, rng, start, count, record)
    entered = hands.play_entry()
    hands = hands.where(entered > 0)  # else the blind takes back what it put in
    hands.play_blind_turn(entered[entered > 0])
    alone = hands.inside == 1
    hands.where(alone).pay_to(out)
    hands = hands.where(~alone)
    hands.play_draw()
    hands.play_last_betting()
    hands.pay_to(out)
    return out


class HandsInPlay:
    """Hands at the same stage, and what lies before each seat."""

    def __init__(
        self, table: DrawTable, rng: Generator, start: int, count: int, record: PlayRecord | None
    ) -> None:
        self.table, self.rng, self.record = table, rng, record
        self.blind = table.seats - 1
        self.number = np.arange(count)
        """Of each hand, from 0."""
        self.player = table.players_at(start, count)
        self.left = table.stacks[self.player]
        self.put = np.zeros_like(self.left)
        self.live = np.ones(self.left.shape, np.bool_)
        pack = np.repeat(np.arange(DECK_SIZE, dtype=np.uint8)[:, None], count, axis=1)
        many = HAND_SIZE * table.seats
        shuffle(pack, self.random(many))
        if record is not None:
            record.cards.append((self.number, np.full(count, many), pack[:many]))
        self.cards = pack[:many].reshape(HAND_SIZE, table.seats, count)
        """By place in the hand, seat and hand."""
        self.pack = pack[many:]
        """What is left of it."""
        self.ranks = ranks_of(self.cards)

    def where(self, chosen: Booleans) -> HandsInPlay:
        """Return those hands that are chosen."""
        found = copy(self)
        take = partial(np.take, indices=np.flatnonzero(chosen), axis=-1)
        found.number, found.player = take(self.number), take(self.player)
        found.left, found.put, found.live = take(self.left), take(self.put), take(self.live)
        found.cards, found.pack, found.ranks = take(self.cards), take(self.pack), take(self.ranks)
        return found

    @property
    def inside(self) -> NDArray[np.int8]:
        """How many seats are in."""
        return count_true(self.live)

    def random(self, width: int, hands: int | None = None) -> Reals:
        """Return *width* random numbers for each hand, from the generator of this stage."""
        many = len(self.number) if hands is None else hands
        return self.rng.spawn(1)[0].random((many, width))

    def record_moves(self, hands: Integers, seat: int, moves: Integers) -> None:
        """Keep what a seat did in some of the hands."""
        if self.record is not None:
            self.record.moves.append((self.number[hands], seat, moves.astype(np.int64)))

    def pay_in(self, seat: int, hands: Integers, amount: Integers | int) -> Integers:
        """Put an amount before a seat, or all that it has left; return what it put in."""
        paid: Integers = np.minimum(amount, self.left[seat, hands])
        self.left[seat, hands] -= paid
        self.put[seat, hands] += paid
        return paid

    def play_entry(self) -> Integers:
        """Ask all but the blind whether they enter; return who does, as bits."""
        table, blind = self.table, self.blind
        everywhere = np.arange(len(self.number))
        self.pay_in(blind, everywhere, 1)
        chance = self.random(blind) if table.any_wild else None
        entered = np.zeros(len(self.number), np.int64)
        for seat in range(blind):
            player = self.player[seat]
            moves = np.minimum(MATCH, table.first[player, 2**seat - 1 + entered, self.ranks[seat]])
            if chance is not None:
                moves = np.where(table.wild[player], random_below(chance[:, seat], 2), moves)
            self.record_moves(everywhere, seat, moves)
            self.live[seat] = moves != DROP
            entered |= self.live[seat].astype(np.int64) << seat
            self.pay_in(seat, np.flatnonzero(self.live[seat]), 2)
        return entered

    def play_blind_turn(self, entered: Integers) -> None:
        """Ask the blind, and after a double those who entered."""
        table, blind = self.table, self.blind
        chance = self.random(table.seats) if table.any_wild else None
        others_can_bet = (self.live & (self.left > 0))[:blind].any(axis=0)
        may_double = (self.left[blind] >= 3) & others_can_bet
        player = self.player[blind]
        moves = table.first[player, 2**blind - 1 + entered, self.ranks[blind]]
        moves = np.where(may_double, moves, np.minimum(MATCH, moves))
        if chance is not None:
            wild = random_below(chance[:, blind], np.where(may_double, 3, 2))
            moves = np.where(table.wild[player], wild, moves)
        asked = np.flatnonzero(self.left[blind] > 0)
        moves = moves[asked]
        self.record_moves(asked, blind, moves)
        self.live[blind, asked] = moves != DROP
        self.pay_in(blind, asked, np.array([0, 1, 3])[moves])
        doubled = asked[moves == DOUBLE]
        for seat in range(blind):
            asked = doubled[self.live[seat, doubled] & (self.left[seat, doubled] > 0)]
            player = self.player[seat, asked]
            moves = table.looks[player, self.ranks[seat, asked]]
            if chance is not None:
                wild = random_below(chance[asked, seat], 2)
                moves = np.where(table.wild[player], wild, moves)
            self.record_moves(asked, seat, moves)
            self.live[seat, asked] = moves != DROP
            self.pay_in(seat, asked[moves != DROP], 2)

    def play_draw(self) -> None:
        """Let those who are in change cards; a pack that is used up is made of what was thrown."""
        table = self.table
        self.cards = sorted_hands(self.cards)
        bits = usual_discards(self.cards, self.ranks)
        if table.any_wild:
            wild = random_below(self.random(table.seats).T, _WAYS_TO_THROW).astype(np.uint8)
            bits = np.where(table.wild[self.player], wild, bits)
        for seat in range(table.seats):
            live = np.flatnonzero(self.live[seat])
            self.record_moves(live, seat, THROW + bits[seat, live])
        bits *= self.live
        place = np.arange(HAND_SIZE, dtype=np.uint8)[:, None]
        thrown = np.concatenate([one >> place & 1 for one in bits]).view(np.bool_)
        fresh = self.draw_cards(thrown)
        rows, hands = np.nonzero(thrown)
        seats, places = np.divmod(rows, HAND_SIZE)
        number = np.cumsum(thrown, axis=0, dtype=np.int8)[rows, hands] - 1
        self.cards[places, seats, hands] = fresh[number, hands]
        changed = bits > 0
        self.ranks[changed] = ranks_of(self.cards[:, changed])

    def draw_cards(self, thrown: Booleans) -> Cards:
        """Return the cards that are drawn for those *thrown*, whose rows are by seat and place."""
        chance = self.random(_MOST_THROWN * self.table.seats)
        many = count_true(thrown)
        most, in_pack = int(many.max(initial=0)), len(self.pack)
        shuffle(self.pack, chance[:, : min(most, in_pack)])
        found = np.zeros((most, len(self.number)), np.uint8)
        found[:in_pack] = self.pack[:most]
        for hand in np.flatnonzero(many > in_pack):
            seats, places = np.divmod(np.flatnonzero(thrown[:, hand]), HAND_SIZE)
            before = seats < seats[in_pack]  # who draws the first card that the pack has not
            pile = self.cards[places[before], seats[before], hand].tolist()
            for card in range(in_pack, many[hand]):
                found[card, hand] = pile.pop(int(chance[hand, card] * len(pile)))
        if self.record is not None:
            self.record.cards.append((self.number, many, found))
        return found

    def play_last_betting(self) -> None:
        """Play the second round: ask round the table until no bet is unanswered."""
        table, live, left, put = self.table, self.live, self.left, self.put
        inside, pot, level = self.inside, put.sum(axis=0), put.max(axis=0)
        able = count_true(live & (left > 0))
        bets = np.zeros_like(level)
        waiting = np.full_like(level, table.seats)
        open_hands = np.arange(len(level))
        seat = 0
        while len(open_hands):
            turn = open_hands[live[seat, open_hands] & (left[seat, open_hands] > 0)]
            wanting, own = level[turn] - put[seat, turn], left[seat, turn]
            may_raise = (bets[turn] <= table.raises) & (able[turn] > 1)
            most = np.where(may_raise, np.clip(own - wanting, 0, _MOST_RAISED), 0)
            asked = (wanting > 0) | (most > 0)
            turn, most, wanting = turn[asked], most[asked], wanting[asked]
            price = np.minimum(wanting, own[asked])
            moves = self.choose_bets(
                seat, turn, most, price, bets[turn] > 0, inside[turn], pot[turn]
            )
            self.record_moves(turn, seat, moves)
            drops = turn[moves == DROP]
            live[seat, drops] = False
            inside[drops] -= 1
            able[drops] -= 1
            raised = moves > RAISE
            up = turn[raised]
            bets[up] += 1
            level[up] += moves[raised] - RAISE
            waiting[up] = table.seats
            stays = turn[moves != DROP]
            pot[stays] += self.pay_in(seat, stays, level[stays] - put[seat, stays])
            able[stays] -= left[seat, stays] == 0
            seat = (seat + 1) % table.seats
            waiting[open_hands] -= 1
            open_hands = open_hands[(waiting[open_hands] > 0) & (inside[open_hands] > 1)]

    def choose_bets(
        self,
        seat: int,
        hands: Integers,
        most: Integers,
        price: Integers,
        facing: Booleans,
        inside: Integers,
        pot: Integers,
    ) -> Integers:
        """Return what a seat does in the second round, where it may raise by up to *most*."""
        table, player = self.table, self.player[seat, hands]
        margin = table.margin[player]
        worth = table.powers[player, self.ranks[seat, hands], inside - 1] * (pot + price)
        by = np.maximum(1, np.minimum((worth - price).astype(np.int32), most))
        moves = np.where(most > 0, RAISE + by, MATCH)
        moves = np.where(worth <= price + margin, np.where(facing, MATCH, DROP), moves)
        moves = np.where(worth < price - margin, DROP, moves)
        if table.any_wild:
            quiet = 1 + facing  # drop, and look where there was a bet
            taken = random_below(self.random(1, len(hands))[:, 0], most + quiet)
            wild = np.where(taken < quiet, taken, RAISE + 1 + taken - quiet)
            moves = np.where(table.wild[player], wild, moves)
        return moves

    def pay_to(self, out: Payments) -> None:
        """Divide the pots, and write down what each player has won."""
        won = divide_all_pots(self.put, self.live, self.ranks) - self.put
        out[self.number, self.player] = won


def shuffle(pack: Cards, chance: Reals) -> None:
    """Shuffle packs, a column each, as many places as there are random numbers in a row."""
    assert pack.flags.c_contiguous, "what is shuffled must not be a copy"
    cards, hands = pack.shape
    flat, hand = pack.reshape(-1), np.arange(hands)
    places = np.arange(chance.shape[1])
    others = (chance * (cards - places)).astype(np.uint8) + places.astype(np.uint8)
    for place, other in zip(places, np.ascontiguousarray(others.T), strict=True):
        taken = other.astype(np.intp) * hands + hand
        card = flat[taken]
        flat[taken] = pack[place]
        pack[place] = card


def count_true(masks: Booleans) -> NDArray[np.int8]:
    """Return in how many of a few masks each hand is."""
    found: NDArray[np.int8] = masks.view(np.int8).sum(axis=0, dtype=np.int8)
    return found


def random_below(chance: Reals, many: Integers | int) -> Integers:
    """Return numbers from 0 on, each one of so many."""
    found: Integers = (chance * many).astype(np.int32)
    return found


def ranks_of(cards: Cards) -> Integers:
    """Return the ranks of hands, whose five cards are the first axis."""
    c0, c1, c2, c3, c4 = cards.astype(np.intp)
    found: Integers = rank5(c0, c1, c2, c3, c4, lookup_tables()).astype(np.int32)
    return found


def sorted_hands(cards: Cards) -> Cards:
    """Return hands with the highest card first."""
    rows = list(cards)
    for one, other in _SORTING_NETWORK:
        high, low = np.maximum(rows[one], rows[other]), np.minimum(rows[one], rows[other])
        rows[one], rows[other] = high, low
    return np.stack(rows)


def usual_discards(cards: Cards, ranks: Integers) -> NDArray[np.uint8]:
    """Return what card players throw away, as bits of the places in sorted hands."""
    values, suits = cards >> 2, cards & 3
    none = np.zeros(ranks.shape, np.bool_)
    twins = [none, *(values[place] == values[place + 1] for place in range(4)), none]
    single = [~(twins[place] | twins[place + 1]) for place in range(HAND_SIZE)]
    unpaired = np.packbits(single, axis=0, bitorder="little")[0]
    odd = np.full(ranks.shape, _ALL_BUT_HIGHEST, np.uint8)
    for place in (4, 0):  # four in a row: of sorted cards only an end can be the odd one
        high, low = (values[0], values[3]) if place else (values[1], values[4])
        odd[(high - low == 3) & (high < 12)] = 1 << place
    for place in range(HAND_SIZE):  # four of a suit
        first, *rest = (suits[other] for other in range(HAND_SIZE) if other != place)
        odd[(rest[0] == first) & (rest[1] == first) & (rest[2] == first)] = 1 << place
    found = np.where(ranks >= FIRST_PAIR_RANK, unpaired, odd)
    found[ranks >= FIRST_STRAIGHT_RANK] = 0
    return found


def divide_all_pots(put: Integers, live: Booleans, ranks: Integers) -> Integers:
    """Return what each seat takes: what was put in, one layer of chips after the other."""
    taken = np.zeros_like(put)
    own = np.where(live, put, 0)
    top = own.max(axis=0)
    below = np.zeros_like(top)
    hands = np.flatnonzero(top > 0)
    while len(hands):
        paid, stake, under, last = put[:, hands], own[:, hands], below[hands], top[hands]
        level = np.where(stake > under, stake, last).min(axis=0)
        reach = np.where(level == last, paid, np.minimum(paid, level))
        chips = (reach - np.minimum(paid, under)).sum(axis=0)
        strength = np.where(stake >= level, ranks[:, hands], -1)
        wins = strength == strength.max(axis=0)
        each, odd = np.divmod(chips, wins.sum(axis=0))
        taken[:, hands] += wins * (each + (np.cumsum(wins, axis=0) <= odd))
        below[hands] = level
        hands = hands[level < last]
    return taken

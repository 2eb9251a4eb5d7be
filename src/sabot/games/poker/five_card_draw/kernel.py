"""Compiled loop over many hands of five-card draw: the rules a second time, in small integers.

Nothing here is shared with the rules as they are run on a table
(:mod:`sabot.games.poker.five_card_draw.rules`) but the rank of five cards; a test plays the same
cards both ways. Seats are numbers from 0, the last is the blind. Who sits where rotates with the
hands. A player acts by its tables:

``first``   by turn and rank, before the draw: 0 drop, 1 enter or play, 2 double; a turn is a seat
            and who entered before it, number ``2**seat - 1 + mask``
``looks``   by rank, after a double: 0 drop, 1 look
``powers``  by rank and number of opponents, the probability that the hand wins against so many
``margin``  how far from its price a hand only looks
``wild``    chooses uniformly among all legal actions instead
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sabot.cards.poker_hand_kernel import rank5

if TYPE_CHECKING:
    from numpy.random import Generator
    from numpy.typing import NDArray

    from sabot.cards.poker_hand_kernel import Tables

    Integers = NDArray[np.int64]
    Actions = NDArray[np.int8]
    Reals = NDArray[np.float64]
    Seats = tuple[Integers, Integers, Integers, Integers, Integers]
    """By seat: the player, what it has left, what it has put in, whether it is in, its rank."""
    Plans = tuple[Actions, Actions, Reals, Reals, NDArray[np.bool_]]
    """By player: ``first``, ``looks``, ``powers``, ``margin``, ``wild``."""
    Trace = tuple[Integers, Integers, Integers]
    """Cards drawn, moves, and how many of each."""

DROP, MATCH, DOUBLE, RAISE, THROW = 0, 1, 2, 10, 100
"""Moves as numbers: a bet or raise of k units is RAISE + k, a throw THROW + its cards as bits."""
FIRST_PAIR_RANK, FIRST_STRAIGHT_RANK = 1278, 5854
"""The first ranks of a pair, and of what stands pat."""


def play_hands(
    rng: Generator,
    start: int,
    turning: int,
    game: tuple[Integers, int],
    plans: Plans,
    tables: Tables,
    out: Integers,
    trace: Trace,
) -> None:
    """Play a hand for every row of *out*, which takes what each player has won.

    *game* is the stacks by player and the most raises; *trace* keeps what happened in the last
    hand: cards as they were drawn, moves as pairs of seat and number, and how many of each.
    """
    stacks, raises = game
    players = stacks.shape[0]
    who = np.zeros(players, np.int64)
    left, put, live = np.zeros_like(who), np.zeros_like(who), np.zeros_like(who)
    ranks = np.zeros_like(who)
    hands, deck = np.zeros((players, 5), np.int64), np.zeros(52, np.int64)
    seats = who, left, put, live, ranks
    for row in range(out.shape[0]):
        for seat in range(players):
            who[seat] = (seat + turning * (start + row)) % players
            left[seat], put[seat], live[seat] = stacks[who[seat]], 0, 1
        for card in range(52):
            deck[card] = card
        trace[2][:] = 0
        for place in range(5):
            for seat in range(players):
                hands[seat, place] = draw_card(rng, deck, trace)
        for seat in range(players):
            sort_hand(hands[seat])
            ranks[seat] = hand_rank(hands[seat], tables)
        play_hand(rng, raises, seats, hands, deck, plans, tables, trace)
        pay_pots(seats, out[row])


def play_hand(
    rng: Generator,
    raises: int,
    seats: Seats,
    hands: Integers,
    deck: Integers,
    plans: Plans,
    tables: Tables,
    trace: Trace,
) -> None:
    """Play one hand up to its payment; what is paid then is what lies before each seat."""
    _, left, put, live, _ = seats
    blind = live.shape[0] - 1
    left[blind] -= 1
    put[blind] += 1
    mask = play_entry(rng, seats, plans, trace)
    if mask == 0:
        put[blind] = 0
        return
    play_blind_turn(rng, mask, seats, plans, trace)
    if live.sum() == 1:
        return
    play_draw(rng, seats, hands, deck, plans, tables, trace)
    play_last_betting(rng, raises, seats, plans, trace)


def random_below(rng: Generator, many: int) -> int:
    """Return a number from 0 on, one of so many."""
    return int(rng.random() * many)


def record_move(trace: Trace, seat: int, move: int) -> None:
    """Keep a move."""
    _, moves, counts = trace
    if counts[1] < moves.shape[0]:
        moves[counts[1], 0], moves[counts[1], 1] = seat, move
    counts[1] += 1


def draw_card(rng: Generator, deck: Integers, trace: Trace) -> int:
    """Return the next card of a pack that is shuffled as far as it is dealt."""
    drawn, _, counts = trace
    place = counts[0]
    other = place + random_below(rng, 52 - place)
    deck[place], deck[other] = deck[other], deck[place]
    drawn[place] = deck[place]
    counts[0] += 1
    return int(deck[place])


def sort_hand(hand: Integers) -> None:
    """Put the highest card first."""
    for place in range(1, 5):
        card = hand[place]
        before = place - 1
        while before >= 0 and hand[before] < card:
            hand[before + 1] = hand[before]
            before -= 1
        hand[before + 1] = card


def hand_rank(hand: Integers, tables: Tables) -> int:
    """Return the rank of a hand as a small number."""
    return int(rank5(hand[0], hand[1], hand[2], hand[3], hand[4], tables))


def pay_in(seats: Seats, seat: int, amount: int) -> None:
    """Put an amount before a seat, or all that it has left."""
    _, left, put, _, _ = seats
    amount = min(amount, left[seat])
    left[seat] -= amount
    put[seat] += amount


def others_can_bet(seats: Seats, seat: int) -> bool:
    """Whether another seat that is in has anything left."""
    _, left, _, live, _ = seats
    able = False
    for other in range(live.shape[0]):
        if other != seat and live[other] and left[other] > 0:
            able = True
    return able


def play_entry(rng: Generator, seats: Seats, plans: Plans, trace: Trace) -> int:
    """Ask all but the blind whether they enter; return who does, as bits."""
    who, _, _, live, ranks = seats
    first, _, _, _, wild = plans
    mask = 0
    for seat in range(live.shape[0] - 1):
        player = who[seat]
        if wild[player]:
            move = random_below(rng, 2)
        else:
            turn = (1 << seat) - 1 + mask
            move = min(MATCH, first[player, turn, ranks[seat]])
        record_move(trace, seat, move)
        if move == DROP:
            live[seat] = 0
        else:
            mask |= 1 << seat
            pay_in(seats, seat, 2)
    return mask


def play_blind_turn(rng: Generator, mask: int, seats: Seats, plans: Plans, trace: Trace) -> None:
    """Ask the blind, and after a double those who entered."""
    who, left, _, live, ranks = seats
    first, looks, _, _, wild = plans
    blind = live.shape[0] - 1
    if left[blind] == 0:
        return
    may_double = left[blind] >= 3 and others_can_bet(seats, blind)
    if wild[who[blind]]:
        move = random_below(rng, 3 if may_double else 2)
    else:
        turn = (1 << blind) - 1 + mask
        move = first[who[blind], turn, ranks[blind]]
        if not may_double:
            move = min(MATCH, move)
    record_move(trace, blind, move)
    if move == DROP:
        live[blind] = 0
        return
    pay_in(seats, blind, 3 if move == DOUBLE else 1)
    if move != DOUBLE:
        return
    for seat in range(blind):
        if not live[seat] or left[seat] == 0:
            continue
        player = who[seat]
        move = random_below(rng, 2) if wild[player] else looks[player, ranks[seat]]
        record_move(trace, seat, move)
        if move == DROP:
            live[seat] = 0
        else:
            pay_in(seats, seat, 2)


def play_draw(
    rng: Generator,
    seats: Seats,
    hands: Integers,
    deck: Integers,
    plans: Plans,
    tables: Tables,
    trace: Trace,
) -> None:
    """Let those who are in change cards; a pack that is used up is made of what was thrown."""
    who, _, _, live, ranks = seats
    drawn, _, counts = trace
    wild = plans[4]
    pile = np.zeros(52, np.int64)
    thrown = np.zeros(52, np.int64)
    piled = 0
    size = 0
    for seat in range(live.shape[0]):
        if not live[seat]:
            continue
        hand = hands[seat]
        bits = random_below(rng, 31) if wild[who[seat]] else usual_discard(hand, ranks[seat])
        record_move(trace, seat, THROW + bits)
        own = 0
        for place in range(5):
            if not bits >> place & 1:
                continue
            thrown[size + own] = hand[place]
            own += 1
            if counts[0] < 52:
                hand[place] = draw_card(rng, deck, trace)
                continue
            if piled == 0:
                pile[:size] = thrown[:size]
                thrown[:own] = thrown[size : size + own].copy()
                piled, size = size, 0
            taken = random_below(rng, piled)
            hand[place] = pile[taken]
            piled -= 1
            pile[taken] = pile[piled]
            drawn[counts[0]] = hand[place]
            counts[0] += 1
        size += own
        sort_hand(hand)
        ranks[seat] = hand_rank(hand, tables)


def usual_discard(hand: Integers, rank: int) -> int:
    """Return what card players throw away, as bits of the places in a sorted hand."""
    if rank >= FIRST_STRAIGHT_RANK:
        return 0
    bits = 0
    if rank >= FIRST_PAIR_RANK:
        for place in range(5):
            alone = True
            for other in range(5):
                if other != place and hand[place] >> 2 == hand[other] >> 2:
                    alone = False
            if alone:
                bits |= 1 << place
        return bits
    for odd in range(5):  # four of a suit
        suit = hand[1 if odd == 0 else 0] & 3
        same = True
        for place in range(5):
            if place != odd and hand[place] & 3 != suit:
                same = False
        if same:
            return 1 << odd
    for odd in (0, 4):  # four in a row: of sorted ranks only an end can be the odd one
        high = hand[1 if odd == 0 else 0] >> 2
        low = hand[4 if odd == 0 else 3] >> 2
        if high - low == 3 and high < 12:
            return 1 << odd
    return 0b11110


def play_last_betting(
    rng: Generator, raises: int, seats: Seats, plans: Plans, trace: Trace
) -> None:
    """Play the second round: ask round the table until no bet is unanswered."""
    _, left, put, live, _ = seats
    players = live.shape[0]
    level = put.max()
    bets = 0
    last, seat = players - 1, 0
    waiting = players
    while waiting > 0 and live.sum() > 1:
        if live[seat] and left[seat] > 0:
            wanting = level - put[seat]
            most = 0
            if bets <= raises and others_can_bet(seats, seat):
                most = max(0, min(5, left[seat] - wanting))
            if wanting > 0 or most > 0:
                move = choose_bet(rng, seat, bets, most, wanting, seats, plans)
                record_move(trace, seat, move)
                if move == DROP:
                    live[seat] = 0
                elif move == MATCH:
                    pay_in(seats, seat, wanting)
                else:
                    bets += 1
                    level += move - RAISE
                    pay_in(seats, seat, level - put[seat])
                    waiting = players
        seat = 0 if seat == last else seat + 1
        waiting -= 1


def choose_bet(
    rng: Generator, seat: int, bets: int, most: int, wanting: int, seats: Seats, plans: Plans
) -> int:
    """Return what a seat does in the second round, where it may raise by up to *most*."""
    who, left, put, live, ranks = seats
    _, _, powers, margin, wild = plans
    player = who[seat]
    if wild[player]:
        taken = random_below(rng, most + (2 if bets > 0 else 1))
        if taken == 0 or (bets > 0 and taken == 1):
            return taken
        return RAISE + taken - (1 if bets > 0 else 0)
    price = min(wanting, left[seat])
    chance = powers[player, ranks[seat], live.sum() - 1]
    worth = chance * (put.sum() + price)
    if worth < price - margin[player]:
        return DROP
    if worth <= price + margin[player]:
        return MATCH if bets > 0 else DROP
    if most == 0:
        return MATCH
    return RAISE + max(1, min(int(worth - price), most))


def pay_pots(seats: Seats, out: Integers) -> None:
    """Divide what was put in, one layer of chips after the other; *out* is by player."""
    who, _, put, live, ranks = seats
    players = live.shape[0]
    top = 0
    for seat in range(players):
        out[who[seat]] = -put[seat]
        if live[seat]:
            top = max(top, put[seat])
    below = 0
    while below < top:
        level = top
        for seat in range(players):
            if live[seat] and below < put[seat] < level:
                level = put[seat]
        chips, best, winners = 0, 0, 0
        for seat in range(players):
            reach = put[seat] if level == top else min(put[seat], level)
            chips += reach - min(put[seat], below)
            if live[seat] and put[seat] >= level:
                if ranks[seat] > best:
                    best, winners = ranks[seat], 0
                if ranks[seat] == best:
                    winners += 1
        odd = chips % winners
        for seat in range(players):
            if live[seat] and put[seat] >= level and ranks[seat] == best:
                out[who[seat]] += chips // winners
                if odd > 0:
                    out[who[seat]] += 1
                    odd -= 1
        below = level

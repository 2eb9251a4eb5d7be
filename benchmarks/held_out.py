"""Games in a file of a user's own, which nobody tuned to: the trees of the row `held-out`.

Each is written the short way, as in a tutorial. `benchmarks/held_out.py:liars_dice(faces=5)` is a
game string for every verb of Sabot.
"""

from __future__ import annotations

import sabot

SEATS = ("ann", "bob")


@sabot.rules(name="liars-dice", seats=SEATS)
def liars_dice(table: sabot.Table, *, faces: int = 4) -> None:
    """Play liar's dice with one die each: bids rise until one is doubted; the top face is wild."""
    dice = dict.fromkeys(range(1, faces + 1), 1)
    first, second = table.roll(dice), table.roll(dice)
    table.show("ann", first)
    table.show("bob", second)
    bids = [f"{count}x{face}" for count in (1, 2) for face in range(1, faces + 1)]
    last, turn = -1, 0
    while True:
        actions = bids[last + 1 :] + (["liar"] if last >= 0 else [])
        answer = table.ask(SEATS[turn], actions)
        table.show(SEATS[1 - turn], answer)
        if answer == "liar":
            break
        last, turn = bids.index(answer), 1 - turn
    count, face = divmod(last, faces)
    held = sum(die in (face + 1, faces) for die in (first, second))
    return table.pay({SEATS[turn]: -1 if held > count else 1})


@sabot.rules(name="goofspiel", seats=SEATS)
def goofspiel(table: sabot.Table, *, cards: int = 3) -> None:
    """Bid a card for each prize, both at once; the higher card takes it, equal ones leave it."""
    prizes = list(range(1, cards + 1))
    hands = {seat: list(prizes) for seat in SEATS}
    margin = 0
    while prizes:
        prize = table.roll(dict.fromkeys(prizes, 1))
        prizes.remove(prize)
        table.announce(prize)
        ann = table.ask("ann", [str(card) for card in hands["ann"]])
        bob = table.ask("bob", [str(card) for card in hands["bob"]])
        table.announce(ann, bob)
        hands["ann"].remove(int(ann))
        hands["bob"].remove(int(bob))
        margin += prize * ((int(ann) > int(bob)) - (int(ann) < int(bob)))
    return table.pay(ann=margin)


@sabot.rules(name="two-streets", seats=SEATS)
def two_streets(table: sabot.Table, *, ranks: int = 6, sizes: int = 3) -> None:
    """Deal a card each and bet twice, each time in one of some sizes."""
    shoe = table.shoe(ranks=ranks, suits=1)
    cards = {seat: shoe.draw() for seat in SEATS}
    for seat, card in cards.items():
        table.show(seat, card)
    bets = [f"bet {size}" for size in range(1, sizes + 1)]
    pot = 1
    for _ in range(2):
        better = "ann"
        word = table.ask(better, ["check", *bets])
        table.show("bob", word)
        if word == "check":
            better = "bob"
            word = table.ask(better, ["check", *bets])
            table.show("ann", word)
        if word == "check":
            continue
        other = "bob" if better == "ann" else "ann"
        answer = table.ask(other, ("fold", "call"))
        table.show(better, answer)
        if answer == "fold":
            return table.pay({better: pot})
        pot += int(word.split()[1])
    return table.pay(ann=pot if cards["ann"] > cards["bob"] else -pot)


@sabot.rules(name="narrow", seats=SEATS)
def narrow(table: sabot.Table, *, decisions: int = 100) -> None:
    """Go on or stop, in turns, for a pot that grows; only Ann knows whose it is."""
    coin = table.roll({"heads": 1, "tails": 1})
    table.show("ann", coin)
    for turn in range(decisions):
        seat = SEATS[turn % 2]
        answer = table.ask(seat, ("go on", "stop"))
        table.show(SEATS[1 - turn % 2], answer)
        if answer == "stop":
            pot = turn + 1 if coin == "heads" else -turn - 2
            return table.pay({seat: pot})
    return table.pay(ann=0)


@sabot.rules(name="signalling", seats=SEATS)
def signalling(table: sabot.Table, *, types: int = 10, words: int = 5, replies: int = 10) -> None:
    """Know a type and say a word; the other hears the word only and replies."""
    kind = table.roll(dict.fromkeys(range(types), 1))
    word = table.ask("ann", [f"word {n}" for n in range(words)], sees=kind)
    reply = table.ask("bob", [f"reply {n}" for n in range(replies)], sees=word)
    said, done = int(word.split()[1]), int(reply.split()[1])
    return table.pay(ann=abs(kind - done) * 3 - (kind + said) % 5)


@sabot.rules(name="wide", seats=SEATS)
def wide(table: sabot.Table, *, words: int = 30, types: int = 3) -> None:
    """Know one of some types and say one of many words; the other answers one of as many."""
    kind = table.roll(dict.fromkeys(range(types), 1))
    actions = [str(n) for n in range(words)]
    ann = table.ask("ann", actions, sees=kind)
    bob = table.ask("bob", actions, sees=ann)
    return table.pay(ann=((int(ann) * 7 + int(bob) * 13 + kind * 5) ** 2) % 101)


@sabot.rules(name="repeated", seats=SEATS)
def repeated(table: sabot.Table, *, rounds: int = 3) -> None:
    """Play rock, paper, scissors some times, round k for k; both see each round."""
    score = 0
    for stake in range(1, rounds + 1):
        ann = table.ask("ann", ("rock", "paper", "scissors"))
        bob = table.ask("bob", ("rock", "paper", "scissors"))
        table.announce(ann, bob)
        order = ["rock", "paper", "scissors"]
        score += (0, 1, -1)[(order.index(ann) - order.index(bob)) % 3] * stake
    return table.pay(ann=score)


@sabot.rules(name="centipede", seats=SEATS)
def centipede(table: sabot.Table, *, turns: int = 100) -> None:
    """Take the pot or pass, in turns: it doubles with every pass, and whoever takes gets most."""
    stake = 1
    for turn in range(turns):
        taker, other = SEATS[turn % 2], SEATS[1 - turn % 2]
        word = table.ask(taker, ("take", "pass"))
        table.show(other, word)
        if word == "take":
            return table.pay({taker: 4 * stake, other: stake})
        stake *= 2
    return table.pay(ann=stake, bob=stake)


@sabot.rules(name="raked", seats=SEATS)
def raked(table: sabot.Table, *, ranks: int = 3) -> None:
    """Deal a card each; either may bet once, and the house takes a tenth of a pot at showdown."""
    shoe = table.shoe(ranks=ranks, suits=1)
    cards = {seat: shoe.draw() for seat in SEATS}
    for seat, card in cards.items():
        table.show(seat, card)
    stake = 10
    for better, other in (SEATS, SEATS[::-1]):
        word = table.ask(better, ("check", "bet"))
        table.show(other, word)
        if word == "bet":
            answer = table.ask(other, ("fold", "call"))
            table.show(better, answer)
            if answer == "fold":
                return table.pay({better: stake, other: -stake})
            stake = 20
            break
    winner, loser = SEATS if cards["ann"] > cards["bob"] else SEATS[::-1]
    return table.pay({winner: stake * 8 // 10, loser: -stake})

"""Leduc poker, to be changed: sabot show leduc --source > mine.py; sabot solve mine.py."""

from fractions import Fraction

import sabot

SEATS = ("first", "second")


def betting(table, put, bet, raises):
    """Play a round of betting; return who folded, or None. *put* is what lies in the pot."""
    seat, other = SEATS
    bets, checks = 0, 0
    while checks < 2:
        words = ["check", "bet"]
        if bets:
            words = ["fold", "call", "raise"] if bets <= raises else ["fold", "call"]
        word = table.ask(seat, words)
        table.show(other, word)
        if word == "fold":
            return seat
        if word == "call":
            put[seat] = put[other]
            return None
        if word == "check":
            checks += 1
        else:
            put[seat] = put[other] + bet
            bets += 1
        seat, other = other, seat
    return None


@sabot.rules(name="my-leduc-poker", seats=SEATS)
def leduc_poker(
    table,
    *,
    ranks: int = 3,
    suits: int = 2,
    ante: Fraction = Fraction(1),
    bet1: Fraction = Fraction(2),
    bet2: Fraction = Fraction(4),
    raises: int = 1,
):
    """One card each, a round of betting, a common card, another round; a pair wins."""
    shoe = table.shoe(ranks=ranks, suits=suits)
    first, second = shoe.draw(), shoe.draw()
    table.show("first", first)
    table.show("second", second)
    put = {"first": ante, "second": ante}

    folded = betting(table, put, bet1, raises)
    if folded is None:
        common = shoe.draw()
        table.announce(common)
        folded = betting(table, put, bet2, raises)

    if folded == "first":
        return table.pay(first=-put["first"])
    if folded == "second":
        return table.pay(first=put["second"])
    if first == second:
        return table.pay(first=0)
    wins = first == common or (second != common and first > second)
    return table.pay(first=put["second"] if wins else -put["first"])

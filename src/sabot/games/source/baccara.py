"""Baccara (model A1), to be changed: sabot show baccara --source > mine.py; sabot solve mine.py.

Cards go back before the next is drawn, and each player sees its own total, as in `sabot solve
baccara`. The totals of two cards are rolled, since a tree of single cards has millions of nodes.
"""

import sabot

CARDS = {0: 4, 1: 1, 2: 1, 3: 1, 4: 1, 5: 1, 6: 1, 7: 1, 8: 1, 9: 1}
"""How many cards of each value there are: tens and court cards count 0."""
TOTALS = {
    total: sum(
        CARDS[one] * CARDS[two] for one in CARDS for two in CARDS if (one + two) % 10 == total
    )
    for total in range(10)
}
"""In how many ways two cards make each total."""


@sabot.rules(name="my-baccara", seats=("Player", "Banker"))
def baccara(table):
    """Two cards each, then at most one more; the higher last digit of the sum wins."""
    player, banker = table.roll(TOTALS), table.roll(TOTALS)

    if max(player, banker) < 8:  # nobody has a natural
        third = None
        if player < 5 or (
            player == 5 and table.ask("Player", ("stand", "draw"), sees=player) == "draw"
        ):
            third = table.roll(CARDS)
            player = (player + third) % 10
        if table.ask("Banker", ("stand", "draw"), sees=(banker, third)) == "draw":
            banker = (banker + table.roll(CARDS)) % 10

    return table.pay(Player=(player > banker) - (player < banker))

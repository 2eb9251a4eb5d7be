"""Foster's chemin de fer, to be changed: sabot show foster-1964 --source > mine.py.

The totals of two cards come from the packs, each player's by itself; third cards go back. Banker
must draw on 0 to 2 and stand on 7.
"""

import sabot

THIRD_CARDS = {0: 4, 1: 1, 2: 1, 3: 1, 4: 1, 5: 1, 6: 1, 7: 1, 8: 1, 9: 1}


def totals(decks):
    """Return in how many ways two cards of so many packs make each total."""
    cards = {value: 4 * decks * weight for value, weight in THIRD_CARDS.items()}
    ways = dict.fromkeys(range(10), 0)
    for one in cards:
        for two in cards:
            ways[(one + two) % 10] += cards[one] * (cards[two] - (one == two))
    return ways


@sabot.rules(name="my-foster-1964", seats=("Player", "Banker"))
def foster_1964(table, *, decks: int = 6):
    """Two totals, then at most one card each; the higher last digit of the sum wins."""
    ways = totals(decks)
    player, banker = table.roll(ways), table.roll(ways)

    if max(player, banker) < 8:  # nobody has a natural
        third = None
        if player < 5 or (
            player == 5 and table.ask("Player", ("stand", "draw"), sees=player) == "draw"
        ):
            third = table.roll(THIRD_CARDS)
            player = (player + third) % 10
        if banker < 3 or (
            banker < 7 and table.ask("Banker", ("stand", "draw"), sees=(banker, third)) == "draw"
        ):
            banker = (banker + table.roll(THIRD_CARDS)) % 10

    return table.pay(Player=(player > banker) - (player < banker))

"""Kuhn poker, to be changed: sabot show kuhn --source > mine.py; sabot solve mine.py:kuhn_poker."""

from fractions import Fraction

import sabot


@sabot.rules(name="my-kuhn-poker", seats=("first", "second"))
def kuhn_poker(table, *, ranks: int = 3, ante: Fraction = Fraction(1), bet: Fraction = Fraction(1)):
    """One card each, one bet; the higher card takes the pot."""
    shoe = table.shoe(ranks=ranks, suits=1)
    first, second = shoe.draw(), shoe.draw()
    table.show("first", first)
    table.show("second", second)
    higher = 1 if first > second else -1  # whether the first player's card wins

    if table.ask("first", ("pass", "bet")) == "bet":
        table.show("second", "bet")
        if table.ask("second", ("fold", "call")) == "fold":
            return table.pay(first=ante)
        return table.pay(first=higher * (ante + bet))

    table.show("second", "pass")
    if table.ask("second", ("pass", "bet")) == "pass":
        return table.pay(first=higher * ante)

    table.show("first", "bet")
    if table.ask("first", ("fold", "call")) == "fold":
        return table.pay(first=-ante)
    return table.pay(first=higher * (ante + bet))

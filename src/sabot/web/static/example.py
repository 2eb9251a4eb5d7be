"""One-card poker: a game told in a dozen lines."""

from fractions import Fraction

import sabot


@sabot.rules(name="one-card", seats=("ann", "bob"))
def one_card(table, *, ranks: int = 3, bet: Fraction = Fraction(2)):
    """Ann may bet, Bob may call. The higher card takes the pot."""
    shoe = table.shoe(ranks=ranks, suits=1)
    ann, bob = shoe.draw(), shoe.draw()
    if table.ask("ann", ("check", "bet"), sees=ann) == "check":
        return table.pay(ann=1 if ann > bob else -1)
    if table.ask("bob", ("fold", "call"), sees=bob) == "fold":
        return table.pay(ann=1)
    return table.pay(ann=1 + bet if ann > bob else -1 - bet)

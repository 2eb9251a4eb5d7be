"""Le Her, to be changed: sabot show le-her --source > mine.py; sabot solve mine.py:le_her."""

import sabot


def receiver_wins(receiver, dealer):
    """Return who wins when the cards are shown: a tie is the dealer's."""
    return receiver > dealer


@sabot.rules(name="my-le-her", seats=("receiver", "dealer"))
def le_her(table, *, ranks: int = 13, suits: int = 4):
    """Each player gets a card, and the higher card wins."""
    shoe = table.shoe(ranks=ranks, suits=suits)
    king = ranks
    receiver, dealer = shoe.draw(), shoe.draw()

    # The receiver may make the dealer exchange cards; a dealer with a king refuses.
    if table.ask("receiver", ("hold", "exchange"), sees=receiver) == "exchange":
        if dealer != king:
            receiver, dealer = dealer, receiver
        draws = receiver_wins(receiver, dealer)  # he knows both cards, and draws if he loses
    else:
        draws = table.ask("dealer", ("keep", "draw"), sees=dealer) == "draw"

    # The dealer may replace his card by the next one; a king so drawn is void.
    if draws and len(shoe):
        card = shoe.draw()
        if card != king:
            dealer = card

    return table.pay(receiver=1 if receiver_wins(receiver, dealer) else -1)

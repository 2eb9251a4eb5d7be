"""The whist family as games with names: rules told to a table, and solved without their tree."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

from sabot.errors import Fault, NoMethodError
from sabot.forms.perfect import Perfect
from sabot.forms.sequence import from_tree
from sabot.games.whist import notation
from sabot.games.whist.deal import Position, Seat
from sabot.games.whist.notation import SEATS, Setting, setting
from sabot.games.whist.variant import FIVE_CARD, GREEDY_WHIST, MISERE, WHIST, Variant
from sabot.ruleset import Form, Rules, rules
from sabot.tables import Table
from sabot.tree import Explorer

MOST_TREE, MOST_FORM = 5, 4
"""The largest hands whose game tree is walked, and whose tree is made a form for the solvers."""

NAMED: dict[Seat, str] = {"W": "West", "E": "East"}

_DOC = """{title}

West and East hold n cards each of one suit and see them all. The seat on lead plays a card, the
other replies {reply}; the higher card takes the trick and its player leads to the next.
{object} The value is West's.

deal: who holds each card, lowest first. hands: the same as two hands, West's first. n, seed: a
random deal of n cards a hand. file: a file that holds a long deal. lead: who leads.
led: the card that was led already, if the game begins in the middle of a trick.
"""
_FREE, _GREEDY = "with any card", "and must take the trick if it can (the greedy rule)"
_TITLES = {
    WHIST: ("Whist with one suit: two open hands, most tricks.", _FREE),
    GREEDY_WHIST: ("Greedy whist: whoever can take a trick must; most tricks.", _GREEDY),
    FIVE_CARD: ("Five-card (femkort): greedy, and the last trick decides.", _GREEDY),
    MISERE: ("Misère whist with one suit: two open hands, fewest tricks.", _FREE),
}
_OBJECTS = {
    "most": "West is paid 1 for each trick West takes.",
    "last": "West is paid 1 for the last trick, and nothing else counts.",
    "fewest": "West pays 1 for each trick West takes.",
}


def tell(table: Table, variant: Variant, here: Setting) -> None:
    """Play one deal at a table: every card is asked for, and seen by both."""
    names, position = here.all_names(), here.start
    payments = variant.payments(position.deal.n)
    total = 0
    if position.led is not None:
        table.announce(names[position.led - 1])
    while True:
        led = position.led
        if led is None:
            led = _ask(table, position, variant, names)
            position = Position(position.deal, position.lead, led)
        reply = _ask(table, position, variant, names)
        if position.winner(reply) == "W":
            total += payments[-position.deal.n]
        if position.deal.n == 1:
            return table.pay(West=total)
        position = position.after(reply)
        for card in sorted((led, reply), reverse=True):
            del names[card - 1]


def _ask(table: Table, position: Position, variant: Variant, names: list[str]) -> int:
    cards = position.playable(variant.rule)
    seat = NAMED[position.turn]
    chosen = table.ask(seat, [names[card - 1] for card in cards])
    table.show("East" if seat == "West" else "West", chosen)
    return next(card for card in cards if names[card - 1] == chosen)


def _family(variant: Variant) -> Rules:
    """Return the family of one variant: how it is told, checked, sized and solved."""

    def play(
        table: Table,
        *,
        deal: Annotated[str | None, notation.DEAL] = None,
        hands: Annotated[str | None, notation.HANDS] = None,
        n: Annotated[int | None, notation.SIZE] = None,
        seed: Annotated[int | None, notation.SEED] = None,
        file: Annotated[str | None, notation.FILE] = None,
        lead: Annotated[Seat, notation.LEAD] = "W",
        led: Annotated[str | None, notation.LED] = None,
    ) -> None:
        here = setting(deal=deal, hands=hands, n=n, seed=seed, file=file, lead=lead, led=led)
        tell(table, variant, here)

    title, reply = _TITLES[variant]
    play.__doc__ = _DOC.format(title=title, reply=reply, object=_OBJECTS[variant.object])
    told = rules(name=variant.name, seats=SEATS, always=("lead",))(play)
    told.faults(_checked)
    told.bound(_bound(variant, MOST_TREE))
    told.form(_form(told, variant))
    told.cost(_cost(variant))
    told.solver(_solver(variant))
    return told


def _checked(**values: Any) -> list[Fault]:
    return notation.faults(values)


def _bound(variant: Variant, most: int) -> Callable[..., None]:
    def bound(**values: Any) -> None:
        """Refuse a deal whose tree is too large."""
        n = setting(**values).start.deal.n
        if n > most:
            raise NoMethodError(
                f"with {n:,} cards a hand the tree of {variant.name} is too large for this "
                f"({most} are the most); sabot solve and sabot play need no tree"
            )

    return bound


def _form(told: Rules, variant: Variant) -> Callable[..., Form]:
    def form(**values: Any) -> Form:
        """Return the sequence form of a small deal, by its tree."""
        _bound(variant, MOST_FORM)(**values)
        return from_tree(Explorer(SEATS).explore(lambda table: told.play(table, **values)))

    return form


def _cost(variant: Variant) -> Callable[..., str]:
    def cost(**values: Any) -> str:
        """Say how large the deal is and how it is solved."""
        from sabot.games.whist.solved import method

        n = setting(**values).start.deal.n
        takes = f"about {max(1, round(n / 200_000))} s" if n > 200_000 else "under a second"
        if variant.object == "fewest":
            takes = (
                "a second up to 18 cards, seconds at 20, a minute or more from 24 on, 30 at most"
            )
        return f"{n:,} cards a hand, everything seen; solved by {method(variant)}: {takes}"

    return cost


def _solver(variant: Variant) -> Callable[..., Perfect]:
    def solver(**values: Any) -> Perfect:
        """Return the value, the best cards and a line."""
        from sabot.games.whist.solved import settle

        return settle(setting(**values), variant)

    return solver


whist = _family(WHIST)
greedy_whist = _family(GREEDY_WHIST)
five_card = _family(FIVE_CARD)
misere_whist = _family(MISERE)

VARIANTS: dict[str, Variant] = {
    variant.name: variant for variant in (WHIST, GREEDY_WHIST, FIVE_CARD, MISERE)
}
"""The variant that each family of this module plays."""

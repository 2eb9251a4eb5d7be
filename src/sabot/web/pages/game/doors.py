"""Where a game is seen besides: played, compared, for every value of a parameter, by its model."""

from __future__ import annotations

from urllib.parse import urlencode

from sabot.games.files import names_rules
from sabot.telling.company import Company
from sabot.telling.game import Game
from sabot.telling.opening import ANY
from sabot.telling.strings import dissect
from sabot.web.address import LONGEST, game_address
from sabot.web.markup import Markup, tag
from sabot.web.pages import own_page

Door = tuple[str, str]
"""An address, and its words."""


def doors_part(game: Game | None, *, moved: bool = False) -> Markup:
    """Return the ways from a game's page to other pages; *moved*, in the place of those shown."""
    found = [] if game is None else doors(game)
    links = [
        tag("li", tag("a", words, href=place)) for place, words in found if len(place) < LONGEST
    ]
    return tag(
        "nav",
        tag("ul", *links) if links else None,
        id="doors",
        aria_label="This game elsewhere",
        hx_swap_oob="true" if moved else None,
    )


def doors(game: Game) -> list[Door]:
    """Return where a game is seen besides.

    >>> from sabot.games import load
    >>> [words for _, words in doors(load("le-her"))]
    ['Play it', 'Compare its rules', 'All values of suits']
    >>> [words for _, words in doors(load("punto-banco"))]
    ['Compare its rules']
    >>> [words for _, words in doors(load("draw-poker"))]
    ['Sit down', 'Look up a hand', 'Its model, blind-poker(players=5)']
    """
    text = str(game)
    family = game.rules
    if isinstance(family, Company):
        model = family.model(game)
        ways = [(_at("/play", text), "Sit down")]
        ways += [(f"/{family.looked_up}", "Look up a hand")] if family.looked_up else []
        return ways + ([(game_address(model), f"Its model, {model}")] if model else [])
    own = own_page(game)
    found = [(own, "On its own page")] if own else []
    played = family.in_hands and family.has_choices
    found += [(_at("/play", text), "Play it")] if played else []
    if family.kinds:
        found.append((f"/compare?{urlencode({'a': text})}", "Compare its rules"))
    return found if names_rules(family.name) else found + theorems(game)


def theorems(game: Game) -> list[Door]:
    """Return where a theorem on a game is asked for; of rules in a file, when their tree is told.

    What such rules pay is not known before: whether the sums are 0, as a theorem needs.
    """
    return [(_at("/theorem", one), f"All values of {key}") for key, one in _opened(game)]


def _at(path: str, game: str) -> str:
    return game_address(game).replace("/game?", f"{path}?")


def _opened(game: Game) -> list[Door]:
    """Return the games with one parameter left open, the others as they are; by that parameter.

    >>> from sabot.games import load
    >>> _opened(load("baccara(model=B3, decks=6)"))
    [('decks', 'baccara(model=B3, decks=*)'),
     ('commission', 'baccara(model=B3, decks=6, commission=*)')]
    >>> _opened(load("kuhn-poker(rake=1/20)")), _opened(load("kuhn-poker(players=3)"))
    ([], [])
    """
    family = game.rules
    values = game.parameters
    odd = [key for key in family.open_plainly if values[key] != family.defaults[key]]
    if odd or len(game.seats) != 2:
        return []  # it would only be refused
    said = dissect(str(game))[1]
    found = []
    for key in family.leaves_open if family.offers_open else ():
        if key == ANY or key not in family.kinds:
            continue
        if values.get(key) is None:
            continue  # another parameter is told in its place
        kept = [f"{name}={text}" for name, text in said.items() if name != key]
        found.append((key, f"{family.name}({', '.join([*kept, f'{key}=*'])})"))
    return found

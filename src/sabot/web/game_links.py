"""URLs of games: where a game is seen, played or compared, and the game that a request names.

Whatever is seen can be linked to, and a link restores it. A request never makes the server open a
file: the only exception is the game or rules file that was opened at the terminal.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol, runtime_checkable
from urllib.parse import parse_qsl, urlencode, urlsplit

from starlette.requests import Request

from sabot.game_rules.capabilities import continuous_types
from sabot.game_rules.family import (
    ANY_PARAMETER,
    Family,
    NamedAgentFamily,
    PerfectInformation,
    offers,
)
from sabot.game_rules.game import Game
from sabot.game_rules.game_string import split_game_string
from sabot.io.files import file_stamp
from sabot.loading import (
    families,
    load,
    names_rules_file,
    random_deal_factory,
    rules_file_path,
)
from sabot.web.html import Markup, tag
from sabot.web.tasks.game_input import FILE_PARAMETER, named_game_file, require_no_file

MAX_URL_LENGTH = 6000
"""Characters of an address; what does not fit is seen all the same, and cannot be linked to."""


def game_url(game: str, **more: str) -> str:
    """Return where a game is seen.

    >>> game_url("le-her(suits=2)", solved="1")
    '/game?g=le-her%28suits%3D2%29&solved=1'
    """
    return f"/game?{urlencode({'g': game, **more})}"


def url_at(path: str, game: str) -> str:
    """Return where another page has a game.

    >>> url_at("/tree", "le-her")
    '/tree?g=le-her'
    """
    return f"{path}?{urlencode({'g': game})}"


@runtime_checkable
class HasOwnPage(Protocol):
    """A family whose games are shown on a page of its own package."""

    def own_page(self, game: Game) -> tuple[str, Mapping[str, str]] | None:
        """Return the path and the parameters of a game's page; None where it is not shown there."""
        ...


def own_page_url(game: Game) -> str | None:
    """Return the URL of a game on a page of its own package; None where it has no such page.

    >>> own_page_url(load("whist(hands=KQ10/AJ9)"))
    '/whist?deal=KQ10%2FAJ9&lead=W&game=whist'
    >>> own_page_url(load("le-her"))
    """
    found = game.rules.own_page(game) if isinstance(game.rules, HasOwnPage) else None
    return None if found is None else f"{found[0]}?{urlencode(found[1])}"


def replace_url_header(request: Request, **seen: str) -> dict[str, str]:
    """Return the headers by which a part changes the address of a game's page to what is seen.

    Elsewhere, and where an address would be too long, there are none.
    """
    here = urlsplit(request.headers.get("hx-current-url", ""))
    address = game_url(seen.pop("g"), solved="1", **{k: v for k, v in seen.items() if v})
    return (
        {"HX-Replace-Url": address}
        if here.path == "/game" and len(address) < MAX_URL_LENGTH
        else {}
    )


async def form_fields(request: Request) -> Mapping[str, str]:
    """Return what a form sent: the last of each name, in the address or in the body."""
    found = dict(request.query_params)
    return found | await posted_fields(request) if request.method == "POST" else found


async def posted_fields(request: Request) -> dict[str, str]:
    """Return what a form sent in the body: the last of each name."""
    body = (await request.body()).decode("utf-8", "replace")
    return dict(parse_qsl(body, keep_blank_values=True, max_num_fields=2000))


DEFAULT_DEAL_SEED = 1
"""The seed of a deal that an address leaves open."""


def sample_games() -> list[str]:
    """Return a game of each family to begin with; of those that need a file, none.

    >>> sample_games()[0]
    'le-her'
    """
    return [game for family in families() if (game := sample_game(family))]


def sample_game(family: Family) -> str:
    """Return the game of a family to begin with; '' where a file is needed for one.

    >>> from sabot.loading import find_family
    >>> sample_game(find_family("kuhn-poker")), sample_game(find_family("efg"))
    ('kuhn-poker', '')
    """
    if family.sample:
        return f"{family.name}({family.sample})"
    return "" if family.required else family.name


def is_opened_game(request: Request, text: str) -> bool:
    """Tell whether a game is the one opened at the terminal, or of the same file."""
    own: Game | None = request.app.state.opened_game
    if own is None:
        return False
    if text == str(own):
        return True
    file = opened_file(request)
    return bool(file) and file in (rules_file_path(text), named_game_file(text))


def opened_file(request: Request) -> str:
    """Return the file of the game opened at the terminal, of rules or of numbers; '' if none."""
    own: Game | None = request.app.state.opened_game
    if own is None:
        return ""
    return rules_file_path(own.rules.name) or str(own.parameters.get(FILE_PARAMETER) or "")


def load_requested_game(request: Request, text: str) -> Game:
    """Return the game of a string; one that names a file is refused, unless it was opened."""
    if not is_opened_game(request, text):
        require_no_file(text)
    elif text == str(request.app.state.opened_game):
        own: Game = request.app.state.opened_game
        return own
    deals = random_deal_factory(text)
    if deals is not None:  # the deal is left open: this one, which its address restores
        return deals(DEFAULT_DEAL_SEED)
    return load(text, run=False)  # rules in a file were run when it was opened


def game_question(request: Request, text: str, **more: object) -> dict[str, object]:
    """Return what a worker is asked about a game, marked where it was opened at the terminal."""
    return {"game": text, **opened_game_mark(request, text), **more}


def opened_game_mark(request: Request, text: str) -> dict[str, object]:
    """Return what marks the game of the terminal, and its file's stamp: one that changed is new."""
    if not is_opened_game(request, text):
        return {}
    return {"opened": True, **_stamp_mark(opened_file(request))}


def opened_file_mark(request: Request) -> dict[str, object]:
    """Return what tells a worker the file of the terminal, for documents that may name it."""
    file = opened_file(request)
    return {"own": file, **_stamp_mark(file)} if file else {}


def _stamp_mark(file: str) -> dict[str, object]:
    return {"stamp": list(file_stamp(file))} if file else {}


Link = tuple[str, str]
"""An address, and its words."""


def related_links_html(game: Game | None, *, moved: bool = False) -> Markup:
    """Return the ways from a game's page to other pages; *moved*, in the place of those shown."""
    found = [] if game is None else related_links(game)
    links = [
        tag("li", tag("a", words, href=place))
        for place, words in found
        if len(place) < MAX_URL_LENGTH
    ]
    return tag(
        "nav",
        tag("ul", *links) if links else None,
        id="doors",
        aria_label="This game elsewhere",
        hx_swap_oob="true" if moved else None,
    )


def related_links(game: Game) -> list[Link]:
    """Return where a game is seen besides.

    >>> from sabot.loading import load
    >>> [words for _, words in related_links(load("le-her"))]
    ['Play it', 'Report on it', 'Analyse it', 'Compare its rules', 'All values of suits']
    >>> [words for _, words in related_links(load("punto-banco"))]
    ['Compare its rules']
    >>> [words for _, words in related_links(load("draw-poker"))]
    ['Sit down', 'Look up a hand', 'Its model, blind-poker(players=5)']
    """
    text = str(game)
    family = game.rules
    if isinstance(family, NamedAgentFamily):
        model = family.model(game)
        ways = [(url_at("/play", text), "Sit down")]
        ways += [(f"/{family.lookup_verb}", "Look up a hand")] if family.lookup_verb else []
        return ways + ([(game_url(model), f"Its model, {model}")] if model else [])
    own = own_page_url(game)
    found = [(own, "On its own page")] if own else []
    played = family.in_hands and family.has_choices
    found += [(url_at("/play", text), "Play it")] if played else []
    listed = continuous_types(game) is None and not offers(family, PerfectInformation)
    reported = played and listed and not own
    if reported:
        found += [
            (url_at("/report", text), "Report on it"),
            (url_at("/analysis", text), "Analyse it"),
        ]
    if family.kinds:
        found.append((f"/compare?{urlencode({'a': text})}", "Compare its rules"))
    return found if names_rules_file(family.name) else found + theorem_links(game)


def theorem_links(game: Game) -> list[Link]:
    """Return where a theorem on a game is asked for; of rules in a file, when their tree is known.

    What such rules pay is not known before: whether the sums are 0, as a theorem needs.
    """
    return [
        (url_at("/theorem", one), f"All values of {key}")
        for key, one in _with_one_open_parameter(game)
    ]


def _with_one_open_parameter(game: Game) -> list[Link]:
    """Return the games with one parameter left open, the others as they are; by that parameter.

    >>> from sabot.loading import load
    >>> _with_one_open_parameter(load("baccara(model=B3, decks=6)"))
    [('decks', 'baccara(model=B3, decks=*)'),
     ('commission', 'baccara(model=B3, decks=6, commission=*)')]
    >>> games = ("kuhn-poker(rake=1/20)", "kuhn-poker(players=3)")
    >>> [_with_one_open_parameter(load(game)) for game in games]
    [[], []]
    """
    family = game.rules
    values = game.parameters
    odd = [key for key in family.open_plainly if values[key] != family.defaults[key]]
    if odd or len(game.seats) != 2:
        return []  # it would only be refused
    said = split_game_string(str(game))[1]
    found = []
    for key in family.leaves_open if family.offers_open else ():
        if key == ANY_PARAMETER or key not in family.kinds:
            continue
        if values.get(key) is None:
            continue  # another parameter is given in its place
        kept = [f"{name}={text}" for name, text in said.items() if name != key]
        found.append((key, f"{family.name}({', '.join([*kept, f'{key}=*'])})"))
    return found


def play_only_html(game: Game) -> Markup:
    """Return what can be done with a game that nothing solves."""
    looks = ["button main", *["button"] * len(related_links(game))]
    ways = [
        tag("li", tag("a", words, href=place, class_=look))
        for (place, words), look in zip(related_links(game), looks, strict=False)
    ]
    words = "Too many hands can be dealt for it to be solved. They are dealt, played and judged:"
    return tag("div", tag("p", words), tag("ul", *ways, class_="actions"), class_="placeholder")

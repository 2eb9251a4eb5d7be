"""``sabot web``: start the local web server of the workbench and open a browser."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import click

from sabot.cli.options import parse_game_argument
from sabot.cli.output import print_note, print_text
from sabot.cli.verbs import verb
from sabot.errors import FormError, NoMethodError
from sabot.game_rules.game import Game

if TYPE_CHECKING:
    from sabot.web.limits import ServerLimits

TOKEN_VARIABLE = "SABOT_WEB_TOKEN"


@verb(
    examples=[
        "sabot web",
        "sabot web 'baccara(model=B3, decks=6)'",
        "sabot web my_game.py:one_card",
        "sabot web my_games/",
        "sabot web --no-browser --port 0",
    ]
)
@click.argument("game", required=False)
@click.option(
    "--port", type=click.IntRange(0, 65535), metavar="N", help="Port; 0 for any free one."
)
@click.option("--no-browser", is_flag=True, help="Do not open a browser.")
@click.option(
    "--seconds",
    type=click.FloatRange(1, 86400),
    default=300,
    show_default=True,
    metavar="N",
    help="Time limit for one job, in seconds.",
)
@click.option(
    "--memory",
    type=click.IntRange(1000, 1_000_000),
    default=4000,
    show_default=True,
    metavar="MB",
    help="Memory limit for one job.",
)
def web(game: str | None, port: int | None, no_browser: bool, seconds: float, memory: int) -> None:
    """Open the workbench: all of Sabot in your browser.

    It runs on this machine only, at the address that it prints, and ends with Ctrl-C. GAME is shown
    first. Files, and your own rules in Python, can only be opened from this command line, never by
    a page; the page /own is an editor for the rules file that you name, which may be new. If GAME
    is a folder, that page opens the rules files in it and makes new ones, one at a time. Up to 256
    MB of answers are kept; older ones are computed again. Every request needs a token: the printed
    address has it, and the browser keeps a cookie. Scripts send it in the header X-Sabot-Token (see
    /api/openapi.json). SABOT_WEB_TOKEN sets it.
    """
    from importlib.util import find_spec

    if not all(map(find_spec, ("starlette", "uvicorn", "matplotlib"))):
        raise NoMethodError(
            "the workbench is not installed; pip install 'sabot-games[web]' (or make web)"
        )
    import secrets
    from urllib.parse import quote

    from sabot.web.game_links import game_url
    from sabot.web.limits import MEGABYTE, ServerLimits
    from sabot.web.server import HOST, open_socket, serve

    limits = ServerLimits(seconds=seconds, memory=memory * MEGABYTE)
    folder = _folder_of(game)
    own, fault = (None, "")
    if game is not None and not folder:
        own, fault = _load_opened_game(game, limits)
    token = os.environ.get(TOKEN_VARIABLE) or secrets.token_urlsafe(24)
    with open_socket(port) as sock:
        root = f"http://{HOST}:{sock.getsockname()[1]}"
        start = "/own" if fault or folder else "/"
        address = root + (start if own is None else game_url(str(own)))
        joint = f"{address}{'&' if '?' in address else '?'}token="
        browser_key = "" if no_browser else secrets.token_urlsafe(24)

        def ready() -> None:
            print_text(f"the workbench is at {joint}{quote(token, safe='')}")
            print_note(f"scripts: header X-Sabot-Token: {token}\nCtrl-C ends it")
            if fault:
                print_note(fault)
            if not no_browser:
                import webbrowser

                webbrowser.open(joint + browser_key)

        serve(
            sock,
            own=own,
            opened="" if folder else game or "",
            folder=folder,
            limits=limits,
            token=token,
            browser_key=browser_key,
            ready=ready,
        )
    print_note("the workbench is closed")


def _folder_of(game: str | None) -> str:
    """Return the folder that is named in the place of a game; '' where none is."""
    from sabot.loading import find_family

    if game is None or not os.path.isdir(game) or find_family(game) is not None:
        return ""
    if set("(=") & set(game):
        raise FormError(f"{game}: the name of a folder of rules may not have ( or =; rename it")
    return os.path.normpath(game)


def _load_opened_game(game: str, limits: ServerLimits) -> tuple[Game | None, str]:
    """Return the game to begin with; where a user's file has a fault, what is said about that."""
    from sabot.loading import names_rules_file, rules_file_path
    from sabot.web.opened_rules import load_opened_rules

    if not names_rules_file(game):
        return parse_game_argument(game), ""
    file = rules_file_path(game)
    if not os.path.lexists(file) and os.path.isdir(os.path.dirname(file) or "."):
        return None, f"{file} is new: write it at /own, and save it there"
    own, fault = load_opened_rules(game, limits)
    return own, fault and f"{fault}\nit is shown at /own, where you can correct it"

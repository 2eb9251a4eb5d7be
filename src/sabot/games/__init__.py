"""The games that ship with Sabot, as plug-ins: one table, with functions that import a game.

A game's package holds its rules and all else that is its own: verbs, pages, views, sessions. It may
import every generic package; none of them imports this one. To add a game, write its module here
and enter it in ``GAMES``, which the root package provides to :mod:`sabot.loading`; nothing but this
table knows the modules of the games.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sabot.game_table import GameCommand, GameEntry

if TYPE_CHECKING:
    import click

    from sabot.game_rules.family import Family
    from sabot.kinds import Kind, ResultBinding
    from sabot.web.pages import Page
    from sabot.web.tasks import TaskTable

__all__ = ["GAMES", "ShippedGame"]


@dataclass(frozen=True, slots=True)
class ShippedGame(GameEntry):
    """A game that ships, with what it brings to the workbench and to the table of kinds."""

    pages: Callable[[], tuple[Page, ...]] | None = None
    """Import and return its pages, in the order of the navigation."""
    tasks: Callable[[], TaskTable] | None = None
    """Import and return what worker processes compute for its pages, by name."""
    kinds: Callable[[], tuple[Kind, ...]] | None = None
    """Return the kinds of documents that no other game writes."""


def _source(name: str) -> str:
    """Return the file of a game's rules as a person writes them; tests hold it to the game."""
    return os.path.join(os.path.dirname(__file__), "source", f"{name}.py")


def _le_her() -> Family:
    from sabot.games.le_her import le_her

    return le_her


def _matrix() -> Family:
    from sabot.games.matrix import matrix

    return matrix


def _efg() -> Family:
    from sabot.games.efg import efg

    return efg


def _kuhn_poker() -> Family:
    from sabot.games.poker.kuhn import kuhn_poker

    return kuhn_poker


def _leduc_poker() -> Family:
    from sabot.games.poker.leduc import leduc_poker

    return leduc_poker


def _holdem_river() -> Family:
    from sabot.games.poker.holdem_river import holdem_river

    return holdem_river


def _draw_poker() -> Family:
    from sabot.games.poker.five_card_draw.family import draw_poker

    return draw_poker


def _blind_poker() -> Family:
    from sabot.games.continuous_poker.family import blind_poker

    return blind_poker


def _von_neumann() -> Family:
    from sabot.games.continuous_poker.family import von_neumann

    return von_neumann


def _borel() -> Family:
    from sabot.games.continuous_poker.family import borel

    return borel


def _continuous_kuhn() -> Family:
    from sabot.games.continuous_poker.family import continuous_kuhn

    return continuous_kuhn


def _baccara() -> Family:
    from sabot.games.baccara.family import baccara

    return baccara


def _punto_banco() -> Family:
    from sabot.games.baccara.punto_banco import punto_banco

    return punto_banco


def _baccara_banque() -> Family:
    from sabot.games.baccara_banque import banque

    return banque


def _foster_1964() -> Family:
    from sabot.games.baccara.foster import foster

    return foster


def _baccara_grid() -> Family:
    from sabot.games.baccara.ethier_gamez import baccara_grid

    return baccara_grid


def _dafermos_network() -> Family:
    from sabot.games.traffic_network.family import dafermos_network

    return dafermos_network


def _network() -> Family:
    from sabot.games.traffic_network.family import road_network

    return road_network


def _whist() -> Family:
    from sabot.games.whist.family import whist

    return whist


def _greedy_whist() -> Family:
    from sabot.games.whist.family import greedy_whist

    return greedy_whist


def _five_card() -> Family:
    from sabot.games.whist.family import five_card

    return five_card


def _misere_whist() -> Family:
    from sabot.games.whist.family import misere_whist

    return misere_whist


def _whist_command() -> click.Command:
    from sabot.games.whist.cli import whist

    return whist


def _draw_command() -> click.Command:
    from sabot.games.poker.five_card_draw.cli import draw

    return draw


def _whist_pages() -> tuple[Page, ...]:
    from sabot.games.whist.web.pages import PAGES

    return PAGES


def _whist_tasks() -> TaskTable:
    from sabot.games.whist.web.tasks import TASKS

    return TASKS


def _whist_kinds() -> tuple[Kind, ...]:
    from sabot.kinds import Kind

    return (Kind("sabot/deals/1", "a count of deals"), Kind("sabot/puzzle/1", "a puzzle"))


def _bet_sizes() -> Family:
    from sabot.games.continuous_poker.bet_sizes import bet_sizes

    return bet_sizes


def _continuous_poker_pages() -> tuple[Page, ...]:
    from sabot.games.continuous_poker.web import PAGES

    return PAGES


def _tournament() -> ResultBinding:
    from sabot.games.poker.five_card_draw.render import tournament_view
    from sabot.games.poker.five_card_draw.tournament import Tournament
    from sabot.kinds import bind

    return bind(Tournament, tournament_view)


def _tournament_kinds() -> tuple[Kind, ...]:
    from sabot.kinds import Kind

    return (Kind("sabot/tournament/1", "a tournament", _tournament, shown="unverified"),)


def _network_flows() -> ResultBinding:
    from sabot.games.traffic_network import NetworkFlows
    from sabot.games.traffic_network.render import terminal_view
    from sabot.kinds import bind

    return bind(NetworkFlows, terminal_view)


def _network_kinds() -> tuple[Kind, ...]:
    from sabot.kinds import Kind

    words = "the flows of a network"
    return (Kind("sabot/network/1", words, _network_flows, shown="recomputed", drawn=True),)


_ANY, _BETTING = "Any finite game", "Betting: poker"
_DRAWING, _TRICKS = "Drawing: baccarat, le Her", "Tricks: whist"
"""The headings under which ``sabot games`` lists the games."""
_REAL_HANDS = "real-valued hands"
_OTHER_MODELS = "a model from a paper"
_ONE_SUIT = "one suit"

GAMES = (
    ShippedGame(
        "le-her",
        _le_her,
        source=_source("le_her"),
        section=_DRAWING,
        summary="one card each, one exchange",
    ),
    ShippedGame(
        "matrix",
        _matrix,
        positional="payoffs",
        section=_ANY,
        summary="a matrix or bimatrix game: 'matrix([[1,-1],[0,2]])'",
    ),
    ShippedGame("efg", _efg, section=_ANY, summary="a game tree in a file: game.efg"),
    ShippedGame(
        "kuhn-poker",
        _kuhn_poker,
        aliases=("kuhn",),
        shown_first=True,
        source=_source("kuhn_poker"),
        section=_BETTING,
        summary="three cards, one bet",
    ),
    ShippedGame(
        "leduc-poker",
        _leduc_poker,
        aliases=("leduc",),
        source=_source("leduc_poker"),
        section=_BETTING,
        summary="six cards, one of them common; two rounds of betting",
    ),
    ShippedGame(
        "holdem-river",
        _holdem_river,
        section=_BETTING,
        summary="Texas hold'em after the last card: two ranges, a board",
    ),
    ShippedGame(
        "draw-poker",
        _draw_poker,
        section=_BETTING,
        summary="five-card draw, to play; it is too large to solve",
        place=2,
        command=GameCommand(
            "draw", "Five-card draw: a tournament of computer players.", _draw_command
        ),
        kinds=_tournament_kinds,
    ),
    ShippedGame(
        "blind-poker",
        _blind_poker,
        section=_BETTING,
        summary="a blind, 2 to 7 players; hands are real numbers",
        place=3,
        pages=_continuous_poker_pages,
    ),
    ShippedGame("von-neumann", _von_neumann, section=_BETTING, summary=_REAL_HANDS),
    ShippedGame("borel", _borel, section=_BETTING, summary=_REAL_HANDS),
    ShippedGame("continuous-kuhn", _continuous_kuhn, section=_BETTING, summary=_REAL_HANDS),
    ShippedGame("bet-sizes", _bet_sizes, section=_BETTING, summary=_REAL_HANDS),
    ShippedGame(
        "baccara",
        _baccara,
        aliases=("baccarat", "chemin-de-fer"),
        alias_notes={
            "baccarat": "baccarat is read as baccara, in which both sides choose; "
            "the game of casinos, in which nobody chooses, is punto-banco"
        },
        source=_source("baccara"),
        section=_DRAWING,
        summary="both sides choose (baccarat chemin de fer)",
    ),
    ShippedGame(
        "punto-banco",
        _punto_banco,
        section=_DRAWING,
        summary="the game of casinos: nobody chooses; house edge",
    ),
    ShippedGame(
        "baccara-banque",
        _baccara_banque,
        section=_DRAWING,
        summary="one Banker against two hands",
    ),
    ShippedGame(
        "foster-1964",
        _foster_1964,
        source=_source("foster_1964"),
        section=_DRAWING,
        summary=_OTHER_MODELS,
    ),
    ShippedGame("baccara-grid", _baccara_grid, section=_DRAWING, summary=_OTHER_MODELS),
    ShippedGame(
        "dafermos-network",
        _dafermos_network,
        section=_ANY,
        summary="traffic equilibrium on roads",
        kinds=_network_kinds,
    ),
    ShippedGame("network", _network, section=_ANY, summary="traffic equilibrium on roads"),
    ShippedGame(
        "whist",
        _whist,
        section=_TRICKS,
        summary=_ONE_SUIT,
        place=1,
        command=GameCommand(
            "whist",
            "Whist with one suit: count all deals, or solve a puzzle.",
            _whist_command,
            former=("deals", "puzzle"),
        ),
        pages=_whist_pages,
        tasks=_whist_tasks,
        kinds=_whist_kinds,
    ),
    ShippedGame("greedy-whist", _greedy_whist, section=_TRICKS, summary=_ONE_SUIT),
    ShippedGame("five-card", _five_card, section=_TRICKS, summary=_ONE_SUIT),
    ShippedGame("misere-whist", _misere_whist, section=_TRICKS, summary=_ONE_SUIT),
)
"""Every game that ships, in the order in which they are listed."""

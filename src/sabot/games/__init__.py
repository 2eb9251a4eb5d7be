"""The games that ship with Sabot: one table, with functions that import a game when asked for.

To add a game, write its module in this package and enter it in ``GAMES``. Games are found and
loaded by :mod:`sabot.games.loading`, which every other package imports; nothing but this table
knows the modules of the games.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sabot.games.loading import (
    DEFAULT_GAME,
    GameCommand,
    GameEntry,
    families,
    find_family,
    install_games,
    load,
    load_parametric,
    load_parametric_matrix,
    random_deal_factory,
    shipped_games,
)

if TYPE_CHECKING:
    import click

    from sabot.game_rules.family import Family
    from sabot.game_rules.game import Game

__all__ = [
    "DEFAULT_GAME",
    "GAMES",
    "GameCommand",
    "GameEntry",
    "families",
    "find_family",
    "load",
    "load_parametric",
    "load_parametric_matrix",
    "random_deal_factory",
    "shipped_games",
]


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
    from sabot.games.traffic_network import dafermos_network

    return dafermos_network


def _network() -> Family:
    from sabot.games.traffic_network import road_network

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


def _whist_headline(game: Game) -> dict[str, object]:
    from sabot.games.whist.web.tasks import headline

    return headline(game)


def _draw_poker_headline(game: Game) -> dict[str, object]:
    from sabot.games.poker.five_card_draw.render import headline

    return headline(game)


def _network_headline(game: Game) -> dict[str, object]:
    from sabot.games.traffic_network.render import headline

    return headline(game)


GAMES = (
    GameEntry("le-her", _le_her),
    GameEntry("matrix", _matrix, positional="payoffs"),
    GameEntry("efg", _efg),
    GameEntry("kuhn-poker", _kuhn_poker, aliases=("kuhn",)),
    GameEntry("leduc-poker", _leduc_poker, aliases=("leduc",)),
    GameEntry(
        "draw-poker",
        _draw_poker,
        command=GameCommand(
            "draw", "Five-card draw: players against each other.", _draw_command, place=2
        ),
        headline=_draw_poker_headline,
    ),
    GameEntry("blind-poker", _blind_poker),
    GameEntry("von-neumann", _von_neumann),
    GameEntry("borel", _borel),
    GameEntry("continuous-kuhn", _continuous_kuhn),
    GameEntry("baccara", _baccara, aliases=("baccarat", "chemin-de-fer")),
    GameEntry("punto-banco", _punto_banco),
    GameEntry("baccara-banque", _baccara_banque),
    GameEntry("foster-1964", _foster_1964),
    GameEntry("baccara-grid", _baccara_grid),
    GameEntry("dafermos-network", _dafermos_network, headline=_network_headline),
    GameEntry("network", _network, headline=_network_headline),
    GameEntry(
        "whist",
        _whist,
        command=GameCommand(
            "whist",
            "Deals of one suit: all of them counted, or one as a puzzle.",
            _whist_command,
            place=1,
            former=("deals", "puzzle"),
        ),
        headline=_whist_headline,
    ),
    GameEntry("greedy-whist", _greedy_whist, headline=_whist_headline),
    GameEntry("five-card", _five_card, headline=_whist_headline),
    GameEntry("misere-whist", _misere_whist, headline=_whist_headline),
)
"""Every game that ships, in the order in which they are listed."""

install_games(GAMES)

"""Documents that only one game writes: the class of results and its view on a screen.

The table of kinds asks here, so that no package above the games imports one of them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sabot.games.poker.five_card_draw.tournament import Tournament
    from sabot.games.traffic_network import NetworkFlows
    from sabot.render.document import Document


def network_document() -> tuple[type[NetworkFlows], Callable[[NetworkFlows], Document]]:
    """Return the flows of a traffic network and their view."""
    from sabot.games.traffic_network import NetworkFlows
    from sabot.games.traffic_network.render import terminal_view

    return NetworkFlows, terminal_view


def tournament_document() -> tuple[type[Tournament], Callable[[Tournament], Document]]:
    """Return a tournament of five-card draw and its view."""
    from sabot.games.poker.five_card_draw.render import tournament_view
    from sabot.games.poker.five_card_draw.tournament import Tournament

    return Tournament, tournament_view

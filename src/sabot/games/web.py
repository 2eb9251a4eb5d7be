"""What games bring to the workbench: their pages, and the tasks that worker processes run.

A game's page is in its own package and imports :mod:`sabot.web`; no module of :mod:`sabot.web`
imports a game, but asks here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sabot.web.pages import Page

WHIST_TASKS = ("position", "dealt", "puzzled")


def game_pages() -> tuple[Page, ...]:
    """Return the pages of single games, in the order of the navigation."""
    from sabot.games.continuous_poker import web as continuous_poker
    from sabot.games.whist.web import pages as whist

    return (*whist.PAGES, *continuous_poker.PAGES)


def whist_tasks() -> Mapping[str, Callable[[Mapping[str, object]], dict[str, object]]]:
    """Return the tasks of the whist pages."""
    from sabot.games.whist.web import tasks

    return {
        "position": tasks.describe_position,
        "dealt": tasks.describe_random_deal,
        "puzzled": tasks.describe_puzzle,
    }

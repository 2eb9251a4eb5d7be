"""All pages of the workbench, in the order of its navigation."""

from __future__ import annotations

from sabot.games.web import game_pages
from sabot.web import api
from sabot.web.pages import (
    Page,
    check,
    compare,
    component_gallery,
    game,
    game_tree,
    hand,
    home,
    jobs,
    papers,
    parametric,
    play,
    solution,
)


def all_pages() -> tuple[Page, ...]:
    """Return all pages; those of single games come last."""
    return (
        *home.PAGES,
        *game.PAGES,
        *solution.PAGES,
        *compare.PAGES,
        *game.MATRIX_PAGES,
        *parametric.PAGES,
        *play.PAGES,
        *game_tree.PAGES,
        *papers.PAGES,
        *check.PAGES,
        *hand.PAGES,
        *api.PAGES,
        *jobs.PAGES,
        *jobs.DOWNLOAD_PAGES,
        *component_gallery.PAGES,
        *game_pages(),
    )

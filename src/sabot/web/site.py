"""All pages of the workbench, in the order of its navigation."""

from __future__ import annotations

from sabot.game_table import shipped_games
from sabot.loading import is_installed
from sabot.web import api
from sabot.web.pages import (
    HasPages,
    Page,
    analysis,
    check,
    compare,
    component_gallery,
    downloads,
    equilibria,
    errata,
    game,
    game_tree,
    hand,
    home,
    jobs,
    matrix,
    own_rules,
    papers,
    parametric,
    play,
    report,
    search,
    solution,
)


def all_pages() -> tuple[Page, ...]:
    """Return all pages; those of single games come last."""
    of_games: list[Page] = []
    for entry in sorted(shipped_games().values(), key=lambda entry: entry.place):
        if isinstance(entry, HasPages) and entry.pages is not None and is_installed(entry):
            of_games += entry.pages()
    return (
        *home.PAGES,
        *game.PAGES,
        *solution.PAGES,
        *compare.PAGES,
        *report.PAGES,
        *equilibria.PAGES,
        *analysis.PAGES,
        *matrix.PAGES,
        *parametric.PAGES,
        *play.PAGES,
        *game_tree.PAGES,
        *own_rules.PAGES,
        *errata.PAGES,
        *papers.PAGES,
        *check.PAGES,
        *hand.PAGES,
        *api.PAGES,
        *search.PAGES,
        *jobs.PAGES,
        *downloads.PAGES,
        *component_gallery.PAGES,
        *of_games,
    )

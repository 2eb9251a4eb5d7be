"""The tables of the workbench: every task is found by its name, every game's own page exists."""

from urllib.parse import parse_qs, urlsplit

import pytest

from sabot.games.continuous_poker.web import MODELS
from sabot.games.whist.family import VARIANTS
from sabot.games.whist.web.tasks import SHOWN_VARIANTS
from sabot.loading import load
from sabot.web.game_links import own_page_url
from sabot.web.site import all_pages
from sabot.web.tasks import TASKS, find_task, game_tasks


@pytest.mark.parametrize("name", [*TASKS, *game_tasks()])
def test_every_task_is_found_by_its_name(name):
    assert callable(find_task(name))


def test_no_task_is_without_a_name_in_the_table():
    tables = set(TASKS.values())
    assert {name for load_table in tables for name in load_table()} == set(TASKS)


@pytest.mark.parametrize(
    ("game", "path"),
    [
        ("whist(deal=KQ10/AJ9)", "/whist"),
        ("blind-poker(q=1/3)", "/blind-poker"),
        ("von-neumann", "/von-neumann"),
        ("kuhn-poker", None),
        ("whist(n=5, seed=1)", None),
    ],
)
def test_a_game_is_linked_to_a_page_that_exists(game, path):
    url = own_page_url(load(game))
    assert (url and urlsplit(url).path) == path
    assert path is None or path in {page.path for page in all_pages()}


def test_the_addresses_are_those_of_the_pages():
    for name, model in MODELS.items():
        address = urlsplit(own_page_url(load(name)) or "")
        assert parse_qs(address.query).keys() == model.first.keys()
    shown = [name for name in VARIANTS if own_page_url(load(f"{name}(deal=KQ10/AJ9)"))]
    assert shown == list(SHOWN_VARIANTS)

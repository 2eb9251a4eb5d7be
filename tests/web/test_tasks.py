"""The eleven tasks of a review: none fails, and each takes fewer than ten actions."""

import pytest
from tests.web.conftest import ended, opened, person, started
from tools.web_tasks import TASKS, Person

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def folder_workbench(tmp_path_factory):
    """A workbench that was started with an empty folder."""
    process, found = started(str(tmp_path_factory.mktemp("games")))
    yield found
    ended(process)


@pytest.mark.parametrize("task", TASKS)
def test_a_task_of_the_review_takes_fewer_than_ten_actions(browser, folder_workbench, task):
    with person(browser, folder_workbench) as context:
        page = opened(context)
        page.goto("/")
        page.wait_for_load_state("networkidle")
        me = Person(page)
        TASKS[task](me)
        assert me.actions < 10

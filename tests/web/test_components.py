"""Components of the pages: each is shown in all its states on the page for developers."""

import inspect
from fractions import Fraction

import pytest

from sabot.web import components, strategy_components
from sabot.web.html import Markup, join_markup
from sabot.web.jobs import Job
from sabot.web.pages.component_gallery import EXAMPLES

STATES = [(one, name) for one in EXAMPLES for name in one.states]
PARTS_OF_OTHERS = {
    "ended_html",  # of a job, too
    "cancel_button",  # of a job
    "progress_html",
    "infoset_button",  # of a strategy table
    "more_rows_note",
    "field",  # of the fields
}


@pytest.mark.parametrize(("one", "name"), STATES, ids=lambda value: getattr(value, "name", value))
def test_every_state_of_a_component_is_drawn(one, name):
    assert join_markup(one.states[name]())


def test_the_page_shows_every_state(http):
    text = http.get("/style").text
    assert text.count("data-state=") == len(STATES)


def test_no_component_is_missing_from_the_page():
    made = {
        name
        for module in (components, strategy_components)
        for name, value in vars(module).items()
        if inspect.isfunction(value)
        and value.__module__ == module.__name__
        and not name.startswith("_")
        and inspect.signature(value).return_annotation in ("Markup", "Part")
    }
    shown = inspect.getsource(inspect.getmodule(EXAMPLES[0]))
    assert {name for name in made if f"components.{name}(" not in shown} == PARTS_OF_OTHERS


def test_a_component_escapes_its_words():
    for part in (
        components.error_html("<b>"),
        components.text_field("<b>", "g", "<b>"),
        components.select_field("<b>", "g", {"<b>": "<b>"}, ""),
        components.chips([components.chip_link("<b>", "#")], "<b>"),
        components.download_links({"<b>": "#"}),
        components.mix_html({"<b>": Fraction(1)}),
    ):
        assert isinstance(part, Markup) and "<b>" not in part


def test_a_job_does_not_say_that_it_guesses():
    job = Job("1", "page", {}, state="running", moment="guessing, 7 pivots")
    assert components.job_status_text(job).startswith("solving the linear program, 7 steps")
    job.end("cancelled", "stopped while guessing")
    assert "guessing" not in components.job_html(job, "/part/page")
    for stage in ("exact, 3 long pivots", "exploring, 5 nodes, run again with open cards"):
        said = components.stage_words(stage)
        assert "pivots" not in said and "open cards" not in said

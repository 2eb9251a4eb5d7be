"""What is printed of a saved file is proved: each part of each kind of file is changed in turn."""

import json
import random

import pytest
from tests.few import few
from tools import printed
from tools.forge import seal

from sabot.certify import documents
from sabot.results.base import Result

SAMPLE = 10
"""Changes of a file that the fast suite makes; the slow test makes all."""
NAMES = (
    *("matrix", "several", "sequence", "cards", "whist", "greedy", "theorem", "interval"),
    *("equilibria", "every", "continua", "betting", "three hands", "hands", "corners"),
    *("bets at once", "score"),
    *("kuhn-proof-1", "kuhn-solution-1", "le-her-proof-1", "misere-solution-1"),
    *("pennies-solution-1", "several-solution-1", "shoe-solution-1", "whist-solution-1"),
    *("roots", "fractions", "alone", "not alone", "field", "tree by seat", "profile", "pure"),
    *("pair list", "pair lists", "pair theorem", "pair theorem, real", "pairs of cards"),
    *("correlated", "coarse", "all for three", "reached", "indices", "private hands"),
    *("subgames", "undominated", "perfect", "proper", "properties", "properties for three"),
    *("extensive-form-perfect", "quasi-perfect", "sequential", "all by parameter"),
)
"""The names of the files: to list the tests, nothing is solved."""


@pytest.fixture(scope="module")
def sources():
    return {one.name: one for one in printed.shown()}


@pytest.fixture(scope="module")
def honest(sources):
    return {name: printed.outputs(one.text) for name, one in sources.items()}


def test_every_file_with_a_table_has_its_test(sources):
    assert sorted(NAMES) == sorted(sources)


def changed(name, **parts):
    """Return all that is printed of a file with other values for some of its keys."""
    (source,) = (one for one in printed.shown() if one.name == name)
    document = json.loads(source.text) | parts
    seal(document)
    return printed.outputs(json.dumps(document))


def test_files_of_every_kind_with_a_table_are_changed(sources):
    schemas = {json.loads(one.text)["schema"] for one in sources.values()}
    known = {v for k, v in vars(documents).items() if k.endswith("_SCHEMA")}
    assert schemas == known - {documents.CERTIFICATE_V1_SCHEMA}  # it has no table


@pytest.mark.parametrize("name", NAMES)
def test_a_changed_part_is_refused_or_not_printed_or_true(name, sources):
    fates = list(printed.change_all(sources[name], random.Random(name), SAMPLE))
    assert [one for one in fates if one.fate not in printed.REASONS] == []


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_every_changed_part_is_refused_or_not_printed_or_true(name, sources):
    fates = list(printed.change_all(sources[name], random.Random(1)))
    assert [one for one in fates if one.fate not in printed.REASONS] == []


@pytest.mark.parametrize(
    "name", few(5, ["whist", "betting", "alone", "field", "perfect", "sequence"])
)
def test_the_method_and_the_time_in_a_file_are_not_printed(name, honest):
    assert changed(name, method="divine inspiration", seconds=0.25) == honest[name]


def test_the_iterations_in_a_file_are_not_printed(honest):
    for name in ("interval", "profile", "private hands"):
        assert changed(name, iterations=10**9, ended="stopped") == honest[name]


def test_views_that_a_file_calls_unreachable_are_not_printed(honest):
    told = changed("cards", unreachable={"dealer": ["ace of spades"]})
    assert told == honest["cards"]


def test_no_chance_of_winning_is_taken_from_the_name_of_a_game():
    """A file of poker that calls itself le Her pays more than one unit."""
    told = changed("sequence", game="le-her")
    assert not any("win chance" in text for text in told.values())
    assert "not checked: that these" in " ".join(told["table"].split())


def test_the_first_seat_is_that_of_the_form_whatever_the_order_of_the_keys(sources, honest):
    source = sources["equilibria"]
    seats = json.loads(source.text)["seats"]
    turned = dict(reversed(seats.items()))
    assert list(turned) != list(seats)
    assert changed("equilibria", seats=turned) == honest["equilibria"]


def test_an_action_left_out_is_printed_as_one_with_probability_zero(sources, honest):
    source = sources["several"]
    strategies = json.loads(source.text)["strategies"]
    assert strategies["row"]["-"].pop("3") == "0"
    assert changed("several", strategies=strategies) == honest["several"]


def test_a_loaded_result_keeps_what_it_does_not_print(sources, tmp_path):
    source = sources["sequence"]
    path = tmp_path / "kuhn.json"
    path.write_text(source.text)
    found = Result.load(path)
    assert found.to_json() == json.loads(source.text)
    assert found.known_game is None and found.find_game() is not None


def test_the_law_can_fail(sources, monkeypatch):
    """A view that prints the method of a loaded file is found."""
    from sabot.render.views import solution

    monkeypatch.setattr(solution, "method_rows", lambda one: [("method", one.method)])
    source = sources["matrix"]
    fates = {one.fate for one in printed.change_all(source, random.Random(1))}
    assert "PRINTED" in fates


@pytest.mark.parametrize("name", ["subgames", "perfect", "proper", "undominated"])
def test_that_refined_equilibria_are_all_is_not_printed_of_a_file(name, honest):
    """The solver says so; the file proves each of them, and not that there are no others."""
    for text in honest[name].values():
        assert "the only one" not in text and "all, by" not in text

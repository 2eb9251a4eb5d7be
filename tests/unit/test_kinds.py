"""The table of kinds: complete, and consistent with the result classes and with the checker."""

import inspect

import pytest

import sabot
from sabot.certify import check_document
from sabot.certify import documents as checker_documents
from sabot.errors import SabotError
from sabot.kinds import SWEEP_ROW, all_kinds, binding_of_class, kind_of_document, views_of_result
from sabot.render.formats import TABLE_FORMATS
from sabot.results.base import Result

BOUND = [kind for kind in (*all_kinds(), SWEEP_ROW) if kind.binding is not None]
UNKNOWN_TO_THE_CHECKER = "expected a sabot solution or certificate"
EARLIER = {"sabot/solution/1", "sabot/certificate/1"}
"""Schemas of earlier releases that the checker still reads."""


def checker_reads(schema):
    """Return whether the checker knows a schema: it then misses something else in the document."""
    with pytest.raises(SabotError) as refused:
        check_document({"schema": schema})
    return UNKNOWN_TO_THE_CHECKER not in str(refused.value)


def test_the_checker_reads_just_the_kinds_with_a_proof():
    proved = {kind.schema for kind in all_kinds() if kind.proved}
    assert {kind.schema for kind in all_kinds() if checker_reads(kind.schema)} == proved
    named = {
        schema
        for name, schema in vars(checker_documents).items()
        if name.endswith("_SCHEMA") and isinstance(schema, str)
    }
    assert named - EARLIER == proved, "add the kind to src/sabot/kinds.py and to the checker"


@pytest.mark.parametrize("kind", BOUND, ids=lambda kind: kind.schema or "row")
def test_a_class_has_the_views_of_its_kind(kind):
    binding = kind.binding()
    _, found = binding_of_class(binding.result)
    assert found == binding
    for view in (binding.screen, binding.paper, binding.wiki, binding.sheet):
        assert view is None or inspect.signature(view).parameters


def subclasses(parent):
    """Yield the classes of results that are imported, at any depth."""
    for child in parent.__subclasses__():
        yield child
        yield from subclasses(child)


def test_every_class_of_results_is_in_the_table():
    bound = {kind.binding().result for kind in BOUND}
    missing = {
        cls.__name__
        for cls in subclasses(Result)
        if not inspect.isabstract(cls) and cls.__module__.startswith("sabot.")
    } - {cls.__name__ for cls in bound}
    assert not missing, f"add to KINDS in src/sabot/kinds.py: {', '.join(sorted(missing))}"


@pytest.mark.parametrize(
    ("document", "words"),
    [
        ({"schema": "sabot/solution/1"}, "a solution"),
        ({"schema": "sabot/interval/1"}, "an interval for a value"),
        ({"schema": "sabot/rules/1"}, "the rules of a game"),
        ({"game": "kuhn-poker", "value": "1"}, "the rows of a sweep"),
    ],
)
def test_a_document_is_of_the_kind_that_its_schema_names(document, words):
    assert kind_of_document(document).words == words


@pytest.mark.parametrize("schema", ["", "other/solution/2", "sabot/session/1", "solution"])
def test_a_schema_that_is_not_in_the_table_has_no_kind(schema):
    assert kind_of_document({"schema": schema, "game": "kuhn-poker"}) is None


def test_a_class_that_is_not_in_the_table_says_where_to_add_it():
    stray = type("Stray", (Result,), {"_schema": "sabot/stray/1"})
    with pytest.raises(LookupError, match=r"Stray.*src/sabot/kinds\.py"):
        binding_of_class(stray)


def test_every_format_takes_a_view():
    views = views_of_result(sabot.solve("kuhn-poker"))
    assert all(views.render(form) for form in TABLE_FORMATS)

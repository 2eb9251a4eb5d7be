"""Records of the checker: just the known keys, each value read, optional ones None if left out."""

import re

import pytest

from sabot.certify import documents
from sabot.certify.checker import VERIFIERS
from sabot.certify.record_codec import (
    Field,
    OptionalField,
    Record,
    any_number,
    boolean,
    count,
    integer,
    labels,
    list_of,
    pair_of,
    raw,
    text,
)


class Point(Record, what="a point"):
    x = Field(integer("no integer"))
    start = Field(raw, "from")
    name = OptionalField(text("the name"))


class NamedPoints(Record, what="points"):
    points = Field(list_of(Point, "no list"))


class LabelledPoint(Point, what="a labelled point"):
    marks = Field(labels("marks"))


def test_a_record_has_the_values_of_its_fields():
    found = Point({"x": 3, "from": None})
    assert (found.x, found.start, found.name) == (3, None, None)
    assert Point({"x": 3, "from": [1], "name": "A"}).name == "A"
    assert [one.x for one in NamedPoints({"points": [{"x": 1, "from": 0}]}).points] == [1]
    assert LabelledPoint({"x": 1, "from": 0, "marks": ["a"]}).marks == ["a"]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ([], "a point is not an object"),
        ({"x": 3}, "'from' is missing in a point"),
        ({"x": 3, "from": 1, "y": 2}, "'y' is not a part of a point"),
        ({"x": True, "from": 1}, "no integer"),
        ({"x": 3.0, "from": 1}, "no integer"),
        ({"x": 3, "from": 1, "name": None}, "the name is not a text"),
    ],
)
def test_a_record_refuses_other_keys_and_other_types(data, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        Point(data)


def test_the_keys_alone_may_be_demanded():
    data = {"x": "not read", "from": 1}
    assert Point.require(data) is data
    with pytest.raises(ValueError, match="is not a part of a labelled point"):
        LabelledPoint.require({**data, "marks": 0, "more": 0})


@pytest.mark.parametrize(
    ("read", "good", "bad"),
    [
        (boolean("wrong"), [True, False], [1, 0, None, "true"]),
        (integer("wrong"), [0, -3, 10**30], [True, 1.0, "1", None]),
        (count("wrong"), [0, 3], [-1, True, 1.0, "1", None]),
        (list_of(integer("wrong"), "wrong"), [[], [1, 2]], [(), {}, None, "12", [1, "2"]]),
        (pair_of(integer("wrong"), "wrong"), [[1, 2]], [[], [1], [1, 2, 3], "12", None, [1, None]]),
    ],
)
def test_readers_take_their_type_and_nothing_else(read, good, bad):
    for data in good:
        found = read(data)
        assert (list(found) if isinstance(found, tuple) else found) == data
    for data in bad:
        with pytest.raises(ValueError, match="wrong"):
            read(data)


def test_a_number_that_nothing_is_claimed_by_is_still_a_number():
    assert any_number("the time")(1.5) is None
    with pytest.raises(ValueError, match="the time is not a number"):
        any_number("the time")("1.5")


def test_every_schema_has_its_verifier():
    schemas = {
        name for name in vars(documents).values() if re.fullmatch(r"sabot/.*/[0-9]", str(name))
    }
    assert VERIFIERS.keys() == schemas

"""A reader of the part of JSON Schema (draft 2020-12) that the pages of schemas use, and no more.

A keyword that it does not know is an error, so that a misspelt one is not silently obeyed by all.
"""

import json
import re
from functools import cache
from pathlib import Path

SCHEMAS = Path(__file__).parents[1] / "docs" / "reference" / "schemas"
TYPES = {
    "string": str,
    "integer": int,
    "number": (int, float),
    "boolean": bool,
    "null": type(None),
    "array": list,
    "object": dict,
}
SILENT = {"$schema", "$defs", "title", "description"}


@cache
def schema_named(name):
    """Return the schema in a file of the folder."""
    path = SCHEMAS / name
    assert path.exists(), f"docs/reference/schemas/{name} is missing: write it"
    return json.loads(path.read_text(encoding="utf-8"))


def page_of(schema):
    """Return the file that describes a `schema`: that of sabot/value/1 is value-1.json."""
    root, kind, version = schema.split("/")
    assert root == "sabot"
    return f"{kind}-{version}.json"


def faults(document, page):
    """Return what is wrong with a document, by the schema of a page; nothing if it is as told."""
    return _faults(document, schema_named(page), page, "$")


def _faults(found, schema, page, place):
    wrong = []
    for keyword, said in schema.items():
        if keyword not in SILENT:
            wrong += KEYWORDS[keyword](found, said, schema, page, place)
    return wrong


def _is_a(found, name):
    if isinstance(found, bool):
        return name == "boolean"
    return isinstance(found, TYPES[name])


def _type(found, said, schema, page, place):
    names = [said] if isinstance(said, str) else said
    if any(_is_a(found, name) for name in names):
        return []
    return [f"{place}: {found!r:.60} is not of type {said}"]


def _ref(found, said, schema, page, place):
    name, _, inside = said.partition("#")
    page = name or page
    there = schema_named(page)
    for key in inside.split("/")[1:]:
        there = there[key]
    return _faults(found, there, page, place)


def _any_of(found, said, schema, page, place):
    tried = [_faults(found, option, page, place) for option in said]
    if not all(tried):
        return []
    return [f"{place}: none of {len(said)} fits", *min(tried, key=len)]


def _pattern(found, said, schema, page, place):
    fits = not isinstance(found, str) or re.search(said, found)
    return [] if fits else [f"{place}: {found!r:.60} does not match {said}"]


def _required(found, said, schema, page, place):
    missing = [key for key in said if isinstance(found, dict) and key not in found]
    return [f"{place}: {key!r} is missing" for key in missing]


def _properties(found, said, schema, page, place):
    if not isinstance(found, dict):
        return []
    both = [key for key in said if key in found]
    return [f for key in both for f in _faults(found[key], said[key], page, f"{place}.{key}")]


def _more_properties(found, said, schema, page, place):
    if not isinstance(found, dict):
        return []
    more = [key for key in found if key not in schema.get("properties", {})]
    if said is False:
        return [f"{place}: {key!r} is not told" for key in more]
    return [f for key in more for f in _faults(found[key], said, page, f"{place}.{key}")]


def _property_names(found, said, schema, page, place):
    keys = found if isinstance(found, dict) else ()
    return [f for key in keys for f in _faults(key, said, page, f"{place} key {key!r}")]


def _items(found, said, schema, page, place):
    if not isinstance(found, list):
        return []
    first = len(schema.get("prefixItems", ()))
    rest = enumerate(found[first:], first)
    return [f for k, item in rest for f in _faults(item, said, page, f"{place}[{k}]")]


def _prefix_items(found, said, schema, page, place):
    pairs = enumerate(zip(found, said, strict=False)) if isinstance(found, list) else ()
    return [f for k, (item, one) in pairs for f in _faults(item, one, page, f"{place}[{k}]")]


def _bound(holds, words):
    def check(found, said, schema, page, place):
        return [] if holds(found, said) else [f"{place}: {found!r:.60} {words} {said!r}"]

    return check


KEYWORDS = {
    "type": _type,
    "$ref": _ref,
    "anyOf": _any_of,
    "pattern": _pattern,
    "required": _required,
    "properties": _properties,
    "additionalProperties": _more_properties,
    "propertyNames": _property_names,
    "items": _items,
    "prefixItems": _prefix_items,
    "const": _bound(lambda found, said: found == said, "is not"),
    "enum": _bound(lambda found, said: found in said, "is none of"),
    "minimum": _bound(lambda f, said: not _is_a(f, "number") or f >= said, "is below"),
    "minLength": _bound(lambda f, n: not isinstance(f, str) or len(f) >= n, "is shorter than"),
    "minItems": _bound(lambda f, n: not isinstance(f, list) or len(f) >= n, "has fewer than"),
    "maxItems": _bound(lambda f, n: not isinstance(f, list) or len(f) <= n, "has more than"),
}

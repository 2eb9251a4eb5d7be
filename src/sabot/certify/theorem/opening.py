"""What all theorems begin with: a parameter, pieces that leave no gap, formulas on a range.

Standard library only.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from sabot.certify.reading import canonical, demand_number, record, seen
from sabot.certify.theorem.expression import Quotient, quotient
from sabot.certify.theorem.polynomial import times
from sabot.certify.theorem.roots import Point, common, coprime
from sabot.certify.theorem.span import RealSpan, Span, WholeSpan, point_of, span_of
from sabot.errors import CertificateError

Ranged = tuple[Mapping[str, Any], WholeSpan | RealSpan]
_NAME = re.compile(r"[A-Za-z_][A-Za-z_0-9]*")


def demand_time(document: Mapping[str, Any]) -> None:
    """Demand that the time that a proof took is a number, where it is told."""
    if "seconds" in document:
        demand_number(document["seconds"], "the time")


def parameter_of(data: Any) -> str:
    """Return the name of the parameter."""
    if type(data) is not str or not _NAME.fullmatch(data):
        raise ValueError(f"the parameter is called {seen(data)}, which is not a name")
    return data


def domain_of(data: Any) -> Mapping[str, Any]:
    """Return the domain as it is written: its two ends, and whether of whole numbers only."""
    domain = record(data, {"whole", "from", "to"}, "the domain")
    if type(domain["whole"]) is not bool:
        raise ValueError("a domain is of whole numbers or not: true or false, nothing else")
    return domain


def ends_of(domain: Mapping[str, Any]) -> tuple[Point, Point | None]:
    """Return both ends of a domain; None: it has none."""
    return point_of(domain["from"]), None if domain["to"] is None else point_of(domain["to"])


def covering(
    data: Any,
    domain: Mapping[str, Any],
    parts: Collection[str],
    others: Collection[str] = (),
    *,
    reals: bool,
) -> Iterator[Ranged]:
    """Yield every piece with its range, after demanding that they cover the domain without a gap.

    *parts* is what every piece has, *others* what it may have.
    """
    due, number = domain["from"], 0
    if type(data) is not list:
        raise ValueError("the pieces are not a list")
    for piece in data:
        record(piece, parts, "a piece", others)
        start, end = piece["from"], piece["to"]
        if (number and due is None) or canonical(start) != canonical(due):
            raise CertificateError(f"the pieces leave a gap before {seen(start)}")
        yield piece, span_of(start, end, all_reals=reals)
        due, number = end if end is None or reals else end + 1, number + 1
    if not number or canonical(data[-1]["to"]) != canonical(domain["to"]):
        raise CertificateError("the pieces do not reach the end of the range")


def list_of(data: Any) -> list[Any]:
    """Return what is a list."""
    if type(data) is not list:
        raise ValueError("what should be a list is none")
    return data


def formula_of(data: Any, parameter: str, span: Span) -> Quotient:
    """Return a formula: in lowest terms, and a number at every value of its range."""
    if type(data) is not str:
        raise ValueError("a formula is a text")
    top, below = in_lowest_terms(data, parameter, span)
    if len(below) > 1 and not span.positive(times(below, below)):
        raise CertificateError(f"{span}: a formula divides by zero: {data[:60]}")
    return top, below


def in_lowest_terms(data: str, parameter: str, span: Span) -> Quotient:
    """Return a formula in lowest terms: then it is a number where its denominator is not 0."""
    top, below = quotient(data, parameter, plain=True)
    if len(below) > 1 and not coprime(top, below) and len(common(top, below)) > 1:
        raise CertificateError(f"{span}: a formula is not in lowest terms: {data[:60]}")
    return top, below

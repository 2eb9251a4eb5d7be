"""Equilibria with real hands made by someone who means ill, and sealed again.

Whatever is changed in a file, it is refused or proves what it proved before: what is printed after
a check was computed by the checker, and a claim can only be weaker than that.
"""

import copy
import json
from fractions import Fraction as F

import pytest
from tests.few import few
from tests.unit.forging import resealed

import sabot
from sabot import certify
from sabot.errors import CertificateError, FileError, SabotError

GAMES = ["blind-poker(players=2, q=1/10)", "blind-poker(players=3, q=1/4)", "von-neumann"]
WORDS = {("game",), ("method",), ("seconds",)}
"""What nobody claims to have proved; that the game is the named one is another check's."""


@pytest.fixture(scope="module", params=GAMES)
def whole(request):
    return json.loads(json.dumps(sabot.solve(request.param).to_json()))


def leaves(part, path=()):
    if isinstance(part, dict):
        for key in part:
            yield from leaves(part[key], (*path, key))
    elif isinstance(part, list):
        for k, one in enumerate(part):
            yield from leaves(one, (*path, k))
    else:
        yield path


def inner(part, path=()):
    """Yield where every object and list of a document is."""
    if isinstance(part, dict | list):
        yield path
        for key in part if isinstance(part, dict) else range(len(part)):
            yield from inner(part[key], (*path, key))


def at(document, path):
    for key in path:
        document = document[key]
    return document


def changed(document, path, value):
    found = copy.deepcopy(document)
    at(found, path[:-1])[path[-1]] = value
    return found


def proved(document):
    """Return all that a check says of a document, or None where it is refused."""
    able = isinstance(document.get("certificate"), dict) and "schema" in document
    try:
        found = certify.check(resealed(document) if able else document)
    except (CertificateError, FileError):
        return None
    return found.kind, found.lines, found.payoffs, found.seats, found.gains


def same(found, truth):
    """Tell whether no digit that a file prints is another: a cut may get one digit more."""
    pairs = zip(found[2] + found[4], truth[2] + truth[4], strict=True)
    return found[3] == truth[3] and all(abs(a - b) < F(1, 10**25) for a, b in pairs)


def others(text):
    """Return what a forger might write in place of a text."""
    yield from ("", "x", "1e3", "nan", "0x1", " 1", "1/0", "-0", "½", None, 1, 0.5, True, [], {})
    if text[:1].isdigit() or text[:1] == "-":
        yield from (text + "1", "-" + text, "0", "1", "1/2", "0.1", "1e-9", text[:5])


@pytest.mark.parametrize("most", few(1, [20, 60]))
def test_every_leaf_changed_is_refused_or_proves_the_same(whole, most):
    truth = proved(whole)
    assert truth is not None
    tried = refused = 0
    spots = [p for p in leaves(whole) if p not in WORDS and p != ("certificate", "digest")]
    for path in spots[:: 1 + len(spots) // most]:  # the longest file by a sample of its leaves
        for other in others(str(at(whole, path))):
            found = proved(changed(whole, path, other))
            tried += 1
            refused += found is None
            assert found is None or same(found, truth), (path, other)
    assert refused > tried / 2


def test_every_part_taken_away_or_added_to_is_refused(whole):
    for path in inner(whole):
        part = at(whole, path)
        for key in list(part) if isinstance(part, dict) else range(len(part)):
            if key == "digest":
                continue  # sealing makes another
            if "free" in (key, *path[-1:]):
                continue  # who says less of what is free claims less
            found = copy.deepcopy(whole)
            del at(found, path)[key]
            assert proved(found) is None, (path, key)
        found = copy.deepcopy(whole)
        if isinstance(part, dict):
            at(found, path)["more"] = "1"
        else:
            at(found, path).append("1")
        assert proved(found) is None, path


def test_a_digest_that_does_not_fit_is_refused(whole):
    for path in leaves(whole):
        if path not in {("method",), ("seconds",)}:  # which no digest is about
            with pytest.raises(SabotError):
                certify.check(changed(whole, path, "0.123"))


def test_a_smaller_gain_than_there_is_is_refused():
    whole = sabot.solve("blind-poker(players=3, q=1/4)").to_json()
    whole["gains"] = ["0"] * 3
    whole["bound"] = "0"
    with pytest.raises(CertificateError, match="may gain"):
        certify.check(resealed(whole))


def test_a_larger_gain_is_a_weaker_claim_and_changes_nothing_that_is_said(whole):
    weaker = copy.deepcopy(whole)
    weaker["gains"] = ["1/100"] * len(weaker["seats"])
    weaker["bound"] = "1/100"
    assert proved(weaker) == proved(whole)


def test_a_bound_must_be_that_of_the_gains(whole):
    with pytest.raises(CertificateError, match="bound is not the largest"):
        certify.check(resealed({**whole, "bound": "1/7"}))


def test_cuts_moved_a_little_are_no_equilibrium(whole):
    moved = copy.deepcopy(whole)
    first = moved["thresholds"]["1"]["-"]
    first[0][0] = "0.5"
    with pytest.raises(CertificateError):
        certify.check(resealed(moved))


def test_a_showdown_among_none_or_of_one_twice_is_refused(whole):
    def ends(node):
        if "after" in node:
            for one in node["after"]:
                yield from ends(one)
        elif "in" in node:
            yield node

    seats = whole["seats"]
    for among in ([], [seats[0], seats[0]], ["nobody"], seats[0], None):
        found = copy.deepcopy(whole)
        next(ends(found["certificate"]["form"]))["in"] = among
        assert proved(found) is None

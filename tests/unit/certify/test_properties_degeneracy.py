"""False claims that a game for three is degenerate, or not; each is sealed, also inside."""

import copy
import json
from functools import cache

import pytest
from tests.unit.degenerate_games import REGULAR, SINGULAR, UNPLAYED, form
from tests.unit.forging import resealed

import sabot
from sabot import certify
from sabot.errors import CertificateError, FileError

TIED = 'NFG 1 R "" { "A" "B" "C" } { 2 2 2 } 2 1 2 0 0 0 0 0 2 2 0 2 0 2 1 2 0 1 1 2 2 0 0 2 '
"""Pure equilibria are not strict: that is the evidence. Three sets of equilibria, and 3 others."""
GAMES = {**REGULAR, **UNPLAYED, "double": SINGULAR["double"], "tied": TIED}


@cache
def _saved(name):
    return json.dumps(sabot.properties(form(GAMES[name])).to_json())


def file_of(name):
    """Return the properties of a game, to be changed."""
    return json.loads(_saved(name))


@cache
def list_of(name):
    """Return the text of all equilibria of a game, with their indices where there are some."""
    return json.dumps(sabot.equilibria(form(GAMES[name]), index=True).to_json())


def sealed(told):
    """Return a document with both digests computed again."""
    told = copy.deepcopy(told)
    if isinstance(told.get("equilibria"), dict):
        told["equilibria"] = resealed(told["equilibria"])
    return resealed(told)


def _said(name, nondegenerate, listed, **more):
    """Return properties with another verdict and other evidence; None: without that key."""
    told = file_of(name) | {"nondegenerate": nondegenerate, "equilibria": listed} | more
    left_out = {key for key in ("equilibria", "unplayed_response") if told.get(key) is None}
    return {key: part for key, part in told.items() if key not in left_out}


def _one(name, number):
    """Return the list of one equilibrium of a complete list."""
    told = json.loads(list_of(name))
    del told["indices"], told["certificate"]["neighbourhoods"], told["certificate"]["cases"]
    told["equilibria"] = [told["equilibria"][number]]
    return told | {"complete": False, "count": 1}


def _false_nondegenerate():
    """Yield false claims that all equilibria are regular, with the words of the refusal."""
    listed, whole = json.loads(list_of("touching")), json.loads(list_of("meeting"))
    plain = {key: part for key, part in whole.items() if key != "indices"}
    part = _one("meeting", 0)
    no_list = "nondegenerate: said without a list"
    shown = "shown by a complete list with indices only"
    yield "no evidence", _said("meeting", True, None), no_list
    yield "no evidence of the other", _said("meeting", False, None), no_list
    yield "a part of the list", _said("meeting", True, part), shown
    yield "without indices", _said("meeting", True, plain), shown
    yield (
        "an equilibrium is left out",
        _said("meeting", True, _without(whole, 2)),
        "cell|case|neighbourhood|not listed",
    )
    yield (
        "an equilibrium that is not regular",
        _said("touching", True, listed, unplayed_response=None),
        "not shown to be regular",
    )
    yield (
        "an index for it",
        _said("touching", True, _indexed(listed), unplayed_response=None),
        "not as the indices say",
    )
    yield (
        "a segment of equilibria",
        _said("tied", True, json.loads(list_of("tied"))),
        "not shown to be regular",
    )
    yield "another game", _said("ring", True, whole), "of a game with other payoffs"
    yield (
        "of more strategies",
        _said("between", True, whole, unplayed_response=None),
        "another game",
    )


def _false_degenerate():
    """Yield false claims that one is not regular, and other evidence than is asked for."""
    touching, listed = file_of("touching"), json.loads(list_of("touching"))
    whole, part = json.loads(list_of("meeting")), _one("meeting", 0)
    two = _one("meeting", 0) | {
        "count": 2,
        "equilibria": [_one("meeting", n)["equilibria"][0] for n in (0, 1)],
    }
    yield (
        "the witness is regular",
        _said("meeting", False, part, unplayed_response={"seat": 0, "response": 1}),
        "it is no such response",
    )
    for number in (0, 2):
        told = _said("meeting", False, _one("meeting", number))
        yield f"the matrix of {number} is not singular", told, "is not singular"
    yield (
        "a response that is played",
        touching | {"unplayed_response": {"seat": 0, "response": 0}},
        "it is no such response",
    )
    yield (
        "a response that is not there",
        touching | {"unplayed_response": {"seat": 2, "response": 2}},
        "there is no such one",
    )
    yield (
        "a player who is not there",
        touching | {"unplayed_response": {"seat": 3, "response": 0}},
        "there is no such one",
    )
    yield (
        "not singular, only not quasi-strict",
        _said("touching", False, touching["equilibria"], unplayed_response=None),
        "is not singular",
    )
    yield "the witness is no equilibrium", _moved(touching), "gains by another strategy"
    yield "two witnesses", _said("meeting", False, two), "a list of just one equilibrium"
    yield "a complete list as witness", _said("touching", False, listed), "just one equilibrium"
    yield "no verdict", _said("meeting", None, whole), "nothing is said that they prove"
    yield (
        "a response beside all regular ones",
        file_of("meeting") | {"unplayed_response": {"seat": 0, "response": 1}},
        "of no equilibrium",
    )
    mix = {"seat": 0, "mixture": [[0, "1"]], "responses": [0, 1]}
    yield "a mix", file_of("meeting") | {"degenerate_mix": mix}, "of games for two only"
    yield (
        "of a dominated strategy",
        _said("padded", True, json.loads(list_of("padded"))),
        "of another game",
    )
    for_two = sabot.properties([[(2, 1), (0, 0)], [(0, 0), (1, 2)]]).to_json()
    yield "of a game for two", for_two | {"equilibria": whole}, "no evidence of what is said"
    solved = sabot.solve([[1, -1], [-1, 1]]).to_json()
    yield "no list at all", _said("meeting", True, solved), "are not a sabot/nplayer-equilibria/1"


def _without(told, number):
    """Return a list without an equilibrium, nor anything that is said of it."""
    told = copy.deepcopy(told)
    del told["equilibria"][number], told["indices"][number]
    del told["certificate"]["neighbourhoods"][number]
    cases = told["certificate"]["cases"]
    told["certificate"]["cases"] = [case for case in cases if case != [number + 1]]
    return told | {"count": told["count"] - 1}


def _indexed(told):
    told = copy.deepcopy(told)
    for said in told["indices"]:
        said |= {"quasi_strict": True, "index": 1}
    return told


def _moved(told):
    """Return properties whose witness is another profile."""
    told = copy.deepcopy(told)
    one = told["equilibria"]["equilibria"][0]
    one["strategies"]["A"] = {"-": {"1": "1"}}
    return told


FORGERIES = {
    name: (sealed(told), words)
    for name, told, words in (*_false_nondegenerate(), *_false_degenerate())
}


@pytest.mark.parametrize("name", GAMES)
def test_what_is_found_is_proved(name):
    assert isinstance(certify.check(file_of(name)), certify.PropertiesVerdict)


@pytest.mark.parametrize("name", FORGERIES)
def test_a_false_verdict_is_refused(name):
    told, words = FORGERIES[name]
    with pytest.raises((CertificateError, FileError), match=words):
        certify.check(told)


def test_a_pure_equilibrium_that_is_not_strict_needs_no_list():
    told = sabot.properties(form(TIED)).to_json()
    assert told["nondegenerate"] is False and "equilibria" not in told
    assert certify.check(told)
    assert certify.check(resealed(told | {"nondegenerate": None})), "as older files have it"
    with pytest.raises(CertificateError, match="nondegenerate: said without a list"):
        certify.check(resealed(told | {"nondegenerate": True}))


def test_a_changed_digit_inside_is_refused():
    told = file_of("meeting")
    told["equilibria"]["certificate"]["form"]["payoffs"][0][-1] += 1
    with pytest.raises(CertificateError, match="digest"):
        certify.check(resealed(told))

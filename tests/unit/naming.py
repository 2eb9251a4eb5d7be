"""Documents under other games' names, each right for the payoffs in it and sealed again."""

import json

from tests.unit.forging import document, resealed

import sabot
from sabot import certify
from sabot.conformance import check_conformance


def named(told, game):
    """Return a document under another game's name, sealed as a forger would."""
    return resealed(json.loads(json.dumps(told)) | {"game": game})


def saved(form, game):
    """Return the solution of a form under the name of a game: right for the form, all of it."""
    told = named(document(form), game)
    certify.check(told)
    return told


def theorem(game, **ends):
    """Return a theorem as a file holds it."""
    return json.loads(json.dumps(sabot.prove(game, **ends).to_json()))


def tied(told, game=None):
    """Check a document, and hold it against the game that it names or against another."""
    return check_conformance(certify.check(told), game)

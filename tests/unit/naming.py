"""Documents under other games' names, each right for the payoffs in it and sealed again."""

import json

from tests.unit.forging import document, resealed

import sabot
from sabot import certify


def named(told, game):
    """Return a document under another game's name, sealed as a forger would."""
    told = json.loads(json.dumps(told))
    told["game"] = game
    if told.get("certificate"):
        told["certificate"] = resealed(told["certificate"] | {"game": game})
    if "digest" in told:  # of a theorem; how long it took is not sealed
        told.pop("seconds", None)
        told = resealed(told)
    return told


def saved(form, game):
    """Return the solution of a form under the name of a game: right for the form, all of it."""
    told = named(document(form), game)
    certify.check(told)
    return told


def theorem(game):
    proof = sabot.prove(game)
    return json.loads(json.dumps(proof.to_json()))

"""Solved games as documents, and documents changed and sealed again."""

import json

import sabot
from sabot import certify

PENNIES = [[1, -1], [-1, 1]]
SEVERAL = [[1, -1], [-1, 1], [0, 0]]


def document(game):
    """Return the JSON document of a solved game, as a file would hold it."""
    return json.loads(json.dumps(sabot.solve(game).to_json()))


def resealed(proof):
    """Return a certificate with its digest made anew: what a forger would do."""
    return proof | {"digest": certify.digest(proof)}


def forged(game, change):
    proof = document(game)["certificate"]
    change(proof)
    return resealed(proof)

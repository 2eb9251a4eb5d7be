"""Solved games as documents, and documents changed and sealed again."""

import json
import math
from functools import cache
from pathlib import Path

import sabot
from sabot import certify
from sabot.game_table import shipped_games

PENNIES = [[1, -1], [-1, 1]]
SEVERAL = [[1, -1], [-1, 1], [0, 0]]
OLDER = Path(__file__).parents[1] / "older"
"""Files that an earlier Sabot saved, untouched."""
CARDS = shipped_games().keys() - {"matrix", "efg"}
"""Games that are the same whenever they are named: no file or test tells them anew."""


def document(game):
    """Return the JSON document of a solved game, as a file would hold it: a copy to be changed."""
    named = isinstance(game, str) and game.partition("(")[0] in CARDS
    return json.loads(_solved_once(game) if named else _saved(game))


def _saved(game):
    return json.dumps(sabot.solve(game).to_json())


_solved_once = cache(_saved)


def older(told):
    """Return a solution as number 1 held it: a certificate that stands alone, all said twice."""
    held, seats = told["certificate"], told["seats"]
    alone = {"schema": "sabot/certificate/1", "game": told["game"], "value": told["value"]}
    if held["form"]["kind"] == "tricks":
        names = told["cards"] or [str(card) for card in range(1, len(told["deal"]) + 1)]
        alone["form"] = held["form"] | {
            "seats": seats,
            "deal": told["deal"],
            "names": names,
            "lead": told["lead"][0],
            "led": None if told["led"] is None else names.index(told["led"]) + 1,
        }
        alone |= {"best": told["best"]}
        alone["uniqueness"] = {seat: {"unique": claim} for seat, claim in told["unique"].items()}
    else:
        alone["form"] = held["form"] | {"seats": seats}
        alone |= {key: told[key] for key in ("strategies", "off_path")}
        alone["uniqueness"] = {
            seat: {"unique": told["unique"][seat]} | held["uniqueness"][seat] for seat in seats
        }
    whole = told | {"schema": "sabot/solution/1", "certificate": resealed(alone)}
    return json.loads(json.dumps(whole))


def certificate(game):
    """Return the certificate of a game that stands alone."""
    return older(document(game))["certificate"]


def resealed(proof):
    """Return a document with its digest made anew: what a forger would do."""
    return certify.sealed(proof)


def checked(told):
    """Return what a document proves, of whatever kind that is."""
    return certify.check(told)


def forged(game, change):
    proof = certificate(game)
    change(proof)
    return resealed(proof)


def by_rows(told):
    """Return the solution of a matrix with a denominator for each row, its least."""
    told = json.loads(json.dumps(told))
    form = told["certificate"]["form"]
    below = int(form.pop("denominator"))
    shared = [math.gcd(below, *map(int, row)) for row in form["payoffs"]]
    form["denominators"] = [below // common for common in shared]
    form["payoffs"] = [
        [int(amount) // common for amount in row]
        for row, common in zip(form["payoffs"], shared, strict=True)
    ]
    return resealed(told)


def forged_solution(game, change):
    """Return a solution with something changed, and sealed again."""
    told = document(game)
    change(told)
    return resealed(told)

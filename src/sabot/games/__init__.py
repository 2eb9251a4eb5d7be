"""The games that ship with Sabot, found by name and imported when first asked for."""

from __future__ import annotations

from importlib import import_module

from sabot.ruleset import REGISTRY, Game, Rules, dissect, find

SHIPPED = {
    "le-her": "sabot.games.le_her",
    "matrix": "sabot.games.matrix",
    "kuhn-poker": "sabot.games.poker",
    "leduc-poker": "sabot.games.poker",
}
"""Name of each shipped family, and the module that tells it."""

ALIASES = {"kuhn": "kuhn-poker", "leduc": "leduc-poker"}
"""Short names that are understood, never printed."""


def load(text: str) -> Game:
    """Return the game that a game string names.

    >>> load("le-her(suits=2)")
    sabot.load('le-her(ranks=13, suits=2)')
    """
    name = dissect(text)[0]
    if name in ALIASES and name not in REGISTRY:
        text = text.replace(name, ALIASES[name], 1)
        name = ALIASES[name]
    if name in SHIPPED and name not in REGISTRY:
        import_module(SHIPPED[name])
    return find(text, tuple(SHIPPED))


def families() -> list[Rules]:
    """Return every family of games there is: those shipped, then those told by the user."""
    for module in SHIPPED.values():
        import_module(module)
    return [REGISTRY[name] for name in (*SHIPPED, *(n for n in REGISTRY if n not in SHIPPED))]

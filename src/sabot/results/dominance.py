"""Dominance by information set: where one action is better whatever the other player does."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sabot.results.base import Result


@dataclass(frozen=True, repr=False)
class SortedChoices(Result):
    """What is left of dominance in a flat game with too many pure strategies to list (Lemma 1).

    >>> import sabot
    >>> found = sabot.reduce("baccara(model=B2, decks=6)")
    >>> found.sorts["Player"], found.sorts["Banker"]["(0,0),0"]
    ({'5': '*'}, 'draw')
    """

    game: str
    sorts: Mapping[str, Mapping[str, str]]
    """By player and infoset: the better action, * where it depends, - where it never matters."""
    actions: tuple[str, ...] = ()
    """The actions; by default those that are better at some information set."""

    _schema = "sabot/classification/1"

    def to_json(self) -> dict[str, Any]:
        """Return the document of ``sabot reduce --json``, of a game whose choices are sorted."""
        seats = {seat: dict(own) for seat, own in self.sorts.items()}
        body = {"schema": self._schema, "game": self.game, "seats": seats}
        return body | ({"actions": list(self.actions)} if self.actions else {})

    @classmethod
    def from_json(cls, document: Mapping[str, Any]) -> SortedChoices:
        """Return the choices that a document holds."""
        sorts = {str(seat): dict(own) for seat, own in document["seats"].items()}
        texts = (text for own in sorts.values() for pair in own.items() for text in pair)
        if len(sorts) != 2 or not all(isinstance(text, str) for text in texts):
            raise ValueError("it has no two seats of views")
        return cls(str(document["game"]), sorts, tuple(map(str, document.get("actions", ()))))

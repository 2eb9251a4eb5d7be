"""Dominance by information set: where one action is better whatever the other player does."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

from sabot.results import codec
from sabot.results.base import Result
from sabot.results.codec import JsonDocument, JsonObject, codec_of


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

    _layout = (codec.SCHEMA, "game", codec.entry("seats", "sorts"), "actions?")

    def to_json(self) -> JsonDocument:
        """Return the document of ``sabot reduce --json``, of a game whose choices are sorted."""
        document: JsonDocument = codec_of(type(self)).write(self)
        return document

    @classmethod
    def from_json(cls, document: JsonObject) -> Self:
        """Return the choices that a document holds."""
        found: Self = codec_of(cls).read(document)
        if len(found.sorts) != 2:
            raise ValueError("it has no two seats of views")
        return found

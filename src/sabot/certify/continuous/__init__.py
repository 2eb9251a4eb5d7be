"""Betting games with types in [0, 1] (poker with continuous hands), played by thresholds.

Here are the records of a betting tree in a file: decisions, ends without a showdown, showdowns.
Both documents on such games write the tree alike; only amounts differ, which are numbers in one and
formulas in the other.
"""

from __future__ import annotations

from sabot.certify.json_reader import Json
from sabot.certify.record_codec import Field, Record, labels, list_of, raw, text

_NOT_AFTER_EACH = "a turn leads on after each of its actions"


class TurnRecord(Record, what="a turn"):
    """A player's decision: who, the name of the information set, what follows each action."""

    player = Field(raw, "turn")
    view = Field(text("a view"))
    actions = Field(labels("actions"))
    after = Field(list_of(raw, _NOT_AFTER_EACH))

    def __init__(self, data: Json) -> None:
        super().__init__(data)
        if len(self.after) != len(self.actions):
            raise ValueError(_NOT_AFTER_EACH)


class FoldRecord(Record, what="an end"):
    """An end without a showdown."""

    pays = Field(raw)


class ShowdownRecord(Record, what="a showdown"):
    """A showdown: who is in, what all have paid, the probability to improve."""

    among = Field(labels("seats in a showdown"), "in")
    paid = Field(raw)
    better = Field(raw)

"""The plain family: a function that tells a hand, and nothing else known of the game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from sabot.telling.family import Family
from sabot.telling.honest.names import seated
from sabot.telling.opening import SHAPES
from sabot.telling.parameters import Exact, Whole

if TYPE_CHECKING:
    from sabot.telling.family import OpenForm


class Told(Family):
    """The plain family: all that is known of it is the function that tells a hand."""

    def __init__(
        self,
        function: Callable[..., object],
        *,
        name: str,
        seats: Sequence[str],
        always: Sequence[str] = (),
        even: bool = False,
        sees: Mapping[str, tuple[str, ...]] | None = None,
    ) -> None:
        self.play = function
        self.__doc__ = function.__doc__
        self.name = name
        self.seats = seated(name, seats)
        self.always, self.even, self.sees = tuple(always), even, dict(sees or {})
        super().__init__()
        self.leaves_open = MappingProxyType(
            {
                key: {key: kind.show(self.defaults[key])} if key in self.defaults else {}
                for key, kind in self.kinds.items()
                if isinstance(kind, Exact)
            }
        )
        self.stays_closed = MappingProxyType(
            {
                key: f"{SHAPES} (if the rules only add it up, multiply it and pay it, tell them "
                f"{key}: Fraction)"
                for key, kind in self.kinds.items()
                if isinstance(kind, Whole)
            }
        )

    def opened(self, key: str, values: Mapping[str, Any]) -> OpenForm:
        """Return the game with an amount left open, at which its rules must not look."""
        from sabot.telling.unseen import opened_by_telling

        return opened_by_telling(self.seats, self.play, key, self.kinds[key], values)

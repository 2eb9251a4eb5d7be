"""Saved sessions: the game, the seed and the answers, read, written and replayed.

Equal seeds and equal answers give equal hands, so a history holds no cards; what each hand paid
is in it too, and is compared when it is replayed.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

from sabot.errors import FileError, NumberError
from sabot.exact import as_rational, format_fraction

if TYPE_CHECKING:
    from sabot.play.session import Session

SCHEMA = "sabot/session/1"
_SESSION_KEYS = frozenset({"schema", "game", "seat", "seed", "hands", "unfinished", "against"})
_HAND_KEYS = frozenset({"answers", "paid"})
MOST_HANDS = 100_000
MOST_ANSWERS = 1_000_000
"""Limit on the answers of all hands together."""


@dataclass(frozen=True)
class SessionHistory:
    """What was answered, hand by hand, in which game and from which seed."""

    game: str
    seat: str
    seed: int
    answers: tuple[tuple[str, ...], ...]
    paid: tuple[Fraction, ...]
    unfinished: tuple[str, ...] = ()
    """Answers of a hand that was left before its end."""
    against: tuple[str, ...] = ()
    """Who sat at the other seats, where players do."""

    @classmethod
    def of(cls, session: Session) -> SessionHistory:
        """Return the history of a session."""
        return cls(
            session.source,
            session.sat,
            session.seed,
            tuple(session.played),
            tuple(result.payoff for result in session.results),
            session.begun,
            session.against,
        )

    @property
    def begun(self) -> int:
        """The number of hands dealt; at least one, also where no answer is saved."""
        return max(1, len(self.paid) + bool(self.unfinished))

    @property
    def script(self) -> list[str]:
        """All answers in order."""
        return [one for hand in (*self.answers, self.unfinished) for one in hand]

    def to_json(self) -> dict[str, object]:
        """Return the document."""
        body: dict[str, object] = {
            "schema": SCHEMA,
            "game": self.game,
            "seat": self.seat,
            "seed": self.seed,
            "hands": [
                {"answers": list(answers), "paid": format_fraction(paid)}
                for answers, paid in zip(self.answers, self.paid, strict=True)
            ],
            "unfinished": list(self.unfinished),
        }
        return body | ({"against": list(self.against)} if self.against else {})

    def save(self, path: str | Path) -> None:
        """Write it to a file atomically."""
        import json

        from sabot.io.files import write_atomically

        write_atomically(path, json.dumps(self.to_json(), indent=1) + "\n")

    def require_same(self, session: Session, path: str) -> None:
        """Raise where a replayed hand pays another amount than the saved one."""
        for number, (was, now) in enumerate(zip(self.paid, session.results, strict=False), 1):
            if was != now.payoff:
                raise FileError(
                    f"{path}: hand {number} paid {format_fraction(was)} by the file and pays "
                    f"{format_fraction(now.payoff)} here: it was changed, or comes from other rules"
                )
        if len(session.results) < len(self.paid):
            raise FileError(
                f"{path}: its answers make {len(session.results)} hands, and it has "
                f"{len(self.paid)}: it was changed, or comes from other rules"
            )
        here = (*session.played, session.begun)
        for number, answers in enumerate((*self.answers, self.unfinished), 1):
            given = here[number - 1]
            if answers != given:
                raise FileError(
                    f"{path}: hand {number} has the answers {_list_answers(answers)} in the file "
                    f"and takes {_list_answers(given)}: it was changed, or comes from other rules"
                )


def _list_answers(answers: tuple[str, ...]) -> str:
    return ", ".join(one[:40] for one in answers[:10]) or "none"


def read_history(path: str, found: dict[str, object]) -> SessionHistory:
    """Return the history in a document, or say what is wrong with it."""
    try:
        _require_known_keys(found, _SESSION_KEYS)
        hands = _read_list(found, "hands", MOST_HANDS)
        for hand in hands:
            _require_known_keys(hand, _HAND_KEYS)
        answers = tuple(tuple(_read_texts(hand, "answers")) for hand in hands)
        if sum(map(len, answers)) > MOST_ANSWERS:
            raise FileError(f"more than {MOST_ANSWERS:,} answers")
        paid = tuple(as_rational(_read_text(hand, "paid")) for hand in hands)
        seed = found.get("seed")
        if type(seed) is not int:
            raise FileError("'seed' is not a whole number")
        return SessionHistory(
            _read_text(found, "game"),
            _read_text(found, "seat"),
            seed,
            answers,
            paid,
            tuple(_read_texts(found, "unfinished")),
            tuple(_read_texts(found, "against")) if "against" in found else (),
        )
    except (FileError, NumberError) as fault:
        raise FileError(f"{path}: not a saved session: {fault}") from None


def _require_known_keys(found: object, known: frozenset[str]) -> None:
    """Refuse a part that is not read: it may mean something to who wrote it."""
    for key in found if isinstance(found, dict) else ():
        if key not in known:
            raise FileError(f"{key[:40]!r} is not a part of it")


def _read_text(found: object, key: str) -> str:
    text = found.get(key) if isinstance(found, dict) else None
    if not isinstance(text, str):
        raise FileError(f"{key!r} is not a text")
    return text


def _read_list(found: object, key: str, most: int) -> list[object]:
    held = found.get(key) if isinstance(found, dict) else None
    if not isinstance(held, list) or len(held) > most:
        raise FileError(f"{key!r} is not a list of at most {most:,}")
    return held


def _read_texts(found: object, key: str) -> list[str]:
    held = _read_list(found, key, MOST_ANSWERS)
    texts = [one for one in held if isinstance(one, str)]
    if len(texts) < len(held):
        raise FileError(f"{key!r} holds something that is not a text")
    return texts

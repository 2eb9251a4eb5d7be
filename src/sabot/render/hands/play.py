"""Playing with a real hand, in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sabot.play.cuts import Cuts
from sabot.play.hand import Known, Step
from sabot.render.document import Document, Text, document
from sabot.render.views.play import HELP, Voice, sentence
from sabot.render.words import amount, safe
from sabot.telling.hands import IMPROVES, STAYS


class HandVoice(Voice):
    """Says what happens where hands are real numbers: who bets what, and how hands compare."""

    help = HELP.split("leak  ")[0] + HELP[HELP.index("rules  ") :].split(" The leak looks")[0]

    def opening(self) -> Document:
        """Return who plays what, and what a hand is."""
        session = self.session
        return document(
            Text(f"{session.game}: you are player {safe(session.seat)}, against the optimum."),
            Text(f"A hand is a number from 0 to 1; the higher wins{self._unless()}."),
            Text(f"Optimal play earns you {amount(session.value)} a hand."),
            Text(f"Seed {session.seed}. Type ? for help, q to stop."),
        )

    def _unless(self) -> str:
        judge = self.session.judge
        return ", unless one improves" if isinstance(judge, Cuts) and judge.form.improving else ""

    def leak(self, *, habits: bool = True) -> Document:
        """Return why there is none: no hand comes twice."""
        return document(Text("No hand comes twice, so there are no habits to measure.", depth=1))

    def _telling(self, known: Known, number: int, seen: Sequence[Known]) -> str:
        if number and known.source == "seen":
            seat, _, action = known.text.partition(" ")
            return self._move(seat, action)
        return super()._telling(known, number, seen)

    def _move(self, seat: str, action: str) -> str:
        return sentence(f"player {safe(seat)}: {safe(action)}.")

    def _whose(self, seat: str) -> str:
        return "you" if seat == self.session.seat else f"player {safe(seat)}"

    def _cards(self, steps: Sequence[Step]) -> Iterator[str]:
        """Yield who held what, and whose hands improved: they are asked in the order of seats."""
        held = [step for step in steps if step.kind == "holds"]
        hands = "; ".join(f"{self._whose(step.seat)} {safe(step.text)}" for step in held)
        yield f"Hands: {hands}."
        luck = [step.text for step in steps if step.text in (IMPROVES, STAYS)]
        if luck:
            better = luck.count(IMPROVES)
            yield f"Compared: {len(luck)} hands, {better or 'none'} improved."

"""Playing where payoffs do not sum to 0, in words: against one equilibrium of perhaps many."""

from __future__ import annotations

from sabot.play.balance import Balance
from sabot.play.session import Session
from sabot.render.document import Document, Text, document
from sabot.render.views.play import Voice
from sabot.render.views.review import yardstick
from sabot.render.words import amount, either, mix_text, the
from sabot.results.seats.profile import ROUNDED

HELP = """\
an answer   the number, the name or the first letters of an action
why         what each action is worth here, against the equilibrium
hint        how the equilibrium plays here
rules       the rules of the game
skip        pass over hands in which you have nothing to decide, or no longer
?           this help
q           stop and review (so do the end of the input and Ctrl-C)

A loss is the worth of the best action minus that of yours, in what your own
seat is paid: every action that the equilibrium mixes costs nothing. There may
be other equilibria, which pay other amounts; the other seat keeps to this one."""


class SeatVoice(Voice):
    """Says what happens where each seat is paid by itself."""

    help = HELP

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        if len(session.game.seats) > 2:
            self.help = HELP.replace("the other seat keeps", "the others keep")

    def opening(self) -> Document:
        """Return who plays what."""
        session, judge = self.session, self.session.judge
        several = len(session.game.seats) > 2
        others = "the others" if several else the(session.opponent)
        against = "one equilibrium"
        if isinstance(judge, Balance) and judge.rounded:
            against += ROUNDED
        if isinstance(judge, Balance) and judge.gap:
            against = f"a profile in which a seat could gain up to {amount(judge.gap)}"
        return document(
            Text(f"{session.game}: you are {the(session.seat)}, against {against}."),
            Text(
                f"In it you are paid {amount(session.value)} a hand; "
                f"what you lose, {others} need not win."
            ),
            Text(f"Seed {session.seed}. Type ? for help, q to stop."),
        )

    def hint(self) -> Document:
        """Return how the equilibrium plays here, and what else costs nothing."""
        mix, best = self.session.hint(), self.session.best()
        said = f"{yardstick(self.session).capitalize()} plays: {mix_text(mix.items())}."
        if others := [action for action in best if not mix.get(action)]:
            many = "cost" if len(others) > 1 else "costs"
            said += f" {either(others)} {many} nothing either."
        return document(Text(said, depth=1))

"""Who speaks in a session of play, unless the game's family has a voice of its own."""

from __future__ import annotations

from sabot.play.balance import Balance
from sabot.play.cuts import Cuts
from sabot.play.session import Session
from sabot.render.hands.play import HandVoice
from sabot.render.seats.play import SeatVoice
from sabot.render.views.play import Voice


def voice_of(session: Session) -> Voice:
    """Return the voice of a session: of its game, else by who judges."""
    own: Voice | None = session.game.rules.voice(session)
    if own is not None:
        return own
    voices: dict[type, type[Voice]] = {Cuts: HandVoice, Balance: SeatVoice}
    return voices.get(type(session.judge), Voice)(session)

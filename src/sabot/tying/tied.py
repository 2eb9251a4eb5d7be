"""What a tie says, what a file is held against, and how it is refused."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sabot.errors import CertificateError, NoMethodError, SeatsError
from sabot.files.words import brief
from sabot.games import load, load_polynomial
from sabot.telling.game import Game
from sabot.tying.roads import named_family, named_game
from sabot.tying.spelled import Spelled

if TYPE_CHECKING:
    from sabot.forms.pair import PolynomialPair
    from sabot.forms.polynomial import PolynomialForm
    from sabot.forms.threshold.opened import OpenHands


@dataclass(frozen=True)
class Tie:
    """That a file's numbers are those of a game: how many, and by which roads that was seen."""

    game: str
    compared: str
    """What was held against the game, in words."""
    roads: tuple[str, ...]
    """How the game's own numbers were found."""
    not_taken: str = ""
    """Why there is not one more."""
    off_path: str = ""
    """Why it was not seen that the views which are said never to come up do not."""

    @property
    def words(self) -> str:
        """All of it in a sentence."""
        rest = f"; its rules were not walked: {self.not_taken}" if self.not_taken else ""
        if self.off_path:
            rest += f"; that all views in 'off_path' never come up was not checked: {self.off_path}"
        return f"those of {self.game} ({self.compared}), found {' and '.join(self.roads)}{rest}"


@dataclass(frozen=True)
class Against:
    """What a file is held against: the game that a caller names, else the one that it names."""

    game: Game | str | None

    def one(self, named: str) -> Game:
        """Return the game; of a file that names it no user's file is run."""
        if self.game is None:
            return named_game(named)
        return load(self.game) if isinstance(self.game, str) else self.game

    def family(self, named: str) -> tuple[str, PolynomialForm | OpenHands | PolynomialPair]:
        """Return the name of a family of games, and what it leaves open."""
        if isinstance(self.game, Game):
            raise NoMethodError("a theorem is about many games: name them, as in suits=*")
        return named_family(named) if self.game is None else load_polynomial(self.game)


class RefutedError(CertificateError):
    """The payoffs of a file are the game's; something else in it is not true by the rules."""


def another(game: str, where: str) -> CertificateError:
    """Return the refusal of a file whose payoffs are not those of a game."""
    return CertificateError(f"the payoffs are not those of {brief(game, 200)}\n  {where}")


def not_zero_sum(game: str, fault: SeatsError) -> CertificateError:
    """Return the refusal of a file that holds one number an end, where the game needs more."""
    return another(game, f"the game is not zero-sum: {fault.fact}")


def demand(game: str, found: str | None) -> None:
    """Refuse a file if some difference was found."""
    if found is not None:
        raise another(game, found)


def counted(form: Spelled) -> str:
    """Return how much was compared, in words."""
    views = sum(map(len, form.views))
    return f"{len(form.amounts):,} payoffs, {views:,} view{'s' * (views != 1)}"

"""The grid game of model A3: what is left when duplicate rows and columns are struck out.

With replacement, a pure strategy of Player in model A3 is a mix of model A1: he draws on 5 with
chance i/8. Banker, once his settled views are fixed, draws on a 6 against a stand with chance j/16.
The 9 x 17 game has the value of model A1 and 14 x 70 = 980 extreme equilibria (Ethier and Gamez,
Section 5); finer grids have more.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated

from sabot.forms.additive import AdditiveForm
from sabot.forms.matrix import MatrixForm
from sabot.forms.sequence import SequenceForm
from sabot.games.baccara.form import baccara_form
from sabot.games.baccara.kernel import kernel
from sabot.games.baccara.rules import SEATS
from sabot.telling.family import Family
from sabot.telling.game import Form, Game
from sabot.telling.parameters import Whole
from sabot.telling.tables import Table


@lru_cache(maxsize=1)
def small_kernel() -> MatrixForm:
    """Return the kernel (23) of model A1: Player on 5, Banker on 6 when Player stood."""
    form = baccara_form(model="A1")
    assert isinstance(form, SequenceForm)
    _, one, two = AdditiveForm(form).optimal()
    return kernel(form, dict(zip(SEATS, (one, two), strict=True)))


def grid_form(*, rows: int = 8, columns: int = 16) -> Form:
    """Return the matrix: every entry lies between the four of the kernel."""
    (ss, sd), (ds, dd) = small_kernel().payoffs
    payoffs = tuple(
        tuple(
            (rows - i) * ((columns - j) * ss + j * sd) + i * ((columns - j) * ds + j * dd)
            for j in range(columns + 1)
        )
        for i in range(rows + 1)
    )
    below = small_kernel().denominator * rows * columns
    ones, twos = (tuple(map(str, range(top + 1))) for top in (rows, columns))
    return MatrixForm(payoffs, below, ones, twos, (SEATS[0], SEATS[1])).lowest_terms()


class BaccaraGrid(Family):
    """Player names i, Banker names j, and both then play model A1 of baccara by chance.

    Player draws on 5 with chance i/rows; Banker draws on 6, when Player stands, with chance
    j/columns, and does his best at every other view. The value is Player's.

    rows: the steps of Player's grid, i from 0 to rows. columns: the steps of Banker's, j from 0 to
    columns.
    """

    name = "baccara-grid"
    seats = SEATS
    always = ("rows", "columns")
    edge = "house edge"

    def play(
        self,
        table: Table,
        *,
        rows: Annotated[int, Whole(1, 1000)] = 8,
        columns: Annotated[int, Whole(1, 1000)] = 16,
    ) -> None:
        """Ask both for their frequencies, and let chance draw."""
        i = int(table.ask("Player", [str(i) for i in range(rows + 1)]))
        j = int(table.ask("Banker", [str(j) for j in range(columns + 1)]))
        draws = table.roll({0: rows - i, 1: i}), table.roll({0: columns - j, 1: j})
        table.pay(Player=small_kernel()[draws])

    def form(self, game: Game) -> Form:
        """Return the matrix."""
        return grid_form(**game.parameters)

    def cost(self, game: Game) -> str:
        """Return the shape of the matrix."""
        return f"a {game.parameters['rows'] + 1} x {game.parameters['columns'] + 1} matrix"


baccara_grid = BaccaraGrid()

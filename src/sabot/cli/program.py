"""The program: the list of verbs, each imported only when it is called."""

from __future__ import annotations

from sabot import __version__
from sabot.cli.group import Verbs, verbs
from sabot.games import BROUGHT, FORMER_VERBS

VERBS = {
    "games": ("games", "What games there are."),
    "show": ("games", "The rules of a game in words."),
    "size": ("size", "What solving a game will cost, before it is paid."),
    "solve": ("solve", "Value, strategies, uniqueness and certificate."),
    "check": ("check", "Re-verify a certificate or a proof; nothing else."),
    "reduce": ("reduce", "Dominated strategies removed, step by step."),
    "equilibria": ("equilibria", "All extreme optimal strategies of each seat."),
    "prove": ("prove", "A theorem for all values of the parameter marked *."),
    "value": ("value", "What given strategies earn, and the best reply to each."),
    "sweep": ("sweep", "Many games, one row each; resumed after a kill."),
    "simulate": ("simulate", "Monte Carlo with confidence intervals."),
    "play": ("play", "Play against the optimum; each answer priced."),
    "table": ("table", "The tables of a saved file as LaTeX, CSV or Markdown."),
    "plot": ("plot", "A figure of a game, a theorem, a sweep or a paper."),
    "export": ("export", "The tree or matrix of a game for other programs."),
    "hand": ("hand", "A poker hand: class, exact chances, best discard."),
    "paper": ("paper", "Regenerate a source's tables; show what differs from print."),
    "web": ("web", "The workbench: all of this on a page of this machine."),
    "completion": ("completion", "Completion of words for your shell."),
    **BROUGHT,
}
"""Name of each verb, its module in this package, and its line in ``sabot --help``; after them the
verbs that games bring."""

EXAMPLES = ("sabot solve 'le-her(ranks=13, suits=4)'", "sabot games")

ELSEWHERE = {
    "tree": "a game's tree is drawn by: sabot web GAME; written by: sabot export GAME --efg",
    "theorem": "a theorem is proved by: sabot prove 'GAME(PARAMETER=*)'",
    "nash": "an equilibrium is found by: sabot solve GAME; all of them by: sabot equilibria GAME",
    "verify": "a saved file is verified by: sabot check FILE",
}
"""Words that are no verbs here, and what does what they ask for."""

cli: Verbs = verbs(
    VERBS,
    version=__version__,
    help="Sabot solves card games exactly: value, strategies, certificate, uniqueness.",
    examples=EXAMPLES,
    former=FORMER_VERBS,
    elsewhere=ELSEWHERE,
)

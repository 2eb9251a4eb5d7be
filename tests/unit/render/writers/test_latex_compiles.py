"""What is written for a paper compiles, and no line of it runs over the edge of the page.

Needs TeX (``tools/tex_setup.sh``); skipped where there is none.
"""

import re
import shutil
import subprocess

import pytest
from click.testing import CliRunner

import sabot
from sabot.cli.program import cli

PAGE = r"""\documentclass{article}
\usepackage[T1]{fontenc}
\usepackage{lmodern,amsmath,amsthm,booktabs}
\newtheorem{theorem}{Theorem}
\begin{document}
%s
\end{document}
"""
BAD = re.compile(r"^(?:!|Overfull|LaTeX Warning: (?!Label).*|.*[Uu]ndefined).*", re.MULTILINE)

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(shutil.which("pdflatex") is None, reason="there is no TeX"),
]


def faults_of(text, folder):
    """Compile a page twice and return what its log complains of."""
    (folder / "page.tex").write_text(PAGE % text, encoding="utf-8")
    for _ in range(2):
        line = ["pdflatex", "-interaction=nonstopmode", "page.tex"]
        subprocess.run(line, cwd=folder, capture_output=True, check=False)
    log = (folder / "page.log").read_text(encoding="utf-8", errors="replace")
    assert (folder / "page.pdf").exists(), log[-2000:]
    return BAD.findall(log)


@pytest.mark.parametrize(
    "game",
    [
        "le-her(suits=*)",
        "baccara(model=B1, decks=*)",
        "baccara(model=B2, decks=*)",
        "baccara(model=B3, decks=*)",
        "kuhn-poker(bet=*)",
        "baccara(model=A1, commission=*)",
        "baccara(model=B1, decks=4, commission=*)",
        "baccara(model=B3, decks=*, commission=1/20)",
        "blind-poker(players=2, q=*)",
        "von-neumann(A=*, B=1)",
    ],
)
def test_a_theorem_compiles_within_its_margins(game, tmp_path):
    result = CliRunner().invoke(cli, ["prove", game, "--latex"])
    assert result.exit_code == 0 and faults_of(result.stdout, tmp_path) == []


@pytest.mark.parametrize("width", [3, 12])
def test_a_theorem_on_a_matrix_compiles_within_its_margins(width, tmp_path):
    """As a table, and where that is too broad row by row."""
    heads = ",".join(f"column {n}" for n in range(width))
    rows = [",".join(f"{(3 * m + n) % 7}*t**{m} - {n}/11" for n in range(width)) for m in range(4)]
    text = f"row\\column,{heads}\n" + "".join(f"row {m},{row}\n" for m, row in enumerate(rows))
    (tmp_path / "game.csv").write_text(text, encoding="utf-8")
    game = f"matrix(file={tmp_path / 'game.csv'}, t=*)"
    result = CliRunner().invoke(cli, ["prove", game, "--latex"])
    assert result.exit_code == 0 and faults_of(result.stdout, tmp_path) == []


@pytest.mark.parametrize(
    "game", ["le-her", "kuhn-poker", "baccara(model=B1, decks=6)", "baccara(model=B3, decks=6)"]
)
def test_a_table_compiles_within_its_margins(game, tmp_path):
    file = tmp_path / "saved.json"
    sabot.solve(game).save(file)
    result = CliRunner().invoke(cli, ["table", str(file), "--latex"])
    assert result.exit_code == 0 and faults_of(result.stdout, tmp_path) == []


def test_a_page_that_is_too_wide_is_found(tmp_path):
    """The judge itself: a box that is wider than the page, and a command that is none."""
    assert faults_of(r"\noindent\rule{20cm}{1pt}", tmp_path)
    assert faults_of(r"\nosuchcommand", tmp_path)

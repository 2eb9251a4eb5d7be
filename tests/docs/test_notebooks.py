"""The notebooks of the documentation: every cell is run, and gives what is kept."""

import doctest
import importlib.util
import json
import subprocess
import sys
from pathlib import Path

import pytest
from tools import notebooks

import sabot

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "docs/notebooks"
FILES = sorted(FOLDER.glob("*.ipynb"))
LONG = ("baccara-b3",)


def name(path):
    return path.stem


def code(path):
    return [cell for cell in notebooks.read(path)["cells"] if cell["cell_type"] == "code"]


@pytest.mark.parametrize(
    "path",
    [pytest.param(one, marks=[pytest.mark.slow] * (one.stem in LONG)) for one in FILES],
    ids=name,
)
def test_every_cell_gives_what_the_notebook_keeps(path):
    kept = notebooks.read(path)
    assert notebooks.differences(kept, notebooks.executed(kept)) == []


@pytest.mark.parametrize("path", FILES, ids=name)
def test_a_notebook_is_of_the_format_that_programs_read(path):
    document = notebooks.read(path)
    assert (document["nbformat"], document["nbformat_minor"]) == (4, 5)
    assert document["metadata"]["kernelspec"]["language"] == "python"
    ids = [cell["id"] for cell in document["cells"]]
    assert len(set(ids)) == len(ids)
    assert document["cells"][0]["cell_type"] == "markdown"
    assert notebooks.text_of(document["cells"][0]["source"]).startswith("# ")
    assert [cell["execution_count"] for cell in code(path)] == [*range(1, len(code(path)) + 1)]


@pytest.mark.parametrize("path", FILES, ids=name)
def test_a_notebook_keeps_tables_and_is_listed(path):
    kinds = {kind for cell in code(path) for one in cell["outputs"] for kind in one.get("data", {})}
    assert "text/plain" in kinds
    assert kinds & {"text/html", notebooks.PICTURE}
    assert f"({path.name})" in (FOLDER / "index.md").read_text(encoding="utf-8")


def test_there_are_lectures_enough():
    assert len(FILES) >= 4


# ---------------------------------------------------------------------- the tool


def notebook(*sources, tags=()):
    """Return a notebook of code cells without outputs."""
    cells = [
        {
            "id": f"c{number}",
            "cell_type": "code",
            "metadata": {"tags": list(tags)},
            "source": source,
            "execution_count": None,
            "outputs": [],
        }
        for number, source in enumerate(sources)
    ]
    return {"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": cells}


def test_cells_share_one_namespace_and_the_last_expression_is_shown():
    found = notebooks.executed(notebook("x = 20\nprint('set')", "x + 1", "x;\ny = 2"))
    first, second, third = (cell["outputs"] for cell in found["cells"])
    assert first == [{"output_type": "stream", "name": "stdout", "text": ["set\n"]}]
    assert second[0]["data"] == {"text/plain": ["21"]}
    assert third == []


def test_a_result_is_kept_as_text_and_as_html():
    found = notebooks.executed(notebook("import sabot\nsabot.solve([[1, 0], [0, 1]])"))
    data = found["cells"][0]["outputs"][0]["data"]
    assert data["text/plain"] == ["<Solution of matrix 2 x 2>"]
    assert data["text/html"][0].startswith('<div class="sabot">')


KINDS = {
    "solutions": lambda: sabot.solve("kuhn-poker"),
    "Nash equilibria": lambda: sabot.equilibria([[(2, 1), (0, 0)], [(0, 0), (1, 2)]]),
    "theorems": lambda: sabot.prove("le-her(ranks=3, suits=*)"),
    "reductions": lambda: sabot.reduce([[3, 0], [0, 3], [1, 1]]),
    "judgements": lambda: sabot.value("kuhn-poker", "optimal"),
    "sweeps": lambda: sabot.sweep("le-her(ranks=2..3, suits=1)"),
    "simulations": lambda: sabot.simulate("kuhn-poker", hands=9),
}


def test_every_kind_that_the_page_names_shows_itself_as_tables():
    page = " ".join((ROOT / "docs/how-to/notebooks.md").read_text(encoding="utf-8").split())
    named = page.partition("last line of a cell: ")[2].partition(".")[0].split(", ")
    assert named == list(KINDS)
    for kind, made in KINDS.items():
        found = made()
        assert "<table" in found._repr_html_(), kind
        assert len(repr(found)) < 200 and "\n" not in repr(found), kind
    assert len(repr(sabot.plot("kuhn-poker(bet=*)"))) < 100


def test_a_sweep_is_iterated_lazily_and_shown_whole():
    found = sabot.sweep(["le-her(ranks=2, suits=1)", "le-her(ranks=3, suits=1)"])
    assert "0 of 2 games solved" in repr(found)
    first = next(found)
    assert "1 of 2 games solved" in repr(found)
    assert "ranks=3" in found._repr_html_()  # which solves the rest
    rest = list(found)
    assert [first, *rest] == list(found.rows) and len(rest) == 1
    assert next(found, None) is None


def test_a_figure_is_drawn_only_where_outputs_are_kept():
    pytest.importorskip("matplotlib")
    told = notebook("import sabot\nsabot.plot([[1, 0], [0, 1]])")
    plain = notebooks.executed(told)
    drawn = notebooks.executed(told, draws=True)
    data = drawn["cells"][0]["outputs"][0]["data"]
    assert "<svg" in "".join(data[notebooks.PICTURE])
    assert list(plain["cells"][0]["outputs"][0]["data"]) == ["text/plain"]
    assert notebooks.differences(drawn, plain) == []


def test_a_changed_output_is_found_and_a_changed_time_is_none():
    kept = notebooks.executed(notebook("a = 1", "print('found in 0.5 s')\na"))
    other = json.loads(json.dumps(kept).replace("0.5 s", "12 s"))
    assert notebooks.differences(kept, other) == []
    wrong = json.loads(json.dumps(kept).replace('["1"]', '["2"]'))
    assert notebooks.differences(wrong, kept) == ["cell 2: a"]


def test_a_cell_that_is_to_fail_keeps_its_fault_and_any_other_ends_the_run():
    found = notebooks.executed(notebook("int('x')", tags=[notebooks.RAISES]))
    fault = found["cells"][0]["outputs"][0]
    assert (fault["output_type"], fault["ename"]) == ("error", "ValueError")
    with pytest.raises(ValueError, match="invalid literal"):
        notebooks.executed(notebook("int('x')"))
    with pytest.raises(SystemExit, match="cell 1 is to end with a fault"):
        notebooks.executed(notebook("int('1')", tags=[notebooks.RAISES]))


def test_cells_do_not_write_where_they_are_called_from(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    notebooks.executed(notebook("open('left.txt', 'w').close()"))
    assert list(tmp_path.iterdir()) == []


def tool(*words):
    return subprocess.run(
        [sys.executable, "-m", "tools.notebooks", *words],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_command_says_which_cell_differs_and_writes_it_down(tmp_path):
    path = tmp_path / "one.ipynb"
    notebooks.write(path, notebook("'é' * 2"))
    first = tool(str(path))
    assert (first.returncode, first.stderr) == (1, f"{path}: cell 1: 'é' * 2\n")
    assert tool(str(path), "--write").returncode == 0
    assert "éé" in path.read_text(encoding="utf-8")
    assert tool(str(path)).stdout == f"{path}: 0 cells differ\n"


def test_a_file_that_is_no_notebook_is_refused_by_name(tmp_path):
    path = tmp_path / "old.ipynb"
    path.write_text('{"nbformat": 3}', encoding="utf-8")
    with pytest.raises(SystemExit, match=r"old\.ipynb: not a notebook of format 4"):
        notebooks.read(path)


def test_the_examples_of_the_tool_hold():
    assert not doctest.testmod(notebooks).failed


# ---------------------------------------------------------------------- on the site


@pytest.fixture(scope="module")
def site():
    """The part of the site that turns notebooks into pages."""
    pytest.importorskip("myst_parser", reason="the group 'docs' is not installed")
    place = importlib.util.spec_from_file_location("notebook", ROOT / "docs/_ext/notebook.py")
    module = importlib.util.module_from_spec(place)
    place.loader.exec_module(module)
    return module


def test_a_page_of_the_site_has_cells_tables_and_pictures(site):
    assert not doctest.testmod(site).failed
    page = site.page(notebooks.read(FOLDER / "le-her.ipynb"), "le-her.ipynb")
    assert page.startswith(
        "# Le Her in a lecture\n\n{download}`The notebook: le-her.ipynb <le-her.ipynb>`"
    )
    assert "```python\nlog = sabot.reduce" in page
    assert '```{raw} html\n<div class="output"><div class="sabot">' in page
    assert "```{raw} html\n<svg" in page
    assert "```text\nCertificateError: dealer concedes 141/5525, claimed 277/11050\n```" in page


def test_a_fence_is_longer_than_those_inside(site):
    cell = {"cell_type": "code", "source": ['"```"'], "outputs": []}
    assert site.page({"cells": [cell]}, "a.ipynb") == '````python\n"```"\n````'

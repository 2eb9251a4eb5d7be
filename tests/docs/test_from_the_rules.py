"""The pages on theorems of Coq quote the proofs as they are."""

from pathlib import Path

import pytest
from tools.book import blocks

ROOT = Path(__file__).parents[2]
PAGES = ("docs/explanation/from-the-rules.md", "docs/developers/proved-checker.md")


@pytest.mark.parametrize("page", PAGES)
def test_a_page_quotes_definitions_and_statements_as_the_proofs_have_them(page):
    names = ("Rules", "games/LeHer", "games/Kuhn", "games/Baccara")
    proofs = [(ROOT / "proofs" / f"{name}.v").read_text() for name in names]
    quoted = [block.content for block in blocks((ROOT / page).read_text()) if block.kind == "text"]
    assert all(any(quote in proof for proof in proofs) for quote in quoted)
    for name in ("le_her", "kuhn", "baccara"):
        assert any(f"Definition {name}_statement : Prop :=" in quote for quote in quoted)

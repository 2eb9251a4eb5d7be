"""The page on theorems of Coq quotes the proofs as they are."""

from pathlib import Path

from tools.book import blocks

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "explanation" / "from-the-rules.md"


def test_the_page_quotes_definitions_and_statements_as_the_proofs_have_them():
    names = ("Rules", "games/LeHer", "games/Kuhn", "games/Baccara")
    proofs = [(ROOT / "proofs" / f"{name}.v").read_text() for name in names]
    quoted = [block.content for block in blocks(PAGE.read_text()) if block.kind == "text"]
    assert all(any(quote in proof for proof in proofs) for quote in quoted)
    for name in ("le_her", "kuhn", "baccara"):
        assert any(f"Definition {name}_statement : Prop :=" in quote for quote in quoted)

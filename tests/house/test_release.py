"""A release says one thing: version, date, name and addresses agree wherever they are written."""

import re
import subprocess
import tomllib
from pathlib import Path

import pytest
from tools import man_page, package_metadata, wheel_files

import sabot

ROOT = Path(__file__).parents[2]
PLACE = "https://example.org/owner/name"


def text_of(name):
    return (ROOT / name).read_text(encoding="utf-8")


def project():
    return tomllib.loads(text_of("pyproject.toml"))["project"]


def cited(key):
    return re.findall(rf"^{key}: (\S+)$", text_of("CITATION.cff"), re.MULTILINE)[0]


def tracked(*patterns):
    """Return the text files of the repository that match a pattern, by name."""
    found = subprocess.run(
        ["git", "ls-files", *patterns], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return [name for name in found.stdout.splitlines() if (ROOT / name).is_file()]


# ---------------------------------------------------------------------- the version


def test_the_version_and_its_date_agree_wherever_they_are_written():
    version, date = cited("version"), cited("date-released")
    assert version == sabot.__version__, "CITATION.cff and src/sabot/_version.py differ"
    heading = re.findall(r"^## (\S+) \((.+)\)$", text_of("CHANGELOG.md"), re.MULTILINE)[0]
    assert heading in [(version, date), (version, "unreleased")], "see CHANGELOG.md"
    title = text_of("docs/man/sabot.1").splitlines()[1]
    assert title == f'.TH SABOT 1 {date} "Sabot {version}" "User Commands"', "run: make man"
    assert "version" in project()["dynamic"] and "version" not in project()


def test_pages_that_name_the_version_name_this_one():
    page = text_of("docs/how-to/cite-a-certificate.md")
    assert re.findall(r"\bSabot (\d+\.\d+\.\d+)", page) == [sabot.__version__]


def test_the_changelog_is_short_enough_to_be_read():
    newest = re.split(r"^## ", text_of("CHANGELOG.md"), flags=re.MULTILINE)[1]
    lines = [line for line in newest.splitlines() if line.strip()]
    assert len(lines) <= 60, "the long history is docs/developers/history.md"
    heads = re.findall(r"^### (.+)$", newest, re.MULTILINE)
    assert heads == ["New", "Changed for you", "Wrong before"]


# ---------------------------------------------------------------------- the name


def test_nobody_is_sent_to_the_strangers_package():
    """On the package index ``sabot`` is another program; ours is ``sabot-games``."""
    assert project()["name"] == "sabot-games"
    wrong = re.compile(r"pip install (?:-\S+ )*['\"]?sabot(?!-games)\b")
    files = tracked("*.md", "*.py", "*.toml", "*.sh", "Makefile", "*.ipynb", "*.js", "*.html")
    found = [
        f"{name}: {line.strip()}"
        for name in files
        if not name.startswith(("tests/", "docs/developers/history.md"))
        for line in text_of(name).splitlines()
        if wrong.search(line)
    ]
    assert not found, f"write sabot-games: {found}"


def test_the_versions_of_python_that_are_named_are_allowed():
    named = re.findall(r"Python :: (3\.\d+)$", "\n".join(project()["classifiers"]), re.MULTILINE)
    lowest = project()["requires-python"].removeprefix(">=")
    assert lowest in named, "the lowest version is tested (make lowest)"
    assert all(int(one.split(".")[1]) >= int(lowest.split(".")[1]) for one in named)


# ---------------------------------------------------------------------- the long description


@pytest.mark.parametrize("place", [None, PLACE])
def test_the_long_description_has_no_link_that_a_package_index_lacks(place):
    readme = text_of("README.md")
    assert wheel_files.relative_links(readme), "the README links to pages, or this shows nothing"
    text = package_metadata.long_description(readme, place, "0.0")
    assert wheel_files.relative_links(text) == []
    assert text.startswith("# Sabot\n") and "<!--" not in text
    blocks = re.findall(r"^```.*?^```$", readme, re.MULTILINE | re.DOTALL)
    assert blocks and all(block in text for block in blocks)
    if place is None:
        assert "<img" not in text and "![" not in text
        return
    ours = re.findall(rf"{re.escape(place)}/(?:blob|raw)/v0\.0/([^)\"#\s]+)", text)
    assert len(ours) == len(wheel_files.relative_links(readme))
    assert [name for name in ours if not (ROOT / name).exists()] == []


def test_the_address_of_the_repository_is_written_once():
    """CITATION.cff has it, or a line that says where it goes; nothing else may have another."""
    citation = text_of("CITATION.cff")
    place = package_metadata.repository(citation)
    assert (place is None) == ("\n# repository-code: " in citation)
    assert "urls" in project()["dynamic"] and "urls" not in project()
    assert package_metadata.addresses(None, "1.0") == {}
    shown = package_metadata.addresses(PLACE, "1.0")
    assert shown["Source"] == PLACE
    for address in shown.values():
        inside = re.fullmatch(rf"{PLACE}/blob/v1\.0/(.+)", address)
        assert inside is None or (ROOT / inside[1]).is_file()


# ---------------------------------------------------------------------- the man page


def test_the_man_page_is_what_the_help_says():
    assert man_page.PAGE.read_text(encoding="utf-8") == man_page.page(), "run: make man"
    data = tomllib.loads(text_of("pyproject.toml"))["tool"]["hatch"]["build"]["targets"]["wheel"]
    assert data["shared-data"] == {"docs/man/sabot.1": wheel_files.MAN_PAGE}

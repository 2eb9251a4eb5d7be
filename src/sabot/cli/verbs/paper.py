"""``sabot paper``: regenerate the tables of a source and compare each printed claim with them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from sabot.cli.options import json_option, open_executor, worker_options
from sabot.cli.output import print_json, print_view, show_status
from sabot.cli.verbs import verb

if TYPE_CHECKING:
    from sabot.papers import Source


def _complete_source(context: click.Context, parameter: click.Parameter, typed: str) -> list[str]:
    """Complete the name of a source."""
    from sabot import papers

    return [name for name in papers.names() if name.startswith(typed)]


def _complete_item(context: click.Context, parameter: click.Parameter, typed: str) -> list[str]:
    """Complete an item of the source that is already typed."""
    from sabot import papers

    source = context.params.get("name")
    if source not in papers.names():
        return []
    return [item.name for item in papers.source(source).items if item.name.startswith(typed)]


@verb(
    examples=[
        "sabot paper ethier-2010-le-her",
        "sabot paper ethier-2010-le-her table-5.1",
    ]
)
@click.argument("name", required=False, shell_complete=_complete_source)
@click.argument("item", required=False, shell_complete=_complete_item)
@worker_options
@json_option
def paper(
    name: str | None, item: str | None, jobs: int | None, cluster: str | None, as_json: bool
) -> None:
    """List the papers and books; or recompute the tables of one and show what differs.

    Each printed number is compared with an exact computation. It agrees; or it is a misprint, an
    error, or replaced by an exact result; or the text that we read (a scan or a conversion) does
    not allow a decision. Where a number differs, the evidence is shown. With an ITEM, the table
    itself is printed too, with the evidence for every number. With --jobs or --cluster the report
    is the same. `sabot table` turns the output of --json into a page or LaTeX.
    """
    from sabot import papers

    if name is None:
        _list_sources(as_json)
        return
    source = papers.source(name)
    chosen = None if item is None else _match_item(source, item)
    with open_executor(jobs, cluster) as executor, show_status(f"regenerating {name}"):
        report = papers.run(name, chosen, executor=executor)
    if as_json:
        print_json(report.to_json())
        return
    from sabot.render.views.paper_report import item_view, report_view

    if chosen is None:
        titles = {part.name: part.title for part in source.items}
        parts = (source.title, source.citation, report.claims, titles, source.read)
        print_view(report_view(*parts, source.unchecked))
    else:
        print_view(item_view(report.claims, report.tables, source.read))


def _list_sources(as_json: bool) -> None:
    from sabot import papers

    sources = papers.available_sources()
    if as_json:
        body = [
            {
                "name": name,
                "title": source.title,
                "citation": source.citation,
                "read": source.read,
                "items": [{"name": part.name, "title": part.title} for part in source.items],
            }
            for name, source in sources.items()
        ]
        print_json({"schema": "sabot/papers/1", "sources": body})
        return
    from sabot.render.views.paper_report import sources_view

    print_view(
        sources_view(
            {
                name: (source.title, source.citation, [part.name for part in source.items])
                for name, source in sources.items()
            }
        )
    )


def _match_item(source: Source, word: str) -> str:
    """Return the item that a person means: ``Table 5.1`` and ``table-5.1`` are the same."""

    def plain(text: str) -> str:
        return "".join(letter for letter in text.casefold() if letter.isalnum() or letter == ".")

    for part in source.items:
        if plain(part.name) == plain(word):
            return part.name
    return word

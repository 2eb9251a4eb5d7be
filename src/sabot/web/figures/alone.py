"""A figure as a file of its own: with the colours that the page would give it."""

from __future__ import annotations

import re
from collections.abc import Sequence

_STYLE = """<style>
svg { font: 13px system-ui, sans-serif; background: #fff; }
text { fill: #5c6662; } text.name { fill: #1d2422; } .hand { display: none; }
.rule { stroke: #dedbd2; } .axis { stroke: #5c6662; } .shade { fill: #e3efe9; opacity: 0.55; }
.cut, .guide { stroke: #5c6662; stroke-dasharray: 4 4; }
.curve { fill: none; stroke: #0f5c4a; stroke-width: 2.5; }
.curve.faint { stroke-width: 1; opacity: 0.45; }
.corner { fill: #0f5c4a; } .peak { fill: #f7e27a; stroke: #1d2422; stroke-width: 2; }
.first { fill: #cfe3f7; } .second { fill: #f9dcc1; } .third { fill: #d3ecd9; }
.fourth { fill: #e6d9f2; } .mixed { fill: #f7e27a; } .odd { fill: #e9e7e0; }
text.mark { fill: #16201d; font-weight: 600; }
.hue-0 { --hue: #0f5c4a; } .hue-1 { --hue: #b4530a; } .hue-2 { --hue: #1f6db5; }
.hue-3 { --hue: #8a4fa3; } .hue-4 { --hue: #a37b00; } .hue-5 { --hue: #b03060; }
.curve[class*="hue-"] { stroke: var(--hue); }
[class*="hue-"] circle, text[class*="hue-"] { fill: var(--hue); }
</style>"""
_BOX = re.compile(r'viewBox="0 0 (\d+) (\d+)"')


def standalone(drawings: Sequence[str]) -> str:
    """Return drawings, one above the other, as one file."""
    parts, down, wide = [], 0, 0
    for one in drawings:
        box = _BOX.search(one)
        assert box is not None
        parts.append(
            one.replace("<svg ", f'<svg y="{down}" width="{box[1]}" height="{box[2]}" ', 1)
        )
        down, wide = down + int(box[2]), max(wide, int(box[1]))
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {down}" width="{wide}">'
    first = '<?xml version="1.0" encoding="utf-8"?>'
    return "\n".join([first, head, _STYLE, *parts, "</svg>"]) + "\n"

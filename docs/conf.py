"""How the site is built: `make docs`, without a network, with every warning an error."""

import gc
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE / "_ext"), str(HERE.parent / "src")]

# trees of all pages are kept to the end: whoever looks for garbage among them finds none, at a
# third of the time
gc.disable()

from sabot._version import __version__  # noqa: E402

project = "Sabot"
author = "The Sabot founders"
copyright = "the Sabot founders, MIT licence"
version = release = __version__
language = "en_GB"

extensions = ["myst_parser", "sphinx.ext.autodoc", "mathml", "notebook", "repository"]
exclude_patterns = ["_build", "**.ipynb_checkpoints"]
nitpicky = True
# types in signatures are names of Python, not places on these pages
nitpick_ignore_regex = [(r"py:.*", r".*")]

myst_enable_extensions = [
    "amsmath",
    "attrs_block",
    "attrs_inline",
    "colon_fence",
    "deflist",
    "dollarmath",
]
myst_heading_anchors = 4
myst_dmath_double_inline = True

highlight_language = "text"
pygments_style = "tango"
pygments_dark_style = "native"

html_theme = "furo"
html_title = f"Sabot {version}"
html_static_path = ["_static"]
html_css_files = ["sabot.css"]
html_favicon = "../src/sabot/web/static/mark.svg"
html_copy_source = False
html_show_sphinx = False
html_last_updated_fmt = None
html_theme_options = {
    "light_css_variables": {
        "color-background-primary": "#ffffff",
        "color-background-secondary": "#fbfaf7",
        "color-background-hover": "#f3f1ea",
        "color-background-border": "#dedbd2",
        "color-foreground-primary": "#1d2422",
        "color-foreground-secondary": "#5c6662",
        "color-brand-primary": "#0f5c4a",
        "color-brand-content": "#0f5c4a",
        "color-brand-visited": "#0f5c4a",
        "color-code-background": "#f7f6f1",
    },
    "dark_css_variables": {
        "color-background-primary": "#1b211f",
        "color-background-secondary": "#131816",
        "color-background-hover": "#222a27",
        "color-background-border": "#35403c",
        "color-foreground-primary": "#e8ece9",
        "color-foreground-secondary": "#a3aeaa",
        "color-brand-primary": "#6fc7ac",
        "color-brand-content": "#6fc7ac",
        "color-brand-visited": "#6fc7ac",
        "color-code-background": "#222a27",
    },
}

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_preserve_defaults = True

#!/bin/sh
# What the slow test of our LaTeX compiles with: a small TeX from Debian, and a reader of pages.
set -eu
apt-get install -y --no-install-recommends \
    texlive-latex-base texlive-latex-recommended lmodern poppler-utils
pdflatex --version | head -1

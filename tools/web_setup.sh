#!/bin/sh
# A browser from Debian, where it is absent and may be installed: Chromium without windows for the
# tests of the workbench, which take a quarter less CPU time with it. `sh tools/web_setup.sh chromium`
# installs the whole, for pictures of the workbench and for measuring what a person feels.
set -eu
program=${1:-chromium-headless-shell}
if command -v "$program" >/dev/null; then exit 0; fi
if [ "$(id -u)" -ne 0 ] || ! command -v apt-get >/dev/null; then
  if [ $# -eq 0 ] && command -v chromium >/dev/null; then exit 0; fi
  echo "the tests of the workbench need Chromium: install $program (Debian)" >&2
  exit 1
fi
apt-get install --yes --quiet --no-install-recommends "$program" >/dev/null ||
  { apt-get update --quiet >/dev/null && apt-get install --yes --quiet --no-install-recommends "$program" >/dev/null; }
"$program" --version --no-sandbox

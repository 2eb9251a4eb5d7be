#!/bin/sh
# Chromium for the tests of the workbench, from Debian, where it is absent and may be installed.
set -eu
if command -v chromium >/dev/null; then exit 0; fi
if [ "$(id -u)" -ne 0 ] || ! command -v apt-get >/dev/null; then
  echo "the tests of the workbench need Chromium: install chromium (Debian)" >&2
  exit 1
fi
apt-get install --yes --quiet --no-install-recommends chromium >/dev/null ||
  { apt-get update --quiet >/dev/null && apt-get install --yes --quiet --no-install-recommends chromium >/dev/null; }
chromium --version --no-sandbox

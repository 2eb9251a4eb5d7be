#!/bin/sh
# Go for the second checker, from Debian (golang-go) where it is absent and may be installed; then the
# checker itself, into tools/recheck/build.
set -eu
cd "$(dirname "$0")"
export GOCACHE="$PWD/build/cache" GOFLAGS=-mod=mod GOPROXY=off CGO_ENABLED=0
if ! command -v go >/dev/null; then
  if [ "$(id -u)" -ne 0 ] || ! command -v apt-get >/dev/null; then
    echo "recheck needs Go 1.19 or newer: install golang-go (Debian), or from go.dev" >&2
    exit 1
  fi
  apt-get install --yes --quiet --no-install-recommends golang-go >/dev/null ||
    { apt-get update --quiet >/dev/null && apt-get install --yes --quiet --no-install-recommends golang-go >/dev/null; }
fi
go vet .
# usage is exit code 2: it runs
./recheck >/dev/null 2>&1 || [ $? -eq 2 ]

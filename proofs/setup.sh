#!/bin/sh
# Coq and OCaml for the proved checker, from Debian where they are absent and may be installed; then the
# checker itself, from its extracted code, into proofs/build.
set -eu
cd "$(dirname "$0")"
needed() { command -v coqc >/dev/null && command -v ocamlfind >/dev/null && ocamlfind query zarith >/dev/null 2>&1; }
packages="coq ocaml-nox ocaml-findlib libzarith-ocaml-dev"
if ! needed; then
  if [ "$(id -u)" -ne 0 ] || ! command -v apt-get >/dev/null; then
    echo "the proved checker needs Coq 8.16, OCaml, findlib and zarith: install $packages (Debian)" >&2
    exit 1
  fi
  # shellcheck disable=SC2086
  apt-get install --yes --quiet --no-install-recommends $packages >/dev/null ||
    { apt-get update --quiet >/dev/null && apt-get install --yes --quiet --no-install-recommends $packages >/dev/null; }
fi
make --no-print-directory --silent checker

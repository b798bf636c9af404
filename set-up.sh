#!/usr/bin/env bash
# Makes .venv: the pinned packages of requirements-dev.txt, this project, and their byte code.
# May be interrupted and repeated: the key is written last, and a .venv without its key is completed.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

venv=.venv
key=$(cat <(pwd) pyproject.toml requirements-dev.txt | (sha256sum 2>/dev/null || shasum -a 256))
if [ "$(cat "$venv/set-up-key" 2>/dev/null)" = "$key" ] && "$venv/bin/python" -c '' 2>/dev/null; then exit 0; fi

find_python() {
    local candidate
    for candidate in ${PYTHON:-} python3.11 python3.12 python3.13 python3; do
        # The import fails where a distribution packs ensurepip apart; shims of absent versions fail too.
        if "$candidate" -c 'import ensurepip, sys, venv; sys.exit(not (3, 11) <= sys.version_info < (3, 14))' 2>/dev/null; then
            echo "$candidate"
            return
        fi
    done
    echo "set-up: no Python 3.11, 3.12 or 3.13 with the module venv was found; install one (Debian: python3-venv) or name it: make setup PYTHON=/path/to/python" >&2
    return 1
}

# Scripts of a .venv hold the folder's path: one that was moved here, or whose Python is gone, is made anew.
if ! "$venv/bin/python" -c '' 2>/dev/null || ! grep -q "^VIRTUAL_ENV=.*$(pwd)/$venv" "$venv/bin/activate"; then
    python=$(find_python)
    echo "set-up: making $venv with $("$python" --version); the first time takes about 3 minutes and 1.5 GB"
    rm -rf "$venv"
    "$python" -m venv "$venv"
fi

rm -f "$venv/set-up-key"
echo "set-up: 1/3 installing $(grep -c == requirements-dev.txt) pinned packages"
"$venv/bin/python" -m pip install --quiet --disable-pip-version-check --no-compile --no-deps --require-hashes -r requirements-dev.txt
echo "set-up: 2/3 installing the project, editable"
"$venv/bin/python" -m pip install --quiet --disable-pip-version-check --no-compile --no-deps --no-index --no-build-isolation --editable .
echo "set-up: 3/3 compiling byte code; without it every start takes seconds"
# Some packages carry files of other Python versions that do not compile; nothing imports those.
"$venv/bin/python" -m compileall -qq -j 0 "$venv/lib" || true
echo "$key" >"$venv/set-up-key"

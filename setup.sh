#!/bin/sh
# Makes .venv from uv.lock with whatever Python ≥ 3.12 this machine has; quick when nothing changed.
# Usage: ./setup.sh [dev]     dev: the tools for tests as well
set -eu
cd "$(dirname "$0")"

want="run"
groups="--no-dev"
if [ "${1:-}" = dev ]; then want="dev"; groups=""; fi

lock=$(cksum < uv.lock)
for stamp in ".venv/ready-$want" .venv/ready-dev; do
    if [ -x .venv/bin/python ] && [ "$(cat "$stamp" 2>/dev/null)" = "$lock" ]; then exit 0; fi
done

for place in . .venv; do
    if [ -e "$place" ] && [ ! -w "$place" ]; then
        echo "You may not write in $PWD${place#.}. Start Musterroll as the user who owns this folder, or make a copy of your own." >&2
        exit 1
    fi
done

find_python() {
    for name in python3.13 python3.14 python3.12 python3 python; do
        if "$name" -c 'import sys; sys.exit(sys.version_info < (3, 12))' 2>/dev/null; then
            echo "$name"
            return
        fi
    done
    echo "Musterroll needs Python 3.12 or newer: install it from your system's packages or from https://www.python.org/downloads/, then type this again." >&2
    exit 1
}

if ! .venv/bin/python -c 'import sys; sys.exit(sys.version_info < (3, 12))' 2>/dev/null; then
    python=$(find_python)
    echo "Making an environment in .venv with $("$python" --version) …"
    rm -rf .venv
    if ! "$python" -m venv .venv; then
        rm -rf .venv
        echo "Python's venv module is missing; on Debian and Ubuntu type: apt install python3-venv" >&2
        exit 1
    fi
fi

echo "Installing what uv.lock lists …"
if ! .venv/bin/python -m uv --version >/dev/null 2>&1; then
    .venv/bin/python -m ensurepip -q >/dev/null 2>&1 || true
    .venv/bin/python -m pip install --quiet --disable-pip-version-check uv
fi
# shellcheck disable=SC2086  # $groups is one word or none
UV_PYTHON_DOWNLOADS=never UV_PROJECT_ENVIRONMENT=.venv VIRTUAL_ENV="$PWD/.venv" \
    .venv/bin/python -m uv sync --quiet --frozen --inexact --python .venv/bin/python $groups

.venv/bin/python -m config.parts "$want"
echo "$lock" > ".venv/ready-$want"

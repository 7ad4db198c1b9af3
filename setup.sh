#!/bin/sh
# Makes .venv from uv.lock with whatever Python ≥ 3.12 this machine has, else with one that uv fetches; quick when
# nothing changed.
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

new_enough() { "$1" -c 'import sys; sys.exit(sys.version_info < (3, 12))' 2>/dev/null; }

find_python() {
    for name in python3.13 python3.14 python3.12 python3 python .python/*/bin/python3.13; do
        if new_enough "$name"; then
            echo "$name"
            return
        fi
    done
    return 1
}

# uv fetches a Python of its own into .python; it runs from 3.8 on, so the machine's older one can start it.
bring_python() {
    if command -v uv >/dev/null; then
        fetch uv
    elif python3 -c 'import sys; sys.exit(sys.version_info < (3, 8))' 2>/dev/null; then
        make_environment python3 .python/uv
        if .python/uv/bin/python -m pip install --quiet --disable-pip-version-check uv; then
            fetch .python/uv/bin/python -m uv
        fi
        rm -rf .python/uv
    fi
}

fetch() {
    echo "This machine has no Python 3.12 or newer; fetching 3.13 into .python …"
    "$@" python install --quiet --no-bin --install-dir .python 3.13 || true
}

make_environment() {
    rm -rf "$2"
    if ! "$1" -m venv "$2"; then
        rm -rf "$2"
        echo "Python's venv module is missing; on Debian and Ubuntu type: apt install python3-venv" >&2
        exit 1
    fi
}

if ! new_enough .venv/bin/python; then
    find_python >/dev/null || bring_python
    if ! python=$(find_python); then
        echo "Musterroll needs Python 3.12 or newer: install it from your system's packages or from https://www.python.org/downloads/, then type this again." >&2
        exit 1
    fi
    echo "Making an environment in .venv with $("$python" --version) …"
    make_environment "$python" .venv
fi

echo "Installing what uv.lock lists …"
if ! .venv/bin/python -m uv --version >/dev/null 2>&1; then
    .venv/bin/python -m ensurepip -q >/dev/null 2>&1 || true
    .venv/bin/python -m pip install --quiet --disable-pip-version-check uv
fi
# shellcheck disable=SC2086  # $groups is one word or none
UV_PYTHON_DOWNLOADS=never UV_PROJECT_ENVIRONMENT=.venv VIRTUAL_ENV="$PWD/.venv" \
    .venv/bin/python -m uv sync --quiet --frozen --inexact --python .venv/bin/python $groups

.venv/bin/python -m config.system_packages "$want"
echo "$lock" > ".venv/ready-$want"

"""`make test`: every check there is, side by side, then pytest, which speaks last. Fails when anything fails.

`DATABASE_URL` runs the tests on another PostgreSQL than the embedded one.
"""

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent
PRODUCTION = {
    "MUSTERROLL_URL": "https://muster.example.org",
    "MUSTERROLL_SECRET_KEY": "only-for-this-check-" + "x7Qp" * 12,
    "MUSTERROLL_DEBUG": "no",
    "MUSTERROLL_MAIL": "smtp://mail.example.org:25",
    "DATABASE_URL": "",  # another server's own settings are not what is looked at here
}


def main() -> int:
    with ThreadPoolExecutor() as beside:
        passed = list(beside.map(lambda check: passes(*check), checks()))
    failed = [name for (name, *_), fine in zip(checks(), passed, strict=True) if not fine]
    if failed:
        print(f"\nFailed before the tests: {', '.join(failed)}", flush=True)
    tests = subprocess.call(
        [str(BIN / "pytest"), "-n", "auto", "--dist", "loadgroup", "-q", *sys.argv[1:]], cwd=ROOT
    )
    return tests or (1 if failed else 0)


def checks() -> list[tuple[str, list[str], dict[str, str]]]:
    manage = [sys.executable, "manage.py"]
    return [
        ("ruff", [f"{BIN}/ruff", "check", "."], {}),
        ("ruff format", [f"{BIN}/ruff", "format", "--check", "."], {}),
        ("mypy", [f"{BIN}/mypy"], {}),
        ("djlint", [f"{BIN}/djlint", "--lint", "--quiet", "templates"], {}),
        ("check --deploy", [*manage, "check", "--deploy", "--fail-level", "WARNING"], PRODUCTION),
        ("migrations", [*manage, "makemigrations", "--check", "--dry-run"], {"PYTHONWARNINGS": "ignore"}),
    ]


def passes(name: str, command: Sequence[str], extra: Mapping[str, str]) -> bool:
    done = subprocess.run(command, cwd=ROOT, env={**os.environ, **extra}, capture_output=True, text=True)
    if done.returncode:
        print(f"✗ {name}\n{done.stdout}{done.stderr}", flush=True)
    else:
        print(f"✓ {name}", flush=True)
    return done.returncode == 0


if __name__ == "__main__":
    sys.exit(main())

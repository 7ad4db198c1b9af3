"""`make test`: every check there is beside pytest, each told when it has ended. Fails when anything fails.

The checks run one after another, so that no core idles while mypy, which knows one alone, is at work. There
is one process of tests more than there are cores: for a tenth of the time one waits for a browser, a killed
server, a clock. Long walks of one kind take turns by the day (`tests/in_turn.py`).

`DATABASE_URL` runs the tests on another PostgreSQL than the embedded one.
"""

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from pathlib import Path

from tests import in_turn

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
    with ThreadPoolExecutor(max_workers=1) as beside:
        fine = beside.map(lambda check: told(check[0], output_of(*check[1:])), checks())
        turn = {in_turn.DAY: str(date.today().toordinal())}
        processes = str((os.cpu_count() or 1) + 1)
        tests = subprocess.call(
            [str(BIN / "pytest"), "-n", processes, "--dist", "loadgroup", "-q", *sys.argv[1:]],
            cwd=ROOT,
            env={**os.environ, **turn},
        )
    failed = [name for (name, *_), passed in zip(checks(), fine, strict=True) if not passed]
    if failed:
        print(f"\nFailed beside the tests: {', '.join(failed)}", flush=True)
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


def output_of(command: Sequence[str], extra: Mapping[str, str]) -> str | None:
    """What a check that fails has to say."""
    done = subprocess.run(command, cwd=ROOT, env={**os.environ, **extra}, capture_output=True, text=True)
    return f"{done.stdout}{done.stderr}" if done.returncode else None


def told(name: str, output: str | None) -> bool:
    """Whether a check passed, once somebody has been told."""
    print(f"✓ {name}" if output is None else f"✗ {name}\n{output}", flush=True)
    return output is None


if __name__ == "__main__":
    sys.exit(main())

"""Parts of the system that pip cannot bring: the libraries PDF sheets need, and a browser for tests.

Run once by `setup.sh`. Says what it installs; without the right to, says exactly what to type.
Without these parts everything else works.
"""

import ctypes
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence

LIBRARIES = ["libgobject-2.0.so.0", "libpango-1.0.so.0", "libpangoft2-1.0.so.0", "libharfbuzz-subset.so.0"]
PACKAGES = {
    "apt-get": ["libglib2.0-0", "libpango-1.0-0", "libpangoft2-1.0-0", "libharfbuzz-subset0"],
    "dnf": ["pango", "harfbuzz"],
    "zypper": ["pango", "libharfbuzz-subset0"],
    "pacman": ["pango"],
    "apk": ["pango", "harfbuzz-subset"],
    "brew": ["pango"],
}
CHROMIUM = {
    "apt-get": ["--no-install-recommends", "chromium-headless-shell", "fonts-liberation"],
    "dnf": ["chromium"],
    "zypper": ["chromium"],
    "pacman": ["chromium"],
    "apk": ["chromium"],
    "brew": ["--cask", "chromium"],
}
INSTALL = {"pacman": ["-S", "--noconfirm"], "apk": ["add"]}
BROWSERS = [
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
]


def main() -> None:
    lacks_pdf, lacks_browser = not has_pdf_parts(), sys.argv[1:] == ["dev"] and not browser()
    if (lacks_pdf or lacks_browser) and os.geteuid() == 0 and shutil.which("apt-get"):
        _quietly(["apt-get", "update", "-q"])
    if lacks_pdf:
        _install("The PDF sheets need", PACKAGES)
    if lacks_browser:
        _install_browser()


def has_pdf_parts() -> bool:
    if sys.platform == "darwin":
        return shutil.which("brew") is None or not subprocess.call(
            ["brew", "ls", "pango"], stdout=-3, stderr=-3
        )
    return all(_loads(name) for name in LIBRARIES)


def _loads(library: str) -> bool:
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


def browser() -> str | None:
    """A Chromium of this machine's; None means Playwright's own."""
    given = os.environ.get("MUSTERROLL_CHROMIUM")
    return given or next((found for name in BROWSERS if (found := shutil.which(name))), None)


def _install(why: str, packages: dict[str, list[str]]) -> None:
    manager = next((name for name in packages if shutil.which(name)), None)
    if manager is None:
        print(f"{why} Pango (https://www.gtk.org/docs/architecture/pango); install it to print.")
        return
    command = _command(manager, packages)
    if manager != "brew" and os.geteuid() != 0:
        print(f"{why} a few system parts. To print, type:\n  {to_type(packages)}")
        return
    print(f"{why} {', '.join(packages[manager])}; installing them …", flush=True)
    if not _quietly(command):
        print(f"That did not work. Everything but printing will; to print, type:\n  {to_type(packages)}")


def _command(manager: str, packages: dict[str, list[str]]) -> list[str]:
    usual = ["install"] if manager == "brew" else ["install", "-y"]
    return [manager, *INSTALL.get(manager, usual), *packages[manager]]


def to_type(packages: dict[str, list[str]]) -> str:
    """The line that installs `packages` here; empty where no package manager is known."""
    manager = next((name for name in packages if shutil.which(name)), None)
    if manager is None:
        return ""
    sudo = "sudo " if manager != "brew" and os.geteuid() != 0 else ""
    return sudo + " ".join(_command(manager, packages))


def _install_browser() -> None:
    """From the system's packages where we may, else Playwright's own, which needs its makers' server."""
    print("The browser tests need Chromium; installing it …", flush=True)
    playwright, root = [sys.executable, "-m", "playwright", "install", "chromium"], os.geteuid() == 0
    if root:
        playwright.insert(-1, "--with-deps")
    manager = next((name for name in CHROMIUM if shutil.which(name)), None)
    if root and manager and _quietly(_command(manager, CHROMIUM)):
        return
    if not _quietly(playwright):
        print("That did not work; name a Chromium in MUSTERROLL_CHROMIUM, or type:")
        print(f"  {to_type(CHROMIUM) or 'https://www.chromium.org/getting-involved/download-chromium/'}")


def _quietly(command: Sequence[str]) -> bool:
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        print(done.stderr.strip()[-500:])
    return done.returncode == 0


if __name__ == "__main__":
    main()

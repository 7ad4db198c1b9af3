"""Fetch a package of the npm registry by its plain client and unpack it; no Node is needed to run Musterroll.

Used by the scripts beside it, whose results are committed. `npm pack` is the only thing asked of npm.
"""

import subprocess
import tarfile
import tempfile
from pathlib import Path


def unpacked(package: str) -> Path:
    """The folder with the files of `package` ("name@version"), in a temporary place of its own."""
    place = Path(tempfile.mkdtemp(prefix="musterroll-"))
    subprocess.run(["npm", "pack", "--silent", package], cwd=place, check=True, stdout=subprocess.DEVNULL)
    (archive,) = place.glob("*.tgz")
    with tarfile.open(archive) as tar:
        tar.extractall(place, filter="data")
    return place / "package"

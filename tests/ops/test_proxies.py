"""The manuals' lines for a proxy in front are such as a proxy loads, and hand on what Musterroll believes."""

import re
import shutil
import subprocess
from pathlib import Path
from textwrap import dedent

import pytest

from config.env import ROOT

MANUALS = [ROOT / "docs" / "install.md", ROOT / "docs" / "operating.md"]
OF_A_PLUGIN = "dns PROVIDER"  # for one's own provider: Caddy as it comes does not know it
CERTIFICATES = re.compile(r"/etc/letsencrypt/live/\S+?(?=;)")
BESIDES = """
daemon off;
pid {place}/pid;
error_log {place}/error.log;
events {{ worker_connections 12000; }}
worker_rlimit_nofile 12000;
http {{
    access_log off;
    client_body_temp_path {place}; proxy_temp_path {place}; fastcgi_temp_path {place};
    uwsgi_temp_path {place}; scgi_temp_path {place};
    {block}
}}
"""


def blocks(first: str) -> list[str]:
    """What the manuals tell to write into a proxy's file, by how its first line begins."""
    found = []
    for manual in MANUALS:
        for block in re.findall(r"(?:^ {4}.*\n|^\n(?= {4}))+", manual.read_text(), re.MULTILINE):
            text = dedent(block).strip()
            found += [text] if text.startswith(first) and OF_A_PLUGIN not in text else []
    return found


def test_both_manuals_have_lines_for_caddy_and_one_for_nginx() -> None:
    assert len(blocks("muster.example.org {")) == 2
    assert len(blocks("server {")) == 1


@pytest.mark.skipif(not shutil.which("nginx"), reason="there is no nginx here to ask")
def test_nginx_loads_the_manual_s_lines(tmp_path: Path) -> None:
    certificate = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"]
    certificate += ["-nodes", "-days", "1", "-subj", "/CN=muster.example.org"]
    certificate += ["-keyout", tmp_path / "key.pem", "-out", tmp_path / "key.pem"]  # type: ignore[list-item]
    subprocess.run(certificate, capture_output=True, check=True)
    for block in blocks("server {"):
        inside = CERTIFICATES.sub(str(tmp_path / "key.pem"), block)
        (tmp_path / "nginx.conf").write_text(BESIDES.format(place=tmp_path, block=inside))
        command = ["nginx", "-t", "-c", str(tmp_path / "nginx.conf"), "-p", str(tmp_path)]
        said = subprocess.run(command, capture_output=True, text=True)
        assert said.returncode == 0, said.stderr


@pytest.mark.skipif(not shutil.which("caddy"), reason="there is no Caddy here to ask")
def test_caddy_loads_the_manual_s_lines(tmp_path: Path) -> None:
    for block in blocks("muster.example.org {"):
        (tmp_path / "Caddyfile").write_text(f"{block}\n")
        command = ["caddy", "validate", "--adapter", "caddyfile", "--config", str(tmp_path / "Caddyfile")]
        said = subprocess.run(command, capture_output=True, text=True, env={"HOME": str(tmp_path)})
        assert said.returncode == 0, said.stderr


def test_nowhere_does_nginx_hand_on_an_address_that_a_visitor_claims() -> None:
    """A `location` with headers of its own inherits none, so there are none but those of the server."""
    [block] = blocks("server {")
    server, *locations = block.split("location ")
    assert "proxy_set_header X-Forwarded-For $remote_addr;" in server
    assert "proxy_set_header X-Forwarded-Proto $scheme;" in server
    assert len(locations) == 2
    assert not any("proxy_set_header" in location for location in locations)

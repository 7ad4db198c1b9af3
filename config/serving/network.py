"""Addresses: those this machine answers to in the club's network, and where a visitor comes from."""

import errno
import socket
from collections.abc import Iterable
from contextlib import suppress
from ipaddress import IPv6Address, ip_address, ip_network

from config import env
from config.serving.wire import Request


def is_for_this_machine() -> bool:
    """Whether the office listens for this machine alone, as behind a proxy on it."""
    return env.text("MUSTERROLL_BIND", "").strip("[]") in ("localhost", "127.0.0.1", "::1")


def lan_address() -> str:
    """The IPv4 address phones of the same network reach, or "" where none can. Sends nothing."""
    if is_for_this_machine():
        return ""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # reserved for documentation; only the route is asked for
        except OSError:
            return ""
        address = str(probe.getsockname()[0])
    return "" if address.startswith("127.") else address


def names() -> list[str]:
    """Every host name and address a phone may type for this machine."""
    host = socket.gethostname()
    found = {host, f"{host.split('.')[0]}.local", lan_address()}
    with suppress(OSError):
        found |= {str(info[4][0]) for info in socket.getaddrinfo(host, None, socket.AF_INET)}
    return sorted(name for name in found if name)


def free_port(wanted: int, tries: int = 20) -> int:
    """`wanted`, or the next port nobody uses; 0 when there is none among `tries`."""
    return next((port for port in _ports(wanted, tries) if _is_free(port)), 0)


def visitor(request: Request, *, behind_proxy: bool) -> str:
    """Where a request comes from: behind a proxy what it added to `X-Forwarded-For`, else its other end."""
    lines = [value.decode("latin-1") for name, value in request["headers"] if name == b"x-forwarded-for"]
    passed_on = [one.strip() for line in lines for one in line.split(",") if one.strip()]
    peer = (request.get("client") or ("",))[0]
    return connection_of(passed_on[-1] if behind_proxy and passed_on else peer)


def connection_of(address: str) -> str:
    """What counts as one visitor: an address, of IPv6 its network, since everybody has a whole one."""
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if not isinstance(found, IPv6Address):
        return address
    return str(found.ipv4_mapped or ip_network((found, 64), strict=False).network_address)


def _ports(first: int, tries: int) -> Iterable[int]:
    return range(first, min(first + tries, 65536))


def _is_free(port: int) -> bool:
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("", port))
        except OSError as error:
            if error.errno in (errno.EADDRINUSE, errno.EACCES):
                return False
            raise
    return True

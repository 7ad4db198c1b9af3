"""The ways out of the office, in the order pages show them. The inbox is always and is none of them."""

from campaigns.notices.ways import chat, mail, push
from campaigns.notices.ways.way import Channel

WAYS: tuple[Channel, ...] = (push.WAY, mail.WAY, chat.WAY)


def ways() -> dict[str, Channel]:
    """By name."""
    return {one.name: one for one in WAYS}


def personal() -> list[Channel]:
    """Those of which people choose what comes."""
    return [one for one in WAYS if one.personal]

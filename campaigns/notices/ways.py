"""The ways out of the office, in the order pages show them. The inbox is always and is none of them."""

from campaigns.notices.way import Way

WAYS: tuple[Way, ...] = ()


def ways() -> dict[str, Way]:
    """By name."""
    return {one.name: one for one in WAYS}

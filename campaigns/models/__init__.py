"""The rows of `campaigns`, one module per subject."""

from campaigns.models.people import (
    Club,
    Dice,
    Emblem,
    Invitation,
    Person,
    RequestStatus,
    Role,
    Seat,
    SeatRequest,
    SeatStatus,
    Theme,
    WayBack,
)

__all__ = [
    "Club",
    "Dice",
    "Emblem",
    "Invitation",
    "Person",
    "RequestStatus",
    "Role",
    "Seat",
    "SeatRequest",
    "SeatStatus",
    "Theme",
    "WayBack",
]

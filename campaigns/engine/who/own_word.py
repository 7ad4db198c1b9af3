"""What is said where it takes another's word than that of who acts: a rival's, or one's own on a device that
speaks for one by another's."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _

from campaigns.models import LetIn
from rules.engine.language import either


def needs_own_word(row: LetIn) -> str:
    """Why a device that somebody else has let in does not do this, and what helps."""
    said = _(
        "%(name)s signed this device in, so you have to confirm this yourself. Tap “It’s mine” on another of "
        "your devices, or sign out and in again with your password or passkey. If you have none of these, "
        "you will be able to do this in a later turn of the league."
    )
    if row.sign_in_id:
        said = _(
            "%(name)s merged this sign-in with another of yours, so you have to confirm this yourself. Tap "
            "“That’s me” on another of your devices, or sign out and in again with your password or passkey. "
            "If you have none of these, you will be able to do this in a later turn of the league."
        )
    return said % {"name": row.by or _("An organiser")}


def waits_for_another_device() -> str:
    """The same of something that waits, in few words."""
    return _("waiting for you to confirm it on another of your devices")


def cannot_speak_for(side: str, able: Sequence[str], tells: bool) -> str:
    """Why an organiser who plays against a side does not give its word; what helps."""
    said = [_("You are playing against %(side)s here, so you cannot speak for them.") % {"side": side}]
    said += [_("Ask %(names)s.") % {"names": either(able)}] if able else []
    if tells:
        said.append(_("You can still decide it as organiser; the chronicle will say so."))
    elif not able:
        said.append(
            _(
                "No other organiser can speak for them either. Say how it went for your side; the other side "
                "will answer."
            )
        )
    return " ".join(said)

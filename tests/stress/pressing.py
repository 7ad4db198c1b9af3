"""Forms as they stand on a page, sent by whoever sees them: with what is shown, or with something else."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from django.db import transaction

from tests.season.browser import Form, forms_of
from tests.stress import nasty
from tests.stress.found import Found
from tests.stress.pages import BROKEN, addresses_of
from tests.stress.stage import Stage

OK, REFUSED = 200, (403, 404, 405)
IN_A_ROOM = 0.5


def somewhere(stage: Stage) -> tuple[str, str]:
    """Somebody at a page; as often as not of those who play, where a side writes what is in no journal."""
    sides = [one for one in stage.plugin.sides_of(stage.state) if stage.playing(one, stage.state)]
    if not (sides and stage.facts.rooms and stage.chance(IN_A_ROOM)):
        return stage.anybody(), stage.luck.choice(addresses_of(stage))
    who = stage.luck.choice(stage.playing(stage.luck.choice(sides), stage.state))
    room = stage.luck.choice(sorted(stage.facts.rooms))
    return who, f"/l/{stage.scope.pk}/{stage.scope.game}/{room}"


def forms_at(stage: Stage, who: str, address: str) -> list[Form]:
    """What can be sent from a page."""
    answer = stage.browser(who).get(address)
    if answer.status_code != OK or "text/html" not in answer.get("Content-Type", ""):
        return []
    return [one for one in forms_of(answer.content.decode()) if one.method == "post"]


def filled(form: Form, luck: random.Random, oddly: float) -> dict[str, Any]:
    """A form as somebody fills it in, with one of its buttons."""
    sent: dict[str, Any] = {}
    for name, values in form.sent.items():
        typed = not any(values) and "token" not in name
        sent[name] = luck.choice(nasty.WORDS[1:3]) if typed and luck.random() < 0.7 else values
        if luck.random() < oddly and name != "once":
            sent[name] = luck.choice([*nasty.WORDS, *nasty.IDS])
    if form.buttons:
        name, value = luck.choice(form.buttons)
        sent |= {name: value} if name else {}
    return sent


def every_button(stage: Stage, who: str, most: int) -> Iterator[Found]:
    """Every button of every page this person sees, pressed as it is shown; each time all is as it was before.

    It may say no in words; it is no button of theirs if they may not press it.
    """
    pressed = 0
    for address in addresses_of(stage):
        for form in forms_at(stage, who, address):
            for button in form.buttons:  # one without is there to be filled while somebody follows
                if pressed >= most or form.action.startswith("/accounts/"):
                    return
                pressed += 1
                yield from _pressed(stage, who, form, button, form.action or address)


def _pressed(stage: Stage, who: str, form: Form, button: tuple[str, str], address: str) -> Iterator[Found]:
    sent = {**form.sent, **({button[0]: [button[1]]} if button[0] else {})}
    try:
        with transaction.atomic():
            status = stage.browser(who).post(address, sent).status_code
            transaction.set_rollback(True)
    except Exception as error:
        yield Found(
            "button",
            f"{type(error).__name__} {button}",
            f"{who} presses {button} at {address}: {error!r}"[:500],
        )
        return
    finally:
        stage.forget()
    if status >= BROKEN or status in REFUSED:
        told = f"{who} presses {button} at {address} with {sent}: {status}"
        yield Found("button", f"{button[0]} {status}", told[:600])

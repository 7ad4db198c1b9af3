"""A person's browsers that show notices: kept, tried, forgotten."""

from __future__ import annotations

import re

from django.db import transaction
from django.utils import timezone

from campaigns.models import Browser, Outgoing, OutStatus, Person
from campaigns.notices.ways import addresses, outbox, push

MOST = 10  # of one person; the oldest goes
KNOWN = ("Firefox", "Edg", "OPR", "Chrome", "Safari")  # in this order: each of the later says Safari, too
CALLED = {"Edg": "Edge", "OPR": "Opera"}
MACHINES = ("iPhone", "iPad", "Android", "Windows", "Macintosh", "Linux")


@transaction.atomic
def subscribe_browser(person: Person, *, endpoint: str, key: str, auth: str, agent: str) -> Browser:
    """One more; the same again is renewed, whoever had it before."""
    facts = {"person": person, "key": key, "auth": auth, "name": browser_name(agent)}
    made, _is_new = Browser.objects.update_or_create(endpoint=endpoint, defaults=facts)
    for old in Browser.objects.filter(person=person).exclude(pk=made.pk).order_by("-pk")[MOST - 1 :]:
        delete_browser(old)
    return made


@transaction.atomic
def readdress_browser(*, former: str, endpoint: str, key: str, auth: str) -> bool:
    """The same browser at another address; whether it is one of ours."""
    found = Browser.objects.select_for_update().filter(endpoint=former).first()
    if found is None:
        return False
    Browser.objects.filter(endpoint=endpoint).exclude(pk=found.pk).delete()
    Browser.objects.filter(pk=found.pk).update(endpoint=endpoint, key=key, auth=auth)
    return True


def browser_name(agent: str) -> str:
    """ "Chrome, Android": as much as somebody needs to tell their browsers apart."""
    browser = next((CALLED.get(one, one) for one in KNOWN if re.search(rf"\b{one}/", agent)), "")
    machine = next((one for one in MACHINES if one in agent), "")
    return ", ".join(filter(None, [browser, machine]))


@transaction.atomic
def delete_browser(browser: Browser) -> None:
    """It goes, and what is on its way to it."""
    waiting = Outgoing.objects.filter(way=push.NAME, address=str(browser.pk), status=OutStatus.WAITING)
    waiting.update(status=OutStatus.DROPPED, done_at=timezone.now())
    browser.delete()


def try_out(browser: Browser) -> None:
    """One to try, at once."""
    club = addresses.loud_club(browser.person)
    if push.has_push() and club is not None:
        outbox.queue_message(push.NAME, str(browser.pk), person=browser.person, club=club)

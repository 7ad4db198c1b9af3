"""What somebody is told outside the inbox: the page's figures, and writing down what they chose."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.db import transaction
from django.forms import BoundField
from django.utils.translation import gettext as _

from campaigns.models import Browser, Chat, MailAddress, Person, Telling, Topic, Wish
from campaigns.notices.told.forms import SHOWN, WhatIAmToldForm
from campaigns.notices.ways import addresses, mail, push
from campaigns.notices.ways.hours import telling_of
from campaigns.notices.ways.known import personal
from campaigns.notices.ways.wanting import wishes

ICONS = {
    Topic.GAMES: "calendar-event",
    Topic.NIGHTS: "calendar-event",
    Topic.ASKED: "question-circle",
    Topic.REPORTS: "journal-check",
    Topic.DONE: "person-fill",
    Topic.TURNS: "hourglass-split",
    Topic.DUE: "clock",
    Topic.COMING: "calendar-event",
    Topic.RESULTS: "trophy",
    Topic.WEEK: "list-ul",
}


@dataclass(frozen=True, slots=True)
class TopicLine:
    """A topic with a tick for each way; `note` is what it is about more closely."""

    icon: str
    label: str
    note: str
    ticks: tuple[tuple[str, BoundField], ...]


@dataclass(frozen=True, slots=True)
class ToldPage:
    """`heads`: the ways and whether each works here."""

    heads: tuple[tuple[str, bool], ...]
    lines: tuple[TopicLine, ...]
    mail: MailAddress | None
    no_mail: str
    chats: tuple[str, ...]
    push_works: bool
    push_key: str
    browsers: tuple[Browser, ...]

    @property
    def known(self) -> str:
        """By what a browser finds out that it is one of these."""
        return " ".join(one.endpoint[-24:] for one in self.browsers)


def told_page(person: Person, form: WhatIAmToldForm) -> ToldPage:
    """The page around the form."""
    heads = tuple((way.title(), way.works()) for way in personal())
    chats = Chat.objects.filter(club__seats__person=person, off_at=None).distinct()
    return ToldPage(
        heads=heads,
        lines=tuple(_line(topic, form) for topic in SHOWN),
        mail=addresses.mail_address_of(person),
        no_mail=_why_no_mail(person),
        chats=tuple(one.name for one in chats),
        push_works=push.has_push(),
        push_key=push.public_key() if push.has_push() else "",
        browsers=tuple(person.browsers.all()),
    )


def _line(topic: Topic, form: WhatIAmToldForm) -> TopicLine:
    ticks = tuple((way.title(), form[f"{topic}-{way.name}"]) for way in personal())
    label, _colon, note = str(topic.label).partition(":")
    return TopicLine(ICONS.get(topic, "bell"), label.strip(), note.strip(), ticks)


def _why_no_mail(person: Person) -> str:
    if not mail.has_mail():
        return _("This club’s computer cannot send email.")
    if addresses.loud_club(person) is None:
        return _("Your club sends nothing out until an organiser allows it.")
    return ""


def initial(person: Person) -> dict[str, object]:
    """What the form shows at first."""
    telling = telling_of(person)
    ticks = {f"{topic}-{way.name}": on for way in personal() for topic, on in wishes(person, way).items()}
    names = ("quiet", "quiet_from", "quiet_until", "zone", "daily")
    return {**{name: getattr(telling, name) for name in names}, **ticks}


@transaction.atomic
def save_notification_choices(person: Person, said: Mapping[str, object]) -> None:
    """What somebody chose."""
    zone, yes = str(said["zone"] or ""), {name: bool(said[name]) for name in ("quiet", "daily")}
    hours = {name: said[name] for name in ("quiet_from", "quiet_until")}
    Telling.objects.update_or_create(person=person, defaults={"zone": zone, **yes, **hours})
    for way in personal():
        for topic in SHOWN:
            on = bool(said[f"{topic}-{way.name}"])
            Wish.objects.update_or_create(person=person, topic=topic, way=way.name, defaults={"on": on})

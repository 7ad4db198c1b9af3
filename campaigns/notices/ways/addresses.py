"""A person's mail address: typed, confirmed by the link in one mail, stopped with one click."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _

from campaigns.models import Club, MailAddress, Outgoing, OutStatus, Person, Seat, Topic, Wish
from campaigns.notices.ways import mail, outbox
from campaigns.shell.reading.limits import Limit
from rules.engine.refusals import Refused

DAY = 24 * 3600
BY_PERSON, BY_ADDRESS = Limit("mail-by-person", 6, DAY), Limit("mail-to-address", 3, DAY)


def mail_address_of(person: Person) -> MailAddress | None:
    return MailAddress.objects.filter(person=person).first()


def loud_club(person: Person) -> Club | None:
    """A club of somebody's from which mail may leave."""
    seats = Seat.objects.active().filter(person=person, club__silent_since=None).select_related("club")
    found = seats.first()
    return found.club if found else None


def type_address(person: Person, address: str) -> MailAddress:
    """Keep an address and send it the link that confirms it; one there was before ends at once."""
    club = _may_leave(person)
    if BY_PERSON.is_spent(str(person.pk)) or BY_ADDRESS.is_spent(address.lower()):
        raise Refused("", _("You have asked too often today. Try again tomorrow."), key="address")
    with transaction.atomic():
        delete_address(person)
        made = MailAddress.objects.create(person=person, address=address)
        outbox.queue_message(mail.NAME, str(made.pk), person=person, club=club)
    return made


def _may_leave(person: Person) -> Club:
    if not mail.has_mail():
        raise Refused("", _("This club’s computer cannot send email."), key="address")
    if (club := loud_club(person)) is None:
        raise Refused("", _("Your club sends nothing out until an organiser allows it."), key="address")
    return club


def delete_address(person: Person) -> None:
    """The address goes, and what is on its way to it."""
    found = MailAddress.objects.filter(person=person)
    for one in found:
        waiting = Outgoing.objects.filter(way=mail.NAME, address=str(one.pk), status=OutStatus.WAITING)
        waiting.update(status=OutStatus.DROPPED, done_at=timezone.now())
    found.delete()


def by_word(purpose: str, pk: int, word: str) -> MailAddress | None:
    """The address behind the word of a link."""
    found = MailAddress.objects.select_related("person").filter(pk=pk, person__erased_at=None).first()
    return found if found and constant_time_compare(found.word(purpose), word) else None


def confirm_address(found: MailAddress) -> None:
    MailAddress.objects.filter(pk=found.pk, confirmed_at=None).update(confirmed_at=timezone.now())


def stop_address(found: MailAddress) -> None:
    MailAddress.objects.filter(pk=found.pk, stopped_at=None).update(stopped_at=timezone.now())


def stop_week(found: MailAddress) -> None:
    """No more mail of the week; the other mails go on."""
    mine = Wish.objects.filter(person=found.person)
    mine.update_or_create(person=found.person, topic=Topic.WEEK, way=mail.NAME, defaults={"on": False})


def resume_mail(person: Person) -> None:
    """Mail again, after a stop."""
    MailAddress.objects.filter(person=person).update(stopped_at=None)

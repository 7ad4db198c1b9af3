"""How somebody is told, when two people turn out to be one: nothing is lost, and nothing told twice."""

from __future__ import annotations

from django.db.models import F, Value
from django.db.models.functions import Concat

from campaigns.models import Browser, MailAddress, Notice, Outgoing, OutStatus, Person, Telling, Wish


def hand_over(gone: Person, stays: Person) -> None:
    """Inbox, browsers, mail address, wishes and hours; what `stays` has said goes before what `gone` has."""
    told = Notice.objects.filter(person=stays).values("key")
    Notice.objects.filter(person=gone, key__in=told).delete()
    Notice.objects.filter(person=gone).update(person=stays)
    Browser.objects.filter(person=gone).update(person=stays)
    _address(gone, stays)
    if not Telling.objects.filter(person=stays).exists():
        Telling.objects.filter(person=gone).update(person=stays)
    said = set(Wish.objects.filter(person=stays).values_list("topic", "way"))
    for one in Wish.objects.filter(person=gone):
        if (one.topic, one.way) not in said:
            Wish.objects.filter(pk=one.pk).update(person=stays)
    for kept in (Telling, Wish):
        kept._default_manager.filter(person=gone).delete()
    _on_its_way(gone, stays)


def _address(gone: Person, stays: Person) -> None:
    """The one mail goes to; of two of those that of `stays`."""
    mine, other = (MailAddress.objects.filter(person=one).first() for one in (stays, gone))
    if other is None:
        return
    if mine is None or (other.is_open and not mine.is_open and mine.stopped_at is None):
        MailAddress.objects.filter(person=stays).delete()
        MailAddress.objects.filter(pk=other.pk).update(person=stays)
    else:
        other.delete()


def _on_its_way(gone: Person, stays: Person) -> None:
    """It leaves in the order of whose it is now; what goes to an address that is gone is dropped when due."""
    lane = Concat(F("way"), Value(f":{stays.pk}:"), F("address"))
    Outgoing.objects.filter(person=gone, status=OutStatus.WAITING).update(lane=lane)
    Outgoing.objects.filter(person=gone).update(person=stays)

"""A warband is handed over while a report of its game waits: who hears, and who answers now."""

from __future__ import annotations

import pytest
from django.utils import timezone

from campaigns.models import Notice, NoticeKind, Seat
from campaigns.notices.found import finding
from campaigns.notices.found.inbox import notification_sentence
from tests.campaigns.opr.table.evening import Evening
from tests.campaigns.opr.table.test_report import told
from tests.campaigns.play import act, player
from tests.pages import page_of

pytestmark = pytest.mark.django_db


class TakenOver(Evening):
    """Marta has reported; Tom has said nothing yet. Bea is there, too."""

    def __init__(self) -> None:
        super().__init__()
        self.bea = player(self.scope, "Bea")
        self.sent = self.browser(self.marta).post(self.quick, told(self))["Location"]

    def hand_over(self, warband: str) -> None:
        finding.catch_up(timezone.now())
        act(self.scope, self.ilse, "hand_over", warband=warband, owner=str(self.bea.pk), words="moved")
        finding.catch_up(timezone.now())

    def heard(self, who: Seat) -> list[str]:
        found = Notice.objects.filter(kind=NoticeKind.ACTED_FOR, person=who.person_id)
        return [notification_sentence(one) for one in found]


SAID = "Bea now plays the warband “Raiders”: moved. The new player also takes over your unsettled game"


@pytest.mark.parametrize("how", ["waits", "disputed", "another version"])
def test_opr_68_whoever_waits_for_a_warband_hears_who_plays_it_now(how: str) -> None:
    here = TakenOver()
    if how == "disputed":
        here.browser(here.tom).post(here.sent, {"dispute": "1", "words": "No."})
    if how == "another version":
        here.browser(here.tom).post(
            f"{here.url('report/')}?answers={here.sent.split('/')[-2]}", told(here, winner=here.raiders)
        )
    here.hand_over(here.raiders)
    assert here.heard(here.marta) == [SAID]
    assert [one.startswith("Ilse did this for you") for one in here.heard(here.bea)] == [True]
    page = page_of(here.browser(here.marta).get(here.sent))
    assert [side.player for side in page.sides] == ["Marta", "Bea" if how == "waits" else "Tom"]
    assert page.sides[1].how == {"disputed": "disputed it", "another version": "sent another version"}.get(
        how, ""
    )
    answers = ["", "Now answering for Raiders: Bea."][: len(page.versions)]
    assert [one.answers for one in page.versions] == answers


def test_whoever_waits_for_nobody_else_hears_nothing() -> None:
    here = TakenOver()
    here.hand_over(here.bell)
    assert here.heard(here.tom) == []
    assert (
        page_of(here.browser(here.tom).get(here.sent)).versions[0].answers
        == "Now answering for Second Bell: Bea."
    )
    here.browser(here.tom).post(here.sent, {"confirm": "1"})
    assert [one.answers for one in page_of(here.browser(here.tom).get(here.sent)).versions] == [""]

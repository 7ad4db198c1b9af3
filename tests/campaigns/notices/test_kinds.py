"""Every kind of notification is one object, which says all of it."""

from __future__ import annotations

from campaigns.models import NoticeKind, Topic
from campaigns.notices.kinds.every_kind import EVERY, FINDERS

WRITTEN_AT_ONCE = {NoticeKind.CHAT_DEAD, NoticeKind.LET_IN}


def test_every_kind_has_one_object_and_every_topic_a_kind() -> None:
    assert set(EVERY) == set(NoticeKind)
    assert {one.topic for one in EVERY.values()} == set(Topic)


def test_what_is_not_written_at_once_is_found() -> None:
    assert {kind for kind, one in EVERY.items() if one.finds is None} == WRITTEN_AT_ONCE
    assert len(set(FINDERS)) == len(FINDERS)
    assert FINDERS[-1] is EVERY[NoticeKind.WEEK].finds, "a week is put together of what was found before"

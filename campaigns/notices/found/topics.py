"""What a notice is about, as somebody chooses it."""

from campaigns.models import Notice, NoticeKind, PlanStatus, ReportStatus, Topic

KINDS = {
    PlanStatus.ASKED: NoticeKind.ASKED,
    PlanStatus.AGREED: NoticeKind.AGREED,
    PlanStatus.DECLINED: NoticeKind.DECLINED,
    PlanStatus.OFF: NoticeKind.GAME_OFF,
    PlanStatus.LAPSED: NoticeKind.LAPSED,
}
REPORT_KINDS: dict[str, NoticeKind] = {
    ReportStatus.SENT: NoticeKind.REPORTED,
    ReportStatus.DISPUTED: NoticeKind.DISPUTED,
    ReportStatus.COUNTED: NoticeKind.COUNTS,
}
TOPICS = {
    NoticeKind.ASKED: Topic.GAMES,
    NoticeKind.AGREED: Topic.GAMES,
    NoticeKind.DECLINED: Topic.GAMES,
    NoticeKind.TABLE: Topic.GAMES,
    NoticeKind.GAME_OFF: Topic.GAMES,
    NoticeKind.LAPSED: Topic.GAMES,
    NoticeKind.NIGHT_CHANGED: Topic.NIGHTS,
    NoticeKind.NIGHT_OFF: Topic.NIGHTS,
    NoticeKind.REPORTED: Topic.ASKED,
    NoticeKind.DISPUTED: Topic.REPORTS,
    NoticeKind.COUNTS: Topic.REPORTS,
    NoticeKind.ACTED_FOR: Topic.DONE,
    NoticeKind.CORRECTED: Topic.DONE,
    NoticeKind.WENT_ON: Topic.TURNS,
    NoticeKind.NIGHT_SOON: Topic.NIGHTS,
    NoticeKind.MY_TURN: Topic.TURNS,
    NoticeKind.DUE: Topic.DUE,
    NoticeKind.DUE_NOW: Topic.DUE,
    NoticeKind.RESULT: Topic.RESULTS,
    NoticeKind.WEEK: Topic.WEEK,
    NoticeKind.GAME_SOON: Topic.GAMES,
    NoticeKind.STEPS: Topic.TURNS,
    NoticeKind.NIGHT_ASKED: Topic.COMING,
    NoticeKind.LET_IN: Topic.DONE,
    NoticeKind.REQUEST: Topic.ASKED,
}


def topic_of(notice: Notice) -> Topic:
    return TOPICS.get(NoticeKind(notice.kind), Topic.OTHER)

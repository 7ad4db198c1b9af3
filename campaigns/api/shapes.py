"""What goes in and out, field by field; the OpenAPI description is made from these."""

from __future__ import annotations

from typing import NotRequired, TypedDict

from django.utils.translation import gettext as _
from rest_framework import serializers

from campaigns.models import ActRequest, Report, Seat
from rules.engine.plain import JsonObject


# What a body or an address may say; once it is checked, it is an `S`.
class Reads[S](serializers.Serializer[object]):
    pass


class Problem(serializers.Serializer[object]):
    """Why not: a sentence, the rule behind it, and the question or field it is about."""

    sentence = serializers.CharField()
    rule = serializers.CharField(allow_blank=True)
    key = serializers.CharField(allow_null=True)


# Clubs and leagues


class ClubShape(serializers.Serializer[object]):
    """A club this person sits in, and as what."""

    slug = serializers.CharField()
    name = serializers.CharField()
    time_zone = serializers.CharField()
    seat = serializers.IntegerField()
    role = serializers.CharField()


class SeatShape(serializers.ModelSerializer[Seat]):
    """A person's place in a club; `id` is what leagues refer to as an owner."""

    class Meta:
        model = Seat
        fields = ["id", "name", "emblem", "role"]


class ClubDetail(ClubShape):
    people = SeatShape(many=True)


class LeagueShape(serializers.Serializer[object]):
    """A league. `version` counts every write."""

    id = serializers.IntegerField()
    name = serializers.CharField()
    club = serializers.CharField()
    kind = serializers.CharField()
    game = serializers.CharField()
    edition = serializers.CharField()
    time_zone = serializers.CharField()
    is_public = serializers.BooleanField()
    version = serializers.IntegerField()


class LeagueDetail(LeagueShape):
    """A league with its state tables, what may be done in it, and who is asking."""

    seat = serializers.IntegerField(allow_null=True)
    is_organiser = serializers.BooleanField()
    silence_hours = serializers.IntegerField()
    tables = serializers.ListField(child=serializers.CharField())
    procedures = serializers.ListField(child=serializers.CharField())


class Entity(serializers.Serializer[object]):
    """One entity with all its fields, as you may see it; `version` is what to send as `seen`."""

    id = serializers.CharField()
    version = serializers.IntegerField()


class Standings(serializers.Serializer[object]):
    """The table of a league, best first, as its rulebook reckons it."""

    lines = serializers.ListField(child=serializers.DictField())


# The journal


class DieShape(serializers.Serializer[object]):
    face = serializers.IntegerField()
    origin = serializers.CharField()


class ChronicleLine(serializers.Serializer[object]):
    """One entry told to people."""

    seq = serializers.IntegerField()
    at = serializers.DateTimeField()
    sentence = serializers.CharField()
    who = serializers.CharField(allow_blank=True)
    acting_for = serializers.CharField(allow_blank=True)
    stood_in = serializers.ListField(child=serializers.CharField())
    by_clock = serializers.BooleanField(source="by_itself")
    dice = DieShape(many=True)
    rules = serializers.ListField(child=serializers.CharField())
    void = serializers.BooleanField()
    corrected = serializers.BooleanField()
    correction = serializers.BooleanField()
    url = serializers.CharField()


class EntryShape(serializers.Serializer[object]):
    """One entry as the journal keeps it; a sealed answer is its fingerprint. `let_in`: the seats by
    whose word somebody took part on a device that its person has not called theirs; null for one
    that is gone.
    """

    seq = serializers.IntegerField()
    place = serializers.IntegerField()
    slot = serializers.CharField()
    procedure = serializers.CharField()
    params = serializers.DictField()
    answers = serializers.DictField()
    effects = serializers.ListField(child=serializers.DictField())
    edition = serializers.CharField()
    revision = serializers.IntegerField()
    actor = serializers.IntegerField(allow_null=True)
    acting_for = serializers.CharField(allow_blank=True)
    let_in = serializers.ListField(child=serializers.IntegerField(allow_null=True))
    via = serializers.CharField()
    at = serializers.DateTimeField()
    void = serializers.BooleanField()


class Asked(TypedDict):
    before: NotRequired[int]
    limit: int


class Pages[S: Asked](Reads[S]):
    before = serializers.IntegerField(required=False, min_value=0, max_value=2**31 - 1)
    limit = serializers.IntegerField(default=30, min_value=1, max_value=100)


class Paging(Pages[Asked]):
    """`before` a number of the journal, at most `limit` entries, newest first."""


class AskedAbout(Asked):
    about: NotRequired[str]


class ChroniclePaging(Pages[AskedAbout]):
    """`about`: the id of a warband, unit, mission or territory."""

    about = serializers.RegexField(r"^[\w.:-]{1,80}$", required=False)


# Dialogues and the two calls


class OpenDialogue(serializers.Serializer[object]):
    """An open procedure: what has been answered (sealed: the fingerprint) and what is open, `mine` or not."""

    slot = serializers.CharField()
    procedure = serializers.CharField()
    title = serializers.CharField()
    params = serializers.DictField()
    opened_at = serializers.DateTimeField()
    answered = serializers.ListField(child=serializers.DictField())
    questions = serializers.ListField(child=serializers.DictField())
    refused = Problem(allow_null=True)


class OutcomeShape(serializers.Serializer[object]):
    """What a call led to: settled as `entry`, the open questions of `slot`, or a `report` that counts, or a
    `request` that is done, when the others agree. `then`: the slot of what it went on with at once, when that
    asks something."""

    slot = serializers.CharField()
    entry = serializers.IntegerField(allow_null=True)
    settled = serializers.BooleanField()
    questions = serializers.ListField(child=serializers.DictField())
    reopened = serializers.ListField(child=serializers.CharField())
    repeated = serializers.BooleanField()
    report = serializers.IntegerField(allow_null=True)
    request = serializers.IntegerField(allow_null=True)
    then = serializers.CharField(allow_blank=True)


class Repeated(TypedDict):
    once: NotRequired[str]


class Once[S: Repeated](Reads[S]):
    """`once`: a key of yours for this write; sent again, it gets the first result. A field nobody knows is
    refused: it would be taken for said."""

    once = serializers.CharField(max_length=64, required=False)

    def to_internal_value(self, data: object) -> object:
        unknown = [name for name in data if name not in self.fields] if isinstance(data, dict) else []
        if unknown:
            raise serializers.ValidationError({name: [_("There is no such field here.")] for name in unknown})
        return super().to_internal_value(data)


class Acting(Repeated):
    procedure: str
    params: JsonObject
    seen: dict[str, int]
    roll: NotRequired[bool]
    sure: bool
    another: bool


class Act(Once[Acting]):
    """Start a procedure. `seen`: `{"table:id": version}` of what you read; `roll`: the app throws dice;
    `sure`: what looks like a slip in a report is right; `another`: it is no game of which a report tells
    already."""

    procedure = serializers.CharField(max_length=60)
    params = serializers.DictField(default=dict)
    seen = serializers.DictField(
        child=serializers.IntegerField(min_value=0, max_value=2**31 - 1), default=dict
    )
    roll = serializers.BooleanField(required=False)
    sure = serializers.BooleanField(required=False, default=False)
    another = serializers.BooleanField(required=False, default=False)


class Answering(Repeated):
    slot: str
    key: str
    value: NotRequired[object]
    roll: bool


class GivenAnswer(Once[Answering]):
    """Answer a question: with a `value`, or `roll` true for the app's die."""

    slot = serializers.CharField(max_length=16)
    key = serializers.CharField(max_length=200)
    value = serializers.JSONField(required=False, allow_null=True)
    roll = serializers.BooleanField(default=False)


class InSlot(TypedDict):
    slot: str


class SlotOnly(Reads[InSlot]):
    slot = serializers.CharField(max_length=16)


# Reports


class ReportShape(serializers.ModelSerializer[Report]):
    """What somebody says happened. `agreed`: how each side agreed; it counts as entry `seq`. `due`: when it
    counts though nobody answers, null where it waits for no answer. Since `held_at` it cannot count yet:
    `waits` names the side and the key of what each has to do first. `note`: what came with it; `words`: what
    somebody has said against it, or why it does not count.
    """

    waits = serializers.ListField(child=serializers.ListField(child=serializers.CharField()))
    seq = serializers.IntegerField(source="entry.seq", allow_null=True, default=None)
    agreed = serializers.DictField(child=serializers.CharField())
    facts = serializers.DictField()
    sides = serializers.ListField(child=serializers.CharField())

    class Meta:
        model = Report
        fields = [
            "id", "mission", "procedure", "facts", "status", "reporter", "sent_at", "due", "held_at", "waits",
            "sides", "agreed", "answers_to", "another", "note", "words", "seq",
        ]  # fmt: skip


class RequestShape(serializers.ModelSerializer[ActRequest]):
    """An act that waits for the word of those in `whose`; `agreed`: who has given theirs, and how. Done as
    entry `seq`. It has no `lapses_at` where it lapses with its phase, and while its league is paused."""

    seq = serializers.IntegerField(source="entry.seq", allow_null=True, default=None)
    params = serializers.DictField()
    whose = serializers.ListField(child=serializers.CharField())
    agreed = serializers.SerializerMethodField()

    class Meta:
        model = ActRequest
        fields = [
            "id", "procedure", "params", "status", "asker", "asked_at", "lapses_at", "whose", "agreed",
            "words", "seq",
        ]  # fmt: skip

    def get_agreed(self, asked: ActRequest) -> dict[str, str]:
        return {who: given["how"] for who, given in asked.agreed.items()}


class AnyWords(Reads["Said"]):
    words = serializers.CharField(max_length=300, required=False, allow_blank=True, default="")


class Reporting(Repeated):
    procedure: str
    facts: JsonObject
    answers_to: NotRequired[int]
    another: bool
    words: str
    sure: bool


class SendReport(Once[Reporting]):
    """Facts of a mission, as parameters of the procedure that will book them.

    Where a report of the same sides waits, yours answers it: the same facts agree, others dispute it.
    `another`: yours is another game. `words` are shown with it, as its `note`.
    """

    procedure = serializers.CharField(max_length=60)
    facts = serializers.DictField()
    answers_to = serializers.IntegerField(required=False, min_value=1, max_value=2**31 - 1)
    another = serializers.BooleanField(required=False, default=False)
    words = serializers.CharField(max_length=1000, required=False, allow_blank=True, default="")
    sure = serializers.BooleanField(required=False, default=False)


class Said(TypedDict):
    words: str


class Words(Reads[Said]):
    words = serializers.CharField(max_length=1000, allow_blank=True, default="")

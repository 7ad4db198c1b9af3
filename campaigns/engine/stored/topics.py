"""What a write has touched, in names: an open page fetches again only what they are about.

`warbands`            something in a table of the state, and `warbands:s3.warband` which row of it
`of:s3.warband`       something that belongs to a side, or the side itself
`entries`             the journal has grown
`dialogue:s9`         an open dialogue asks something else; `dialogue` any
`asks`                somebody is asked who was not, or is not asked any more
`reports`             a report was sent, answered or counts
`facts:s4.mission`    a fact of a running mission; `facts` of any
`secret`              something that is not for everybody's eyes
`nights`              a club night, who comes, a game that is planned; no write of a league
`notices`             somebody of the club is told something; no write of a league

A name says where to look, never what there is to see: ids alone, no figure, no word and no answer. Of a
table with many changes no row is named: `warbands:*` stands for all of them. What is no such write (a
league's name, a correction, whoever joins or leaves) says `EVERYTHING`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping

from django.db import connection

from campaigns.engine.stored.store import AnyRegistration
from campaigns.engine.stored.tables import table_changes
from campaigns.models import Dialogue
from rules.engine.procedure import Open
from rules.engine.state import Entity, State, Table

type Asking = tuple[tuple[str, str], ...] | None  # None: nobody looked

EVERYTHING = "*"
ENTRIES, ASKS, REPORTS, FACTS, DIALOGUE, OF = "entries", "asks", "reports", "facts", "dialogue", "of"
VEILED = "secret"
NIGHTS = "nights"
NOTICES = "notices"
CHANNEL = "musterroll"
TELL_CLUB = (
    "SELECT pg_notify(%s, json_build_object('scope', id::text, 'version', version, 'what', %s::text,"
    " 'touched', %s::text)::text) FROM campaigns_scope WHERE club_id = %s AND archived_at IS NULL"
)
MOST_ROWS = 8  # of a table that are named one by one
MOST = 4_000  # characters; PostgreSQL carries 8,000 bytes


def between(registration: AnyRegistration, before: State, after: State) -> set[str]:
    """The names of all that differs between two states of a game, as everybody sees them."""
    found, sides = _between(registration, before, after)
    return found | row_topics(OF, sides)


def sides_between(registration: AnyRegistration, before: State, after: State) -> set[str]:
    """The sides of which something differs for everybody's eyes."""
    return _between(registration, before, after)[1]


def _between(registration: AnyRegistration, before: State, after: State) -> tuple[set[str], set[str]]:
    """The names but those of sides, and the sides."""
    found: set[str] = set()
    was, now = registration.public(before), registration.public(after)
    sides: set[str] = set()
    for table in registration.tables:
        old, new = getattr(was, table), getattr(now, table)
        if _kept_back(getattr(before, table), old) != _kept_back(getattr(after, table), new):
            found.add(VEILED)
        if old is new:
            continue
        changed = list(_changed(old, new))
        if changed:
            found |= {table, *row_topics(table, [one.id for one in changed])}
            field = "id" if table == registration.store.sides else registration.store.held
            sides |= {side for one in changed if (side := getattr(one, field, ""))}
    return found, sides


def row_topics(table: str, keys: Collection[str]) -> set[str]:
    """Rows by name, or all of a table when there are many."""
    return {f"{table}:{key}" for key in keys} if len(keys) <= MOST_ROWS else {f"{table}:*"}


def dialogue_asking(
    registration: AnyRegistration, state: State, dialogue: Dialogue, progress: object
) -> Asking:
    """Whom a dialogue asks, and what it asks of others than whoever opened it: that stands on their homes."""
    if not isinstance(progress, Open):
        return None
    opener = str(dialogue.opened_by_id or "")

    def is_theirs(who: str) -> bool:
        """Whether a question is put to the opener alone."""
        kind, _sep, name = who.partition(":")
        asked = registration.rules.members_of(state, name) if kind == "side" else (name,)
        return bool(opener) and set(asked) == {opener}

    return tuple(sorted((one.who, "" if is_theirs(one.who) else one.key) for one in progress.questions))


def tell_club(club: int, name: str) -> None:
    """Tell whoever follows a league of the club of something that no league counts; after the commit."""
    with connection.cursor() as cursor:
        cursor.execute(TELL_CLUB, [CHANNEL, name, name, club])


def topics_text(names: Iterable[str]) -> str:
    """The names as the stream carries them; too many of them are everything."""
    text = " ".join(sorted(names))
    return text if len(text) <= MOST else EVERYTHING


def _kept_back(whole: Mapping[str, object], seen: Mapping[str, object]) -> dict[str, object]:
    """The rows of a table that not everybody sees as they are."""
    return {} if whole is seen else {key: one for key, one in whole.items() if seen.get(key) is not one}


def _changed(old: Table[Entity], new: Table[Entity]) -> Iterator[Entity]:
    put, gone = table_changes(old, new)
    for key, one in put.items():
        yield one
        if (was := old.get(key)) is not None:
            yield was  # it may have belonged to somebody else
    yield from (old[key] for key in gone)

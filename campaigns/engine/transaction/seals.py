"""What is sealed: its fingerprint, who may read it before it is due, and how anybody checks it afterwards.

Whoever sealed something and everybody who plays the side it was sealed for may read it, and a side reads what
somebody else has sealed in its name. Besides the step that reveals it (`dialogue.revealer`), a person's own
data, and who has broken it before everybody, nothing else reads a seal.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256

from django.db.models import QuerySet

from campaigns.engine.transaction.viewer import AnyViewer
from campaigns.models import Scope, SealedAnswer
from rules.engine.questions import Reveal


def canonical_json(value: object) -> str:
    """The one way in which a sealed value is written down."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def fingerprint_of(salt: bytes, value: object) -> str:
    """SHA-256 of 128 random bits and the canonical content, as hexadecimal digits."""
    return sha256(salt + canonical_json(value).encode()).hexdigest()


def sealed_by(viewer: AnyViewer) -> QuerySet[SealedAnswer]:
    """What this visitor has sealed in a league themselves, for whomever."""
    mine = SealedAnswer.objects.filter(slot__scope=viewer.scope)
    if viewer.seat is None:
        return mine.none()
    mine = mine.filter(owner__person=viewer.seat.person_id)
    return mine.filter(sealed_at__gt=viewer.let_in.at) if viewer.let_in else mine


def own_seal(viewer: AnyViewer, entry: str, key: str) -> object:
    """What is under a seal that this visitor has made or been dealt; None for anybody else."""
    return _value(sealed_by(viewer).filter(slot__code=entry, key=key))


def side_seal(viewer: AnyViewer, side: str, entry: str, key: str) -> object:
    """What is sealed for a side, whoever sealed it, as those who play it read it; None for anybody else. The
    caller has the seal from the league as it stands, which names none that was opened again: of that, who has
    come to the side since knows nothing.
    """
    return broken_seal(viewer, entry, key) if viewer.reads(side) else None


def broken_seal(viewer: AnyViewer, entry: str, key: str) -> object:
    """What is under a seal that the rules let somebody break, which everybody has been told; the caller knows
    that it is broken, and who reads it."""
    return _value(SealedAnswer.objects.filter(slot__scope=viewer.scope, slot__code=entry, key=key))


def _value(rows: QuerySet[SealedAnswer]) -> object:
    return rows.values_list("value", flat=True).first()


@dataclass(frozen=True, slots=True)
class Proof:
    """How anybody can see that an opened seal holds what was put into it.

    `fingerprint` was public from the moment of sealing; `salt` are the random bits as hexadecimal digits;
    `check` is a line of Python that works the fingerprint out from both.
    """

    fingerprint: str
    salt: str
    content: str

    @property
    def check(self) -> str:
        sealed = f"bytes.fromhex({self.salt!r}) + {self.content!r}.encode()"
        return f"import hashlib; print(hashlib.sha256({sealed}).hexdigest())"


def proofs(scope: Scope, opened: Iterable[Reveal]) -> dict[str, Proof]:
    """The proofs of seals that have been opened, by the key of the question that opened them."""
    asked = {(one.entry, one.sealed_key): one.key for one in opened}
    rows = SealedAnswer.objects.filter(
        slot__scope=scope, slot__code__in=[code for code, _key in asked], revealed_at__isnull=False
    ).values_list("slot__code", "key", "fingerprint", "salt", "value")
    return {
        asked[code, key]: Proof(fingerprint, bytes(salt).hex(), canonical_json(value))
        for code, key, fingerprint, salt, value in rows
        if (code, key) in asked
    }

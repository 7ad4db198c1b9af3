"""`make words`: which sentences have a turn that docs/words.md would put another way, language by language.

A report to read, no gate: a book's own word stays, and many a sentence found here is right as it is.
`tests/test_catalogs.py` refuses what is always wrong.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import polib

LOCALE = Path(__file__).resolve().parent.parent / "locale"
MOST = 12  # shown of a turn; the count says how many there are

# What to look for, and what docs/words.md says instead.
TURNS = {
    "en": {
        "name the person, not “whoever”": r"\b[Ww]ho(ever|soever)\b|^Who [a-z]+s [^?]*[.,;]",
        "what goes on has -ing": r"\b(waits for|comes to the|plays now)\b",
        "what was settled has been settled": r"\bis (decided|settled|taken back|fixed) (since|already)\b",
        "“already” before the verb": r"\b(counts|has|is|was) \w+ already[.,;]",
        "no bare “of it”": r"\b(nothing|none|all|more|some|part) of it\b",
        "subject, verb, object": r"^(What|Which|Of) [^?:]*, (a|the|an) \w+ \w+s\b",
        "words we do not use": r"\b(consents?|confirm|ledger|foe|realm|fixture|match|squads?|notices)\b",
        "two thoughts, two sentences": r";[^;]*;",
        "do it by -ing, not “by hand of”": r"\bby hand of\b|\bso many\b|\bone’s own\b",
        "British spelling": r"\b(color|gray|center|armor|organiz\w+|honor|toward|defense)\b",
        "re-roll, or roll again on a button": r"\brerolls?\b|\b(made|taken) again\b",
        "undo, not take back": r"\btak(e|es|en|ing) (it |that |this |the last step )?back\b",
        "a contraction in running text": r"\b(You are|It is|That is|There is|I am|We have|you will)\b",
    },
    "de": {
        "kurzer Imperativ": r"\b(Wähle|Tippe|Nenne|Schalte|Stimme|Rolle)\b(?! (von|des|der))",
        "Benachrichtigungen, nicht Nachrichten": r"\bNachricht(en)?\b",
        "Orga-Seite, nicht Schreibtisch": r"Schreibtisch|\bBüro\b",
        "Figur, nicht Modell": r"\b\w*[Mm]odelle?n?\b",
        "abbrechen, nicht beiseitelegen": r"beiseite",
        "Karte einrichten, nicht auslegen": r"Karte (aus|hin)?legen|Leg (die|eine) Karte",
        "Uhrzeit mit „Uhr“": r"\b(um|bis|ab) \d\d?:\d\d(?! Uhr)",
        "der Genitiv mit ’s": r"\w’s\b",
    },
    "fr": {
        "saisir, pas rapporter": r"\brapport(e|es|ent|er|ez|é|ée|és|ées|e-la|e-le)\b",
        "saisir ou toucher, pas taper": r"\b[Tt]ap(e|es|ent|er|ez|é|ée|ées|ant)\b",
        "appui, pas pression": r"\bpressions?\b",
        "salon de discussion, pas chat": r"\bchats?\b",
        "page d’orga, pas bureau": r"\bbureaux?\b|\bOrganisat(eur|rice)\b",
        "notifications, pas avis": r"\bavis\b",
        "abandonner, pas mettre de côté": r"(mis|mets|mettre) (ça |tout )?de côté",
        "manche ou tour, pas ronde": r"\brondes?\b",
        "appli, pas app": r"\bapp\b",
        "l’heure à la française": r"\b\d\d?:\d\d\b",
    },
}


class Found(NamedTuple):
    """A sentence with the turn, and the file that says it first."""

    sentence: str
    where: str


def sentences(language: str) -> Iterator[Found]:
    """English is what the others translate."""
    catalog = "de" if language == "en" else language
    for entry in polib.pofile(str(LOCALE / catalog / "LC_MESSAGES" / "django.po")):
        theirs = [entry.msgstr, *entry.msgstr_plural.values()]
        for sentence in [entry.msgid, entry.msgid_plural] if language == "en" else theirs:
            if sentence:
                yield Found(sentence.replace("\n", " "), entry.occurrences[0][0] if entry.occurrences else "")


def found(language: str) -> dict[str, list[Found]]:
    everything = list(sentences(language))
    return {
        turn: [one for one in everything if re.search(wrong, one.sentence)]
        for turn, wrong in TURNS[language].items()
    }


def report(language: str) -> Iterator[str]:
    yield f"\n# {language}"
    for turn, theirs in found(language).items():
        yield f"\n{len(theirs):5}  {turn}"
        yield from (f"         {one.sentence}  ({one.where})" for one in theirs[:MOST])


if __name__ == "__main__":
    for code in TURNS:
        print("\n".join(report(code)))

"""Tells Django about the `rules` package, and the rules how Django speaks; all else lives in its modules."""

from django.apps import AppConfig
from django.utils.translation import get_language, gettext, ngettext, pgettext

from rules.engine.language import ENGLISH, Voice, speak


def _language() -> str:
    return get_language() or "en"


def _gettext(sentence: str) -> str:
    """English is what the sentences are written in: nothing to look up, where most of the time goes."""
    return sentence if _language() == "en" else gettext(sentence)


def _ngettext(one: str, many: str, number: int) -> str:
    return (ENGLISH.ngettext if _language() == "en" else ngettext)(one, many, number)


def _pgettext(context: str, sentence: str) -> str:
    return sentence if _language() == "en" else pgettext(context, sentence)


class RulesConfig(AppConfig):
    name = "rules"
    verbose_name = "Rulebooks"

    def ready(self) -> None:
        speak(Voice(_language, _gettext, _ngettext, _pgettext))

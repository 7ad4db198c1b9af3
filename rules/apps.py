"""Tells Django about the `rules` package, and the rules how Django speaks; all else lives in its modules."""

from django.apps import AppConfig
from django.utils.translation import get_language, gettext, ngettext, pgettext

from rules.engine.language import Voice, speak


class RulesConfig(AppConfig):
    name = "rules"
    verbose_name = "Rulebooks"

    def ready(self) -> None:
        speak(Voice(get_language, gettext, ngettext, pgettext))

"""Django's `makemessages`, which also finds what `rules/` says and what stands in the books."""

from __future__ import annotations

from pathlib import Path

from django.core.management.commands import makemessages

from rules.rehearsal.translating import book_texts

NOT_SHOWN = ["tests/*", "scripts/*", "var/*", "config/run.py", "config/processes/upkeep.py"]
LOCALE = Path("locale")
DATED = ('"Report-Msgid-Bugs-To: ', '"POT-Creation-Date: ')  # begin lines that change though no text has
SHORT = {"add_location": "file", "no_wrap": True}  # a catalog's lines change with its texts and nothing else


class Command(makemessages.Command):
    xgettext_options = [
        *makemessages.Command.xgettext_options,
        *(
            "--keyword=say",
            "--keyword=mark",
            "--keyword=mark_in:1c,2",
            "--keyword=say_many:2,3",
            "--keyword=lazy",
        ),
    ]

    def handle(self, *args: object, ignore_patterns: list[str], **options: object) -> None:
        """xgettext reads code, so the books' texts stand in a file of code while it does."""
        LOCALE.mkdir(exist_ok=True)
        spoken = LOCALE / "books.py"
        spoken.write_text("".join(f"mark({text!r})\n" for text in book_texts()), encoding="utf-8")
        ignored = [*ignore_patterns, *NOT_SHOWN]
        try:
            super().handle(*args, ignore_patterns=ignored, **{**options, **SHORT})
        finally:
            spoken.unlink()
        for catalog in LOCALE.glob("*/LC_MESSAGES/*.po"):
            lines = catalog.read_text(encoding="utf-8").splitlines(keepends=True)
            catalog.write_text("".join(one for one in lines if not one.startswith(DATED)), encoding="utf-8")

    def find_files(self, root: str) -> list[makemessages.TranslatableFile]:
        books = self.translatable_file_class(f"./{LOCALE}", "books.py", self.default_locale_path)
        return [*super().find_files(root), books]

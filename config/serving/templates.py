"""Templates without their indentation: nobody reads it in a page, and a phone on a bad link waits for it."""

import re

from django.template.base import Origin
from django.template.loaders import filesystem

INDENTATION = re.compile(r"\n[ \t]+")


class Loader(filesystem.Loader):
    """The project's own templates; line numbers in messages stay true."""

    def get_contents(self, origin: Origin) -> str:
        return INDENTATION.sub("\n", super().get_contents(origin))

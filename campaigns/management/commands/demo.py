"""Make a demo club: three leagues in mid-season, played by driving the real procedures with a fixed seed."""

from __future__ import annotations

from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from campaigns.demo import make_club
from campaigns.models import Club


class Command(BaseCommand):
    help = __doc__

    def handle(self, *args: object, **options: object) -> None:
        if Club.objects.exists():
            raise CommandError("There is a club already. The demo is for an empty database.")
        with transaction.atomic():
            club = make_club()
        self.stdout.write(f"{club.name}: {club.scopes.count()} leagues, {club.seats.count()} people.")

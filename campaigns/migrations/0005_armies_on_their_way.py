"""Armies between the list builder and the league."""

import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("campaigns", "0004_corrections_are_drafts")]

    operations = [
        migrations.CreateModel(
            name="ArmyDraft",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("source", models.BinaryField(default=bytes)),
                ("filename", models.CharField(blank=True, max_length=120)),
                ("data", models.JSONField()),
                ("made_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("changed_at", models.DateTimeField(auto_now=True)),
                (
                    "warband",
                    models.CharField(blank=True, help_text="the warband founded from it", max_length=80),
                ),
                (
                    "made_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="campaigns.seat"
                    ),
                ),
                (
                    "scope",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="army_drafts",
                        to="campaigns.scope",
                    ),
                ),
                (
                    "seat",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="army_drafts",
                        to="campaigns.seat",
                    ),
                ),
            ],
            options={
                "ordering": ["-id"],
                "indexes": [models.Index(fields=["scope", "seat"], name="drafts_of_a_player")],
            },
        ),
    ]

"""Leagues on paper: files the worker makes, and the sheets they are made of."""

import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("campaigns", "0007_progress_of_a_league"),
    ]

    operations = [
        migrations.CreateModel(
            name="KeptSheet",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("digest", models.CharField(max_length=64, unique=True)),
                ("content", models.BinaryField()),
                ("used_at", models.DateTimeField(default=django.utils.timezone.now)),
            ],
        ),
        migrations.CreateModel(
            name="LeaguePrint",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("asked_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("version", models.PositiveIntegerField()),
                ("paper", models.CharField(max_length=6)),
                ("base", models.CharField(help_text="where the codes on the sheets lead", max_length=200)),
                ("done", models.PositiveSmallIntegerField(default=0)),
                ("of", models.PositiveSmallIntegerField(default=0)),
                ("failed", models.BooleanField(default=False)),
                ("content", models.BinaryField(null=True)),
                (
                    "asked_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="campaigns.seat",
                    ),
                ),
                (
                    "scope",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="prints",
                        to="campaigns.scope",
                    ),
                ),
            ],
            options={
                "ordering": ["-id"],
            },
        ),
    ]

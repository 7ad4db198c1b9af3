"""What somebody wrote with a report, what another said against it, and why it cannot count are three things."""

from django.db import migrations, models

FELL = {"#over": ["over"], "#off": ["off"]}
SENTENCE = "It cannot count as it was told, so an organiser decides."  # what older releases have no code for


def apart(apps, schema_editor):
    """Sort what stood in one column: words without anybody who disputes are its reporter's where the report
    waits, counts or is one of several versions, else they say why it cannot count."""
    reports = apps.get_model("campaigns", "Report").objects
    found = reports.filter(disputed_by=None).exclude(words="")
    answered = set(reports.exclude(answers_to=None).values_list("answers_to", flat=True))
    for report in found.order_by("pk").iterator():
        is_version = report.answers_to_id is not None or report.pk in answered
        if report.words in FELL:
            report.why = FELL[report.words]
        elif report.status in ("disputed", "withdrawn") and not is_version:
            report.why = ["kept", report.words]
        else:
            report.note = report.words
        report.words = ""
        report.save(update_fields=["note", "why", "words"])


def together(apps, schema_editor):
    """Put it back into one column; what was said against a report before all else."""
    codes = {tuple(code): kept for kept, code in FELL.items()}
    found = apps.get_model("campaigns", "Report").objects.filter(words="")
    for report in found.exclude(note="", why=[]).order_by("pk").iterator():
        if report.why:
            kept = report.why[-1] if report.why[0] == "kept" else SENTENCE
            report.words = codes.get(tuple(report.why), kept)
        elif report.disputed_by_id is None:
            report.words = report.note
        report.save(update_fields=["words"])


class Migration(migrations.Migration):
    dependencies = [("campaigns", "0075_who_played_before")]

    operations = [
        migrations.AddField("report", "note", models.TextField(blank=True, db_default="", default="")),
        migrations.AddField("report", "why", models.JSONField(db_default=[], default=list)),
        migrations.RunPython(apart, together),
    ]

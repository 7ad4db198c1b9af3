from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("campaigns", "0041_older_versions_go_on_writing"),
    ]

    operations = [
        migrations.AddField(
            model_name="report",
            name="another",
            field=models.BooleanField(db_default=False, default=False),
        ),
    ]

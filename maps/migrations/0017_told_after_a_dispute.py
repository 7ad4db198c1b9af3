from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("maps", "0016_a_siege_says_how"),
    ]

    operations = [
        migrations.AddField(
            model_name="battle",
            name="anew",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AddField(
            model_name="firestormbout",
            name="anew",
            field=models.BooleanField(db_default=False, default=False),
        ),
    ]

# A warband run by the app with a record, and the round of the league a solo game was played in

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("campaigns", "0009_solo_games"),
    ]

    operations = [
        migrations.AddField(
            model_name="sologame",
            name="league_round",
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="warband",
            name="rival",
            field=models.CharField(blank=True, max_length=10),
        ),
    ]

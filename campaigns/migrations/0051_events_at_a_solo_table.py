from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('campaigns', '0050_who_left_the_table'),
    ]

    operations = [
        migrations.AddField(
            model_name='sologame',
            name='events',
            field=models.JSONField(db_default=[], default=list),
        ),
    ]

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('campaigns', '0051_events_at_a_solo_table'),
    ]

    operations = [
        migrations.AddField(
            model_name='report',
            name='left_to',
            field=models.CharField(blank=True, db_default='', default='', max_length=80),
        ),
    ]

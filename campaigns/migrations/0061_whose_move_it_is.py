import django.contrib.postgres.fields
import django.db.models.deletion
import django.db.models.functions.datetime
from django.db import migrations, models


TURNS = ("my_turn", "due", "due_now", "steps")
LATEST = """UPDATE campaigns_notice SET key = 'todo-' || scope_id WHERE id IN (
 SELECT DISTINCT ON (person_id, scope_id) id FROM campaigns_notice
 WHERE kind = ANY(%s) AND scope_id IS NOT NULL ORDER BY person_id, scope_id, id DESC)"""
EARLIER = """UPDATE campaigns_notice SET read_at = now()
 WHERE kind = ANY(%s) AND key NOT LIKE 'todo-%%' AND read_at IS NULL"""


def one_line_a_league(apps, schema_editor):
    """What was told last of a league's turns and steps is the line that is renewed from now on."""
    with schema_editor.connection.cursor() as cursor:
        cursor.execute(LATEST, [list(TURNS)])
        cursor.execute(EARLIER, [list(TURNS)])


class Migration(migrations.Migration):
    """`Summary.wants` stays: a release that still serves reads and writes it."""

    dependencies = [
        ('campaigns', '0060_what_became_of_games'),
    ]

    operations = [
        migrations.CreateModel(
            name='TodoRow',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('side', models.TextField(blank=True)),
                ('key', models.TextField()),
                ('kind', models.CharField(max_length=40)),
                ('about', django.contrib.postgres.fields.ArrayField(base_field=models.TextField(), default=list)),
                ('stand', models.CharField(max_length=5)),
                ('who', models.TextField(blank=True)),
                ('act', models.TextField(blank=True)),
                ('params', models.JSONField(default=dict)),
                ('on', django.contrib.postgres.fields.ArrayField(base_field=models.TextField(), default=list)),
                ('seats', django.contrib.postgres.fields.ArrayField(base_field=models.TextField(), default=list)),
                ('any_of', models.BooleanField(default=False)),
                ('own', models.BooleanField(default=False)),
                ('cover', models.BooleanField(default=False)),
                ('place', models.PositiveIntegerField(default=0)),
                ('since', models.DateTimeField()),
                ('until', models.DateTimeField(null=True)),
                ('occurrence', models.PositiveIntegerField(default=0)),
                ('gone_at', models.DateTimeField(null=True)),
                ('scope', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='todo_rows', to='campaigns.scope')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('scope', 'side', 'key', 'cover'), name='one_todo_a_side_and_key')],
            },
        ),
        migrations.AlterField(
            model_name='summary',
            name='wants',
            field=django.contrib.postgres.fields.ArrayField(base_field=models.TextField(), db_default=[], default=list, editable=False, size=None),
        ),
        migrations.AddField(
            model_name='notice',
            name='pushed_at',
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name='noticemark',
            name='todos_from',
            field=models.DateTimeField(db_default=django.db.models.functions.datetime.Now()),
        ),
        migrations.RunPython(one_line_a_league, migrations.RunPython.noop, elidable=True),
    ]

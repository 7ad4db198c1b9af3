from django.db import migrations, models

# Whatever changes in a club or on one of its seats: its version counts up, whoever writes, and every open page
# of its leagues is told to look again.
COUNTED = """
CREATE FUNCTION musterroll_club_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.version := OLD.version + 1;  -- also when an older row is saved over it
  PERFORM pg_notify('musterroll', json_build_object('scope', id::text, 'version', version, 'what', 'club')::text)
    FROM campaigns_scope WHERE club_id = NEW.id AND archived_at IS NULL;
  RETURN NEW;
END $$;
CREATE TRIGGER musterroll_club_changed BEFORE UPDATE ON campaigns_club
  FOR EACH ROW EXECUTE FUNCTION musterroll_club_changed();

CREATE FUNCTION musterroll_seat_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE campaigns_club SET version = version WHERE id = coalesce(NEW.club_id, OLD.club_id);
  RETURN NULL;
END $$;
CREATE TRIGGER musterroll_seat_changed AFTER INSERT OR DELETE OR UPDATE OF name, emblem, role, status, person_id
  ON campaigns_seat FOR EACH ROW EXECUTE FUNCTION musterroll_seat_changed();
"""
UNCOUNTED = """
DROP TRIGGER musterroll_seat_changed ON campaigns_seat;
DROP TRIGGER musterroll_club_changed ON campaigns_club;
DROP FUNCTION musterroll_seat_changed();
DROP FUNCTION musterroll_club_changed();
"""


class Migration(migrations.Migration):
    dependencies = [("campaigns", "0018_seals_of_a_side")]

    operations = [
        migrations.AddField(
            model_name="club",
            name="version",
            field=models.PositiveBigIntegerField(db_default=0, default=0, editable=False),
        ),
        migrations.RunSQL(COUNTED, UNCOUNTED),
    ]

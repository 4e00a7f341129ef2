import django.db.models.expressions
import django.db.models.functions.comparison
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("submissions", "0006_looks_of_staff"),
    ]

    operations = [
        migrations.AddField(
            model_name="submission",
            name="claimed_at",
            field=models.DateTimeField(blank=True, editable=False, null=True),
        ),
        migrations.AddField(
            model_name="submission",
            name="party",
            field=models.GeneratedField(
                db_persist=True,
                expression=django.db.models.functions.comparison.Coalesce(
                    models.F("team"),
                    django.db.models.expressions.CombinedExpression(
                        models.Value(0), "-", models.F("owner")
                    ),
                    output_field=models.BigIntegerField(),
                ),
                output_field=models.BigIntegerField(),
            ),
        ),
        migrations.AddIndex(
            model_name="submission",
            index=models.Index(
                condition=models.Q(("state__in", ("received", "checking"))),
                fields=["party", "lease_until"],
                name="submission_in_line",
            ),
        ),
        migrations.AddIndex(
            model_name="submission",
            index=models.Index(fields=["party", "-claimed_at"], name="submission_party_served"),
        ),
    ]

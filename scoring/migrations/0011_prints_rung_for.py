from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("scoring", "0010_reviews_stay")]

    operations = [
        migrations.AddField(
            model_name="bundleprint",
            name="rung_at",
            field=models.DateTimeField(blank=True, editable=False, null=True),
        ),
        migrations.AddField(
            model_name="bundleprint",
            name="attempts",
            field=models.PositiveSmallIntegerField(db_default=0, default=0, editable=False),
        ),
    ]

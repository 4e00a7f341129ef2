from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("kb_browser", "0002_published_is_immutable"),
        ("scoring", "0001_initial"),
        ("submissions", "0001_initial"),
    ]

    operations = [
        migrations.AddIndex(
            model_name="evaluation",
            index=models.Index(fields=["dataset_version", "state"], name="evaluation_version_state"),
        ),
    ]

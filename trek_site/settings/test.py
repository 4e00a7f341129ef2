"""The test run: like production where it matters, fast where it does not."""

from __future__ import annotations

from trek_site.settings.base import *  # noqa: F403  (A settings module is the base with changes.)
from trek_site.settings.base import DATABASES, LOGGING, TREK_DATA_DIR

ALLOWED_HOSTS = ["testserver", "localhost", "127.0.0.1"]
SECRET_KEY = "only-for-tests"  # noqa: S105  (Signs nothing that outlives the run.)

# Hashing a password slowly protects nobody here and would take most of the run.
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]

# Jobs run in place unless a test starts a worker; what they raise reaches the test.
CELERY_TASK_ALWAYS_EAGER = True
CELERY_TASK_EAGER_PROPAGATES = True

# How long a row is waited for is production's promise to a visitor. On a busy machine it would decide how a
# test of parallel requests ends, so here nobody who stands in line is sent away.
if DATABASES["default"]["ENGINE"] == "django.db.backends.postgresql":
    DATABASES["default"]["OPTIONS"]["options"] += " -c lock_timeout=25000"
    # Nothing of the test database outlives the run, so no commit has to wait for the disk.
    DATABASES["default"]["OPTIONS"]["options"] += " -c synchronous_commit=off"

# A file, because threads and worker processes have to see the same database.
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    DATABASES["default"]["TEST"] = {"NAME": str(TREK_DATA_DIR / "test.sqlite3")}

# How full the disk of whoever runs the tests is, is no concern of theirs; a test of the floor sets its own.
TREK_FREE_MIB = 0
TREK_FREE_PERCENT = 0

# All tests come from one address; what is tested of the rates turns them on.
TREK_API_RATES = False

# pytest shows captured records; a handler of ours would print them twice.
LOGGING = {**LOGGING, "root": {"handlers": [], "level": "INFO"}}

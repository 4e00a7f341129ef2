"""A server that strangers reach. Whatever is missing stops the start."""

from __future__ import annotations

from trek_site.settings import env
from trek_site.settings.base import *  # noqa: F403  (A settings module is the base with changes.)
from trek_site.settings.base import BASE_DIR, CACHES, ROLE
from trek_site.settings.identity import MAIL_SCHEMES
from trek_site.settings.services import database_settings

SECRET_KEY = env.text("TREK_SECRET_KEY")
# Named again without a default: a key that nobody chose to keep would be lost with the folder it lies in.
TREK_SIGNING_KEY = env.key("TREK_SIGNING_KEY")
ALLOWED_HOSTS = env.words("TREK_ALLOWED_HOSTS")
# Named again without a default: people who cannot be written to could neither sign up nor come back.
TREK_SITE_URL = env.web_address("TREK_SITE_URL")
env.server_address("TREK_EMAIL_URL", MAIL_SCHEMES)
CSRF_TRUSTED_ORIGINS = [TREK_SITE_URL]

# Named again without a default: a server must not fall back to a local file because a variable is misspelt.
DATABASES = {"default": database_settings(env.database("DATABASE_URL"), role=ROLE)}
CELERY_BROKER_URL = env.server_address("CELERY_BROKER_URL", ("redis", "rediss"))
# Apart from the broker: a cache may forget, and what evicts its keys must not evict messages.
CACHES["default"] = {
    "BACKEND": "django.core.cache.backends.redis.RedisCache",
    "LOCATION": env.server_address("TREK_CACHE_URL", ("redis", "rediss")),
}

SECURE_SSL_REDIRECT = True
# The probes come from inside, without the proxy that speaks HTTPS.
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$"]
SECURE_HSTS_SECONDS = env.number("TREK_HSTS_SECONDS", 365 * 24 * 3600, least=1)
SECURE_HSTS_INCLUDE_SUBDOMAINS = True
SECURE_HSTS_PRELOAD = True
SESSION_COOKIE_SECURE = True
CSRF_COOKIE_SECURE = True
SESSION_COOKIE_NAME = "__Host-sessionid"
CSRF_COOKIE_NAME = "__Host-csrftoken"
if env.number("TREK_PROXY_HOPS", 0):
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

# Hashed names, compressed once while the image is built.
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}
WHITENOISE_KEEP_ONLY_HASHED_FILES = True
STATIC_ROOT = env.folder("TREK_STATIC_ROOT", BASE_DIR / "staticfiles")

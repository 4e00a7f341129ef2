"""The site as a WSGI application."""

from __future__ import annotations

import os

from django.core.wsgi import get_wsgi_application

from trek_site.charsets import without_charset

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "trek_site.settings.dev")  # noqa: TID251  (Django reads it.)

application = without_charset(get_wsgi_application())

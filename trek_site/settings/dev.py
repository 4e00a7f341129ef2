"""One person's machine, and the demo: everything in a local folder, nothing to install."""

from __future__ import annotations

from trek_site.settings import env
from trek_site.settings.base import *  # noqa: F403  (A settings module is the base with changes.)

DEBUG = env.choice("TREK_DEBUG", ("on", "off"), "on") == "on"
ALLOWED_HOSTS = ["localhost", "127.0.0.1", "[::1]"]
SECRET_KEY = env.text("TREK_SECRET_KEY", "only-for-development-and-never-on-a-server")

# Nobody but the person at this machine is harmed by accounts and entries made up for a demo.
TREK_IS_LOCAL = True

# Served from where they are, without collecting them first.
WHITENOISE_USE_FINDERS = True

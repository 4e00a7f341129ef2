#!/usr/bin/env python3
"""Django's command line for this site."""

from __future__ import annotations

import os
import sys

from django.core.management import execute_from_command_line

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "trek_site.settings.dev")  # noqa: TID251  (Django reads it.)
    execute_from_command_line(sys.argv)

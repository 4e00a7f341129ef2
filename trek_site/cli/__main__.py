"""``python -m trek_site.cli``."""

from trek_site.cli import main

if __name__ == "__main__":
    raise SystemExit(main())

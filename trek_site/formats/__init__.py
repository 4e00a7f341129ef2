"""How days and times are written where nothing else is said, as on every page of the site."""

"""TREK: travel plans over a synthetic world, judged by rules on nine dimensions."""

SLUG = "trek"
"""Its name in URLs and tables."""

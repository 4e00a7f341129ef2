"""Building a world of our own from a seed: records, tasks and gold in the official layout. No Django."""

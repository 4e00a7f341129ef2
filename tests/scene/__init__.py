"""A board as it looks in life: two dozen made-up runs of made-up agents, for looking and for journeys."""

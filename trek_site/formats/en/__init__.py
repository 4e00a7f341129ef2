"""For the one language there is."""

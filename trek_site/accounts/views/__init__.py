"""Doors for people: signing in and up, profile, tokens, teams."""

"""The evaluator's track-neutral half: values in, values out. No Django, no I/O, no clock, no chance."""

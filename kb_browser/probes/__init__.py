"""Probes: runs whose score is known beforehand on any sound release, scored and compared exactly.

A release whose gold is perfect says that good plans can pass; the probes say that bad ones cannot. Each
makes a run from the gold and states, by arithmetic on the task alone, every figure that the run must get.
Pure: a dataset and its gold in, results out. No probe uses the parts of the evaluator that it tests.
"""

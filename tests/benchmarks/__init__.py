"""Measurements that print ratios from one run. Run as ``python -m tests.benchmarks``."""

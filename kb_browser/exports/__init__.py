"""A release as files to download: archive, checksums, one Parquet file per table, figures. No Django.

Everything here is a function of the release's bytes; what a version is called and where it is served is added
when it is asked for. `making` runs as a process of its own (`python -m kb_browser.exports`), so that neither
the site nor a worker ever holds a database engine.
"""

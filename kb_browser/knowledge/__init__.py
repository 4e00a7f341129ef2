"""A release's records as one immutable SQLite file to browse and search. No Django.

The file is a cache: it is named by the release's digest and the layout, made whole from the release's own
files, and never edited. The main database knows versions and no records, so that one code path serves every
main database.
"""

"""A static copy of the public site: files that any file server shows, long after the site itself.

`making` is the door; `rules` says what is in a copy, and under which name.
"""

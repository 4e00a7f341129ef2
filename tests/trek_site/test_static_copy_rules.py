"""What is in a static copy and under which name, and how a page is written anew."""

import re

import pytest

from trek_site.static_copy.rewriting import css_rewritten, feed_rewritten, html_rewritten
from trek_site.static_copy.rules import KEPT, STARTS, address_of, link_to, name_of


@pytest.mark.parametrize(
    ("reference", "name"),
    [
        ("/", "index.html"),
        ("/?page=1", "index.html"),
        ("/?page=2", "index,page=2.html"),
        (
            "/?revision=3&version=small&evaluator=trek-1.0.0",
            "index,version=small,evaluator=trek-1.0.0,revision=3.html",
        ),
        ("/entries/abc/tasks/7/", "entries/abc/tasks/7/index.html"),
        ("/leaderboard.csv", "leaderboard.csv"),
        ("/leaderboard.csv?page=2", "leaderboard,page=2.csv"),
        ("/leaderboard/a%2Cb%3D..%20c/trek-1/r3.bib", "leaderboard/a~2cb~3d..~20c/trek-1/r3.bib"),
        ("/leaderboard/../trek-1/r3.bib", "leaderboard/~2e~2e/trek-1/r3.bib"),
        ("/compare/?a=abc&b=reported:gpt", "compare/index,a=abc,b=reported~3agpt.html"),
        ("/api/schema/", "api/schema/openapi.json"),
        ("/static/css/base.css", "static/css/base.css"),
    ],
)
def test_an_address_has_one_file(reference, name):
    _, rule, address = address_of(reference)
    assert name_of(address, rule) == name


@pytest.mark.parametrize(
    "reference",
    [
        "/?sort=overall",
        "/?as_of=2026-01-01",
        "/?page=2&page=3",
        "/leaderboard/log/?version=small",
        "/accounts/sign-in/",
        "/submit/",
        "/submissions/abc/",
        "/admin/",
        "/api/v1/tracks/",
        "/nothing/",
    ],
)
def test_what_has_no_end_or_no_use_in_a_copy_is_left_out(reference):
    assert address_of(reference) is None


def test_a_long_query_is_named_by_its_digest():
    _, rule, address = address_of(f"/?version={'v' * 300}")
    assert re.fullmatch(r"index,[0-9a-f]{32}\.html", name_of(address, rule))


def test_only_tags_that_change_are_written_anew():
    page = (
        '<!DOCTYPE html>\n<svg viewBox="0 0 1 1"><linearGradient/></svg><A HREF="/x">X &amp; Y</A>'
        '<a href="/no" download title="t">n</a><form method=post><a href="/x"></a></form >&copy;'
        '<script type="module" src="/x"></script><link rel="alternate" href="/no"><a href="#y">y</a>'
    )
    assert html_rewritten(page, {"/x": "../x,1.html", "#y": "#y"}.get) == (
        '<!DOCTYPE html>\n<svg viewBox="0 0 1 1"><linearGradient/></svg><a href="../x,1.html">X &amp; Y</A>'
        '<a title="t" data-live-only>n</a>&copy;'
        '<script src="../x,1.html" defer></script><a href="#y">y</a>'
    )


def test_a_feed_keeps_its_ids():
    feed = '<link rel="self" href="https://x.example/a?b=1&amp;c=2"/><id>https://x.example/a</id>'
    asked = []
    assert feed_rewritten(feed, lambda given: asked.append(given) or "a,1.xml") == (
        '<link rel="self" href="a,1.xml"/><id>https://x.example/a</id>'
    )
    assert asked == ["https://x.example/a?b=1&c=2"]


def test_a_style_sheet_keeps_what_is_nowhere():
    css = "@import '/x.css'; a { background: url( \"/y.svg\" ), url(data:z) }"
    assert css_rewritten(css, {"/x.css": "x.css"}.get) == css.replace("/x.css", "x.css")


@pytest.mark.parametrize(
    ("there", "here", "link"),
    [
        ("a/b.html", "a/c.html", "b.html"),
        ("index.html", "entries/x/index.html", "../../index.html"),
        ("entries/x/index.html", "index.html", "entries/x/index.html"),
        ("a/a/b.html", "a/b/c/d.html", "../../a/b.html"),
        ("index,a=b~3a.html", "index.html", "index,a=b~3a.html"),
    ],
)
def test_links_between_files_are_relative(there, here, link):
    assert link_to(there, from_name=here) == link


def test_copying_begins_at_pages_of_the_table():
    assert set(STARTS) <= set(KEPT)

"""A copy of the site that needs no site: whole, alike twice, and of nothing that a visitor may not see."""

import dataclasses
import hashlib
import json
import re
import shutil
from urllib.parse import urlsplit

import pytest
from django.core.management import CommandError, call_command
from django.db import transaction
from django.test import override_settings

from scoring.services import sheets_sweep
from tests.access.policy import SHOWN, knows
from tests.access.world import MARK, STATES, world_make
from tests.trek_site.copies import Visit, file_server
from trek_site.shared.errors import NotFoundError
from trek_site.static_copy import making

pytestmark = pytest.mark.django_db

SITE = "https://board.example.org"


@pytest.fixture(scope="module")
def scene(django_db_setup, django_db_blocker, tmp_path_factory):
    """Somebody of every kind with a submission in every state, made once; nothing here changes it."""
    folder = tmp_path_factory.mktemp("data")
    site = override_settings(TREK_SITE_URL=SITE, ALLOWED_HOSTS=["board.example.org"], TREK_DATA_DIR=folder)
    with site, django_db_blocker.unblock(), transaction.atomic():
        world = world_make()
        while sheets_sweep():
            pass
        yield world
        transaction.set_rollback(True)


@pytest.fixture(scope="module")
def copied(scene, tmp_path_factory):
    """A copy of that, in a folder of a folder; read only."""
    out = tmp_path_factory.mktemp("served") / "some" / "copy"
    export(out)
    return out


def export(out, *words):
    call_command("site_export", "--out", str(out), *words)


def contents(out):
    return {path.relative_to(out).as_posix(): path.read_bytes() for path in out.rglob("*") if path.is_file()}


def test_every_link_of_a_copy_leads_to_a_file_of_it(copied):
    with file_server(copied.parent.parent) as server:
        visit = Visit(f"{server}/some/copy/").all_from("index.html")
    assert visit.dead == []
    assert visit.absolute == []
    assert {one for one in visit.outside if one.startswith("loaded:")} == set()
    assert {one for one in visit.outside if urlsplit(one).netloc in {"", "board.example.org"}} == set()
    assert [page for page, links in visit.pages.items() if links.tags & {"form", "input", "select"}] == []


def test_a_copy_holds_nothing_that_a_visitor_may_not_see(scene, copied):
    text = b"".join(contents(copied).values()).decode(errors="replace")
    told = {}
    for state, what in MARK.findall(text):
        told.setdefault(state, set()).add(what)
    assert [(state, what - knows("nobody", state)) for state, what in told.items()] == [
        (state, set()) for state in told
    ]
    assert "public" in told
    hidden = set(STATES) - SHOWN
    assert {state for state in hidden if scene.submissions[state].public_id in text} == set()


def test_two_copies_of_an_unchanged_site_are_the_same(db, copied, tmp_path):
    before = contents(copied)
    shutil.copytree(copied, tmp_path / "copy")
    export(tmp_path / "copy")
    assert contents(tmp_path / "copy") == before
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []


def test_only_what_states_the_moment_differs_with_it(db, copied, tmp_path):
    export(tmp_path / "one", "--at", "2026-01-02")
    first, second = contents(tmp_path / "one"), contents(copied)
    assert set(first) == set(second)
    differ = {name for name in first if first[name] != second[name]}
    assert {name.rpartition(".")[2] for name in differ} == {"html", "json"}
    pages = [first[name].decode() for name in first if name.endswith(".html")]
    assert all("made <time" in page and "2026-01-02 23:59" in page for page in pages)


def test_the_manifest_names_every_file_with_its_digest(copied):
    files = contents(copied)
    manifest = json.loads(files.pop("manifest.json"))
    assert set(manifest["files"]) == set(files)
    for name, said in manifest["files"].items():
        assert said["bytes"] == len(files[name])
        assert said["sha256"] == hashlib.sha256(files[name]).hexdigest()
    assert manifest["files"]["index.html"]["address"] == "/"
    assert manifest["summary"] == {"files": len(files), "bytes": sum(map(len, files.values()))}
    assert (manifest["site"], manifest["dataset_versions"]) == (SITE, ["shown"])


def test_the_board_of_a_copy_says_what_the_site_says(db, copied, client):
    shown = client.get("/leaderboard.csv", headers={"host": "board.example.org"}).content
    assert (copied / "leaderboard.csv").read_bytes() == shown
    page = client.get("/", headers={"host": "board.example.org"}).content.decode()
    copied = (copied / "index.html").read_text()
    assert cells(copied) == cells(page)
    assert len(cells(page)) > 5


def cells(page):
    """The words of the board's table, cell by cell."""
    table = page.partition('id="board"')[2].partition("</table>")[0]
    return [
        re.sub(r"<[^>]*>|\s+", " ", cell).split()
        for cell in re.findall(r"<t[dh].*?</t[dh]>", table, re.DOTALL)
    ]


def test_a_folder_of_somebody_else_is_left_alone(db, scene, tmp_path):
    out = tmp_path / "copy"
    out.mkdir()
    (out / "thesis.tex").write_text("years of work")
    with pytest.raises(CommandError, match=r"thesis\.tex, which no export wrote") as refusal:
        export(out)
    assert refusal.value.returncode == 2
    assert contents(out) == {"thesis.tex": b"years of work"}


def test_a_file_that_somebody_put_into_a_copy_is_not_lost(db, copied, tmp_path):
    out = tmp_path / "copy"
    shutil.copytree(copied, out)
    (out / "entries" / "notes.txt").write_text("mine")
    with pytest.raises(CommandError, match=r"entries/notes\.txt"):
        export(out)
    assert (out / "entries" / "notes.txt").read_text() == "mine"


def test_a_page_that_is_missing_is_named_and_nothing_is_written(db, scene, tmp_path, monkeypatch):
    monkeypatch.setattr("kb_browser.views.dataset_page", _missing)
    with pytest.raises(CommandError, match="/datasets/shown/ answers 404; linked from /") as refusal:
        export(tmp_path / "copy")
    assert refusal.value.returncode == 1
    assert not (tmp_path / "copy").exists()
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []


def _missing(*_args, **_options):
    raise NotFoundError("It is gone.")


def test_a_board_that_moves_on_meanwhile_is_not_copied(db, scene, tmp_path, monkeypatch):
    states = iter(("before", "after"))
    original = making.board_log

    def moving(*given):
        return dataclasses.replace(original(*given), etag=next(states))

    monkeypatch.setattr(making, "board_log", moving)
    with pytest.raises(CommandError, match="moved on while they were copied"):
        export(tmp_path / "copy")
    assert not (tmp_path / "copy").exists()

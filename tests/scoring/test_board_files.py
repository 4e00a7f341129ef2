"""Boards as files: five forms of one content, the same bytes for good, and names that are only ever names."""

import csv
import hashlib
import io
import json
import re
import xml.etree.ElementTree as ET
from random import Random

import duckdb
import pytest
from django.urls import reverse

from scoring import services
from scoring.engine.model import Usage
from scoring.engine.sheets import Sheet, marks_packed, usage_packed
from scoring.exports import FORMS
from scoring.exports.safety import tex
from scoring.models import BoardRevision, LeaderboardEntry, ScoreSheet
from scoring.selectors import board_rows
from scoring.selectors.sheets import DIMENSIONS
from scoring.services import board_refresh, board_standings_make, entry_publish, entry_withdraw
from scoring.tracks import DEFAULT
from submissions.models import Submission
from submissions.states import Visibility
from tests.factories import entry_make, user_make, valid_make, version_make
from trek_site.shared.leases import seconds_from_now

pytestmark = pytest.mark.django_db

TASKS = 40
HOSTILE = r"\input{/etc/passwd} {}%&_~^$#" + '"' + "\u202egnp\u202c\u2028=1+1 שלום Ωmega 東京"


@pytest.fixture
def version():
    return version_make(task_count=TASKS, name="files-1")


def made(version, passed, *, visibility=Visibility.PUBLIC, **changes):
    """An entry whose sheet and figures follow from the tasks that it passes, as bits."""
    places = range(0, TASKS, 2)
    share = sum(passed >> place & 1 for place in places) / len(places)
    submission = valid_make(version=version, visibility=visibility, owner=user_make(), **changes)
    half = 1.96 * (share * (1 - share) / len(places)) ** 0.5
    row = entry_make(
        submission, share=share, intervals={"tp_feasible": [max(0, share - half), min(1, share + half)]}
    )
    sheet = Sheet(
        size=TASKS,
        perfect=passed,
        applies=dict.fromkeys(DIMENSIONS, (1 << TASKS) - 1),
        passes=dict.fromkeys(DIMENSIONS, passed),
    )
    ScoreSheet.objects.create(
        evaluation=row.evaluation,
        size=TASKS,
        marks=marks_packed(sheet, DIMENSIONS),
        usage=usage_packed([Usage()] * TASKS),
    )
    return submission


def settle(version):
    """Rank, and work out who is told apart."""
    board_refresh(version.pk, DEFAULT, is_changed=True)
    board_standings_make(BoardRevision.objects.get(dataset_version=version.pk).pk)


@pytest.fixture
def board(version):
    random = Random(7)
    passes = [(1 << TASKS) - 1, 0, *(random.getrandbits(TASKS) | random.getrandbits(TASKS) for _ in range(4))]
    found = [made(version, one, display_name=f"Agent {n}") for n, one in enumerate(passes)]
    settle(version)
    return found


def content(client, address):
    document = json.loads(client.get(address).content)
    text = json.dumps(document["content"], sort_keys=True, separators=(",", ":"))
    assert hashlib.sha256(text.encode()).hexdigest() == document["content_sha256"]
    return document["content"]


def pinned(client, form="json", query=""):
    link = client.get(f"/leaderboard.{form}{query}").headers["Link"]
    return re.search(r"https?://[^/]+(/[^>]+)>", link)[1]


def every_form(client, address):
    return {form: client.get(address.replace(".json", f".{form}")) for form in FORMS}


def parquet_of(answer, tmp_path):
    place = tmp_path / "board.parquet"
    place.write_bytes(answer.content)
    with duckdb.connect(":memory:") as engine:
        table = engine.execute(f"SELECT * FROM read_parquet('{place}')")
        names = [column[0] for column in table.description]
        rows = [dict(zip(names, row, strict=True)) for row in table.fetchall()]
        facts = engine.execute(f"SELECT key, value FROM parquet_kv_metadata('{place}')").fetchall()
    return rows, {key.decode(): value.decode() for key, value in facts}


class TestOneContent:
    """The five forms and the page are about the same."""

    @pytest.mark.parametrize(
        "query", ["", "?sort=overall&direction=asc", "?columns=tp_feasible,overall", "?source=evaluated"]
    )
    def test_every_form_bears_the_digest_that_the_page_shows(self, client, board, tmp_path, query):
        page = client.get(f"/{query}")
        digest = page.context["files"].sha256
        assert f'<code id="content-sha256">{digest}</code>' in page.content.decode()
        answers = every_form(client, f"/leaderboard.json{query}")
        assert {answer.headers["X-Content-SHA256"] for answer in answers.values()} == {digest}
        for form in ("csv", "json", "tex", "bib"):
            assert digest in answers[form].content.decode(), form
        assert parquet_of(answers["parquet"], tmp_path)[1]["content_sha256"] == digest

    def test_rows_columns_and_order_are_those_of_the_page(self, client, board, tmp_path):
        query = "?sort=overall&direction=asc&columns=tp_feasible,overall"
        page = client.get(f"/{query}").context["page"]
        ids = [row.public_id for row in page.rows]
        found = content(client, f"/leaderboard.json{query}")
        assert [row["entry"] for row in found["rows"]] == ids
        assert [column["key"] for column in found["columns"]] == ["tp_feasible", "overall"]
        shown = [[cell.text for cell in row.cells] for row in page.rows]
        assert [[row["figures"][c.key]["text"] for c in page.columns] for row in found["rows"]] == shown
        rows, _ = parquet_of(client.get(f"/leaderboard.parquet{query}"), tmp_path)
        ranked = [row for row in rows if row["place"] == "ranked"]
        assert [(row["entry"], row["overall"]) for row in ranked] == [
            (row.public_id, row.cells[1].value) for row in page.rows
        ]
        text = client.get(f"/leaderboard.csv{query}").content.decode()
        lines = [row for row in csv.DictReader(io.StringIO(text)) if row["place"] == "ranked"]
        assert [row["entry"] for row in lines] == ids
        table = client.get(f"/leaderboard.tex{query}").content.decode()
        assert [table.index(row.display_name) for row in page.rows] == sorted(
            table.index(row.display_name) for row in page.rows
        )

    @pytest.mark.parametrize("query", ["", "?sort=overall&columns=tp_feasible,overall", "?mean=harmonic"])
    def test_the_api_names_the_same_files(self, client, board, settings, query):
        shown = client.get(f"/{query}").context["files"]
        answer = client.get(f"/api/v1/boards/trek/{query}").json()
        files = answer["files"]
        assert (files["content_sha256"], files["revision"]) == (shown.sha256, answer["revision"])
        assert [link["form"] for link in files["links"]] == list(FORMS)
        for link, on_page in zip(files["links"], shown.links, strict=True):
            site = settings.TREK_SITE_URL
            assert (link["url"], link["permanent_url"]) == (site + on_page.url, site + on_page.permanent_url)
            got = client.get(on_page.permanent_url)
            assert got.headers["X-Content-SHA256"] == files["content_sha256"]
            assert got.headers["Content-Type"] == link["media_type"]

    def test_without_a_permanent_address_the_api_names_none(self, client, version):
        links = client.get("/api/v1/boards/trek/").json()["files"]["links"]
        assert {link["permanent_url"] for link in links} == {None}

    def test_nobody_gets_a_row_of_their_own_in_a_file(self, client, board, version):
        mine = made(version, 1, visibility=Visibility.PRIVATE, display_name="Mine alone")
        settle(version)
        digest = client.get("/").context["files"].sha256
        client.force_login(mine.owner)
        page = client.get("/")
        assert "Mine alone" in page.content.decode()
        assert page.context["files"].sha256 == digest
        for form, answer in every_form(client, "/leaderboard.json").items():
            assert b"Mine alone" not in answer.content, form
            assert answer.headers["X-Content-SHA256"] == digest


class TestForGood:
    """A permanent address answers the same bytes whatever happens to the board."""

    def test_same_bytes_after_everything_that_can_happen(self, client, board, version):
        without = made(version, 0b1010101, visibility=Visibility.PRIVATE, display_name="Later named")
        entry_publish(without.public_id, without.owner, visibility=Visibility.ANONYMOUS)
        settle(version)
        addresses = [pinned(client, query=query) for query in ("", "?sort=overall", "?organisation=Later")]
        before = {form: answer.content for form, answer in every_form(client, addresses[0]).items()}
        others = [client.get(address).content for address in addresses]
        assert b"Later named" not in before["json"]
        entry_publish(without.public_id, without.owner)
        entry_withdraw(board[0].public_id, board[0].owner)
        made(version, (1 << TASKS) - 1, display_name="Newcomer", organisation="Later")
        settle(version)
        assert b"Later named" in client.get("/leaderboard.json").content
        after = every_form(client, addresses[0])
        assert {form: answer.content for form, answer in after.items()} == before
        assert [client.get(address).content for address in addresses] == others
        assert {answer.headers["Cache-Control"] for answer in after.values()} == {
            "public, max-age=31536000, immutable"
        }

    def test_names_that_appear_by_themselves_leave_earlier_states_alone(self, client, board, version):
        without = made(version, 0b111, visibility=Visibility.PRIVATE, display_name="Later named")
        entry_publish(without.public_id, without.owner, visibility=Visibility.ANONYMOUS)
        # Withdrawn ones get their names, too.
        entry_withdraw(without.public_id, without.owner)
        settle(version)
        newest = BoardRevision.objects.get().revision
        earlier = reverse("scoring:board_file_pinned", args=[version.name, DEFAULT, newest - 2, "json"])
        before = client.get(earlier).content
        assert f"Anonymous entry {without.public_id}".encode() in before
        Submission.objects.filter(pk=without.pk).update(anonymous_until=seconds_from_now(-60))
        assert services.publications_sweep() == 1
        assert client.get(earlier).content == before

    def test_a_withdrawn_entry_that_returns_with_its_name_had_none_before(self, client, board, version):
        without = made(version, 0b111, visibility=Visibility.PRIVATE, display_name="Later named")
        entry_publish(without.public_id, without.owner, visibility=Visibility.ANONYMOUS)
        settle(version)
        address = pinned(client)
        before = client.get(address).content
        entry_withdraw(without.public_id, without.owner)
        entry_publish(without.public_id, without.owner)
        assert b"Later named" in client.get("/leaderboard.json").content
        assert client.get(address).content == before

    @pytest.mark.parametrize("query", ["", "?direction=desc", "?sort=overall"])
    def test_equals_keep_their_order_whoever_was_scored_first(self, client, version, query):
        """Evaluations may end in another order than they begin."""
        for number in range(4):
            made(version, 0b111, display_name=f"Agent {number}")
        for row in LeaderboardEntry.objects.order_by("-evaluation_id"):
            LeaderboardEntry.objects.filter(pk=row.pk).delete()
            row.pk = None
            row.save(force_insert=True)
        settle(version)
        shown = content(client, f"/leaderboard.json{query}")
        link = f"/leaderboard/{version.name}/{DEFAULT}/r{shown['board']['revision']}.json{query}"
        made(version, 0, display_name="Later")
        settle(version)
        assert content(client, link) == shown

    @pytest.mark.parametrize("is_past", [False, True])
    def test_a_board_that_goes_on_while_it_is_read_is_read_anew(
        self, client, board, version, monkeypatch, is_past
    ):
        """Nothing of the next state gets under the number of the one before."""
        hidden = made(version, 0b11, display_name="Named too early", visibility=Visibility.ANONYMOUS)
        settle(version)
        link = pinned(client, query="?sort=overall")
        if is_past:
            made(version, 0b111, display_name="Later")
            settle(version)
        standings_of = board_rows.standings_of

        def beside_a_change(state):
            monkeypatch.undo()
            found = standings_of(state)
            made(version, (1 << TASKS) - 1, display_name="Too early")
            board_refresh(version.pk, DEFAULT, is_changed=True)
            entry_publish(hidden.public_id, hidden.owner)
            return found

        monkeypatch.setattr(board_rows, "standings_of", beside_a_change)
        during = content(client, link)
        assert "oo early" not in json.dumps(during)
        assert content(client, link) == during

    def test_a_board_that_never_stands_still_is_to_be_asked_for_again(
        self, client, board, version, monkeypatch
    ):
        standings_of = board_rows.standings_of

        def beside_a_change(state):
            made(version, 1, display_name="One more")
            board_refresh(version.pk, DEFAULT, is_changed=True)
            return standings_of(state)

        monkeypatch.setattr(board_rows, "standings_of", beside_a_change)
        answer = client.get("/leaderboard.json?sort=overall")
        assert (answer.status_code, answer.headers["Retry-After"]) == (503, "1")

    def test_rows_without_a_rank_keep_their_order(self, client, version, monkeypatch):
        """The newest first, also where there are more than are shown."""
        monkeypatch.setattr(board_rows, "UNRANKED_SHOWN", 3)
        rows = [
            entry_make(valid_make(version=version, visibility=Visibility.PUBLIC), share=None) for _ in "1234"
        ]
        made(version, 0b111, display_name="Ranked")
        settle(version)
        shown = content(client, "/leaderboard.json")
        newest = [row.evaluation.submission.public_id for row in rows[:0:-1]]
        assert [row["entry"] for row in shown["unranked"]] == newest
        link = pinned(client)
        made(version, 0, display_name="Later")
        settle(version)
        assert content(client, link) == shown

    def test_while_ranges_are_worked_out_it_is_to_be_asked_for_again(self, client, board, version):
        made(version, 0b1, display_name="Newcomer")
        board_refresh(version.pk, DEFAULT, is_changed=True)
        assert "Link" not in client.get("/leaderboard.json").headers
        newest = BoardRevision.objects.get().revision
        address = reverse("scoring:board_file_pinned", args=[version.name, DEFAULT, newest, "json"])
        assert client.get(address).status_code == 503
        settle(version)
        settled = BoardRevision.objects.get()
        assert client.get(address).status_code == 200, settled.revision

    @pytest.mark.parametrize("revision", [0, 10**6, 10**30])
    def test_a_state_that_there_is_not_is_not_found(self, client, board, version, revision):
        address = f"/leaderboard/{version.name}/{DEFAULT}/r{revision}.json"
        assert client.get(address).status_code == 404

    def test_who_has_it_is_not_sent_it_again(self, client, board):
        address = pinned(client)
        tag = client.get(address).headers["ETag"]
        assert client.get(address, headers={"If-None-Match": tag}).status_code == 304


class TestNamesAreOnlyNames:
    """Nothing that is typed runs, opens or closes anything."""

    @pytest.fixture
    def hostile(self, client, version):
        made(version, 3, display_name=HOSTILE, organisation=HOSTILE, model_name=HOSTILE)
        settle(version)

    def test_latex_has_no_command_of_theirs_and_stays_balanced(self, client, hostile):
        text = client.get("/leaderboard.tex").content.decode()
        assert "\\input" not in text
        assert "\u202e" not in text
        assert "\u2028" not in text
        assert r"\textbackslash{}input\textbraceleft{}/etc/passwd\textbraceright{}" in text
        assert "שלום" in text
        for line in text.splitlines():
            bare = re.sub(r"\\[\\{}%&_#$]", "", line)
            assert bare.count("{") == bare.count("}"), line

    def test_bibtex_stays_balanced(self, client, hostile):
        text = client.get("/leaderboard.bib").content.decode()
        # BibTeX counts braces behind a backslash as well.
        for entry in text.split("@misc")[1:]:
            depth = 0
            for character in entry.strip():
                depth += {"{": 1, "}": -1}.get(character, 0)
                assert depth >= 0
            assert depth == 0
        assert "\\input" not in text

    def test_json_is_ascii(self, client, hostile):
        assert client.get("/leaderboard.json").content.isascii()

    def test_every_special_character_of_tex_is_a_character(self):
        for character in r"\{}~^&%$#_":
            assert tex(character) not in {character, ""}
        assert tex("a\u0000b\u200fc\nd") == "abc d"

    def test_a_drawing_is_sound_markup(self, client, hostile):
        root = ET.fromstring(client.get("/figures/leaderboard.svg").content)
        assert {element.tag.split("}")[1] for element in root.iter()} <= {
            "svg", "title", "desc", "g", "rect", "line", "circle", "text"
        }  # fmt: skip


class TestBadges:
    """A badge says what the entry's page says, and of public entries only."""

    def test_rank_and_score(self, client, board):
        header = client.get(f"/entries/{board[0].public_id}/").context["page"].header
        answer = client.get(f"/badges/{board[0].public_id}.svg")
        assert answer.headers["Content-Type"] == "image/svg+xml"
        title = ET.fromstring(answer.content).find("{http://www.w3.org/2000/svg}title").text
        assert f"TP-feas 100.0, rank {header.rank} of {header.ranked_count}" in title
        again = client.get(
            f"/badges/{board[0].public_id}.svg", headers={"If-None-Match": answer.headers["ETag"]}
        )
        assert again.status_code == 304

    def test_without_a_rank_it_says_so(self, client, board):
        entry_withdraw(board[0].public_id, board[0].owner)
        assert b"not ranked" in client.get(f"/badges/{board[0].public_id}.svg").content

    def test_there_is_none_of_a_private_entry_not_even_for_its_owner(self, client, board, version):
        mine = made(version, 1, visibility=Visibility.PRIVATE)
        client.force_login(mine.owner)
        assert client.get(f"/badges/{mine.public_id}.svg").status_code == 404

    def test_pages_say_how_to_show_it(self, client, board):
        text = client.get(f"/entries/{board[0].public_id}/").content.decode()
        assert f"/badges/{board[0].public_id}.svg)](http" in text
        assert "/figures/leaderboard.svg)](http" in client.get("/").content.decode()

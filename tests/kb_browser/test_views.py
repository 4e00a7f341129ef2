"""The datasets' pages and their downloads: who sees what, in which state, and how files are sent."""

import hashlib
import json
from datetime import UTC, datetime

import pytest
from django.contrib.auth.models import Permission
from django.test import Client

from kb_browser.downloads import exports_folder, exports_path
from kb_browser.exports.making import exports_make
from kb_browser.exports.shelf import LAYOUT
from kb_browser.file_responses import UnsatisfiableRangeError, range_of
from kb_browser.models import DatasetVersion
from kb_browser.world.bundles import SMALL_WORLD
from tests.factories import curation_make, small_world, user_make, version_make

pytestmark = pytest.mark.django_db

VISITORS = ("nobody", "somebody", "staff", "curator", "superuser")
QUERIES_MAX = 12


@pytest.fixture(autouse=True)
def _own_folder(settings, tmp_path):
    settings.TREK_DATA_DIR = tmp_path / "data"


@pytest.fixture
def visitors():
    """A browser for each kind of visitor."""
    curator = user_make(is_staff=True)
    curator.user_permissions.add(Permission.objects.get(codename="view_datasetversion"))
    people = {
        "somebody": user_make(), "staff": user_make(is_staff=True), "curator": curator,
        "superuser": user_make(is_superuser=True, is_staff=True),
    }  # fmt: skip
    clients = {name: Client() for name in VISITORS}
    for name, person in people.items():
        clients[name].force_login(person)
    return clients


@pytest.fixture
def shelf():
    """A draft, a superseded and a current version."""
    for name, is_published in (("first", True), ("second", True), ("third", False)):
        version_make(name=name, is_published=is_published)


@pytest.fixture(scope="session")
def files_made(tmp_path_factory):
    """The downloads of the small world, made once for all tests."""
    target = tmp_path_factory.mktemp("exports") / "made"
    exports_make(SMALL_WORLD, target, say=lambda _message: None)
    return target


@pytest.fixture
def exported(files_made):
    """The small world, published, with everything there is to download."""
    version = small_world()
    exports_folder().mkdir(parents=True)
    exports_path(version.digest).symlink_to(files_made)
    return version


class TestWhoSeesWhat:
    """Drafts do not exist for those who may not see them."""

    def test_the_list_shows_drafts_to_curators_only(self, visitors, shelf):
        found = {
            name: [line.name for line in client.get("/datasets/").context["page"].versions]
            for name, client in visitors.items()
        }
        public, everything = ["second", "first"], ["second", "first", "third"]
        assert found == {
            "nobody": public,
            "somebody": public,
            "staff": public,
            "curator": everything,
            "superuser": everything,
        }

    @pytest.mark.parametrize("page", ["", "checksums/"])
    def test_so_do_the_pages_of_a_version(self, visitors, shelf, page):
        seen = {
            name: tuple(
                client.get(f"/datasets/{version}/{page}").status_code
                for version in ("first", "second", "third", "x")
            )
            for name, client in visitors.items()
        }
        public, everything = (200, 200, 404, 404), (200, 200, 200, 404)
        assert seen == {
            "nobody": public,
            "somebody": public,
            "staff": public,
            "curator": everything,
            "superuser": everything,
        }

    @pytest.mark.parametrize("file", ["release.tar.gz", "croissant.json"])
    def test_nobody_downloads_a_draft(self, visitors, exported, file):
        released = exports_path(exported.digest)
        draft = version_make(name="draft", is_published=False)
        # Even if the files lay there.
        exports_path(draft.digest).symlink_to(released)
        for client in visitors.values():
            assert client.get(f"/datasets/draft/files/{file}").status_code == 404
            assert client.get(f"/datasets/small/files/{file}").status_code == 200

    def test_only_get_and_head_are_taken(self, client, shelf):
        for address in (
            "/datasets/",
            "/datasets/first/",
            "/datasets/first/checksums/",
            "/datasets/first/files/x",
        ):
            assert {client.post(address).status_code, client.put(address).status_code} == {405}


class TestStates:
    """Every state of a page is designed."""

    def test_before_the_first_version(self, client):
        assert b"No dataset version is published yet" in client.get("/datasets/").content

    def test_a_superseded_version_stays_readable_and_says_so(self, client, shelf):
        page = client.get("/datasets/first/").content.decode()
        assert "Superseded by" in page
        assert 'href="/datasets/second/"' in page
        assert 'href="/?version=first"' in page

    def test_the_current_one_names_what_it_supersedes(self, client, shelf):
        page = client.get("/datasets/second/")
        assert page.context["page"].version.supersedes == ["first"]
        assert b"Superseded by" not in page.content

    def test_without_statistics_and_downloads_it_says_when_they_come(self, client, shelf):
        page = client.get("/datasets/second/").content.decode()
        assert "No figures yet" in page
        assert "The downloads are being made" in page
        assert "plotly" not in page

    def test_a_failure_of_ours_shows_its_id(self, client, shelf):
        curation_make("export", "second", outcome="failed", failure_id="E-0123456789")
        page = client.get("/datasets/second/").content.decode()
        assert "The downloads could not be made" in page
        assert "E-0123456789" in page

    def test_what_an_older_program_could_not_make_is_awaited(self, client, shelf):
        curation_make(
            "export", "second", outcome="failed", failure_id="E-1", arguments={"layout": LAYOUT - 1}
        )
        assert "The downloads are being made" in client.get("/datasets/second/").content.decode()

    def test_another_attempt_puts_an_end_to_a_failure(self, client, shelf):
        curation_make("export", "second", outcome="failed", failure_id="E-1")
        curation_make("export", "second")
        assert "The downloads are being made" in client.get("/datasets/second/").content.decode()

    def test_a_curator_is_told_who_sees_a_draft(self, visitors, shelf):
        page = visitors["curator"].get("/datasets/third/").content.decode()
        assert "Only curators see this page." in page
        assert "Nothing to download yet" in page
        assert "/?version=third" not in page

    def test_a_complete_one_shows_everything(self, client, exported):
        page = client.get("/datasets/small/")
        text = page.content.decode()
        for figure in page.context["page"].figures:
            assert f'data-plot="{figure.key}"' in text
        assert set(
            json.loads(text.split('<script id="plots" type="application/json">')[1].split("</script>")[0])
        ) == {figure.key for figure in page.context["page"].figures}
        for file in page.context["page"].downloads.files:
            assert f'href="/datasets/small/files/{file.name}"' in text
            assert file.sha256[:12] in text
        assert "@misc{trek-dataset-small," in text
        assert exported.digest in text

    def test_figures_relax_the_policy_and_nothing_else_does(self, client, exported):
        def policy(address):
            return client.get(address).headers["Content-Security-Policy"]

        assert "style-src 'self' 'unsafe-inline';" in policy("/datasets/small/")
        assert "img-src 'self' data: blob:;" in policy("/datasets/small/")
        assert "unsafe-eval" not in policy("/datasets/small/")
        version_make(name="bare")
        for address in ("/datasets/", "/datasets/bare/", "/datasets/small/checksums/", "/"):
            assert "unsafe" not in policy(address)

    def test_text_of_curators_is_never_markup(self, client):
        version_make(name="odd", changelog="<b>bold</b> & {more}", licence="<i>")
        text = client.get("/datasets/odd/").content.decode() + client.get("/datasets/").content.decode()
        assert "<b>bold" not in text
        assert "<i>" not in text

    def test_a_report_is_told_in_words(self, client):
        version = version_make(name="told", is_published=False)
        report = {
            "evaluator_version": "trek-1.0.0", "error_count": 0, "note_count": 2,
            "notes": [
                {"file": "a.csv", "row": 3, "rule": "odd_rating", "detail": "is 7.3"},
                {"file": "b.csv", "row": None, "rule": "odd_rating", "detail": "is 7.1"},
            ],
            "gold": {"feasible": {"perfect": 26, "tasks": 26}, "infeasible": {"perfect": 13, "tasks": 14}},
            "probes": [
                {"code": "empty_plan", "title": "Empty plans", "touched": 40, "mismatch_count": 0},
                {"code": "nan", "touched": 1, "mismatch_count": 1, "mismatches": [{"text": "task 3: no"}]},
            ],
        }  # fmt: skip
        DatasetVersion.objects.filter(pk=version.pk).update(
            report=report, checked_at=datetime(2026, 1, 1, tzinfo=UTC)
        )
        client.force_login(user_make(is_superuser=True))
        page = client.get("/datasets/told/").context["page"].report
        assert [(line.code, line.state, line.verdict) for line in page.sentences] == [
            ("rules", "pass", "no error, 2 notes"),
            ("gold_feasible", "pass", "26 of 26 perfect"),
            ("gold_infeasible", "fail", "13 of 14 perfect"),
            ("probes", "fail", "1 of 2 got exactly the scores they must get"),
        ]
        assert [(line.title, line.verdict, line.details) for line in page.findings] == [
            ("odd rating", "2 notes", ["a.csv, row 3: is 7.3", "b.csv: is 7.1"])
        ]
        assert [(line.title, line.state, line.verdict) for line in page.probes] == [
            ("Empty plans", "pass", "as it must be, 40 tasks"), ("nan", "fail", "1 figure differs"),
        ]  # fmt: skip


class TestQueries:
    """However many versions there are, a page asks as often."""

    @pytest.mark.parametrize("address", ["/datasets/", "/datasets/v0/", "/datasets/v0/checksums/"])
    def test_the_number_does_not_grow(
        self, visitors, address, django_assert_max_num_queries, django_assert_num_queries
    ):
        version_make(name="v0")
        for name in ("nobody", "curator"):
            with django_assert_max_num_queries(QUERIES_MAX) as few:
                visitors[name].get(address)
            for number in range(3):
                version_make(name=f"{name}{number}")
            with django_assert_num_queries(len(few)):
                visitors[name].get(address)

    def test_a_download_asks_once(self, client, exported, django_assert_num_queries):
        with django_assert_num_queries(1):
            client.get("/datasets/small/files/SHA256SUMS")


class TestFiles:
    """Files are sent whole or in part, once or again (RFC 9110)."""

    ADDRESS = "/datasets/small/files/release.tar.gz"

    @pytest.fixture
    def content(self, exported):
        return (exports_path(exported.digest) / "release.tar.gz").read_bytes()

    def test_the_whole_comes_with_everything_about_it(self, client, content):
        answer = client.get(self.ADDRESS)
        assert (answer.status_code, b"".join(answer.streaming_content)) == (200, content)
        known = {
            "Content-Type": "application/gzip",
            "Content-Length": str(len(content)),
            "Content-Disposition": 'attachment; filename="trek-small-release.tar.gz"',
            "ETag": f'"{hashlib.sha256(content).hexdigest()}"',
            "Accept-Ranges": "bytes",
            "X-Content-Type-Options": "nosniff",
            "Cache-Control": "public, max-age=86400, immutable",
        }
        assert {name: answer.headers[name] for name in known} == known
        assert answer.headers["Repr-Digest"].startswith("sha-256=:")

    def test_head_is_the_same_without_the_content(self, client, content):
        whole, head = client.get(self.ADDRESS), client.head(self.ADDRESS)
        assert (head.status_code, head.content) == (200, b"")
        of_the_answer = {"X-Request-ID"}
        assert {k: v for k, v in head.headers.items() if k not in of_the_answer} == {
            k: v for k, v in whole.headers.items() if k not in of_the_answer
        }

    @pytest.mark.parametrize(
        ("header", "first", "last"),
        [
            ("bytes=0-0", 0, 1),
            ("bytes=10-19", 10, 20),
            ("bytes=100-", 100, None),
            ("bytes=-7", -7, None),
            ("bytes=5-99999999999", 5, None),
        ],
    )
    def test_a_part_is_that_part(self, client, content, header, first, last):
        answer = client.get(self.ADDRESS, headers={"Range": header})
        part = content[first:last]
        start = first if first >= 0 else len(content) + first
        assert (answer.status_code, b"".join(answer.streaming_content)) == (206, part)
        assert answer.headers["Content-Range"] == f"bytes {start}-{start + len(part) - 1}/{len(content)}"
        assert answer.headers["Content-Length"] == str(len(part))

    @pytest.mark.parametrize("header", ["bytes=999999999-", "bytes=-0"])
    def test_a_part_behind_the_end_does_not_exist(self, client, content, header):
        answer = client.get(self.ADDRESS, headers={"Range": header})
        assert (answer.status_code, answer.content) == (416, b"")
        assert answer.headers["Content-Range"] == f"bytes */{len(content)}"

    @pytest.mark.parametrize(
        "header",
        [
            "bytes=5-4",
            "bytes=",
            "bytes=-",
            "bytes=a-b",
            "lines=0-1",
            "bytes=0-1,3-4",
            f"bytes={'9' * 50}-",
            "bytes=٣-",
        ],
    )
    def test_what_is_no_range_is_answered_with_the_whole(self, client, content, header):
        answer = client.get(self.ADDRESS, headers={"Range": header})
        assert (answer.status_code, answer.headers["Content-Length"]) == (200, str(len(content)))

    def test_who_has_it_is_told_so(self, client, content):
        first = client.get(self.ADDRESS)
        for header, name in (("If-None-Match", "ETag"), ("If-Modified-Since", "Last-Modified")):
            again = client.get(self.ADDRESS, headers={header: first.headers[name]})
            assert (again.status_code, again.content) == (304, b"")
            assert again.headers["ETag"] == first.headers["ETag"]
            assert "Content-Disposition" not in again.headers
        other = client.get(self.ADDRESS, headers={"If-Match": '"other"'})
        assert other.status_code == 412

    def test_a_part_of_another_edition_is_not_sent(self, client, content):
        first = client.get(self.ADDRESS)
        for condition, status in (
            (first.headers["ETag"], 206), (first.headers["Last-Modified"], 206), ('"other"', 200),
            ("Mon, 01 Jan 2024 00:00:00 GMT", 200),
        ):  # fmt: skip
            answer = client.get(self.ADDRESS, headers={"Range": "bytes=0-9", "If-Range": condition})
            assert answer.status_code == status

    @pytest.mark.parametrize(
        "name", ["index.json", "..%2f..%2fdb.sqlite3", "../index.json", "nothing", "release.tar.gz/"]
    )
    def test_what_is_not_offered_is_not_sent(self, client, exported, name):
        assert client.get(f"/datasets/small/files/{name}").status_code == 404

    def test_the_metadata_names_this_site_s_addresses(self, client, exported):
        answer = client.get("/datasets/small/files/croissant.json")
        document = json.loads(b"".join(answer.streaming_content))
        assert answer.headers["Content-Type"] == "application/ld+json"
        assert document["distribution"][0]["contentUrl"] == f"http://testserver{self.ADDRESS}"
        assert document["url"] == "http://testserver/datasets/small/"
        assert (
            client.get(
                "/datasets/small/files/croissant.json", headers={"If-None-Match": answer.headers["ETag"]}
            ).status_code
            == 304
        )

    def test_there_is_no_metadata_before_there_are_files(self, client, shelf):
        assert client.get("/datasets/second/files/croissant.json").status_code == 404

    def test_an_empty_file_has_no_part(self):
        assert range_of("bytes=0-", 1) == (0, 0)
        with pytest.raises(UnsatisfiableRangeError):
            range_of("bytes=0-", 0)

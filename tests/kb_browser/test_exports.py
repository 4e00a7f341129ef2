"""The downloads of a release: the same bytes every time, and nothing lost in them."""

import ast
import csv
import hashlib
import io
import json
import shutil
import subprocess
import sys
import tarfile
from datetime import UTC, datetime

import duckdb
import pytest

from kb_browser.croissant import croissant_text
from kb_browser.exports.making import exports_make
from kb_browser.exports.shelf import LAYOUT, index_read
from kb_browser.exports.tables import Kind, csv_table
from kb_browser.pages import VersionLine
from kb_browser.release_files import ReleaseFolder
from kb_browser.world.bundles import SMALL_WORLD
from scoring.engine.errors import DatasetError

TABLES = ["tasks", "gold", "flights", "hotels", "attractions", "cars", "airports"]
FILES = ["release.tar.gz", *(f"{name}.parquet" for name in TABLES), "statistics.json", "SHA256SUMS"]
FOLDERS = {
    "hotels": "hotel_data/*_hotel",
    "attractions": "attraction_data/*_attraction",
    "cars": "car_data/*_rental_cars",
}


def untold(_message):
    """Progress that nobody watches."""


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """The small world's downloads: their folder and index."""
    target = tmp_path_factory.mktemp("exports") / "made"
    return target, exports_make(SMALL_WORLD, target, say=untold)


def rows_of_files(*paths):
    for path in paths:
        with path.open(encoding="utf-8", newline="") as stream:
            yield from csv.DictReader(stream)


def parquet_rows(path):
    with duckdb.connect() as engine:
        found = engine.execute("SELECT * FROM read_parquet(?)", [str(path)])
        names = [column[0] for column in found.description]
        return [dict(zip(names, row, strict=True)) for row in found.fetchall()]


class TestMaking:
    """Made once, whole or not at all."""

    def test_everything_is_there_with_its_checksum_and_size(self, made):
        folder, index = made
        assert [file.name for file in index.files] == FILES
        for file in index.files:
            content = (folder / file.name).read_bytes()
            assert (hashlib.sha256(content).hexdigest(), len(content)) == (file.sha256, file.size_bytes)
        assert {path.name for path in folder.iterdir()} == {*FILES, "index.json"}

    def test_two_makings_give_the_same_bytes(self, made, tmp_path):
        folder, index = made
        copy = shutil.copytree(SMALL_WORLD, tmp_path / "copy", ignore=shutil.ignore_patterns(".trek"))
        again = exports_make(copy, tmp_path / "again", say=untold)
        assert again == index
        for name in FILES:
            assert (tmp_path / "again" / name).read_bytes() == (folder / name).read_bytes()

    def test_what_is_made_stays_as_it_is(self, made, tmp_path):
        folder, index = made
        known = shutil.copytree(folder, tmp_path / "known")
        before = {path.name: path.stat().st_mtime_ns for path in known.iterdir()}
        assert exports_make(SMALL_WORLD, known, say=untold) == index
        assert {path.name: path.stat().st_mtime_ns for path in known.iterdir()} == before

    @pytest.mark.parametrize(
        "index", [b"", b"{}", b"[1]", json.dumps({"layout": LAYOUT - 1, "digest": "x", "files": []}).encode()]
    )
    def test_what_an_older_program_left_is_made_anew(self, made, tmp_path, index):
        target = tmp_path / "old"
        target.mkdir()
        (target / "index.json").write_bytes(index)
        (target / "left-over").write_bytes(b"")
        assert exports_make(SMALL_WORLD, target, say=untold) == made[1]
        assert not (target / "left-over").exists()

    def test_a_release_that_cannot_be_read_leaves_nothing(self, tmp_path):
        broken = shutil.copytree(SMALL_WORLD, tmp_path / "broken", ignore=shutil.ignore_patterns(".trek"))
        (broken / "trek_queries.csv").write_text("query\n1,2\n")
        target = tmp_path / "exports" / "x"
        with pytest.raises((DatasetError, ValueError)):
            exports_make(broken, target, say=untold)
        assert list(target.parent.iterdir()) == []

    def test_the_index_of_another_release_is_no_index(self, made):
        folder, index = made
        assert index_read(folder, index.digest) == index
        assert index_read(folder, "0" * 64) is None


class TestArchive:
    """The whole release, unchanged."""

    def test_unpacked_it_is_the_release(self, made, tmp_path):
        folder, index = made
        with tarfile.open(folder / "release.tar.gz") as archive:
            archive.extractall(tmp_path, filter="data")
        (root,) = tmp_path.iterdir()
        assert root.name == f"trek-{index.digest[:12]}"
        unpacked = ReleaseFolder(root)
        assert unpacked.digest() == index.digest == ReleaseFolder(SMALL_WORLD).digest()
        assert unpacked.manifest() == ReleaseFolder(SMALL_WORLD).manifest()

    def test_it_names_no_person_and_no_time(self, made):
        folder, _ = made
        with tarfile.open(folder / "release.tar.gz") as archive:
            members = archive.getmembers()
        assert {(m.uid, m.gid, m.uname, m.gname, m.mtime, m.mode) for m in members} == {
            (0, 0, "", "", 0, 0o644)
        }
        assert [m.name for m in members] == sorted(m.name for m in members)
        assert (folder / "release.tar.gz").read_bytes()[3:8] == b"\0\0\0\0\0"

    def test_the_digest_is_the_checksum_of_the_checksums(self, made):
        folder, index = made
        assert hashlib.sha256((folder / "SHA256SUMS").read_bytes()).hexdigest() == index.digest
        with tarfile.open(folder / "release.tar.gz") as archive:
            packed = archive.extractfile(f"trek-{index.digest[:12]}/SHA256SUMS")
            assert packed is not None
            assert packed.read() == (folder / "SHA256SUMS").read_bytes()


class TestTables:
    """Read back, a table holds what the files hold."""

    @pytest.mark.parametrize("name", sorted(FOLDERS))
    def test_per_city_tables_hold_every_row(self, made, name):
        paths = sorted((SMALL_WORLD / "api/data/v2").glob(f"{FOLDERS[name]}.csv"), key=lambda path: path.name)
        self._compare(made, name, list(rows_of_files(*paths)))

    @pytest.mark.parametrize(
        ("name", "path"),
        [
            ("flights", "api/data/v2/flight_data/flights.csv"),
            ("airports", "api/data/v2/flight_data/VALID_airports_id.csv"),
        ],
    )
    def test_single_files_hold_every_row(self, made, name, path):
        self._compare(made, name, list(rows_of_files(SMALL_WORLD / path)))

    def _compare(self, made, name, expected):
        folder, index = made
        file = index.file(f"{name}.parquet")
        found = parquet_rows(folder / file.name)
        kinds = {column.name: column.kind for column in file.columns}
        assert file.rows == len(found) == len(expected)
        assert list(found[0]) == list(kinds)
        assert [{key: typed(row[key], kinds[key]) for key in kinds} for row in expected] == found

    def test_tasks_are_numbered_and_their_dictionaries_are_json(self, made):
        folder, _ = made
        found = parquet_rows(folder / "tasks.parquet")
        expected = list(rows_of_files(SMALL_WORLD / "trek_queries.csv"))
        assert [row["query_index"] for row in found] == list(range(len(expected)))
        for row, cells in zip(found, expected, strict=True):
            assert row["query"] == cells["query"]
            assert row["implicit_keywords"] == ast.literal_eval(cells["implicit_keywords"])
            assert json.loads(row["hard_constraints"]) == ast.literal_eval(cells["hard_constraints"])
            assert json.loads(row["req_car"]) == ast.literal_eval(cells["req_car"])

    def test_gold_holds_every_plan(self, made):
        folder, _ = made
        lines = (SMALL_WORLD / "trek_gold.jsonl").read_text().splitlines()
        found = [
            {
                "is_feasible": row["is_feasible"],
                "refusal_reason": row["refusal_reason"],
                "plan": json.loads(row["plan"]),
            }
            for row in parquet_rows(folder / "gold.parquet")
        ]
        assert found == [json.loads(line) for line in lines]

    def test_a_column_that_holds_something_else_stays_text(self):
        files = {
            "a": b"price,star,name,unheard_of\n12.5,3,NA,1\n,4,,2\n",
            "b": b"\xef\xbb\xbfname,price,star,unheard_of\r\nX,n/a,5,03\r\n",
        }
        table = csv_table("hotels", files, ["a", "b"])
        kinds = {column.name: column.kind for column in table.columns}
        assert kinds == {"price": Kind.TEXT, "star": Kind.NUMBER, "name": Kind.TEXT, "unheard_of": Kind.TEXT}
        assert [dict(row) for row in table.rows()] == [
            {"price": "12.5", "star": 3.0, "name": "NA", "unheard_of": "1"},
            {"price": "", "star": 4.0, "name": "", "unheard_of": "2"},
            {"price": "n/a", "star": 5.0, "name": "X", "unheard_of": "03"},
        ]

    def test_every_column_of_the_layout_is_explained(self, made):
        _, index = made
        assert [(f.name, c.name) for f in index.files for c in f.columns if not c.description] == []


def typed(cell, kind):
    """The cell as the column's type, by a second hand."""
    match kind:
        case Kind.TEXT:
            return cell
        case Kind.LIST:
            return ast.literal_eval(cell)
        case Kind.WHOLE:
            return int(cell)
        case Kind.NUMBER:
            return None if cell == "" else float(cell)
    raise AssertionError(kind)


class TestStatistics:
    """Counted once, for the pages."""

    def test_distributions_add_up(self, made):
        folder, index = made
        found = json.loads((folder / "statistics.json").read_text())["distributions"]
        rows = {file.stem: file.rows for file in index.tables}
        assert sum(line["count"] for line in found["flight_distance_km"]) == rows["flights"]
        assert sum(line["count"] for line in found["departure_hour"]) == rows["flights"]
        assert sum(line["count"] for line in found["hotel_price_by_star"]) == rows["hotels"]
        assert sum(line["count"] for line in found["ticket_by_type"]) == rows["attractions"]
        assert sum(line["count"] for line in found["car_price_by_type"]) == rows["cars"]
        assert sum(line["count"] for line in found["task_days"]) == rows["tasks"]
        feasible = sum(row["is_feasible"] for row in parquet_rows(folder / "gold.parquet"))
        assert sum(line["tight"] + line["loose"] for line in found["slack"]) == feasible

    def test_quantiles_are_in_order(self, made):
        folder, _ = made
        found = json.loads((folder / "statistics.json").read_text())["distributions"]
        for name in ("hotel_price_by_star", "ticket_by_type", "car_price_by_type", "fare_by_distance_km"):
            for line in found[name]:
                spread = [line[key] for key in ("q10", "q25", "q50", "q75", "q90")]
                assert spread == sorted(spread)


def version_line(**changes):
    given = {
        "name": "small-1", "track": "trek", "digest": "d" * 64, "state": "published", "is_current": True,
        "is_public": True, "task_count": 40, "feasible_count": 26, "infeasible_count": 14, "record_count": 9,
        "licence": "CC BY 4.0", "changelog": "New.", "imported_at": datetime(2026, 1, 2, tzinfo=UTC),
        "published_at": datetime(2026, 1, 3, tzinfo=UTC), "superseded_at": None, "superseded_by": "",
        "supersedes": (),
    }  # fmt: skip
    return VersionLine(**{**given, **changes})


class TestCroissant:
    """Metadata by which tools load the tables alone."""

    @pytest.fixture
    def document(self, made):
        _, index = made
        text = croissant_text(
            version_line(),
            index.files,
            page_url="https://x.test/p",
            file_url=lambda name: f"https://x.test/f/{name}",
        )
        return json.loads(text)

    def test_the_dataset_is_named_licensed_and_citable(self, document):
        known = {
            key: document[key]
            for key in ("@type", "conformsTo", "license", "url", "version", "datePublished")
        }
        assert known == {
            "@type": "sc:Dataset",
            "conformsTo": "http://mlcommons.org/croissant/1.0",
            "license": "https://creativecommons.org/licenses/by/4.0/",
            "url": "https://x.test/p",
            "version": "1.0.0",
            "datePublished": "2026-01-03",
        }
        assert "d" * 64 in document["citeAs"]

    def test_every_file_has_its_address_and_checksum(self, made, document):
        _, index = made
        assert [
            (one["@id"], one["contentUrl"], one["sha256"], one["contentSize"])
            for one in document["distribution"]
        ] == [(f.name, f"https://x.test/f/{f.name}", f.sha256, f"{f.size_bytes} B") for f in index.files]

    def test_every_column_is_a_field_that_is_taken_from_its_file(self, made, document):
        _, index = made
        assert [record["@id"] for record in document["recordSet"]] == TABLES
        for record, file in zip(document["recordSet"], index.tables, strict=True):
            assert [field["source"] for field in record["field"]] == [
                {"fileObject": {"@id": file.name}, "extract": {"column": column.name}}
                for column in file.columns
            ]
            assert all(
                {"@id", "@type", "name", "description", "dataType"} <= set(field) for field in record["field"]
            )
        known = {field["@id"] for record in document["recordSet"] for field in record["field"]}
        keys = {key["@id"] for record in document["recordSet"] for key in record["key"]}
        assert keys <= known

    @pytest.mark.parametrize(
        ("name", "version"),
        [("full-2", "2.0.0"), ("2026.11", "2026.11.0"), ("v1.2.3", "1.2.3"), ("first", "first")],
    )
    def test_the_version_has_three_numbers_where_the_name_has_any(self, name, version):
        text = croissant_text(version_line(name=name), (), page_url="", file_url=str)
        assert json.loads(text)["version"] == version


def test_it_is_a_command_of_its_own_and_no_other_process_loads_the_engine(tmp_path):
    command = [sys.executable, "-m", "kb_browser.exports", str(SMALL_WORLD), str(tmp_path / "out")]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[0] == "packing 40 files"
    program = (
        "import sys, django; from django.conf import settings; django.setup();"
        "import trek_site.urls, trek_site.celery, kb_browser.services, scoring.services;"
        "sys.exit('duckdb' in sys.modules)"
    )
    loaded = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False, timeout=120
    )
    assert (loaded.returncode, loaded.stderr) == (0, "")


def test_cells_with_line_breaks_quotes_and_long_numbers_come_back(tmp_path):
    out = io.StringIO()
    cells = ['a "quoted", text', "two\nlines", "999999999999999999999", "٣", ""]
    csv.writer(out).writerows([["hotel_id", "name"], *(["7", cell] for cell in cells)])
    table = csv_table("hotels", {"x": out.getvalue().encode()}, ["x"])
    assert [row["name"] for row in table.rows()] == cells

"""Figures of a release: counted right, complete, and readable beside the benchmark's."""

from __future__ import annotations

import json

import pytest

from kb_browser.release_checks.release import parse_release
from kb_browser.release_files import ReleaseFolder
from kb_browser.world.bundles import SMALL_WORLD
from kb_browser.world.statistics import shown, statistics_of
from kb_browser.world.statistics.reference import GROUPS, Form
from scoring.tracks.trek.dataset import read_dataset
from tests.worlds.damage import cell
from trek_site.cli import main


@pytest.fixture(scope="module")
def figures():
    folder = ReleaseFolder(SMALL_WORLD)
    files = folder.files()
    release = parse_release(files, folder.manifest(), folder.checksums())
    return statistics_of(release, read_dataset(files))


@pytest.fixture(scope="module")
def ours(figures):
    return {line.reference.key: line.ours for lines in figures.groups.values() for line in lines}


def test_keys_are_different_and_every_figure_of_the_small_world_is_there(ours):
    assert len(ours) == sum(map(len, GROUPS.values()))
    # A dozen cities have no pair within some of the distances.
    assert {key for key, value in ours.items() if value is None} <= {
        f"{kind}_{low}" for kind in ("fare", "least_fare") for low in (0, 500, 1000, 1500, 2500, 4000, 6500)
    }


def test_counts_by_hand(ours):
    assert ours["records"] == 420 + 360 + 360 + 12 * 27
    assert (ours["feasible"], ours["tight"], ours["loose"]) == (26, 13, 13)
    assert (ours["entity"], ours["route"], ours["budget"]) == (5, 4, 5)
    assert ours["density"] == pytest.approx(108 / (12 * 11))
    # 0 x 6, 1 x 14, 2 x 12 and 3 x 8 personas over 40 tasks.
    assert ours["personas_mean"] == pytest.approx(62 / 40)
    # Always eight: hard 3, flights 3, rooms, the named entity; then personas, and a car where one is needed.
    assert ours["constraints_mean"] == pytest.approx(8 + ours["personas_mean"] + ours["car"])


def test_shares_are_shares(figures):
    lines = [line for lines in figures.groups.values() for line in lines if line.reference.form is Form.SHARE]
    assert all(line.ours is None or 0 <= line.ours <= 1 for line in lines)


def test_choosing_by_price_alone_fails(ours):
    assert ours["persona_tasks"] > 0
    assert ours["blind_all"] >= ours["blind_hotel"] > 0.5


@pytest.mark.parametrize(
    ("form", "value", "text"),
    [
        (Form.COUNT, 107195, "107,195"),
        (Form.SHARE, 0.0791, "7.9 %"),
        (Form.MONEY, 1310.4, "1,310 $"),
        (Form.PRICE, 12.34, "12.3 $"),
        (Form.NUMBER, 1.549, "1.55"),
        (Form.NUMBER, None, "–"),
    ],
)
def test_figures_are_written_for_people(form, value, text):
    assert shown(form, value) == text


def test_the_command_prints_tables_and_writes_figures(tmp_path, capsys):
    written = tmp_path / "figures.json"
    assert main(["dataset", "statistics", str(SMALL_WORLD), "--json", str(written)]) == 0
    output = capsys.readouterr().out
    assert "| hotels | 39,396 | 360 |" in output
    assert json.loads(written.read_bytes())["Records"][0] == {
        "key": "flights",
        "title": "flights",
        "form": "count",
        "reference": 107195,
        "value": 420,
    }


def test_a_release_that_cannot_be_read_has_no_figures(tmp_path, capsys):
    (tmp_path / "trek_queries.csv").write_bytes(b"query\n")
    assert main(["dataset", "statistics", str(tmp_path)]) == 1
    assert main(["dataset", "statistics", str(tmp_path / "nowhere")]) == 2


@pytest.mark.parametrize("odd", ["", "24:61", "odd", "['a', 1]"])
def test_odd_cells_are_left_out(odd):
    folder = ReleaseFolder(SMALL_WORLD)
    files = dict(folder.files())
    for path, columns in (
        ("api/data/v2/flight_data/flights.csv", ["departure_time", "arrival_time"]),
        ("api/data/v2/hotel_data/Port Arden_hotel.csv", ["amenities_group", "country"]),
        ("api/data/v2/attraction_data/Port Arden_attraction.csv", ["open_hours", "type", "facilities_group"]),
        ("api/data/v2/car_data/Port Arden_rental_cars.csv", ["car_type"]),
        ("trek_queries.csv", ["implicit_keywords", "balance"]),
    ):
        for row, column in enumerate(columns, start=1):
            cell(path, row, column, odd)(files)
    release = parse_release(files, folder.manifest(), {})
    counted = statistics_of(release, read_dataset(files)).as_json()
    assert counted.keys() == GROUPS.keys()

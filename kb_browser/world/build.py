"""Building a release from a profile and a seed: the same bytes on every machine."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from kb_browser.progress import Progress, Step, untold
from kb_browser.release_checks.ceiling import score_gold
from kb_browser.release_checks.release import RELEASE_FORMAT
from kb_browser.release_files import MANIFEST_FILE, counts, digest_over
from kb_browser.world.atlas import Atlas, World
from kb_browser.world.attractions import attractions_of
from kb_browser.world.cars import cars_of
from kb_browser.world.drawing import Drawing, requests_of
from kb_browser.world.examiner import Examiner
from kb_browser.world.full_profile import FULL
from kb_browser.world.gold import GoldRecord, gold_record, task_cells
from kb_browser.world.hotels import hotels_of
from kb_browser.world.layout import record_files, task_files
from kb_browser.world.network import flights_of
from kb_browser.world.profile import Profile
from kb_browser.world.progress import told
from kb_browser.world.small_profile import SMALL
from kb_browser.world.trips import Request
from scoring.tracks.trek.dataset import read_dataset

GENERATOR = "trek-world 1"
DEFAULT_SEED = 20260101
PROFILES: Mapping[str, Profile] = {profile.name: profile for profile in (FULL, SMALL)}


def world_of(profile: Profile, seed: int, progress: Progress = untold) -> World:
    """Every record. Each city's are drawn from streams of its own, so any city can be made alone."""
    hotels, attractions, cars = {}, {}, {}
    for city in told(profile.cities, progress, text="drawing cities", total=len(profile.cities)):
        name = city.name
        hotels[name] = hotels_of(seed, city, profile.hotels[name], profile.mix)
        attractions[name] = attractions_of(seed, city, profile.attractions[name], profile.mix)
        cars[name] = cars_of(seed, city)
    progress(Step(text="drawing flights"))
    return World(
        cities=profile.cities,
        hotels=hotels,
        attractions=attractions,
        cars=cars,
        flights=flights_of(seed, profile.cities, profile.network),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Built:
    """One world with its tasks and their gold, in task order; ``files`` are those of its records."""

    profile: Profile
    seed: int
    world: World
    files: Mapping[str, bytes]
    requests: tuple[Request, ...]
    gold: tuple[GoldRecord, ...]


class ImperfectGoldError(Exception):
    """A built release has a task whose gold is not perfect; nothing of it may be used."""


def build(profile: Profile, seed: int, progress: Progress) -> Built:
    """Draw records and tasks and plan the gold."""
    world = world_of(profile, seed, progress)
    progress(Step(text="writing records"))
    files = dict(record_files(world, profile.odd_columns))
    atlas = Atlas(world)
    drawing = Drawing(
        seed=seed,
        atlas=atlas,
        examiner=Examiner(atlas, files),
        quotas=profile.quotas,
        voice=profile.voice,
    )
    requests = requests_of(drawing, progress)
    gold = tuple(gold_record(atlas, request) for request in requests)
    return Built(profile=profile, seed=seed, world=world, files=files, requests=requests, gold=gold)


def files_of(built: Built) -> Mapping[str, bytes]:
    """Every file of the release by path, the manifest among them."""
    files = {**dict(task_files(map(task_cells, built.requests), built.gold)), **built.files}
    checksums = {path: hashlib.sha256(content).hexdigest() for path, content in files.items()}
    manifest = json.dumps(_manifest(built, checksums), indent=1, ensure_ascii=False)
    return {**files, MANIFEST_FILE: f"{manifest}\n".encode()}


def digest_of(files: Mapping[str, bytes]) -> str:
    """The digest of a release of these files, as its folder will have it."""
    return digest_over(
        {path: hashlib.sha256(content).hexdigest() for path, content in files.items() if counts(path)}
    )


def proven_files(profile: Profile, seed: int, progress: Progress) -> Mapping[str, bytes]:
    """The files of a release whose gold was read back from them and scored perfect on every task.

    Raises:
        ImperfectGoldError: It was not; the message names the tasks.
    """
    built = build(profile, seed, progress)
    files = files_of(built)
    progress(Step(text="scoring the gold"))
    ceiling = score_gold(read_dataset(files), list(enumerate(built.gold, start=1)))
    if not ceiling.is_reached:
        raise ImperfectGoldError("\n".join([str(ceiling), *map(str, ceiling.faults)]))
    return files


def write_files(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write files into a folder; what else lies there is left alone."""
    for path, content in files.items():
        place = folder / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content)


def _manifest(built: Built, checksums: Mapping[str, str]) -> Mapping[str, object]:
    profile, cities = built.profile, built.world.cities
    airports = {airport.iata: airport.utc_offset_min for city in cities for airport in city.airports}
    return {
        "format": RELEASE_FORMAT,
        "generator": GENERATOR,
        "profile": profile.name,
        "seed": built.seed,
        "licence": profile.licence,
        "counts": _counts(built.world, built.requests),
        "fold_twins": [list(twins) for twins in profile.fold_twins],
        "utc_offsets_min": dict(sorted(airports.items())),
        "files": dict(sorted(checksums.items())),
    }


def _counts(world: World, requests: Sequence[Request]) -> Mapping[str, int]:
    return {
        "cities": len(world.cities),
        "airports": sum(len(city.airports) for city in world.cities),
        "flights": len(world.flights),
        "hotels": sum(map(len, world.hotels.values())),
        "attractions": sum(map(len, world.attractions.values())),
        "cars": sum(map(len, world.cars.values())),
        "tasks": len(requests),
        "feasible": sum(request.task_class.is_feasible for request in requests),
        "infeasible": sum(not request.task_class.is_feasible for request in requests),
    }

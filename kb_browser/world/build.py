"""Building a release from a profile and a seed: the same bytes on every machine.

Run as ``python -m kb_browser.world.build OUT --seed N``.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from kb_browser.release_files import MANIFEST_FILE
from kb_browser.world.atlas import Atlas, World
from kb_browser.world.attractions import attractions_of
from kb_browser.world.cars import cars_of
from kb_browser.world.drawing import Request, requests_of
from kb_browser.world.gold import gold_record, task_cells
from kb_browser.world.hotels import hotels_of
from kb_browser.world.layout import release_files
from kb_browser.world.network import flights_of
from kb_browser.world.profile import Profile
from kb_browser.world.small import SMALL

GENERATOR = "trek-world 1"
DEFAULT_SEED = 20260101
PROFILES: Mapping[str, Profile] = {SMALL.name: SMALL}

Progress = Callable[[str], None]


def world_of(profile: Profile, seed: int) -> World:
    """Every record. Each city's are drawn from streams of its own, so any city can be made alone."""
    return World(
        cities=profile.cities,
        hotels={city.name: hotels_of(seed, city, profile.hotels[city.name]) for city in profile.cities},
        attractions={
            city.name: attractions_of(seed, city, profile.attractions[city.name]) for city in profile.cities
        },
        cars={city.name: cars_of(seed, city) for city in profile.cities},
        flights=flights_of(seed, profile.cities, profile.network),
    )


def build_files(profile: Profile, seed: int, progress: Progress) -> Iterator[tuple[str, bytes]]:
    """Every file of the release as (path, bytes), the manifest at the end."""
    progress("records")
    world = world_of(profile, seed)
    progress("tasks")
    atlas = Atlas(world)
    requests = requests_of(seed, atlas, profile.quotas)
    gold = [gold_record(atlas, request) for request in requests]
    progress("files")
    checksums = {}
    for path, content in release_files(world, map(task_cells, requests), gold):
        checksums[path] = hashlib.sha256(content).hexdigest()
        yield path, content
    manifest = _manifest(profile, seed, world, requests, checksums)
    yield MANIFEST_FILE, (json.dumps(manifest, indent=1, ensure_ascii=False) + "\n").encode()


def write_release(folder: Path, profile: Profile, seed: int, progress: Progress) -> None:
    """Write a release into a folder; files it does not have are left alone."""
    for path, content in build_files(profile, seed, progress):
        place = folder / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content)


def _manifest(
    profile: Profile, seed: int, world: World, requests: Sequence[Request], checksums: Mapping[str, str]
) -> Mapping[str, object]:
    airports = {airport.iata: airport.utc_offset_min for city in world.cities for airport in city.airports}
    return {
        "format": "trek-release-1",
        "generator": GENERATOR,
        "profile": profile.name,
        "seed": seed,
        "licence": profile.licence,
        "counts": _counts(world, requests),
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


def _tell(stage: str) -> None:
    sys.stderr.write(f"building {stage}\n")


def main(argv: Sequence[str]) -> int:
    """Build one release; 0 when it is written."""
    parser = argparse.ArgumentParser(prog="python -m kb_browser.world.build", description=main.__doc__)
    parser.add_argument("out", type=Path, help="folder to write the release into")
    parser.add_argument("--seed", type=int, default=DEFAULT_SEED)
    parser.add_argument("--profile", choices=sorted(PROFILES), default=SMALL.name)
    arguments = parser.parse_args(argv)
    write_release(
        arguments.out,
        PROFILES[arguments.profile],
        arguments.seed,
        _tell,
    )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

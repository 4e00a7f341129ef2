"""``trek verify``: what agrees is said to; of one changed byte it is told where it was changed."""

from __future__ import annotations

import gzip
import json
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import pytest

from kb_browser.release_files import ReleaseFolder
from kb_browser.world.bundles import BUNDLES, SMALL_WORLD
from scoring.receipts import (
    Signer,
    check_signature,
    configuration,
    configuration_digest,
    read_keys,
    read_receipt,
)
from scoring.tracks import TREK, TREK_INTAKE, TREK_PAPER, TrekIntake
from tests.receipts import BUNDLE, SIGNER, changed, flipped, keys_of, receipt_of, signed
from trek_site.cli import main

OTHER = Signer(bytes(32))
GOLD = BUNDLES / "trek_gold-copy.jsonl"
ALL = ["receipt", "parts", "signature", "bundle", "release", "evaluator", "tasks", "results", "summary"]


class Told(NamedTuple):
    """What the command said."""

    status: int
    steps: dict[str, dict]
    verdict: str
    text: str

    @property
    def differing(self) -> list[str]:
        return [name for name, step in self.steps.items() if step["status"] == "differs"]


@pytest.fixture
def verify(tmp_path, capsys):
    """Run the command with some of its inputs replaced by bytes or paths."""

    def run(receipt=None, *, release=SMALL_WORLD, bundle=BUNDLE, key: str | bytes | None = None) -> Told:
        place = tmp_path / "receipt.json"
        place.write_bytes(signed(receipt_of()) if receipt is None else receipt)
        if isinstance(bundle, bytes):
            content, bundle = bundle, tmp_path / "bundle"
            bundle.write_bytes(content)
        if isinstance(key, bytes):
            content, key = key, str(tmp_path / "keys.json")
            Path(key).write_bytes(content)
        out = tmp_path / "out.json"
        words = [str(place), "--release", str(release), "--bundle", str(bundle), "--json", str(out)]
        status = main(["verify", *words, *(["--key", key] if key else [])])
        document = json.loads(out.read_bytes())
        steps = {step["name"]: step for step in document["steps"]}
        return Told(status, steps, document["verdict"], capsys.readouterr().out)

    return run


@pytest.fixture
def release(tmp_path):
    """A copy of the release that may be spoilt."""
    return Path(shutil.copytree(SMALL_WORLD, tmp_path / "release"))


class TestAgreement:
    @pytest.mark.parametrize("key", [SIGNER.fingerprint, keys_of(SIGNER), keys_of(OTHER, SIGNER)])
    def test_everything_agrees_under_a_key_that_is_believed(self, verify, key):
        told = verify(key=key)
        assert (told.status, told.verdict, list(told.steps)) == (0, "verified", ALL)
        assert told.text.splitlines()[-1] == "verified"

    def test_without_a_key_it_says_that_the_signature_was_not_checked(self, verify):
        told = verify()
        assert (told.status, told.verdict) == (0, "verified but for the signature")
        assert told.steps["signature"]["status"] == "not checked"
        assert "give --key" in told.text

    def test_a_retired_key_is_still_believed_and_called_so(self, verify):
        assert verify(key=keys_of(OTHER, SIGNER)).steps["signature"]["detail"] == "retired key"

    @pytest.mark.parametrize(
        "name", sorted(path.name for path in BUNDLES.glob("trek_*") if "invalid" not in path.name)
    )
    def test_every_carried_bundle_is_replayed(self, verify, name):
        told = verify(signed(receipt_of(BUNDLES / name)), bundle=BUNDLES / name, key=SIGNER.fingerprint)
        assert told.verdict == "verified"

    def test_a_machine_with_nothing_but_the_project_will_do(self, tmp_path):
        """No settings, no database, no home."""
        (tmp_path / "receipt.json").write_bytes(signed(receipt_of()))
        words = ["verify", str(tmp_path / "receipt.json"), "--release", str(SMALL_WORLD)]
        code = (
            "import sys; from trek_site.cli import main; status = main(sys.argv[1:]);"
            "assert 'django' not in sys.modules; sys.exit(status)"
        )
        done = subprocess.run(
            [sys.executable, "-c", code, *words, "--bundle", str(BUNDLE), "--key", SIGNER.fingerprint],
            env={"PATH": "/usr/bin:/bin", "PYTHONPATH": str(Path(__file__).parents[2])},
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
        )
        assert (done.returncode, done.stdout.splitlines()[-1]) == (0, "verified"), done.stderr


class TestOneByteInTheBundle:
    @pytest.mark.parametrize("task", [0, 17, 38])
    def test_a_changed_answer_is_named_by_its_task(self, verify, task):
        lines = GOLD.read_bytes().splitlines(keepends=True)
        assert json.loads(lines[task])["query_index"] == task
        lines[task] = lines[task].replace(b'"is_feasible": ', b'"is_feasibly": ', 1)
        told = verify(signed(receipt_of(GOLD)), bundle=b"".join(lines), key=SIGNER.fingerprint)
        assert (told.status, told.differing) == (1, ["bundle", "tasks", "results", "summary"])
        assert told.steps["tasks"]["names"] == [str(task)]
        assert told.text.splitlines()[-1] == "differs: bundle, tasks, results, summary"

    def test_a_byte_that_changes_no_score_is_told_all_the_same(self, verify):
        told = verify(bundle=BUNDLE.read_bytes().replace(b'": ', b'":\t', 1), key=SIGNER.fingerprint)
        assert (told.status, told.differing) == (1, ["bundle"])

    def test_a_bundle_that_would_be_refused_is_no_reason_to_fail(self, verify):
        told = verify(bundle=b"\x00" + BUNDLE.read_bytes()[1:], key=SIGNER.fingerprint)
        assert (told.status, told.differing) == (1, ["bundle", "tasks", "results", "summary"])

    def test_the_same_records_packed_are_another_bundle_with_the_same_results(self, verify):
        told = verify(bundle=gzip.compress(BUNDLE.read_bytes()), key=SIGNER.fingerprint)
        assert (told.status, told.differing) == (1, ["bundle"])


KINDS = {
    path.rsplit("/", 1)[0] if "flight" not in path and "/" in path else path: path
    for path in ReleaseFolder(SMALL_WORLD).files()
}


class TestOneByteInTheRelease:
    @pytest.mark.parametrize("path", sorted(KINDS.values()))
    @pytest.mark.parametrize("share", [0.0, 0.5, 1.0])
    def test_it_is_told_and_the_file_is_named(self, verify, release, path, share):
        place = next(one for name, one in ReleaseFolder(release).located().items() if name == path)
        content = place.read_bytes()
        place.write_bytes(flipped(content, int(share * (len(content) - 1))))
        told = verify(release=release, key=SIGNER.fingerprint)
        assert told.status == 1
        assert told.steps["release"]["names"] == [path]
        assert set(told.differing) <= {"release", "tasks", "results", "summary"}
        assert path in told.text

    def test_a_file_that_is_gone_is_named(self, verify, release):
        path = "api/data/v2/flight_data/flights.csv"
        (release / path).unlink()
        told = verify(release=release, key=SIGNER.fingerprint)
        assert (told.status, told.differing) == (1, ["release"])
        assert told.steps["release"]["names"] == [path]
        assert told.steps["tasks"]["status"] == "not checked"

    def test_a_folder_without_a_task_file_is_no_release(self, verify, tmp_path):
        told = verify(release=tmp_path, key=SIGNER.fingerprint)
        assert (told.status, told.differing) == (1, ["release"])

    def test_a_prepared_snapshot_beside_the_files_is_not_believed(self, verify, release):
        """One of the right name and checksum could say anything."""
        shutil.rmtree(release / ".trek", ignore_errors=True)
        words = ["score", "--release", str(release), str(BUNDLE), "--json", str(release / "out")]
        assert main(words) == 0
        [snapshot] = (release / ".trek").glob("*.snapshot")
        snapshot.write_bytes(b"nonsense")
        assert verify(release=release, key=SIGNER.fingerprint).verdict == "verified"


HEX = "0" * 64
LIES = {
    "submission": ("s-2", []),
    "evaluated_at": ("2026-11-30T21:00:01Z", []),
    "bundle_sha256": (HEX, ["bundle"]),
    "bundle_bytes": (1, ["bundle"]),
    "is_selection_declared": (True, []),
    "release_digest": (HEX, ["release"]),
    "configuration": (HEX, ["evaluator"]),
    "evaluator_version": ("trek-0.0.0", ["evaluator"]),
    "track": ("other", ["evaluator"]),
    "results_digest": (HEX, ["results"]),
    "tasks_digest": (HEX, ["parts"]),
    "summary": ({**receipt_of().summary, "d0_keyword": 1.0}, ["summary"]),
    "tasks": (((0, HEX), *receipt_of().tasks[1:]), ["parts", "tasks"]),
}


class TestOneByteInTheReceipt:
    @pytest.mark.parametrize("member", LIES)
    def test_a_member_that_lies_is_found_out_twice(self, verify, member):
        """By the signature, and, where it is about an input, by the input, whoever signed it."""
        value, named = LIES[member]
        lie = changed(receipt_of(), **{member: value})
        forged = signed(lie).replace(
            SIGNER.sign(lie.signed_bytes()).encode(), SIGNER.sign(receipt_of().signed_bytes()).encode()
        )
        told = verify(forged, key=SIGNER.fingerprint)
        assert (told.status, sorted(told.differing)) == (1, sorted(["signature", *named]))
        assert sorted(verify(signed(lie), key=SIGNER.fingerprint).differing) == sorted(named)

    def test_every_member_is_lied_about(self):
        assert set(LIES) == set(receipt_of().__dataclass_fields__)

    def test_another_edition_is_named_and_replayed(self, verify):
        lie = changed(receipt_of(), evaluator_version=TREK_PAPER.evaluator_version)
        told = verify(signed(lie), key=SIGNER.fingerprint)
        assert told.differing == ["evaluator", "tasks", "results"]
        assert told.steps["evaluator"]["detail"].startswith(TREK_PAPER.evaluator_version)

    def test_no_byte_can_be_changed(self):
        content = signed(receipt_of())
        unnoticed = []
        for place in range(len(content)):
            found = read_receipt(flipped(content, place))
            if not found.faults and check_signature(found.signed, trusted=SIGNER.fingerprint).status == "ok":
                unnoticed.append(place)
        assert unnoticed == []

    def test_the_last_byte_neither(self, verify):
        told = verify(signed(receipt_of())[:-1] + b" ", key=SIGNER.fingerprint)
        assert (told.status, told.differing) == (1, ["receipt"])

    @pytest.mark.parametrize("name", ["\ud800", "\x1b]0;owned\x07", "\u202e"])
    def test_names_that_it_made_up_move_no_terminal(self, verify, name):
        lie = changed(receipt_of(), summary={**receipt_of().summary, name: {name: 1}})
        for content in (
            signed(lie),
            f'{{"{json.dumps(name)[1:-1]}":1,"{json.dumps(name)[1:-1]}":2}}'.encode(),
        ):
            told = verify(content)
            assert all(line.isprintable() for line in told.text.splitlines())
            assert json.dumps(name[:1])[1:-1] in told.text

    def test_a_file_laid_out_anew_is_told_from_a_forged_one(self, verify):
        laid_out = json.dumps(json.loads(signed(receipt_of())), indent=1).encode()
        told = verify(laid_out, key=SIGNER.fingerprint)
        assert (told.status, told.differing) == (1, ["receipt"])
        assert "laid out anew" in told.text


class TestTheSignatureAndItsKey:
    def test_a_changed_signature_is_named(self, verify):
        told = verify(signed(receipt_of()).replace(b'"value":"', b'"value":"0', 1).replace(b'"}}', b"}}", 1))
        assert "receipt" in told.differing
        value = SIGNER.sign(receipt_of().signed_bytes()).encode()
        told = verify(signed(receipt_of()).replace(value, flipped(value, 64)))
        assert (told.status, told.differing) == (1, ["signature"])

    @pytest.mark.parametrize("part", [SIGNER.public_key.encode(), SIGNER.fingerprint.encode()])
    def test_a_changed_key_in_the_receipt_is_named_without_any_key_given(self, verify, part):
        told = verify(signed(receipt_of()).replace(part, flipped(part, 9)))
        assert (told.status, told.differing) == (1, ["signature"])

    @pytest.mark.parametrize("key", [OTHER.fingerprint, keys_of(OTHER)])
    def test_somebody_elses_receipt_is_not_the_sites(self, verify, key):
        told = verify(key=key)
        assert (told.status, told.differing) == (1, ["signature"])
        assert told.steps["signature"]["found"] == SIGNER.fingerprint

    def test_a_changed_fingerprint_is_told(self, verify):
        told = verify(key=flipped(SIGNER.fingerprint.encode(), 3).decode())
        assert (told.status, told.differing) == (1, ["signature"])

    def test_no_byte_of_a_list_of_keys_can_be_changed(self):
        content = keys_of(SIGNER, OTHER)
        assert [place for place in range(len(content)) if not read_keys(flipped(content, place))[1]] == []

    def test_a_changed_list_of_keys_is_told(self, verify):
        told = verify(key=keys_of(SIGNER).replace(b"current", b"currant"))
        assert (told.status, told.differing) == (1, ["key", "signature"])


class TestWrongUse:
    @pytest.mark.parametrize("missing", ["receipt", "release", "bundle", "key"])
    def test_what_is_not_there_is_wrong_use(self, tmp_path, capsys, missing):
        (tmp_path / "receipt").write_bytes(signed(receipt_of()))
        (tmp_path / "keys").write_bytes(keys_of(SIGNER))
        given = {"receipt": tmp_path / "receipt", "release": SMALL_WORLD, "bundle": BUNDLE}
        given["key"] = tmp_path / "keys"
        given[missing] = tmp_path / "nowhere"
        words = [str(given.pop("receipt")), *(w for name, v in given.items() for w in (f"--{name}", str(v)))]
        assert main(["verify", *words]) == 2
        assert "nowhere" in capsys.readouterr().err

    def test_a_receipt_alone_is_wrong_use(self, capsys):
        assert main(["verify", "receipt.json"]) == 2
        assert "--release" in capsys.readouterr().err


class TestConfiguration:
    @pytest.mark.parametrize(
        ("track", "known"),
        [
            (TREK, "32f4e403c83223752cfefefc04214e954393e45577ef4fc5ce157832ce77fcf2"),
            (TREK_PAPER, "b9458250f321bdc25500304d6e838410d7ccf392358ad2fa2bb7ddc02e88fb75"),
        ],
        ids=lambda one: getattr(one, "evaluator_version", ""),
    )
    def test_a_version_is_set_as_it_always_was(self, track, known):
        """Receipts hold this digest. What changes it needs another evaluator version, or undo it."""
        assert configuration_digest(track, TREK_INTAKE) == known

    def test_a_limit_belongs_to_it_and_a_sentence_does_not(self):
        intake = TrekIntake(limits=replace(TREK_INTAKE.limits, depth=31))
        assert configuration_digest(TREK, intake) != configuration_digest(TREK, TREK_INTAKE)
        assert "message" not in json.dumps(configuration(TREK, TREK_INTAKE))

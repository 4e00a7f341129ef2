"""Stored files are looked at again and again: what rotted is found, told, and never scored."""

from __future__ import annotations

import logging
import os
from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db.models import F

from scoring.models import Evaluation, LeaderboardEntry
from scoring.services import submission_evaluate
from scoring.states import Outcome
from submissions import storage
from submissions.models import Condition, StoredFile, Submission
from submissions.selectors.stored_files import LOOK_EVERY, files_not_sound, files_to_look_at
from submissions.services import submission_check, uploads_sweep
from submissions.services.verifying import uploads_verify
from submissions.states import State
from tests.factories import LINE, bundle_of, submission_make, upload_make, version_make
from tests.submissions.uploads import receive
from trek_site.health import readiness

pytestmark = pytest.mark.django_db


@pytest.fixture
def received(world):
    """Seven submissions, each of a file of its own; the oldest first."""
    for number in range(7):
        receive([LINE.replace(b'"x"', b'"reason %d"' % number)], version=world)
    return list(Submission.objects.order_by("pk"))


def flip(submission, place=40):
    path = storage.upload_path(submission.file_sha256)
    content = bytearray(path.read_bytes())
    content[place] ^= 1
    path.write_bytes(content)


def conditions():
    return dict(StoredFile.objects.values_list("sha256", "condition"))


class TestLooking:
    """Every file once in thirty days, what is in doubt every time."""

    def test_what_is_sound_is_noted_and_left_alone_for_thirty_days(self, received):
        first = uploads_verify()
        assert (first.files, first.read_bytes) == (7, sum(row.file_bytes for row in received))
        assert (first.not_sound, first.left, first.known_not_sound) == ((), 0, 0)
        assert set(conditions().values()) == {Condition.SOUND}
        assert uploads_verify().files == 0
        aged = StoredFile.objects.filter(sha256=received[3].file_sha256)
        aged.update(looked_at=F("looked_at") - LOOK_EVERY - timedelta(minutes=1))
        assert [file.sha256 for file in files_to_look_at()] == [received[3].file_sha256]
        assert uploads_verify().files == 1

    def test_one_byte_flipped_in_each_of_five_files_is_found_in_all_five(self, received, caplog):
        for row in received[:5]:
            flip(row)
        with caplog.at_level(logging.ERROR):
            found = uploads_verify()
        assert set(found.not_sound) == {row.file_sha256 for row in received[:5]}
        told = [(record.sha256, record.condition, record.submissions) for record in caplog.records]
        assert sorted(told) == sorted((row.file_sha256, "damaged", [row.public_id]) for row in received[:5])
        assert readiness().files_not_sound == 5

    def test_what_is_missing_is_found_as_well(self, received):
        storage.upload_path(received[0].file_sha256).unlink()
        assert uploads_verify().not_sound == (received[0].file_sha256,)
        assert conditions()[received[0].file_sha256] == Condition.MISSING

    def test_what_cannot_be_read_is_in_doubt(self, received):
        path = storage.upload_path(received[0].file_sha256)
        path.unlink()
        path.mkdir()
        uploads_verify()
        assert conditions()[received[0].file_sha256] == Condition.UNREADABLE

    def test_what_was_brought_back_is_noticed_by_the_next_run(self, received):
        flip(received[0])
        uploads_verify()
        flip(received[0])
        found = uploads_verify()
        assert (found.files, found.known_not_sound) == (1, 0)
        assert files_not_sound() == 0

    def test_a_run_begins_no_file_beyond_its_bound_and_the_next_goes_on(self, received):
        bound = received[0].file_bytes + 1
        first = uploads_verify(bytes_at_most=bound)
        assert (first.files, first.left) == (2, 5)
        runs = [uploads_verify(bytes_at_most=bound).files for _ in range(4)]
        assert runs == [2, 2, 1, 0]

    def test_what_is_in_doubt_comes_before_what_nobody_looked_at(self, received):
        damaged = max(received, key=lambda row: row.file_sha256)
        flip(damaged)
        uploads_verify()
        StoredFile.objects.exclude(sha256=damaged.file_sha256).delete()
        assert next(files_to_look_at()).sha256 == damaged.file_sha256

    def test_bytes_of_two_submissions_are_one_file(self):
        version = version_make()
        receive(version=version)
        receive(version=version)
        assert uploads_verify().files == 1

    def test_looking_takes_one_write_a_file_in_its_savepoint(self, received, django_assert_max_num_queries):
        with django_assert_max_num_queries(2 + 7 * 3):
            uploads_verify()


class TestTheCommand:
    """For a nightly run: it fails while anything is in doubt."""

    def run(self, **options):
        out = StringIO()
        try:
            call_command("verify_uploads", stdout=out, **options)
        except CommandError:
            return out.getvalue().splitlines(), False
        return out.getvalue().splitlines(), True

    def test_it_says_what_it_looked_at(self, received):
        assert self.run() == (["looked at 7, left 0, not sound 0"], True)
        assert self.run(mib=0) == (["looked at 0, left 0, not sound 0"], True)

    def test_it_fails_and_names_the_files_until_they_are_back(self, received):
        flip(received[2])
        said = ["looked at 7, left 0, not sound 1", f"not sound: {received[2].file_sha256}"]
        assert self.run() == (said, False)
        assert self.run() == ([said[0].replace("7", "1"), said[1]], False)
        flip(received[2])
        assert self.run() == (["looked at 1, left 0, not sound 0"], True)


class TestNobodyIsJudgedByThem:
    """The bytes are compared before they are read, by the check and by the evaluation."""

    def test_none_of_five_damaged_files_is_checked(self, received):
        for row in received[:5]:
            flip(row)
        for row in received:
            submission_check(row.pk)
        states = list(Submission.objects.order_by("pk").values_list("state", flat=True))
        assert states == [State.FAILED] * 5 + [State.CHECKED] * 2

    def test_none_of_five_damaged_files_is_evaluated(self, world):
        sent = [upload_make(bundle_of(failing={task}), version=world) for task in range(6)]
        rows = [Submission.objects.get(pk=receipt.pk) for receipt in sent]
        for row in rows:
            submission_check(row.pk)
        for row in rows[:5]:
            flip(row)
        for row in rows:
            submission_evaluate(row.pk)
        outcomes = Evaluation.objects.order_by("submission_id").values_list("outcome", flat=True)
        assert list(outcomes) == [Outcome.FAILED] * 5 + [Outcome.SCORED]
        assert list(LeaderboardEntry.objects.values_list("evaluation__submission", flat=True)) == [rows[5].pk]
        assert len(uploads_verify().not_sound) == 5


class TestBothWays:
    """A file without a row goes; a row without a file is told."""

    def test_each_is_found(self, received):
        orphan = storage.upload_path("ab" + "0" * 62)
        orphan.parent.mkdir(parents=True, exist_ok=True)
        orphan.write_bytes(b"x")
        half = storage.uploads_folder() / "incoming" / "tmpabc"
        half.write_bytes(b"x")
        for path in (orphan, half):
            os.utime(path, (0, 0))
        bare = submission_make(file_sha256="cd" + "0" * 62)
        assert uploads_sweep() == 2
        assert not orphan.exists()
        assert not half.exists()
        assert uploads_verify().not_sound == (bare.file_sha256,)

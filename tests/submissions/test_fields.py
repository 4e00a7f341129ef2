"""What is said about an upload: derived, cleaned, and refused with every mistake at once."""

import pytest

from submissions.fields import SubmissionFields
from submissions.models import Submission
from tests.factories import user_make, version_make
from tests.submissions.uploads import receive
from trek_site.shared.errors import ConflictError, UnprocessableError

pytestmark = pytest.mark.django_db


class TestFields:
    """What is said about an upload, every mistake at once."""

    def test_the_label_comes_from_the_file_name(self):
        receipt = receive(file_name="trek_my.agent-2.jsonl")
        assert Submission.objects.get(pk=receipt.pk).label == "my.agent-2"

    def test_a_given_label_wins(self):
        receipt = receive(fields=SubmissionFields(label="other"))
        assert Submission.objects.get(pk=receipt.pk).label == "other"

    def test_every_mistake_is_named_with_its_place(self):
        wrong = SubmissionFields(
            label="-x", display_name="a\u202eb", model_name="m" * 121, division="custom", visibility="secret"
        )
        with pytest.raises(UnprocessableError) as caught:
            receive(fields=wrong)
        assert [(error["pointer"], error["code"]) for error in caught.value.errors] == [
            ("/display_name", "F205"),
            ("/model_name", "F205"),
            ("/visibility", "F203"),
            ("/label", "F205"),
            ("/description", "F206"),
        ]

    def test_a_label_is_needed(self):
        with pytest.raises(UnprocessableError) as caught:
            receive(file_name="run.jsonl")
        assert [(error["pointer"], error["code"]) for error in caught.value.errors] == [("/label", "F202")]

    @pytest.mark.parametrize("text", ["a\x00b", "a\u200bb", "a\ud800b", "a\nb"])
    def test_invisible_characters_are_refused_in_names(self, text):
        with pytest.raises(UnprocessableError):
            receive(fields=SubmissionFields(organisation=text))

    def test_a_description_may_have_lines(self):
        receipt = receive(fields=SubmissionFields(division="custom", description="  one\r\ntwo "))
        assert Submission.objects.get(pk=receipt.pk).description == "one\ntwo"

    def test_texts_are_stored_composed(self):
        receipt = receive(fields=SubmissionFields(display_name=" Cafe\u0301 "))
        assert Submission.objects.get(pk=receipt.pk).display_name == "Café"

    def test_a_long_text_is_refused_before_it_is_composed(self):
        with pytest.raises(UnprocessableError):
            receive(fields=SubmissionFields(description="a" + "\u0300\u0316" * 40_000))

    def test_a_duplicate_label_is_a_conflict_ignoring_case(self):
        owner, version = user_make(), version_make()
        receive(owner=owner, dataset_version=version, fields=SubmissionFields(label="Agent"))
        with pytest.raises(ConflictError) as caught:
            receive(owner=owner, dataset_version=version, fields=SubmissionFields(label="agent"))
        assert caught.value.errors[0]["pointer"] == "/label"

    def test_a_draft_version_takes_nothing(self):
        with pytest.raises(UnprocessableError):
            receive(dataset_version=version_make(is_published=False))

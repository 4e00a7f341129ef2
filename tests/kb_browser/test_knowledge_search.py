"""Searching a release: what is found, in which order, what is forgiven, and what it costs."""

import sqlite3

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb_browser.knowledge.making import knowledge_make
from kb_browser.knowledge.opening import KnowledgeMissingError, knowledge_open
from kb_browser.knowledge.reading import records
from kb_browser.knowledge.searching import COUNTED_MAX, query_of, search
from kb_browser.knowledge.shelf import Kind, knowledge_file
from kb_browser.knowledge.words import folded, is_near, slugs_of, variants, words_of
from kb_browser.world.bundles import SMALL_WORLD

QUERIES_MAX = 12
LETTERS = st.text("abcd", min_size=3, max_size=7)


def found(file, text, kind, each=5):
    hits = search(file, query_of(text), each=each)
    return [line.name for line in records(file, hits.ids[kind])] if hits.ids else []


def edits_between(one, other):
    """Optimal string alignment, as textbooks have it."""
    rows, columns = len(one) + 1, len(other) + 1
    table = [[i + j if i * j == 0 else 0 for j in range(columns)] for i in range(rows)]
    for i in range(1, rows):
        for j in range(1, columns):
            is_other = one[i - 1] != other[j - 1]
            table[i][j] = min(table[i - 1][j] + 1, table[i][j - 1] + 1, table[i - 1][j - 1] + is_other)
            if min(i, j) > 1 and one[i - 1] == other[j - 2] and one[i - 2] == other[j - 1]:
                table[i][j] = min(table[i][j], table[i - 2][j - 2] + 1)
    return table[-1][-1]


class TestWords:
    """Text is compared without case, accents and signs; one edit is told as textbooks tell it."""

    @pytest.mark.parametrize(
        ("text", "words"),
        [
            ("Łęgowice", ["legowice"]),
            ("Østerlund STRASSE", ["osterlund", "strasse"]),
            ("Straße", ["strasse"]),
            ("İstanbul", ["istanbul"]),
            ("Xi'an", ["xian"]),
            ("a_b-c/d", ["a", "b", "c", "d"]),
            ("\x00\u202e", []),
            ("24-hour", ["24", "hour"]),
        ],
    )
    def test_words_are_folded(self, text, words):
        assert words_of(text) == words

    @given(st.text())
    def test_folding_twice_changes_nothing_more(self, text):
        assert words_of(folded(text)) == words_of(text)

    @given(LETTERS, LETTERS)
    def test_near_is_at_most_one_edit(self, one, other):
        assert is_near(one, other) == (edits_between(one, other) <= 1)

    @given(LETTERS, LETTERS)
    def test_near_words_share_a_variant(self, one, other):
        assert not is_near(one, other) or variants(one) & variants(other)

    @given(st.sets(st.text(max_size=4), max_size=8))
    def test_no_two_texts_share_a_slug(self, texts):
        slugs = slugs_of(texts)
        assert len(set(slugs.values())) == len(texts)


class TestSearch:
    """All words have to fit; exact before beginning before mended."""

    @pytest.mark.parametrize("text", ["Łęgowice", "legowice", "LEGOWICE", "legowcie", "legowic", "legowicee"])
    def test_a_city_is_found_however_it_is_written(self, knowledge_opened, text):
        assert found(knowledge_opened, text, Kind.CITY) == ["Łęgowice"]

    def test_two_mistakes_are_not_forgiven(self, knowledge_opened):
        assert found(knowledge_opened, "lagowica", Kind.CITY) == []

    def test_short_words_are_not_mended(self, knowledge_opened):
        assert search(knowledge_opened, query_of("gmy"), each=5).spelt == {}

    @pytest.mark.parametrize("text", ["WU 2454", "wu2454", "2454 wu"])
    def test_a_flight_is_found_by_its_number(self, knowledge_opened, text):
        assert found(knowledge_opened, text, Kind.FLIGHT) == ["WU 2454"]

    def test_a_whole_name_comes_first(self, knowledge_opened):
        name = "Łęgowice Copper Lodge 7"
        assert found(knowledge_opened, name, Kind.HOTEL)[0] == name

    def test_every_word_has_to_fit(self, knowledge_opened):
        hits = search(knowledge_opened, query_of("hotels in legowice"), each=5)
        assert (hits.counts[Kind.HOTEL], hits.counts[Kind.ATTRACTION]) == (30, 0)

    def test_a_name_that_is_known_is_not_mended(self, knowledge_opened):
        assert search(knowledge_opened, query_of("legowice"), each=5).spelt == {}

    def test_the_same_question_has_the_same_answer(self, knowledge_opened):
        first = search(knowledge_opened, query_of("spa"), each=25)
        assert search(knowledge_opened, query_of("spa"), each=25) == first

    @pytest.mark.parametrize("text", ["spa", "legowcie copper", "a b c d e f g h", "airport"])
    def test_it_takes_few_queries(self, knowledge_opened, text):
        told = []
        knowledge_opened.connection.set_trace_callback(told.append)
        hits = search(knowledge_opened, query_of(text), each=6)
        numbers = [number for ids in hits.ids.values() for number in ids]
        records(knowledge_opened, numbers)
        # The index asks its own tables, too; the engine marks that.
        assert len([line for line in told if not line.startswith("--")]) <= QUERIES_MAX

    def test_counts_end_somewhere(self, knowledge_opened):
        assert max(search(knowledge_opened, query_of("airport"), each=1).counts.values()) <= COUNTED_MAX + 1

    @given(text=st.text(max_size=40))
    def test_any_text_is_a_question(self, knowledge_made, text):
        from kb_browser.knowledge.opening import KnowledgeFile  # noqa: PLC0415

        file = KnowledgeFile(knowledge_made)
        hits = search(file, query_of(text), each=2)
        assert set(hits.counts) <= set(Kind)
        file.connection.close()


class TestFile:
    """It is made whole, is the same whoever makes it, and only its own release's is trusted."""

    def test_it_is_the_same_whoever_makes_it(self, knowledge_made, tmp_path):
        knowledge_make(SMALL_WORLD, tmp_path / "again.sqlite3", say=lambda _message: None)
        dumps = [
            [row for name in ("record", "flight", "tag", "tagged", "booked", "word", "spelling")
             for row in sqlite3.connect(path).execute(f"SELECT * FROM {name}")]
            for path in (knowledge_made, tmp_path / "again.sqlite3")
        ]  # fmt: skip
        assert dumps[0] == dumps[1]

    def test_what_is_there_is_left_alone(self, tmp_path):
        target = tmp_path / "made.sqlite3"
        target.write_bytes(b"there")
        knowledge_make(SMALL_WORLD, target, say=lambda _message: None)
        assert target.read_bytes() == b"there"

    @pytest.mark.parametrize("content", [None, b"", b"no database at all" * 100])
    def test_what_is_damaged_is_missing(self, tmp_path, content):
        if content is not None:
            knowledge_file(tmp_path, "d").write_bytes(content)
        with pytest.raises(KnowledgeMissingError):
            knowledge_open(tmp_path, "d")

    def test_another_releases_file_is_missing(self, tmp_path, knowledge_made):
        knowledge_file(tmp_path, "other").symlink_to(knowledge_made)
        with pytest.raises(KnowledgeMissingError):
            knowledge_open(tmp_path, "other")

    def test_it_cannot_be_written(self, knowledge_opened):
        with pytest.raises(sqlite3.OperationalError):
            knowledge_opened.connection.execute("DELETE FROM record")

"""Labels of a scatter: none covers another, a point or a line, where they are placed and on larger plots."""

import random

import pytest

from scoring.label_places import (
    Dot,
    Line,
    Place,
    box_of,
    dot_box,
    line_box,
    places_of,
    width_px,
)


def scene(seed, count=30):
    """Points close together, names of any length, and a staircase through them."""
    chance = random.Random(seed)
    dots = [
        Dot(
            x=round(chance.betavariate(2, 2), 3),
            y=round(chance.random(), 3),
            text="旅行" * chance.randrange(4) + "n" * chance.randrange(20),
        )
        for _ in range(count)
    ]
    x, y = chance.random(), chance.random()
    lines = [Line(left=x, right=1.0, top=y, bottom=y), Line(left=x, right=x, top=y, bottom=1.0)]
    return dots, lines


def overlaps(one, other):
    return (
        one.across.low < other.across.high
        and other.across.low < one.across.high
        and one.down.low < other.down.high
        and other.down.low < one.down.high
    )


@pytest.mark.parametrize("seed", range(12))
def test_nothing_collides_on_the_plot_or_on_a_larger_one(seed):
    dots, lines = scene(seed)
    places = places_of(dots, width=600, height=400, lines=lines)
    assert places
    for width, height in ((600, 400), (601, 433), (900, 400), (2400, 1700)):
        size = {"width": width, "height": height}
        labels = [(place.dot, box_of(dots[place.dot], place, **size)) for place in places]
        points = [dot_box(dot, **size) for dot in dots]
        for number, (dot, box) in enumerate(labels):
            others = [other for _, other in labels[number + 1 :]]
            others += [point for place, point in enumerate(points) if place != dot]
            others += [line_box(line, **size) for line in lines]
            assert not any(overlaps(box, other) for other in others)
            assert min(box.across.low, box.down.low) >= 0
            assert box.across.high <= width
            assert box.down.high <= height


def test_the_first_dots_get_their_names_first_and_the_same_ones_every_time():
    dots = [Dot(x=0.5, y=0.5, text="first"), Dot(x=0.51, y=0.5, text="n" * 30)]
    assert places_of(dots[:1], width=300, height=200) == [Place(dot=0, dx=9.0, dy=0.0, anchor="left")]
    crowd = scene(3)[0]
    assert places_of(crowd, width=600, height=400) == places_of(crowd, width=600, height=400)
    named = [place.dot for place in places_of([*crowd, *crowd], width=600, height=400)]
    assert named == sorted(named)


def test_a_name_that_fits_nowhere_is_left_out():
    assert places_of([Dot(x=0.5, y=0.5, text="n" * 40)], width=100, height=100) == []
    assert places_of([Dot(x=0.5, y=0.5, text="")], width=100, height=100) == []


def test_wide_characters_take_more_room():
    assert width_px("旅行") > width_px("nn") > width_px("n")

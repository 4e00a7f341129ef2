"""The page of pictures shows every view in every window, and all of them are small enough to carry."""

from tests.docs.screenshots import GALLERY, IMAGES, THEMES, WIDTHS, gallery, picture
from tests.scene.views import VIEWS

MOST_BYTES = 6_000_000


def test_the_page_is_what_the_script_writes():
    assert GALLERY.read_text(encoding="utf-8") == gallery()


def test_every_picture_is_there_and_none_besides():
    expected = {picture(view, width, theme) for view in VIEWS for width in WIDTHS for theme in THEMES}
    assert {image.name for image in IMAGES.glob("*.webp")} == expected
    assert sum(image.stat().st_size for image in IMAGES.iterdir()) < MOST_BYTES

"""Files that installed packages bring are served from where they are."""

from __future__ import annotations

from pathlib import Path

from django.contrib.staticfiles import finders

from trek_site.finders import PACKAGE_ASSETS, PackageAssetFinder


def test_every_asset_is_found_under_its_address():
    for address in PACKAGE_ASSETS:
        found = finders.find(address)
        assert found is not None
        assert Path(found).is_file()


def test_other_addresses_are_not_ours():
    finder = PackageAssetFinder()

    assert finder.find("css/site.css") == []
    assert finder.find("css/site.css", find_all=True) == []


def test_collecting_lists_each_asset_under_its_address():
    listed = {
        f"{storage.prefix}/{name}": storage.path(name) for name, storage in PackageAssetFinder().list(None)
    }

    assert set(listed) == set(PACKAGE_ASSETS)
    assert all(Path(path).is_file() for path in listed.values())


def test_an_asset_may_be_left_out():
    assert list(PackageAssetFinder().list(["vendor/*"])) == []


def test_a_missing_asset_is_an_error_of_the_system_check(monkeypatch):
    finder = PackageAssetFinder()
    assert finder.check() == []

    monkeypatch.setattr(finder, "_paths", {"vendor/x.js": Path("/nowhere/x.js")})

    assert [error.id for error in finder.check()] == ["trek_site.E001"]

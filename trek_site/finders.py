"""Static files that come inside an installed package, served from there instead of being copied into ours."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from importlib.resources import files
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from django.contrib.staticfiles import utils
from django.contrib.staticfiles.finders import BaseFinder
from django.core.checks import CheckMessage, Error
from django.core.files.storage import FileSystemStorage

# Address under STATIC_URL -> package and file inside it.
PACKAGE_ASSETS: Final[Mapping[str, tuple[str, str]]] = MappingProxyType(
    {"vendor/plotly/plotly.min.js": ("plotly", "package_data/plotly.min.js")}
)


class _Folder(FileSystemStorage):
    """A folder of a package, listed under the prefix of its address."""

    def __init__(self, location: Path, prefix: str) -> None:
        super().__init__(location=str(location))
        self.prefix = prefix


class PackageAssetFinder(BaseFinder):
    """Finds the files of `PACKAGE_ASSETS`."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._paths = {
            address: Path(str(files(package).joinpath(name)))
            for address, (package, name) in PACKAGE_ASSETS.items()
        }

    def check(self, **_kwargs: Any) -> list[CheckMessage]:
        """An error for each file that the installed package does not have."""
        return [
            Error(f"{address} is missing from the installed package", id="trek_site.E001")
            for address, path in self._paths.items()
            if not path.is_file()
        ]

    def find(self, path: str, find_all: bool = False, **_kwargs: Any) -> Any:  # noqa: FBT001, FBT002  (Django's.)
        """The file's place on disk; nothing for an address that is not ours."""
        found = self._paths.get(path)
        if find_all:
            return [] if found is None else [str(found)]
        return [] if found is None else str(found)

    def list(self, ignore_patterns: Iterable[str] | None) -> Iterator[tuple[str, FileSystemStorage]]:
        """Every file with a storage that opens it, for collectstatic."""
        for address, path in self._paths.items():
            if not utils.matches_patterns(address, list(ignore_patterns or ())):
                yield path.name, _Folder(path.parent, str(Path(address).parent))

"""A version's downloads in the Croissant vocabulary, so that tools can load the tables alone. Pure."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeAlias

from kb_browser.citing import bibtex_of, title_of
from kb_browser.exports.shelf import PARQUET_TYPE, ExportColumn, ExportFile
from kb_browser.exports.tables import Kind
from kb_browser.licences import licence_address
from kb_browser.pages import VersionLine

Json: TypeAlias = Mapping[str, Any]

CROISSANT_FILE: Final = "croissant.json"
CROISSANT_TYPE: Final = "application/ld+json"
_SPECIFICATION: Final = "http://mlcommons.org/croissant/1.0"
_DATA_TYPES: Final[Mapping[str, str]] = {
    Kind.TEXT: "sc:Text",
    Kind.WHOLE: "sc:Integer",
    Kind.NUMBER: "sc:Float",
    Kind.TRUTH: "sc:Boolean",
    Kind.LIST: "sc:Text",
    Kind.JSON: "sc:Text",
}
# The vocabulary's tools know tables by an older name than the registered one.
_FORMATS: Final[Mapping[str, str]] = {PARQUET_TYPE: "application/x-parquet"}
_NUMBERS: Final = re.compile(r"\d+(\.\d+){0,2}$")
_KEYWORDS: Final = ("travel planning", "agents", "benchmark", "tool use", "synthetic")
_CONTEXT: Final[Json] = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    "citeAs": "cr:citeAs",
    "column": "cr:column",
    "conformsTo": "dct:conformsTo",
    "cr": "http://mlcommons.org/croissant/",
    "data": {"@id": "cr:data", "@type": "@json"},
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "dct": "http://purl.org/dc/terms/",
    "equivalentProperty": "cr:equivalentProperty",
    "examples": {"@id": "cr:examples", "@type": "@json"},
    "extract": "cr:extract",
    "field": "cr:field",
    "fileObject": "cr:fileObject",
    "fileProperty": "cr:fileProperty",
    "fileSet": "cr:fileSet",
    "format": "cr:format",
    "includes": "cr:includes",
    "isLiveDataset": "cr:isLiveDataset",
    "jsonPath": "cr:jsonPath",
    "key": "cr:key",
    "md5": "cr:md5",
    "parentField": "cr:parentField",
    "path": "cr:path",
    "rai": "http://mlcommons.org/croissant/RAI/",
    "recordSet": "cr:recordSet",
    "references": "cr:references",
    "regex": "cr:regex",
    "repeated": "cr:repeated",
    "replace": "cr:replace",
    "samplingRate": "cr:samplingRate",
    "sc": "https://schema.org/",
    "separator": "cr:separator",
    "source": "cr:source",
    "subField": "cr:subField",
    "transform": "cr:transform",
}
# What a row of a table is known by.
_KEYS: Final[Mapping[str, Sequence[str]]] = {
    "tasks": ("query_index",),
    "gold": ("query_index",),
    "flights": ("flight_number",),
    "hotels": ("city_name", "hotel_id"),
    "attractions": ("city_name", "attraction_id"),
    "cars": ("city_name", "car_id"),
    "airports": ("iata_code",),
}


def croissant_text(
    version: VersionLine, files: Sequence[ExportFile], *, page_url: str, file_url: Callable[[str], str]
) -> bytes:
    """The metadata document.

    Args:
        version: A published version.
        files: Its downloads.
        page_url: The whole address of its page.
        file_url: The whole address of a download, by its name.
    """
    document = {
        "@context": _CONTEXT,
        "@type": "sc:Dataset",
        "name": title_of(version),
        "alternateName": version.name,
        "description": _description(version),
        "conformsTo": _SPECIFICATION,
        "license": licence_address(version.licence) or version.licence,
        "url": page_url,
        "version": _numbered(version.name),
        "datePublished": version.published_at.date().isoformat() if version.published_at else None,
        "creator": {"@type": "sc:Organization", "name": "TREK leaderboard", "url": page_url},
        "publisher": {"@type": "sc:Organization", "name": "TREK leaderboard", "url": page_url},
        "keywords": list(_KEYWORDS),
        "inLanguage": "en",
        "isAccessibleForFree": True,
        "isLiveDataset": False,
        "citeAs": bibtex_of(version, page_url),
        "identifier": f"sha256:{version.digest}",
        "distribution": [_file_object(file, file_url(file.name)) for file in files],
        "recordSet": [_record_set(file) for file in files if file.columns],
    }
    return json.dumps(document, indent=1, ensure_ascii=False).encode() + b"\n"


def _numbered(name: str) -> str:
    """The numbers at the end of a name as three, as the vocabulary recommends; the name where it has none."""
    found = _NUMBERS.search(name)
    return ".".join([*found[0].split("."), "0", "0"][:3]) if found else name


def _description(version: VersionLine) -> str:
    return (
        f"Version {version.name} of the TREK dataset: {version.task_count} travel-planning tasks with "
        "reference answers, and the knowledge base that plans are measured against (cities, flights, hotels, "
        "attractions, rental cars). Scores refer to exactly these bytes, known by the SHA-256 given as "
        "identifier."
    )


def _file_object(file: ExportFile, url: str) -> Json:
    return {
        "@type": "cr:FileObject",
        "@id": file.name,
        "name": file.name,
        "description": file.title,
        "contentUrl": url,
        "contentSize": f"{file.size_bytes} B",
        "encodingFormat": _FORMATS.get(file.media_type, file.media_type),
        "sha256": file.sha256,
    }


def _record_set(file: ExportFile) -> Json:
    known = {column.name for column in file.columns}
    keys = [name for name in _KEYS.get(file.stem, ()) if name in known]
    identity = {"key": [{"@id": f"{file.stem}/{name}"} for name in keys]} if keys else {}
    return {
        "@type": "cr:RecordSet",
        "@id": file.stem,
        "name": file.stem,
        "description": file.title,
        **identity,
        "field": [_field(file, column) for column in file.columns],
    }


def _field(file: ExportFile, column: ExportColumn) -> Json:
    is_reference = file.stem == "gold" and column.name == "query_index"
    return {
        "@type": "cr:Field",
        "@id": f"{file.stem}/{column.name}",
        "name": column.name,
        "description": column.description or column.name,
        "dataType": _DATA_TYPES[column.kind],
        **({"repeated": True} if column.kind == Kind.LIST else {}),
        **({"references": {"field": {"@id": "tasks/query_index"}}} if is_reference else {}),
        "source": {"fileObject": {"@id": file.name}, "extract": {"column": column.name}},
    }

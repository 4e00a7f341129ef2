"""The words of the carried small world: few, so that its names stay the same from edition to edition."""

from __future__ import annotations

from collections.abc import Mapping

from kb_browser.vocabulary import HISTORIC, MUSEUM, NATURE, THEME
from kb_browser.world.lexicons.lexicon import COMMA, NUMBER_LEADS, STREET_LEADS, Lexicon

_STEMS = (
    "Quillow",
    "Brenmar",
    "Tasselby",
    "Orrivane",
    "Fennoway",
    "Caldrith",
    "Merrowen",
    "Sylvarden",
    "Hestrand",
    "Ivaldine",
    "Norwisp",
    "Pellamar",
    "Umbrell",
    "Garrowick",
    "Lindaval",
    "Osterlyn",
    "Ravelin",
    "Tamsyde",
    "Vessaly",
    "Wynderby",
    "Zephrane",
    "Amblecote",
    "Dorrimer",
    "Ekhaven",
)
_HOTEL_QUALITIES = (
    "Harbour",
    "Linden",
    "Amber",
    "Meridian",
    "Cedar",
    "Lantern",
    "Copper",
    "Ivory",
    "Willow",
    "Orchard",
    "Crescent",
    "Marble",
    "Juniper",
    "Saffron",
    "Heron",
)
_HOTEL_KINDS = ("House", "Lodge", "Residence", "Rooms")
_HOTEL_LANDMARKS = (
    "Mill",
    "Quay",
    "Bridge",
    "Court",
    "Terrace",
    "Garden",
    "Arcade",
    "Wharf",
    "Tower",
    "Square",
)
_HOTEL_NOUNS = ("Guesthouse", "Lodge", "Residence", "Rooms", "Pension", "Courtyard")

_ATTRACTION_THINGS: Mapping[str, tuple[str, ...]] = {
    NATURE: ("Botanic Gardens", "Gorge Walk", "Meadow Park", "Lagoon Trail", "Ridge Lookout", "Fern Reserve"),
    THEME: ("Fun Fair", "Splash Gardens", "Sky Wheel", "Coaster Grounds", "Story Park", "Aquarium World"),
    HISTORIC: ("Citadel", "Old Mill", "Town Gate", "Abbey Ruins", "Signal Tower", "Merchant Hall"),
    MUSEUM: (
        "Museum of Clocks",
        "Sculpture Hall",
        "Textile Museum",
        "Print Gallery",
        "Maritime Museum",
        "Art House",
    ),
}
_NIGHT_THINGS: Mapping[str, tuple[str, ...]] = {
    NATURE: ("Sunset Cruise", "Night Safari"),
    THEME: ("Evening Show", "Night Market"),
    HISTORIC: ("Lantern Night Walk", "Night Watch Tour"),
    MUSEUM: ("Night Gallery", "Evening Salon"),
}

_STREETS: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "english": (
        NUMBER_LEADS,
        ("Mill Lane", "Orchard Road", "Station Street", "Quarry Road", "Elder Avenue"),
    ),
    "french": (
        NUMBER_LEADS,
        ("rue des Tilleuls", "rue du Moulin", "avenue des Ormes", "quai aux Fleurs"),
    ),
    "spanish": (
        COMMA,
        ("Calle del Olmo", "Calle Nueva", "Avenida del Puerto", "Paseo del Lago"),
    ),
    "portuguese": (
        COMMA,
        ("Rua das Palmeiras", "Rua do Porto", "Avenida da Serra", "Rua Nova"),
    ),
    "german": (
        STREET_LEADS,
        ("Lindenweg", "Gartenweg", "Bahnhofsallee", "Am Stadtpark", "Ulmengasse"),
    ),
    "nordic": (STREET_LEADS, ("Strandgata", "Møllevej", "Kirkebakken", "Bjørkealléen", "Havnegata")),
    "polish": (STREET_LEADS, ("ulica Lipowa", "ulica Młyńska", "aleja Klonowa", "ulica Ogrodowa")),
    "japanese": (NUMBER_LEADS, ("Sakura-dori", "Minato-dori", "Kawabata-dori", "Ekimae-dori")),
}
"""Language to the order of number and street, and neutral street names."""

CARRIED: Mapping[str, Lexicon] = {
    language: Lexicon(
        stems=_STEMS,
        hotel_qualities=_HOTEL_QUALITIES,
        hotel_kinds=_HOTEL_KINDS,
        hotel_forms=("{stem} {landmark} {noun}",),
        hotel_landmarks=_HOTEL_LANDMARKS,
        hotel_nouns=_HOTEL_NOUNS,
        attraction_forms=("{stem} {thing}",),
        adjectives=(),
        things=_ATTRACTION_THINGS,
        night_things=_NIGHT_THINGS,
        address=address,
        streets=streets,
    )
    for language, (address, streets) in _STREETS.items()
}
"""Language of a carried city to its words."""

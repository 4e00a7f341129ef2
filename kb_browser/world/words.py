"""Word pools for the names of a world. Invented stems, no real business, and no word that tells an order."""

from __future__ import annotations

from collections.abc import Mapping

from kb_browser.vocabulary import HISTORIC, MUSEUM, NATURE, THEME

STEMS = (
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
HOTEL_QUALITIES = (
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
HOTEL_KINDS = ("House", "Lodge", "Residence", "Rooms")
HOTEL_LANDMARKS = (
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
HOTEL_NOUNS = ("Guesthouse", "Lodge", "Residence", "Rooms", "Pension", "Courtyard")

ATTRACTION_THINGS: Mapping[str, tuple[str, ...]] = {
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
NIGHT_THINGS: Mapping[str, tuple[str, ...]] = {
    NATURE: ("Sunset Cruise", "Night Safari"),
    THEME: ("Evening Show", "Night Market"),
    HISTORIC: ("Lantern Night Walk", "Night Watch Tour"),
    MUSEUM: ("Night Gallery", "Evening Salon"),
}

MISSING_HOTEL_STEMS = (
    "Tarrowmoor Heights",
    "Velquist Grand",
    "Ombrelune Palace",
    "Castrelle Bay",
    "Drayvenfield Court",
    "Isolmere Terrace",
    "Kelverstoke Manor",
    "Phaedrine Pavilion",
)
"""Hotels that no city has: what a task with an impossible demand asks for."""
MISSING_ATTRACTION_STEMS = (
    "Glasswing Conservatory",
    "Mirrormoss Caverns",
    "Thunderquill Observatory",
    "Cindershade Amphitheatre",
    "Whistledown Aviary",
    "Halcyrene Lighthouse",
)
"""Attractions that no city has."""

STREETS: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "english": (
        "{number} {street}",
        ("Mill Lane", "Orchard Road", "Station Street", "Quarry Road", "Elder Avenue"),
    ),
    "french": (
        "{number} {street}",
        ("rue des Tilleuls", "rue du Moulin", "avenue des Ormes", "quai aux Fleurs"),
    ),
    "spanish": (
        "{street}, {number}",
        ("Calle del Olmo", "Calle Nueva", "Avenida del Puerto", "Paseo del Lago"),
    ),
    "portuguese": (
        "{street}, {number}",
        ("Rua das Palmeiras", "Rua do Porto", "Avenida da Serra", "Rua Nova"),
    ),
    "german": (
        "{street} {number}",
        ("Lindenweg", "Gartenweg", "Bahnhofsallee", "Am Stadtpark", "Ulmengasse"),
    ),
    "nordic": ("{street} {number}", ("Strandgata", "Møllevej", "Kirkebakken", "Bjørkealléen", "Havnegata")),
    "polish": ("{street} {number}", ("ulica Lipowa", "ulica Młyńska", "aleja Klonowa", "ulica Ogrodowa")),
    "japanese": ("{number} {street}", ("Sakura-dori", "Minato-dori", "Kawabata-dori", "Ekimae-dori")),
}
"""Language to the order of number and street, and neutral street names."""

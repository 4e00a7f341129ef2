"""Words that several regions share: kinds of attraction, adjectives, and what hotels call themselves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kb_browser.vocabulary import HISTORIC, MUSEUM, NATURE, THEME
from kb_browser.world.lexicons.lexicon import Lexicon, listed

_NATURE = (
    "Botanic Gardens, Gorge Walk, Meadow Park, Lagoon Trail, Ridge Lookout, Fern Reserve, Lake Park, "
    "River Walk, Bird Reserve, Cliff Path, Waterfall Park, Pine Grove, Nature Reserve, Hill Park, "
    "Rose Garden, Wetland Walk, Valley Trail, Viewpoint, Arboretum, Heritage Garden, Rock Garden, Spring Park"
)
_THEME = (
    "Fun Fair, Splash Gardens, Sky Wheel, Coaster Grounds, Story Park, Aquarium World, Toy Kingdom, "
    "Water Park, Space Park, Dinosaur Park, Adventure Park, Carousel Gardens, Mini World, Pirate Cove, "
    "Treetop Park, Robot World, Fairytale Grounds, Wave Lagoon, Rail Park, Circus Park, Puzzle Park, "
    "Ice World"
)
_HISTORIC = (
    "Citadel, Old Mill, Town Gate, Abbey Ruins, Signal Tower, Merchant Hall, Old Bridge, Fortress, "
    "Clock Tower, Market Hall, Old Quarter, Watchtower, Stone Chapel, Mint House, Customs House, Granary, "
    "Aqueduct, City Wall, Lighthouse, Assembly House, Old Harbour, Memorial Square"
)
_MUSEUM = (
    "Museum of Clocks, Sculpture Hall, Textile Museum, Print Gallery, Maritime Museum, Art House, "
    "Museum of Maps, Glass Museum, Photo Gallery, Science Museum, Folk Museum, Museum of Music, "
    "Ceramics Museum, Railway Museum, Modern Gallery, Museum of Toys, Natural History Hall, Design Museum, "
    "Coin Museum, Paper Museum, Museum of Bridges, Portrait Gallery"
)
THINGS: Mapping[str, str] = {NATURE: _NATURE, THEME: _THEME, HISTORIC: _HISTORIC, MUSEUM: _MUSEUM}

NIGHT_THINGS: Mapping[str, Sequence[str]] = {
    NATURE: listed("Sunset Cruise, Night Safari, Night River Cruise, Sunset Sail, Firefly Night Tour"),
    THEME: listed("Evening Show, Night Market, Night Light Show, Night Fair, Evening Parade Show"),
    HISTORIC: listed("Lantern Night Walk, Night Watch Tour, Old Town Night Tour, Night Story Tour"),
    MUSEUM: listed("Night Gallery, Evening Salon, Night Concert Hall, Night Planetarium Show"),
}

ADJECTIVES = listed(
    "Royal, Grand, Old, Upper, Lower, Little, Great, Hidden, Quiet, Golden, Silver, Green, Blue, White, "
    "Eastern, Western, Northern, Southern, Amber, Crystal, Misty, Sunny, Winding, Twin"
)
ATTRACTION_FORMS = (
    "{stem} {thing}",
    "{stem} {thing}",
    "{stem} {thing}",
    "{stem} {adjective} {thing}",
    "{adjective} {stem} {thing}",
    "{thing} at {stem}",
)
HOTEL_FORMS = (
    "{stem} {landmark} {noun}",
    "{stem} {landmark} {noun}",
    "{stem} {noun} by the {landmark}",
    "{noun} {stem} at the {landmark}",
)
HOTEL_LANDMARKS = listed(
    "Mill, Quay, Bridge, Court, Terrace, Garden, Arcade, Wharf, Tower, Square, Station, Park, Corner, Hill, "
    "Market, Gate"
)
HOTEL_NOUNS = listed("Guesthouse, Lodge, Residence, Rooms, Pension, Courtyard, Inn, House, Retreat, Suites")
HOTEL_KINDS = ("House", "Lodge", "Residence", "Rooms")

TEMPERATE = listed(
    "Harbour, Linden, Amber, Meridian, Cedar, Lantern, Copper, Ivory, Willow, Orchard, Crescent, Marble, "
    "Juniper, Saffron, Heron"
)
COASTAL = listed(
    "Coral, Lagoon, Pearl, Cove, Jasmine, Olive, Breeze, Terrace, Citrus, Pelican, Anchor, Sandstone, "
    "Laurel, Regatta, Azure"
)
NORTHERN = listed(
    "Birch, Fjord, Granite, Aurora, Pine, Rowan, Frost, Heath, Amber, Beacon, Raven, Glacier, Larch, Slate, "
    "Haven"
)
DESERT = listed(
    "Palm, Oasis, Dune, Caravan, Saffron, Courtyard, Falcon, Jasmine, Minaret, Spice, Crescent, Sandalwood, "
    "Date Grove, Lantern, Marble"
)
TROPICAL = listed(
    "Palm, Orchid, Lagoon, Bamboo, Mango, Coral, Lotus, Monsoon, Banyan, Heron, Teak, Hibiscus, Terrace, "
    "Kingfisher, Papaya"
)
ORIENTAL = listed(
    "Jade, Plum, Bamboo, Lotus, Crane, Maple, Silk, Lantern, Pagoda, Cloud, Willow, Cedar, Camellia, Moon, "
    "Chrysanthemum"
)
SAVANNA = listed(
    "Acacia, Baobab, Savanna, Ebony, Sunbird, Marula, Ivory, Riverside, Amber, Mahogany, Weaver, Terrace, "
    "Copper, Highland, Heron"
)
PRAIRIE = listed(
    "Prairie, Maple, Canyon, Cottonwood, Redwood, Summit, Lakeside, Hickory, Junction, Magnolia, Sierra, "
    "Bluebird, Sycamore, Mesa, Depot"
)

COAST_THINGS: Mapping[str, str] = {
    NATURE: "Sea Cliffs, Dune Park, Cape Walk, Tide Pools, Olive Grove, Coastal Lookout",
    THEME: "Marine Park, Surf Park, Beach Fair",
    HISTORIC: "Sea Fort, Fishing Quarter, Amphitheatre, Old Lighthouse",
    MUSEUM: "Museum of Sails, Boat Museum, Mosaic Museum",
}
NORTH_THINGS: Mapping[str, str] = {
    NATURE: "Fjord Walk, Birch Forest, Island Trail, Moor Path, Glacier Lookout, Skerry Park",
    THEME: "Snow Park, Sledge Park, Troll Park",
    HISTORIC: "Wooden Church, Stave House, Boathouse, Trading Post",
    MUSEUM: "Ship Museum, Ski Museum, Museum of Amber",
}
DESERT_THINGS: Mapping[str, str] = {
    NATURE: "Oasis Park, Dune Lookout, Palm Grove, Wadi Walk, Salt Flats, Rock Canyon",
    THEME: "Sand Park, Camel Park, Desert Rides",
    HISTORIC: "Caravanserai, Old Souk, Mudbrick Fort, Cistern",
    MUSEUM: "Carpet Museum, Calligraphy House, Museum of Perfume",
}
TROPIC_THINGS: Mapping[str, str] = {
    NATURE: "Mangrove Walk, Rainforest Trail, Orchid Garden, Butterfly Garden, Coral Bay, Palm Park",
    THEME: "Jungle Park, Canopy Rides, Lagoon Park",
    HISTORIC: "Plantation House, Old Fort, Trading House, Stone Jetty",
    MUSEUM: "Spice Museum, Mask Museum, Museum of Shells",
}
EAST_THINGS: Mapping[str, str] = {
    NATURE: "Bamboo Forest, Lotus Pond, Plum Garden, Tea Hills, Hot Spring Park, Karst Lookout",
    THEME: "Animation Park, Lantern Park, Kite Park",
    HISTORIC: "Pagoda, Temple Garden, Drum Tower, Canal Town",
    MUSEUM: "Porcelain Museum, Silk Museum, Ink Gallery",
}


def lexicon(
    *,
    stems: str,
    qualities: Sequence[str],
    things: Mapping[str, str] | None,
    address: str,
    streets: Sequence[str],
    kinds: Sequence[str] = HOTEL_KINDS,
) -> Lexicon:
    """A region's lexicon: its own stems and streets, shared words for the rest."""
    return Lexicon(
        stems=listed(stems),
        hotel_qualities=qualities,
        hotel_kinds=kinds,
        hotel_forms=HOTEL_FORMS,
        hotel_landmarks=HOTEL_LANDMARKS,
        hotel_nouns=HOTEL_NOUNS,
        attraction_forms=ATTRACTION_FORMS,
        adjectives=ADJECTIVES,
        things={
            kind: listed(shared if things is None else f"{shared}, {things[kind]}")
            for kind, shared in THINGS.items()
        },
        night_things=NIGHT_THINGS,
        address=address,
        streets=streets,
    )

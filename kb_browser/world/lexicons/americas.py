"""Lexicons of the Americas and Oceania."""

from __future__ import annotations

from collections.abc import Mapping

from kb_browser.world.lexicons.europe_west import LEXICONS as EUROPEAN
from kb_browser.world.lexicons.lexicon import COMMA, NUMBER_LEADS, Lexicon, streets
from kb_browser.world.lexicons.pools import (
    COAST_THINGS,
    COASTAL,
    NORTHERN,
    PRAIRIE,
    TROPIC_THINGS,
    TROPICAL,
    lexicon,
)

LEXICONS: Mapping[str, Lexicon] = {
    "american": lexicon(
        stems="Cedarbrook Falls, Larkmont, Ridgeway Bend, Copperline, Willowmere, Stonehollow, Maplecrest, "
        "Pinelark, Redbluff Point, Silverton Creek, Turnbrook, Alderpine, Birchwater, Coyote Bend, "
        "Dogwood Run, Elkhollow, Foxglen, Granite Fork, Hawksbill, Ironwood Gap, Juniper Flats, "
        "Kettle Creek, Lonepine, Millrace, Orchard Bluff, Prairie Star, Quail Hollow, Sagewater, "
        "Timberline Bend, Windrow",
        qualities=PRAIRIE,
        things=None,
        address=NUMBER_LEADS,
        streets=streets(
            "{name} {kind}",
            "Elm, Maple, Walnut, Lakeview, Prairie, Juniper, Sycamore, Hillcrest",
            "Street, Avenue, Drive, Boulevard",
        ),
    ),
    "canadian": lexicon(
        stems="Loonwater, Tamarack Bay, Caribou Ridge, Frostlake, Spruceholm, Beaverbend, Maplenook, "
        "Northarm, Osprey Narrows, Pinecairn, Rivière-aux-Aulnes, Lac-Boréal, Boisclairvaux, "
        "Érablière Haute, Snowgoose, Stillmarsh, Wintergreen, Auroral Point, Blackspruce, Portagewood",
        qualities=NORTHERN,
        things=None,
        address=NUMBER_LEADS,
        streets=streets(
            "{name} {kind}",
            "Spruce, Maple, Harbour, Portage, Birch, Lakeshore, Cedar, Mill",
            "Street, Avenue, Crescent, Way",
        ),
    ),
    "latin american": lexicon(
        stems="Altoverde, Boscaluna, Caobal, Colibríes, Cerro Amapola, Flor de Ceiba, Guayacán Real, "
        "Jacarandal, Lomalinda Vieja, Maralba, Nubesol, Orquídeas, Palmanegra, Quebradaclara, Río Turquesa, "
        "Sierra Morada, Tucanes, Valle Añil, Aguamiel, Bahíaclara, Cañaveral Alto, Doradales, "
        "Estrella Austral, Mirasierra",
        qualities=TROPICAL,
        things=TROPIC_THINGS,
        address=COMMA,
        streets=streets(
            "{kind} {name}",
            "de las Flores, del Sol, de la Ceiba, del Mercado, de los Pinos, del Lago, de la Colina, "
            "del Puente",
            "Calle, Avenida, Camino, Paseo",
        ),
    ),
    "brazilian": lexicon(
        stems="Araçalva, Buritizal, Cajuínas, Ipê Dourado, Jacarandá Novo, Lagoaparda, Mangabeira Alta, "
        "Ondaverde, Paineiral, Quaresmeira, Sabiazinho, Serra Anil, Taquaral Velho, Umbuzal, Vale do Ipê, "
        "Coqueiral Alvo, Dunalva, Figueiral, Garapé, Ilhanova Azul, Marébrava, Pitangal",
        qualities=TROPICAL,
        things=TROPIC_THINGS,
        address=COMMA,
        streets=EUROPEAN["portuguese"].streets,
    ),
    "caribbean": lexicon(
        stems="Almond Cove, Calabash Hill, Conchwater, Frangipani, Guavaridge, Hummingbird Bay, Ironshore, "
        "Lignum Point, Mangowalk, Nutmeg Vale, Palmetto Reach, Pelican Sound, Sandbox Key, Seagrape, "
        "Soursop, Tamarind Rise, Turtlegrass, Windward Star",
        qualities=TROPICAL,
        things=TROPIC_THINGS,
        address=NUMBER_LEADS,
        streets=streets(
            "{name} {kind}",
            "Mango, Palm, Harbour, Hibiscus, Bay, Coral, Almond, Market",
            "Street, Road, Lane, Drive",
        ),
    ),
    "antipodean": lexicon(
        stems="Banksia Point, Bellbird Creek, Cootamurra, Driftsand, Emu Plains Rise, Ferngully, Gumleaf, "
        "Jarrahdale Hill, Kahikatea, Kōwhai Vale, Lyrebird, Mallee Sound, Paperbark, Pōhutukawa Bay, "
        "Quandong, Rimu Ridge, Saltbush, Tūī Glen, Wattlebird, Yabbie Creek",
        qualities=COASTAL,
        things=COAST_THINGS,
        address=NUMBER_LEADS,
        streets=streets(
            "{name} {kind}",
            "Wattle, Harbour, Fern, Bay, Hill, Acacia, Station, Creek",
            "Street, Road, Parade, Terrace",
        ),
    ),
}
"""Region key to lexicon."""

"""Lexicons of Africa and the Arabic-speaking countries."""

from __future__ import annotations

from collections.abc import Mapping

from kb_browser.world.lexicons.lexicon import NUMBER_LEADS, Lexicon, streets
from kb_browser.world.lexicons.pools import (
    DESERT,
    DESERT_THINGS,
    SAVANNA,
    TROPIC_THINGS,
    TROPICAL,
    lexicon,
)

LEXICONS: Mapping[str, Lexicon] = {
    "arabic": lexicon(
        stems="Wadi Zahrin, Nakhlat Safa, Yasmara, Rawdat Nuri, Qamarin, Zaytuna Hills, Bahr Lulua, "
        "Bustanel, Darjadid, Falajin, Ghadirat, Hadiqara, Jabal Warda, Khuzama, Lawzara, Marjana Bay, "
        "Najmat Sahil, Rummanah, Sidrat Wahat, Tamrin, Wahat Noor, Zafaran",
        qualities=DESERT,
        things=DESERT_THINGS,
        address=NUMBER_LEADS,
        streets=streets(
            "{name} {kind}",
            "Al Zaytoun, Al Nakheel, Al Yasmin, Al Bahr, Al Souk, Al Ward, Al Waha, Al Noor",
            "Street, Road, Square, Lane",
        ),
    ),
    "francophone african": lexicon(
        stems="Baobab Clair, Fromagera, Gombélé, Harmattane, Karitéa, Lac Flamant, Manguiera, Néréba, "
        "Oasis Tamaris, Palmier Bleu, Rônerale, Sahelune, Tamarinière, Vallée Ocre, Acacia Doré, Dunelle, "
        "Filaora, Ravinale",
        qualities=SAVANNA,
        things=TROPIC_THINGS,
        address=NUMBER_LEADS,
        streets=streets(
            "{kind} {name}",
            "des Manguiers, du Fleuve, des Baobabs, du Marché, des Palmiers, de la Corniche, "
            "des Acacias, du Port",
            "rue, avenue, place, allée",
        ),
    ),
    "east african": lexicon(
        stems="Mwangaza, Nyota Hills, Maua Grove, Mtoni, Twigara, Korongo Bay, Machungwa, Mlimani Kijani, "
        "Ziwani, Msitu Vale, Jua Rise, Kanga Point, Mbuyuni, Njiwa, Pwani Reef, Simbani, Tausi, Upepo Ridge, "
        "Bahari Star, Mkondoni",
        qualities=SAVANNA,
        things=TROPIC_THINGS,
        address=NUMBER_LEADS,
        streets=streets(
            "{name} {kind}",
            "Acacia, Jacaranda, Lake, Market, Sunbird, Hill, River, Baobab",
            "Road, Avenue, Lane, Close",
        ),
    ),
    "west african": lexicon(
        stems="Akwaaba Rise, Kentewa, Odumra, Sankora, Adinkwa, Bougainvale, Cocoa Ridge, Ebonywood, "
        "Fanwood, Goldenreed Hill, Irokoland, Kolanut Grove, Lagoonside, Palmyra Creek, Shea Vale, "
        "Drumwater, Volta Star, Yellowwood",
        qualities=SAVANNA,
        things=TROPIC_THINGS,
        address=NUMBER_LEADS,
        streets=streets(
            "{name} {kind}",
            "Palm, Lagoon, Market, Unity, Mahogany, Garden, Station, Iroko",
            "Street, Road, Avenue, Crescent",
        ),
    ),
    "lusophone african": lexicon(
        stems="Baía Serena, Cajueirinho, Dunas Claras, Embondeiral, Flor de Acácia, Ilha Mansa, Lagosul, "
        "Mangalvo, Morro Azulado, Palmarinho, Ribeira Mansa, Tamarindeiro, Vale das Garças, Costa Lilás",
        qualities=TROPICAL,
        things=TROPIC_THINGS,
        address=NUMBER_LEADS,
        streets=streets(
            "{kind} {name}",
            "das Acácias, do Mar, das Palmeiras, do Mercado, da Baía, dos Coqueiros, do Farol, da Praia",
            "Rua, Avenida, Largo, Travessa",
        ),
    ),
}
"""Region key to lexicon."""

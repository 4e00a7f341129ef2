"""Lexicons of western, southern and northern Europe."""

from __future__ import annotations

from collections.abc import Mapping

from kb_browser.world.lexicons.lexicon import COMMA, NUMBER_LEADS, STREET_LEADS, Lexicon, streets
from kb_browser.world.lexicons.pools import COAST_THINGS, COASTAL, NORTH_THINGS, NORTHERN, TEMPERATE, lexicon

LEXICONS: Mapping[str, Lexicon] = {
    "british": lexicon(
        stems="Brackenholt, Tasselby, Wynderby, Amblecote Rise, Garrowick, Fennoway, Dunmarrow, "
        "Pellinghurst, Ashgrove Tor, Corrieford, Hollinmere, Kestleigh, Loxwithey, Merrowdale, Oxencombe, "
        "Penwhistle, Quillow, Rushmallow, Saltmarch, Thistledown, Umbercroft, Vexley, Wickerlow, Yarrowby",
        qualities=TEMPERATE,
        things=None,
        address=NUMBER_LEADS,
        streets=streets(
            "{name} {kind}",
            "Mill, Orchard, Station, Quarry, Elder, Chapel, Meadow, Bridge",
            "Lane, Road, Street, Close",
        ),
    ),
    "french": lexicon(
        stems="Valmorine, Clairvesne, Montaulin, Beaurivelle, Sorvigny, Auberlac, Trémonval, Fontarelle, "
        "Liserac, Marvençon, Pierrelune, Ruisselle, Orvaillan, Chantesource, Brévenne, Castelroux, Doriande, "
        "Elvaine, Garrivelle, Hautecombelle, Jonchelin, Laurivage, Mirevent, Noisevert",
        qualities=COASTAL,
        things=COAST_THINGS,
        address=NUMBER_LEADS,
        streets=streets(
            "{kind} {name}",
            "des Tilleuls, du Moulin, des Ormes, aux Fleurs, de la Fontaine, du Verger, des Lilas, du Canal",
            "rue, avenue, quai, place",
        ),
    ),
    "spanish": lexicon(
        stems="Valdoliva, Serramar, Torreluna, Fuenterrosa, Almazara Vieja, Castilmar, Brisanova, Cerroval, "
        "Duraznal, Encinarejo, Floralia, Granadilla Alta, Hontanara, Islaverde, Jarandilla, Lomaclara, "
        "Miraolmo, Navaluna, Olivarejo, Peñaclara, Riosol, Salvarena, Tejarilla, Vegaluz",
        qualities=COASTAL,
        things=COAST_THINGS,
        address=COMMA,
        streets=streets(
            "{kind} {name}",
            "del Olmo, de la Fuente, del Molino, de los Naranjos, del Puerto, de la Huerta, del Río, "
            "de las Flores",
            "Calle, Avenida, Paseo, Plaza",
        ),
    ),
    "portuguese": lexicon(
        stems="Vilaflor, Montealvo, Serrabranca, Pedraluz, Ribanova, Solmarinho, Azinheiral, Carvalhosa, "
        "Fontenova, Lagoaverde, Matoclaro, Ondamansa, Pinhalva, Quintaflora, Rosalvar, Santaribeira, "
        "Terrabela, Valeverdinho, Arealvo, Brisamar, Campolindo, Douralinda, Estelinha, Garçalva",
        qualities=COASTAL,
        things=COAST_THINGS,
        address=COMMA,
        streets=streets(
            "{kind} {name}",
            "das Palmeiras, do Porto, da Serra, das Laranjeiras, do Moinho, da Ribeira, das Oliveiras, "
            "do Jardim",
            "Rua, Avenida, Travessa, Praça",
        ),
    ),
    "italian": lexicon(
        stems="Montefiore Alto, Vallarosa, Roccachiara, Pietraluna, Borgosole, Fontedoro, Castelmirto, "
        "Lagomoro, Selvaverde, Torrebianca, Acquaserena, Bellacosta, Campofiori, Doralba, Ermellina, "
        "Ginestrella, Isolamara, Laurenzia, Mirtosa, Olivastra, Poggiosole, Rivabella, Solivento, Vignarola",
        qualities=COASTAL,
        things=COAST_THINGS,
        address=STREET_LEADS,
        streets=streets(
            "{kind} {name}",
            "dei Tigli, del Mulino, delle Rose, del Porto, della Fontana, degli Olivi, del Giardino, "
            "dei Mercanti",
            "Via, Viale, Piazza, Vicolo",
        ),
    ),
    "german": lexicon(
        stems="Lindenau Höhe, Birkenried, Falkenrode, Sonnwalden, Erlensee, Grauenstein, Hirschbrunn, "
        "Kastanienhain, Lerchenau, Moosbach, Nebelhorst, Ostermark, Rabenfels, Silberborn, Tannhorst, "
        "Uferthal, Wiesengrund, Ahornkamm, Buchenfeld, Eibenwald, Finkenau, Glockenbach, Heidesund, Mühlrain",
        qualities=TEMPERATE,
        things=None,
        address=STREET_LEADS,
        streets=streets(
            "{name}{kind}",
            "Linden, Garten, Bahnhof, Ulmen, Mühlen, Wiesen, Brunnen, Birken",
            "weg, straße, gasse, allee",
        ),
    ),
    "dutch": lexicon(
        stems="Zandermeer, Wilgenhoek, Duinroos, Molenwaard, Havelaer, Rietveen, Sluisdonk, Tulpenberg, "
        "Vlinderveld, Waterlelie, Kastelenhof, Appelgaard, Beukenloo, Dijkhoven, Eendracht, Fazantenhof, "
        "Grachtzicht, Heideloo, IJzerbos, Korenhoek, Lindenoord, Meeuwenrif, Noorderlaan, Parelduin",
        qualities=TEMPERATE,
        things=None,
        address=STREET_LEADS,
        streets=streets(
            "{name}{kind}",
            "Molen, Linden, Haven, Kerk, Tulpen, Beuken, School, Wilgen",
            "straat, weg, laan, kade",
        ),
    ),
    "nordic": lexicon(
        stems="Østerlund, Bjørkevik, Granåsen, Fjellheim, Havnsund, Isbrekka, Kvitnes, Lyngholm, Moltevik, "
        "Nordlia, Rognvik, Skogstjern, Solbakken, Tindvoll, Ulvøya, Vindhamn, Ålesø, Bergåsa, Eikemo, "
        "Fossberg, Gullvik, Hegrestad, Krokvann, Steinvåg",
        qualities=NORTHERN,
        things=NORTH_THINGS,
        address=STREET_LEADS,
        streets=streets(
            "{name}{kind}",
            "Strand, Mølle, Havne, Birke, Skole, Park, Lille, Øster",
            "gata, veien, bakken, alléen",
        ),
    ),
    "baltic": lexicon(
        stems="Metsola, Järvelä, Koivurinne, Saarivalta, Lumikoski, Merilaht, Pärnala, Kadriveski, Tammiku, "
        "Rannamõis, Liepkalns, Ozolmuiža, Saulkrasta, Zvaigznala, Ąžuolija, Gintarava, Liepynė, Vėjuva, "
        "Kuusamäki, Hallavesi, Suvilahte, Vaahterala, Õunapark, Bērzkalne",
        qualities=NORTHERN,
        things=NORTH_THINGS,
        address=STREET_LEADS,
        streets=streets(
            "{name} {kind}",
            "Liepa, Koivu, Tamme, Ranna, Parka, Upes, Saule, Kalna",
            "iela, tee, gatvė, tänav",
        ),
    ),
}
"""Region key to lexicon."""

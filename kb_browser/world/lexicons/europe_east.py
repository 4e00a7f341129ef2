"""Lexicons of central, eastern and south-eastern Europe, Turkey and the Caucasus."""

from __future__ import annotations

from collections.abc import Mapping

from kb_browser.world.lexicons.lexicon import COMMA, NUMBER_LEADS, STREET_LEADS, Lexicon, streets
from kb_browser.world.lexicons.pools import COAST_THINGS, COASTAL, TEMPERATE, lexicon

LEXICONS: Mapping[str, Lexicon] = {
    "west slavic": lexicon(
        stems="Bukowiec Górny, Lipnica Mała, Jasnorzecze, Kamionna Góra, Łęgowina, Modrzewie, Olszanica, "
        "Rudawiec, Sokolnik, Wierzbnica, Zielonka, Březnice, Javorná, Kalinova, Lipovec, Mlýnská Hora, "
        "Orlovec, Růžová, Skalnice, Vrbovna, Zlatá Lhota, Dubnica, Hrabovec, Topoľany",
        qualities=TEMPERATE,
        things=None,
        address=STREET_LEADS,
        streets=streets(
            "{kind} {name}",
            "Lipowa, Klonowa, Ogrodowa, Zielona, Słoneczna, Nowa, Polna, Różana",
            "ulica, aleja, osada, promenada",
        ),
    ),
    "south slavic": lexicon(
        stems="Jasenovo, Borovica, Kamenara, Lipovina, Orahovac, Planinica, Rakitovo, Smrekova, Sunčana, "
        "Trešnjevo, Vodenica, Zvonigrad, Bistrena, Crnika, Dubravica, Galebova, Javorina, Kestenova, "
        "Maslinica, Ružičnik, Slavujevo, Topolovo, Vrelina, Zelengora",
        qualities=COASTAL,
        things=COAST_THINGS,
        address=STREET_LEADS,
        streets=streets(
            "{kind} {name}",
            "Lipa, Ruža, Jela, Breza, Topola, Sunca, Zora, Iskra",
            "ulica, bulevar, aleja, put",
        ),
    ),
    "hungarian": lexicon(
        stems="Almásvölgy, Borókás, Csillaghegy, Diósmalom, Ezüstfenyő, Fűzfaliget, Gyöngyvirág, Hársfalva, "
        "Kőrisfa, Levendulás, Meggyesd, Napsugár, Őzliget, Pillangó, Rozmaring, Szarkaláb, "
        "Tölgyesd, Vadrózsa",
        qualities=TEMPERATE,
        things=None,
        address=STREET_LEADS,
        streets=streets(
            "{name} {kind}",
            "Hársfa, Malom, Kert, Liget, Rózsa, Akácfa, Templom, Sétány",
            "utca, út, tér, köz",
        ),
    ),
    "romanian": lexicon(
        stems="Alunișu, Brădetu, Cireșoaia, Dumbrava Nouă, Florești de Sus, Ghioceni, Izvorul Alb, Livezile, "
        "Măgura Verde, Nucșoara, Poienița, Roșcani, Salcâmu, Stejărișu, Teiușoara, Valea Lină, Zorilor, "
        "Piatra Clară",
        qualities=TEMPERATE,
        things=None,
        address=COMMA,
        streets=streets(
            "{kind} {name}",
            "Teilor, Florilor, Morii, Nucului, Parcului, Salcâmilor, Gării, Livezii",
            "Strada, Bulevardul, Aleea, Calea",
        ),
    ),
    "greek": lexicon(
        stems="Ambelaki, Daphnoussa, Elaionas, Galaniora, Iliovrisi, Kallirema, Kyparissos, Lefkolimani, "
        "Marmarina, Myrtidia, Nerolaki, Pefkari, Petralona Ano, Platanaki, Rodonas, Selinari, Thymari, "
        "Violanda, Asimenia, Chrysovouni, Glarolimano, Kastanies",
        qualities=COASTAL,
        things=COAST_THINGS,
        address=STREET_LEADS,
        streets=streets(
            "{kind} {name}",
            "Elaion, Dafnis, Pefkon, Anatolis, Thalassis, Irinis, Rodon, Platanon",
            "Odos, Leoforos, Plateia, Parodos",
        ),
    ),
    "turkic": lexicon(
        stems="Çamlıpınar, Defneli, Elmadere, Gülbahar, Ihlamurlu, Kayabaşı, Lalebağ, Menekşe, "
        "Narlıdere Üst, Pınarköy, Söğütlü, Taşköprülü, Yıldızeli, Zeytinlik, Akçasu, Bademli, Çınarcık, "
        "Gökbulut, Kestanelik, Leylekpınar, Mavigöl, Serviler",
        qualities=COASTAL,
        things=COAST_THINGS,
        address=STREET_LEADS,
        streets=streets(
            "{name} {kind}",
            "Çınar, Lale, Zeytin, Bahar, Pınar, Çarşı, Gül, Deniz",
            "Sokak, Caddesi, Bulvarı, Yolu",
        ),
    ),
    "central asian": lexicon(
        stems="Almabulak, Aktobel, Bayterek Say, Dostyk Kol, Gülsary, Jailoo, Kamysh, Karagash, Kokzhar, "
        "Lalazor, Mingbulok, Navrozbog, Oqtepa, Pistali, Qizilgul, Sarybel, Shirinbulok, Tulpargash, "
        "Yassyköl, Zarbuloq",
        qualities=TEMPERATE,
        things=None,
        address=NUMBER_LEADS,
        streets=streets(
            "{name} {kind}",
            "Alma, Bulak, Terek, Gulzor, Navruz, Dala, Aksu, Bahor",
            "Street, Avenue, Lane, Square",
        ),
    ),
    "caucasian": lexicon(
        stems="Arevashen, Barduti, Dzorapar, Garnaluys, Karmirberd, Lusavan, Nairatun, Tsaghkasar, "
        "Vardahovit, Alazanisi, Chinaroba, Dighvari, Kalakura, Lalisi, Mtskeri, Nabadi, Rionula, Tsisarula, "
        "Vazisi, Zgvisi",
        qualities=TEMPERATE,
        things=None,
        address=NUMBER_LEADS,
        streets=streets(
            "{name} {kind}",
            "Vineyard, Walnut, Spring, Poplar, Garden, Mulberry, Hillside, River",
            "Street, Avenue, Lane, Rise",
        ),
    ),
}
"""Region key to lexicon."""

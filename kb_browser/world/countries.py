"""Countries of the scaffold: ISO 3166 code and the region whose words their names are made of."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class Country(NamedTuple):
    """ISO alpha-2 code and lexicon key of one country."""

    code: str
    region: str


_BY_REGION: Mapping[str, str] = {
    "british": "GB United Kingdom, IE Ireland, GI Gibraltar, MT Malta",
    "french": (
        "FR France, BE Belgium, LU Luxembourg, CH Switzerland, MQ Martinique, GP Guadeloupe, "
        "GF French Guiana, PF French Polynesia"
    ),
    "spanish": "ES Spain",
    "portuguese": "PT Portugal",
    "italian": "IT Italy",
    "german": "DE Germany, AT Austria",
    "dutch": "NL Netherlands, AW Aruba, CW Curaçao",
    "nordic": "NO Norway, SE Sweden, DK Denmark, IS Iceland",
    "baltic": "FI Finland, EE Estonia, LV Latvia, LT Lithuania",
    "west slavic": "PL Poland, CZ Czech Republic, SK Slovakia",
    "south slavic": (
        "HR Croatia, RS Serbia, BA Bosnia and Herzegovina, ME Montenegro, MK North Macedonia, BG Bulgaria"
    ),
    "hungarian": "HU Hungary",
    "romanian": "RO Romania",
    "greek": "GR Greece, CY Cyprus",
    "turkic": "TR Turkey, AZ Azerbaijan",
    "central asian": "KZ Kazakhstan, KG Kyrgyzstan, TM Turkmenistan, UZ Uzbekistan",
    "caucasian": "AM Armenia, GE Georgia",
    "american": "US United States, GU Guam",
    "canadian": "CA Canada",
    "latin american": (
        "MX Mexico, GT Guatemala, SV El Salvador, CR Costa Rica, PA Panama, CO Colombia, VE Venezuela, "
        "EC Ecuador, PE Peru, BO Bolivia, CL Chile, AR Argentina, UY Uruguay, PY Paraguay, PR Puerto Rico, "
        "DO Dominican Republic"
    ),
    "brazilian": "BR Brazil",
    "caribbean": "JM Jamaica, KY Cayman Islands, TC Turks and Caicos Islands, LC Saint Lucia, BZ Belize",
    "antipodean": "AU Australia, NZ New Zealand, SB Solomon Islands",
    "arabic": (
        "DZ Algeria, EG Egypt, IQ Iraq, JO Jordan, KW Kuwait, LB Lebanon, MA Morocco, OM Oman, QA Qatar, "
        "SA Saudi Arabia, TN Tunisia, AE United Arab Emirates"
    ),
    "francophone african": (
        "TD Chad, ML Mali, NE Niger, MR Mauritania, DJ Djibouti, RE Réunion, MU Mauritius, SC Seychelles, "
        "CD Democratic Republic of the Congo"
    ),
    "east african": (
        "KE Kenya, TZ Tanzania, UG Uganda, RW Rwanda, ET Ethiopia, SS South Sudan, ZM Zambia, ZW Zimbabwe, "
        "BW Botswana"
    ),
    "west african": "GH Ghana, NG Nigeria",
    "lusophone african": "AO Angola, MZ Mozambique, CV Cape Verde, ST São Tomé and Principe",
    "levantine": "IL Israel",
    "indic": "IN India, BD Bangladesh, NP Nepal, LK Sri Lanka, PK Pakistan",
    "chinese": "CN China, HK Hong Kong, MO Macau, TW Taiwan",
    "japanese": "JP Japan",
    "korean": "KR South Korea",
    "mekong": "TH Thailand, KH Cambodia, MM Myanmar, VN Vietnam",
    "malay": "ID Indonesia, MY Malaysia, BN Brunei, SG Singapore, PH Philippines",
}

COUNTRIES: Mapping[str, Country] = {
    entry[3:]: Country(entry[:2], region)
    for region, entries in _BY_REGION.items()
    for entry in entries.split(", ")
}
"""English name, as the scaffold has it, to code and region."""

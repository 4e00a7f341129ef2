"""Lexicons of South, South-East and East Asia, and of the eastern Mediterranean shore."""

from __future__ import annotations

from collections.abc import Mapping

from kb_browser.world.lexicons.lexicon import COMMA, NUMBER_LEADS, STREET_LEADS, Lexicon, streets
from kb_browser.world.lexicons.pools import (
    COASTAL,
    DESERT_THINGS,
    EAST_THINGS,
    ORIENTAL,
    TROPIC_THINGS,
    TROPICAL,
    lexicon,
)

LEXICONS: Mapping[str, Lexicon] = {
    "levantine": lexicon(
        stems="Erezon, Gefen Hill, Kineretta, Livnat, Marganit, Nahalor, Oranim Vale, Pardesa, Rimonit, "
        "Savyona, Shaked Grove, Tamarah, Yarkona, Zohar Point, Alonei Or, Gal Yamit",
        qualities=COASTAL,
        things=DESERT_THINGS,
        address=STREET_LEADS,
        streets=streets(
            "{name} {kind}",
            "Almond, Olive, Fig, Carmel View, Harbour, Vine, Pomegranate, Orange",
            "Street, Boulevard, Lane, Square",
        ),
    ),
    "indic": lexicon(
        stems="Champakali, Neelkamal, Surajbagh, Chandrila, Devdaru, Gulmohara, Hansaveni, Indradhara, "
        "Jharnapur, Ketakivan, Madhumalti, Nandivana, Parijata, Rajanigandha, Saptarang, Tulsivan, "
        "Vasantara, Amravana Bagh, Kadamba, Mayurika, Sheeshmara, Kamalini",
        qualities=TROPICAL,
        things=TROPIC_THINGS,
        address=NUMBER_LEADS,
        streets=streets(
            "{name} {kind}",
            "Neem, Lotus, Banyan, Temple Tank, Lake, Garden, Bazaar, Mango",
            "Road, Marg, Street, Lane",
        ),
    ),
    "chinese": lexicon(
        stems="Yunqing, Meihuxi, Lanquan, Zhuyuegu, Songhelin, Qinghetai, Baiyunwan, Jingxuelou, Hupanfeng, "
        "Liuyinxi, Shuimotang, Tianqinghu, Xingyueqiao, Yinshanlin, Zitengyuan, Danfengpo, Guihuatai, "
        "Hehuawan, Luweitan, Mingyuegang, Niaoyulin, Qiufengpo, Ruixueling, Wulinggu",
        qualities=ORIENTAL,
        things=EAST_THINGS,
        address=NUMBER_LEADS,
        streets=streets(
            "{name} {kind}",
            "Meihua, Dongshan East, Hubin, Xinghua, Liulin, Qinghe, Songbai, Heping",
            "Road, Street, Avenue, Lane",
        ),
    ),
    "japanese": lexicon(
        stems="Hoshinomori, Kazemidai, Tsukishiro, Asagirino, Hinokawa, Midorizaka, Nagisanomi, Yukimidai, "
        "Sakurabashi, Mizuharu, Aonohama, Fujinosawa, Hotarugaoka, Komorebi, Momijidani, Otowadai, Suzukaze, "
        "Takemidori, Umegasato, Wakabadai, Yamabukino, Kohakuzaka",
        qualities=ORIENTAL,
        things=EAST_THINGS,
        address=NUMBER_LEADS,
        streets=streets(
            "{name}-{kind}",
            "Sakura, Minato, Kawabata, Ekimae, Midori, Honmachi, Yanagi, Asahi",
            "dori, kaido, zaka, koji",
        ),
    ),
    "korean": lexicon(
        stems="Byeolbit, Haneulsaem, Areumgol, Baramdari, Dalmaji Ro, Eunhasu, Gaonnuri, Haetsal, Kkotnae, "
        "Maehwagol, Nabijae, Oreumdal, Pureunsol, Saebyeok, Seonyul, Taeyangol, Yeonkkot, Jinjuman, "
        "Solbaram, Mireugol",
        qualities=ORIENTAL,
        things=EAST_THINGS,
        address=NUMBER_LEADS,
        streets=streets(
            "{name}{kind}",
            "Byeol, Haneul, Maehwa, Sol, Baram, Gang, Namu, Dal",
            "-ro, -gil, -daero, beon-gil",
        ),
    ),
    "mekong": lexicon(
        stems="Baan Champa, Doi Lamyai, Suan Bua, Rimnaam, Chantarawan, Dokkaew, Fahsai, Himaphan, "
        "Khlong Ploy, Lanthom, Mokmai, Nokyung, Phumarin, Ratchapruek, Saithong, Tonpalm, Wiangfah, "
        "Bo Saeng, Romduol, Sen Vàng, Trúc Xanh, Hoa Ban",
        qualities=TROPICAL,
        things=EAST_THINGS,
        address=NUMBER_LEADS,
        streets=streets(
            "{name} {kind}",
            "Champa, Lotus, Riverside, Tamarind, Old Market, Rain Tree, Jasmine, Bamboo",
            "Road, Street, Lane, Alley",
        ),
    ),
    "malay": lexicon(
        stems="Melati Indah, Bukit Cempaka, Taman Seroja, Telukmanis, Kenanga, Lembah Pinus, Mutiara Senja, "
        "Pantai Kerang, Rimba Anggrek, Sungai Pelita, Teratai, Angsana, Bayu Senja, Cendana, Damar Sari, "
        "Embun Pagi, Kemuning, Langit Biru, Nusa Rembulan, Puncak Awan, Salinra, Dalisay Bay, Ilang Point",
        qualities=TROPICAL,
        things=TROPIC_THINGS,
        address=COMMA,
        streets=streets(
            "{kind} {name}",
            "Melati, Kenanga, Merdeka Timur, Cempaka, Mawar, Bahagia, Seruni, Dahlia",
            "Jalan, Lorong, Gang, Persiaran",
        ),
    ),
}
"""Region key to lexicon."""

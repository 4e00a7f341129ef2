"""The columns of every file of a release. The order of hotels and attractions differs between cities."""

from __future__ import annotations

from collections.abc import Mapping

from kb_browser.release_files import AIRPORTS_FILE
from scoring.tracks.trek.dataset import ATTRACTION_FOLDER, CAR_FOLDER, FLIGHTS, HOTEL_FOLDER, QUERIES

HOTEL_ORDERS = (
    (
        "hotel_id city_name country name about address longitude latitude amenities_group amenities "
        "price rating star rate_of_restaurant"
    ),
    (
        "hotel_id city_name name price rating address star about amenities longitude latitude "
        "rate_of_restaurant amenities_group country"
    ),
    (
        "hotel_id city_name name price star rating address about amenities longitude latitude "
        "rate_of_restaurant amenities_group country"
    ),
)
ATTRACTION_ORDERS = (
    (
        "attraction_id city_name country type attraction_name overview ticket_price open_hours "
        "duration_of_visit rate_of_restaurant address latitude longitude facilities_group facilities"
    ),
    (
        "attraction_id city_name attraction_name address longitude latitude open_hours ticket_price "
        "overview facilities type duration_of_visit rate_of_restaurant facilities_group country"
    ),
)
CAR_ORDER = (
    "car_id city_name price_per_day pickup_location car_type capacity extra_services extra_services_group"
)
FLIGHT_ORDER = (
    "flight_id departure_city departure_airport_name arrival_airport_name arrival_city departure_time "
    "arrival_time flight_number price departure_airport_latitude departure_airport_longitude "
    "arrival_airport_latitude arrival_airport_longitude departure_airport_continent "
    "departure_airport_country arrival_airport_continent arrival_airport_country "
    "departure_airport_iata_code arrival_airport_iata_code"
)
AIRPORT_ORDER = (
    "id type airport_name latitude_deg longitude_deg continent city iata_code wikipedia_link country"
)
TASK_ORDER = (
    "query level implicit_keywords hard_constraints req_flight req_car req_hotel req_attraction cities_count "
    "implicit_keywords_count balance impossible total_score"
)

_OF_FILE: Mapping[str, str] = {
    QUERIES: TASK_ORDER,
    FLIGHTS: FLIGHT_ORDER,
    AIRPORTS_FILE: AIRPORT_ORDER,
    HOTEL_FOLDER: HOTEL_ORDERS[0],
    ATTRACTION_FOLDER: ATTRACTION_ORDERS[0],
    CAR_FOLDER: CAR_ORDER,
}


def columns_of(path: str) -> tuple[str, ...]:
    """The columns that a file of a release has, in the common order; () for a file that is no table."""
    order = _OF_FILE.get(path) or _OF_FILE.get(path.rpartition("/")[0]) or ""
    return tuple(order.split())

"""Tables of prices: read from text, dated, never changed, added by curators and noted."""

import re
from datetime import date

import pytest
from django.db import IntegrityError, transaction

from scoring import services
from scoring.models import BoardCosts, PriceTable
from scoring.prices import PriceError, Prices, made_up_prices, price_from, prices_read
from scoring.selectors.prices import price_tables, prices_as_of
from tests.factories import curator_make, user_make
from trek_site.accounts.models import AuditEvent
from trek_site.shared.errors import ConflictError, PermissionRefusedError, UnprocessableError

DAY = date(2026, 5, 1)
HEAD = "model,prompt_usd,completion_usd,valid_from,source\n"
GOOD = HEAD + "Meridian-70B,2.5,10,2026-04-01,price page of the vendor\n"


class TestReading:
    """What is a table, and what is not."""

    def test_a_table_is_read_and_stored_and_read_again(self):
        (price,) = prices_read(GOOD, as_of=DAY)
        assert (price.model, price.prompt_usd, price.valid_from) == ("Meridian-70B", 2.5, date(2026, 4, 1))
        assert price_from(price.as_json()) == price

    @pytest.mark.parametrize(
        ("text", "said"),
        [
            ("", "name the columns"),
            ("model,price\nx,1\n", "name the columns"),
            (HEAD, "1 to 1000 rows"),
            (HEAD + "x,0,1,2026-01-01,s\n", "line 2: '0' is no price"),
            (HEAD + "x,nan,1,2026-01-01,s\n", "'nan' is no price"),
            (HEAD + "x,1,inf,2026-01-01,s\n", "'inf' is no price"),
            (HEAD + "x,-1,1,2026-01-01,s\n", "'-1' is no price"),
            (HEAD + "x,1,1,2026-06-01,s\n", "does not hold on 2026-05-01"),
            (HEAD + "x,1,1,May,s\n", "line 2: "),
            (HEAD + "x,1,1,2026-01-01,\n", "source has to be"),
            (HEAD + ",1,1,2026-01-01,s\n", "model has to be"),
            (HEAD + "x,1,1,2026-01-01\n", "it has not 5 columns"),
            (HEAD + "x,1,1,2026-01-01,s,more\n", "it has not 5 columns"),
            (HEAD + "x,1,1,2026-01-01,s\nX,2,2,2026-01-01,s\n", "line 3: X stands there twice"),
            (HEAD + "x,0,1,2026-01-01,s\ny,0,1,2026-01-01,s\n", "line 3: "),
        ],
    )
    def test_every_fault_is_named_with_its_line(self, text, said):
        with pytest.raises(PriceError, match=re.escape(said)):
            prices_read(text, as_of=DAY)

    def test_the_carried_table_is_one(self):
        assert {row.model for row in prices_read(made_up_prices(), as_of=DAY)} >= {
            "synthetic.strong-agent-v1",
            "synthetic.gold-copy-v1",
        }


class TestCost:
    """What a task costs, and where that is not known."""

    @pytest.mark.parametrize(
        ("prompt", "completion", "cost"),
        [
            (1_000_000, 0, 2.5),
            (0, 1_000_000, 10.0),
            (20_000, 1_000, 0.06),
            (None, 5, None),
            (5, None, None),
            (0, 0, None),
        ],
    )
    def test_unknown_is_unknown_and_never_nothing(self, prompt, completion, cost):
        (price,) = prices_read(GOOD, as_of=DAY)
        assert price.cost(prompt, completion) == cost

    def test_a_model_is_found_by_any_of_its_names(self):
        table = Prices(as_of=DAY, source="s", is_made_up=False, rows=prices_read(GOOD, as_of=DAY))
        assert table.of("other", "meridian-70b") == table.rows[0]
        assert table.of("", "Meridian") is None


@pytest.mark.django_db
class TestAdding:
    """Who adds a table, and that it stays."""

    def test_it_is_added_once_and_noted(self):
        curator = curator_make()
        pk = services.prices_add(GOOD, as_of=DAY, source="read by hand", actor=curator)
        table = PriceTable.objects.get(pk=pk)
        assert (table.as_of, table.added_by, table.is_made_up) == (DAY, curator, False)
        event = AuditEvent.objects.get(action="prices.added")
        assert (event.object_id, event.detail) == ("2026-05-01", {"rows": 1})
        with pytest.raises(ConflictError):
            services.prices_add(GOOD, as_of=DAY, source="read again", actor=curator)
        assert PriceTable.objects.count() == 1

    def test_nobody_else_adds_any(self):
        for actor in (user_make(), user_make(is_staff=True)):
            with pytest.raises(PermissionRefusedError):
                services.prices_add(GOOD, as_of=DAY, source="x", actor=actor)
        assert not PriceTable.objects.exists()

    @pytest.mark.parametrize(("text", "source"), [("no table", "s"), (GOOD, " "), (GOOD, "s" * 301)])
    def test_what_is_no_table_is_refused(self, text, source):
        with pytest.raises(UnprocessableError):
            services.prices_add(text, as_of=DAY, source=source)

    def test_the_database_keeps_it_as_it_is(self):
        services.prices_add(GOOD, as_of=DAY, source="s")
        for change in (
            lambda: PriceTable.objects.update(source="x"),
            lambda: PriceTable.objects.all().delete(),
        ):
            with pytest.raises(IntegrityError), transaction.atomic():
                change()
        assert PriceTable.objects.get().source == "s"

    def test_the_day_that_is_asked_for_decides(self):
        services.made_up_prices_add()
        services.made_up_prices_add()
        services.prices_add(GOOD, as_of=DAY, source="s")
        tables = price_tables()
        found = {day: prices_as_of(tables, day) for day in ("", "2026-05-01", "2026-04-30", "2025-12-31")}
        assert {day: table and table.as_of.isoformat() for day, table in found.items()} == {
            "": "2026-05-01",
            "2026-05-01": "2026-05-01",
            "2026-04-30": "2026-01-01",
            "2025-12-31": None,
        }
        assert found["2026-04-30"].is_made_up

    def test_a_curator_adds_it_in_the_admin(self, client):
        client.force_login(curator_make())
        page = client.get("/admin/scoring/pricetable/add/")
        assert page.status_code == 200
        given = {"as_of": "2026-05-01", "source": "price page", "prices": HEAD + "x,0,1,2026-01-01,s\n"}
        refused = client.post("/admin/scoring/pricetable/add/", given)
        assert "line 2: &#x27;0&#x27; is no price" in refused.content.decode()
        assert client.post("/admin/scoring/pricetable/add/", {**given, "prices": GOOD}).status_code == 302
        table = PriceTable.objects.get()
        assert client.get(f"/admin/scoring/pricetable/{table.pk}/change/").status_code == 200
        assert client.post(f"/admin/scoring/pricetable/{table.pk}/delete/").status_code == 403
        assert not BoardCosts.objects.exists()

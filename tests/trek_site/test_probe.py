"""The image's health check asks the process beside it, under a name that the site answers to."""

from __future__ import annotations

import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from trek_site import probe

asked: list[tuple[str, str]] = []


class Site(BaseHTTPRequestHandler):
    def do_GET(self):
        asked.append((self.path, self.headers["Host"]))
        self.send_response(200 if self.path == "/healthz" else 503)
        self.end_headers()

    def log_message(self, *args):
        pass


@pytest.fixture
def site(monkeypatch):
    asked.clear()
    server = HTTPServer(("127.0.0.1", 0), Site)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    monkeypatch.setenv("TREK_WEB_BIND", f"0.0.0.0:{server.server_port}")
    monkeypatch.setenv("TREK_ALLOWED_HOSTS", "board.example.org,other.example.org")
    yield server
    server.shutdown()
    thread.join()
    server.server_close()


def test_a_process_that_answers_is_alive(site):
    assert probe.main([]) == 0
    assert asked == [("/healthz", "board.example.org")]


def test_another_answer_is_not(site):
    assert probe.main(["/readyz"]) == 1


def test_nobody_listening_is_not(site, monkeypatch):
    monkeypatch.setenv("TREK_WEB_BIND", "127.0.0.1:1")

    assert probe.main([]) == 1

"""Uploads in portions to a server that runs: cut off, killed, and sent twice at one time."""

from __future__ import annotations

import hashlib
import http.client
import json
import socket
from urllib.parse import urlsplit

import pytest

from tests.factories import bundle_of
from tests.journeys.stack import Stack
from tests.manifests import manifest_make
from tests.processes import wait_until
from trek_site.client import FileToSend, Site, uploading

pytestmark = [pytest.mark.stack, pytest.mark.own_services]

MIB = 1024 * 1024
UPLOAD = "submissions_resumableupload"


@pytest.fixture
def run(tmp_path_factory):
    """A large run with its manifest: file, words of the command, content."""
    folder = tmp_path_factory.mktemp("run")
    content = bundle_of(padding=60_000)
    assert len(content) > 10 * MIB
    bundle, manifest = folder / "trek_large.jsonl", folder / "metadata.json"
    bundle.write_bytes(content)
    manifest.write_text(json.dumps(manifest_make(label="large")))
    return bundle, ("submit", str(bundle), "--manifest", str(manifest)), content


def begun(address: str, token: str, bundle) -> str:
    """A new upload of the file; its path."""
    found = uploading._begun(Site(address=address, token=token), FileToSend.at(bundle))
    return f"/api/v1/uploads/{found['id']}/"


def half_sent(address: str, token: str, path: str, content: bytes, sent: int) -> socket.socket:
    """A request for all of the file, of which so much is sent; the connection stays open."""
    host, port = urlsplit(address).hostname, urlsplit(address).port
    connection = socket.create_connection((host, port), timeout=60)
    head = (
        f"PATCH {path} HTTP/1.1\r\nHost: {host}:{port}\r\nAuthorization: Bearer {token}\r\n"
        f"Upload-Offset: 0\r\nContent-Type: application/offset+octet-stream\r\n"
        f"Content-Length: {len(content)}\r\n\r\n"
    )
    connection.sendall(head.encode() + content[:sent])
    return connection


def assert_one_whole_submission(stack: Stack, content: bytes) -> None:
    """The file arrived as it was sent, once, and nothing is left of its parts."""
    digest = hashlib.sha256(content).hexdigest()
    assert stack.rows("SELECT file_sha256 FROM submissions_submission") == [(digest,)]
    assert (stack.folder / "uploads" / digest[:2] / digest).read_bytes() == content
    assert stack.count(UPLOAD, "submission_id IS NULL") == 0
    assert list((stack.folder / "resumable").iterdir()) == []


def ended(process) -> tuple[int, str, str]:
    out, err = process.communicate(timeout=300)
    return process.returncode, out, err


def test_a_connection_that_is_cut_in_the_middle_is_gone_on_with(embedded_stack, run):
    stack, (bundle, words, content) = embedded_stack, run
    token = stack.act("token")
    with stack.server() as server:
        path = begun(server.address, token, bundle)
        half_sent(server.address, token, path, content, 3 * MIB).close()
        stack.wait_for(UPLOAD, "received_bytes > 0 AND lease_token IS NULL")
        ((arrived,),) = stack.rows(f"SELECT received_bytes FROM {UPLOAD}")
        assert 2 * MIB < arrived <= 3 * MIB
        status, _, said = ended(stack.trek(*words, "--server", server.address, token=token))
    assert (status, f"going on after {arrived} of {len(content)} bytes" in said) == (0, True), said
    assert_one_whole_submission(stack, content)


def test_a_server_that_is_killed_in_the_middle_and_started_again_loses_little(stack, run):
    bundle, words, content = run
    token = stack.act("token")
    with stack.server() as server:
        path = begun(server.address, token, bundle)
        with half_sent(server.address, token, path, content, 9 * MIB):
            stack.wait_for(UPLOAD, f"received_bytes >= {8 * MIB}")
            server.kill()
        port = urlsplit(server.address).port
    # The command is started while nobody answers, and waits.
    sender = stack.trek(*words, "--server", server.address, token=token)
    with stack.server(port=port):
        status, _, said = ended(sender)
        assert status == 0, said
        assert "going on after" in said
    assert_one_whole_submission(stack, content)


def test_of_two_senders_to_one_upload_one_goes_on_and_the_other_is_told_to_wait(embedded_stack, run):
    stack, (bundle, _, content) = embedded_stack, run
    token = stack.act("token")
    with stack.server() as server:
        path = begun(server.address, token, bundle)
        with half_sent(server.address, token, path, content, MIB) as first:
            stack.wait_for(UPLOAD, "lease_token IS NOT NULL")
            second = http.client.HTTPConnection(urlsplit(server.address).netloc, timeout=60)
            headers = {
                "Authorization": f"Bearer {token}",
                "Upload-Offset": "0",
                "Content-Type": "application/offset+octet-stream",
            }
            second.request("PATCH", path, body=b"other bytes", headers=headers)
            answer = second.getresponse()
            assert (answer.status, answer.headers["Retry-After"], answer.headers["Upload-Offset"]) == (
                409,
                "15",
                "0",
            )
            second.close()
            first.sendall(content[MIB:])
            assert first.recv(12) == b"HTTP/1.1 204"
        assert stack.rows(f"SELECT received_bytes FROM {UPLOAD}") == [(len(content),)]


def test_two_commands_at_one_time_make_one_submission(stack, run):
    _, words, content = run
    token = stack.act("token")
    with stack.server() as server:
        both = [stack.trek(*words, "--server", server.address, token=token) for _ in range(2)]
        ends = [ended(process) for process in both]
    assert [status for status, _, _ in ends] == [0, 0], ends
    assert ends[0][1] == ends[1][1]
    assert_one_whole_submission(stack, content)


def test_a_command_that_is_killed_is_gone_on_with_by_the_next(embedded_stack, run):
    stack, (_, words, content) = embedded_stack, run
    token = stack.act("token")
    with stack.server() as server:
        first = stack.trek(*words, "--server", server.address, token=token)
        wait_until(lambda: stack.count(UPLOAD) == 1, within_s=60)
        first.kill()
        first.communicate()
        status, _, said = ended(stack.trek(*words, "--server", server.address, token=token))
    assert status == 0, said
    assert_one_whole_submission(stack, content)

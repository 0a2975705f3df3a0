"""Web Push: absent players are notified of their turn, in messages that only their browser can read."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric import ec

from cli.running import palatine
from palatine.server.broadcast import Announcement
from palatine.server.errors import Refusal
from palatine.server.messages.events import Event, Watcher
from palatine.server.push import sender
from palatine.server.push.config import make_key, pusher_for
from palatine.server.push.delivery import is_public
from palatine.server.push.subscriptions import MOST_BROWSERS
from palatine.server.settings import Settings
from server.browsers import Browser, PushService, padded, push_service, write_certificate
from server.house import House, Visitor, open_house

CONTACT = "mailto:host@example.org"
PUBLIC = "https://updates.push.example.org/wpush/v2/secret"


class Club:
    """A house that sends notifications, and two guests."""

    def __init__(self, house: House, service: PushService) -> None:
        self.house = house
        self.service = service
        self.ann, self.bob = house.guest("Ann"), house.guest("Bob")
        self.browser = Browser()

    def subscribe(self, who: Visitor | None = None, path: str = "/ann") -> None:
        body = self.browser.subscription(self.service.address + path)
        self.house.post("/api/me/push", who or self.ann, body)

    def endpoints(self, who: Visitor | None = None) -> list[str]:
        return [one["endpoint"] for one in self.house.get("/api/me/export", who or self.ann)["subscriptions"]]

    def settle(self) -> None:
        pusher = self.house.server.push
        assert pusher is not None
        self.house.call(pusher.settled)

    def received(self) -> list[dict[str, Any]]:
        """Return the notifications received since the last call."""
        self.settle()
        return [msgspec.json.decode(self.browser.read(one.body)) for one in self.service.all_so_far()]

    def begun(self, **settings: Any) -> str:
        """Return a table where both play, after Ann was notified of it."""
        table = self.house.open(self.ann, self.bob, **settings)
        self.received()
        return table

    def until_turn_of(self, table: str, who: Visitor) -> None:
        """Play until a visitor's turn begins."""
        hosted = self.house.hosted(table)
        while hosted.awaited == who.id:
            self.house.play(table, 1)
        while hosted.awaited != who.id:
            self.house.play(table, 1)


@pytest.fixture(scope="module")
def key(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("push") / "key.pem"
    make_key(file)
    return file


@pytest.fixture
def club(tmp_path: Path, key: Path) -> Iterator[Club]:
    """A club whose push services may run on this machine."""
    with (
        push_service() as service,
        open_house(tmp_path, push_key=key, push_contact=CONTACT, push_anywhere=True) as house,
    ):
        yield Club(house, service)


@pytest.fixture
def strict(tmp_path: Path, key: Path) -> Iterator[Club]:
    """A club with the default settings, which allow only public endpoints."""
    with push_service() as service, open_house(tmp_path, push_key=key, push_contact=CONTACT) as house:
        yield Club(house, service)


# ------------------------------------------------------------------------------------------------- notifications


def test_the_test_browser_decrypts_the_example_of_the_rfc() -> None:
    """RFC 8291, section 5."""
    secret = int.from_bytes(padded("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"), "big")
    browser = Browser(ec.derive_private_key(secret, ec.SECP256R1()), padded("BTBZMqHH6r4Tts7J_aSIgg"))
    body = (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl"
        "7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )
    assert browser.read(padded(body)) == b"When I grow up, I want to be a watermelon"


def test_a_notification_names_the_event_and_the_table_only(club: Club) -> None:
    club.subscribe()
    table = club.begun()
    club.until_turn_of(table, club.ann)
    club.settle()
    received = club.service.all_so_far()[-1]
    assert msgspec.json.decode(club.browser.read(received.body)) == {
        "kind": "your_turn",
        "table": table,
        "game": "kingdomino",
    }
    assert received.path == "/ann"
    assert (received.headers["content-encoding"], received.headers["ttl"]) == ("aes128gcm", "86400")
    assert table not in str(received), "the push service must not learn the table's link"


def test_the_server_authenticates_to_the_push_service(club: Club) -> None:
    club.subscribe()
    club.begun()
    club.house.open(club.ann, club.bob)
    public_key = club.house.get("/api/push")["public_key"]
    claims = club.service.next().proof(public_key)
    assert (claims["aud"], claims["sub"]) == (club.service.address, CONTACT)
    assert time.time() < claims["exp"] < time.time() + 24 * 3600


def test_all_kinds_of_events_are_sent(club: Club) -> None:
    club.subscribe()
    table = club.house.open(club.ann, club.bob)
    first = "your_turn" if club.house.hosted(table).awaited == club.ann.id else "started"
    assert [one["kind"] for one in club.received()] == [first]
    club.until_turn_of(table, club.ann)
    club.until_turn_of(table, club.bob)
    club.received()
    club.house.post(f"/api/tables/{table}/undo", club.bob, {"to": 0})
    assert [one["kind"] for one in club.received()] == ["undo_asked"]
    club.house.play(table)
    kinds = [one["kind"] for one in club.received()]
    assert set(kinds[:-1]) == {"your_turn"}
    assert kinds[-1] == "over"
    club.house.post(f"/api/tables/{table}/rematch", club.bob)
    assert [one["kind"] for one in club.received()] == ["rematch"]


def test_events_of_other_tables_are_not_sent(club: Club) -> None:
    club.subscribe(club.house.guest("Cid"))
    club.house.play(club.begun())
    assert club.received() == []


def test_every_browser_of_a_person_is_notified(club: Club) -> None:
    club.subscribe(path="/laptop")
    club.subscribe(path="/telephone")
    club.begun()
    club.house.open(club.ann, club.bob)
    club.settle()
    assert sorted(one.path for one in club.service.all_so_far()) == ["/laptop", "/telephone"]


def test_untrusted_certificates_are_not_sent_to(tmp_path: Path, key: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    certificate = tmp_path / "certificate.pem"
    write_certificate(certificate)
    settings: dict[str, Any] = {"push_key": key, "push_contact": CONTACT, "push_anywhere": True}
    with push_service(certificate) as service:
        with open_house(tmp_path, **settings) as house:
            club = Club(house, service)
            club.subscribe()
            club.begun()
            assert club.received() == []
            assert club.endpoints() == [f"{service.address}/ann"], "it may be trusted later"
        monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
        with open_house(tmp_path, **settings) as house:
            club = Club(house, service)
            club.subscribe()
            house.open(club.ann, club.bob)
            assert len(club.received()) == 1


# ------------------------------------------------------------------------------------------------- recipients


def test_a_person_at_a_table_is_not_notified(club: Club) -> None:
    club.subscribe()
    table, other = club.begun(), club.begun()
    headers = {"authorization": f"Bearer {club.ann.credential}"}
    for place in (table, other):
        with club.house.client.websocket_connect(f"/api/tables/{place}/socket", headers=headers) as socket:
            assert socket.receive_json()["type"] == "state"
            club.until_turn_of(table, club.ann)
            assert club.received() == []
    club.until_turn_of(table, club.ann)
    assert {one["kind"] for one in club.received()} == {"your_turn"}, "Ann has disconnected"


class Page(Watcher):
    """A page that receives all events."""

    def send(self, payload: bytes) -> None:
        assert payload


def test_a_person_watching_events_is_not_notified(club: Club) -> None:
    club.subscribe()
    table, watchers, page = club.begun(), club.house.server.hub.watchers, Page()
    watchers.add(club.ann.id, page)
    club.until_turn_of(table, club.ann)
    assert club.received() == []
    watchers.remove(club.ann.id, page)
    club.until_turn_of(table, club.ann)
    assert len(club.received()) == 1


def test_a_person_connected_to_another_process_is_not_notified(club: Club) -> None:
    club.subscribe()
    table = club.begun()

    async def hear(here: list[str]) -> None:
        club.house.server.hub.sync.receive(Announcement("another process", present={table: here}))

    club.house.call(hear, [club.ann.id])
    club.until_turn_of(table, club.ann)
    assert club.received() == []
    club.house.call(hear, [])
    club.until_turn_of(table, club.ann)
    assert len(club.received()) == 1


def test_events_of_another_process_are_not_sent_again(club: Club) -> None:
    club.subscribe()
    table = club.begun()

    async def hear() -> None:
        events = [(club.ann.id, Event("your_turn", table, "kingdomino", 3))]
        club.house.server.hub.sync.receive(Announcement("another process", table, events=events))

    club.house.call(hear)
    assert club.received() == []


# ---------------------------------------------------------------------------------------------- subscriptions


def test_subscribing_is_refused_without_a_push_key(tmp_path: Path) -> None:
    with open_house(tmp_path) as house:
        ann = house.guest("Ann")
        assert house.get("/api/push") == {"public_key": None}
        body = Browser().subscription(PUBLIC)
        assert house.refused("POST", "/api/me/push", ann, body) == (409, "push.off")
        house.post("/api/me/push/end", ann, {"endpoint": PUBLIC})


def test_unsubscribing_ends_the_notifications(club: Club) -> None:
    club.subscribe()
    table = club.begun()
    endpoint = club.service.address + "/ann"
    club.house.post("/api/me/push/end", club.bob, {"endpoint": endpoint})
    assert club.endpoints() == [endpoint], "it belongs to Ann"
    club.house.post("/api/me/push/end", club.ann, {"endpoint": endpoint})
    club.until_turn_of(table, club.ann)
    assert club.received() == []


def test_a_browser_belongs_to_the_last_subscriber(club: Club) -> None:
    club.subscribe(club.ann)
    club.subscribe(club.ann)
    assert len(club.endpoints(club.ann)) == 1
    club.subscribe(club.bob)
    assert (club.endpoints(club.ann), len(club.endpoints(club.bob))) == ([], 1)


def test_the_oldest_browsers_are_dropped(club: Club) -> None:
    for number in range(MOST_BROWSERS + 1):
        club.subscribe(path=f"/{number}")
    assert len(club.endpoints()) == MOST_BROWSERS
    assert f"{club.service.address}/{MOST_BROWSERS}" in club.endpoints()


def test_deletion_ends_the_notifications(club: Club) -> None:
    club.subscribe()
    table = club.begun()
    club.house.post("/api/me/delete", club.ann, {})
    club.house.play(table)
    assert club.received() == []


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://updates.push.example.org/secret",
        "https://localhost/secret",
        "https://database/secret",
        "https://127.0.0.1/secret",
        "https://10.1.2.3/secret",
        "https://169.254.169.254/latest/meta-data",
        "https://[::1]/secret",
        "https://[::ffff:127.0.0.1]/secret",
        "https://user@push.example.org/secret",
        "https://push.example.org:x/secret",
        "https://push.example.org/a\r\nx-injected: yes",
        "https://push.example.org/a b",
        "ftp://push.example.org/secret",
        "push.example.org",
        "https:///secret",
    ],
)
def test_private_endpoints_are_refused(strict: Club, endpoint: str) -> None:
    body = strict.browser.subscription(endpoint)
    assert strict.house.refused("POST", "/api/me/push", strict.ann, body) == (422, "push.wrong_endpoint")


def test_a_public_endpoint_is_accepted(strict: Club) -> None:
    strict.house.post("/api/me/push", strict.ann, strict.browser.subscription(PUBLIC))
    assert strict.endpoints() == [PUBLIC]


def test_names_that_resolve_to_private_addresses_are_never_contacted(strict: Club) -> None:
    endpoint = strict.service.address.replace("http://127.0.0.1", "https://127.1") + "/secret"
    strict.house.post("/api/me/push", strict.ann, strict.browser.subscription(endpoint))
    assert strict.endpoints() == [endpoint]
    strict.begun()
    assert strict.endpoints() == []
    assert strict.service.all_so_far() == []


NOT_PUBLIC = """
127.0.0.1 0.0.0.0 10.0.0.1 172.16.0.1 192.168.1.1 169.254.169.254 100.64.0.1 224.0.0.1
::1 :: fe80::1 fe80::1%eth0 fd00::1 ff02::1 ::ffff:10.0.0.1 64:ff9b::a00:1 2002:a00:1:: 2001:0:a00:1::
"""


@pytest.mark.parametrize("address", NOT_PUBLIC.split())
def test_private_addresses_are_not_public(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize("address", ["93.184.215.14", "2606:4700::1111"])
def test_internet_addresses_are_public(address: str) -> None:
    assert is_public(address)


@pytest.mark.parametrize(
    "change",
    [
        {"p256dh": "B" + "A" * 86},
        {"p256dh": "short"},
        {"auth": "short"},
        {"auth": None},
        {"more": "x"},
    ],
)
def test_invalid_keys_are_refused(club: Club, change: dict[str, str]) -> None:
    body = club.browser.subscription(PUBLIC)
    body["keys"] |= change
    status, problem = club.house.refused("POST", "/api/me/push", club.ann, body)
    assert (status, problem in ("push.wrong_keys", "server.malformed")) == (422, True)
    assert club.endpoints() == []


# -------------------------------------------------------------------------------------- push services that fail


@pytest.mark.parametrize("status", [404, 410])
def test_a_browser_that_no_longer_exists_is_removed(club: Club, status: int) -> None:
    club.subscribe()
    club.service.status = status
    club.begun()
    assert club.endpoints() == []


@pytest.mark.parametrize("status", [400, 429, 500])
def test_a_failing_push_service_is_tried_again(club: Club, status: int) -> None:
    club.subscribe()
    club.service.status = status
    table = club.begun()
    assert len(club.endpoints()) == 1
    club.service.status = 201
    club.until_turn_of(table, club.ann)
    assert club.received()[-1]["kind"] == "your_turn"


def test_an_unreachable_push_service_does_not_affect_others(club: Club) -> None:
    with push_service() as gone:
        address = gone.address
    club.house.post("/api/me/push", club.ann, club.browser.subscription(address))
    club.subscribe(path="/there")
    table = club.begun()
    club.until_turn_of(table, club.ann)
    assert club.received()[-1]["kind"] == "your_turn", "the other browser is notified"
    assert len(club.endpoints()) == 2


def test_a_silent_push_service_delays_no_game(tmp_path: Path, key: Path) -> None:
    settings: dict[str, Any] = {"push_key": key, "push_contact": CONTACT, "push_anywhere": True, "push_queue": 3}
    with push_service() as service, open_house(tmp_path, **settings) as house:
        club = Club(house, service)
        club.subscribe()
        service.answering.clear()
        for _ in range(sender.WORKERS):  # block all workers; then the queue fills up
            table = house.open(club.ann, club.bob)
            service.next()
        house.play(table)
        assert house.get(f"/api/tables/{table}")["status"] == "finished"
        assert service.all_so_far() == []


# --------------------------------------------------------------------------------------------- configuration


@pytest.mark.parametrize(
    ("settings", "problem"),
    [
        ({"push_contact": CONTACT}, "push.both_needed"),
        ({"push_key": "key.pem"}, "push.both_needed"),
        ({"push_key": "key.pem", "push_contact": "host@example.org"}, "push.wrong_contact"),
        ({"push_key": "nowhere.pem", "push_contact": CONTACT}, "push.no_key_file"),
        ({"push_key": "text.pem", "push_contact": CONTACT}, "push.wrong_key_file"),
    ],
)
def test_wrong_configuration_is_refused_at_the_start(tmp_path: Path, settings: dict[str, Any], problem: str) -> None:
    make_key(tmp_path / "key.pem")
    (tmp_path / "text.pem").write_text("no key at all")
    if "push_key" in settings:
        settings = {**settings, "push_key": tmp_path / settings["push_key"]}
    with pytest.raises(Refusal) as refused:
        pusher_for(Settings(**settings))
    assert refused.value.key == problem


def test_a_missing_package_is_reported_at_the_start(key: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.startswith("cryptography")]:
        monkeypatch.setitem(sys.modules, name, None)
    for name in ("palatine.server.push.encryption", "palatine.server.push.sender"):
        monkeypatch.delitem(sys.modules, name)
    with pytest.raises(Refusal) as refused:
        pusher_for(Settings(push_key=key, push_contact=CONTACT))
    assert refused.value.key == "push.extra_needed"


def test_the_command_creates_a_key_and_never_overwrites_one(tmp_path: Path) -> None:
    file = tmp_path / "key.pem"
    assert str(file) in palatine("admin", "push-key", str(file), home=tmp_path).stdout
    assert file.stat().st_mode & 0o077 == 0, "only its owner may read it"
    key = file.read_bytes()
    assert "already exists" in palatine("admin", "push-key", str(file), home=tmp_path, fails=True).stderr
    assert file.read_bytes() == key
    assert pusher_for(Settings(push_key=file, push_contact=CONTACT)) is not None
    error = palatine("serve", "--push-key", str(file), home=tmp_path, fails=True).stderr
    assert "--push-contact" in error

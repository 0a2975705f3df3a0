"""The browser app is served: the index page at all its paths, its files with cache headers."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from pathlib import Path

import httpx2
import pytest
from starlette.testclient import TestClient

from palatine.core.words import say
from palatine.server.app import application
from palatine.server.http.security import HEADERS
from palatine.server.settings import Settings

SCRIPT = "export const words = 'a script worth compressing';\n" * 40
FILES = {
    "index.html": "<!doctype html><title>Palatine</title>",
    "sw.js": "self.skipWaiting();",
    "manifest.webmanifest": "{}",
    "icon.svg": "<svg xmlns='http://www.w3.org/2000/svg'/>",
    "icon-192.png": "\x89PNG",
    "assets/index-BDa3x.js": SCRIPT,
    "assets/index-C9.css": "p { color: red }",
    "assets/font-1.woff2": "x" * 5000,
}


def client_for(folder: Path) -> TestClient:
    settings = Settings(database=f"sqlite:///{folder / 'palatine.db'}", app=folder / "app", limited=False)
    return TestClient(application(settings), headers={"accept-encoding": "identity"}, follow_redirects=False)


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    folder = tmp_path_factory.mktemp("app")
    for name, text in FILES.items():
        file = folder / "app" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    (folder / "secret.txt").write_text("not for everyone")
    with client_for(folder) as client:
        yield client


def test_browsers_keep_to_https_only_if_people_reach_the_server_by_it(client: TestClient, tmp_path: Path) -> None:
    name = "strict-transport-security"
    assert name not in client.get("/").headers
    settings = Settings(database=f"sqlite:///{tmp_path / 'palatine.db'}", public_url="https://games.example.org")
    with TestClient(application(settings)) as secure:
        for path in ("/", "/api/games", "/healthz", "/api/nowhere"):
            assert secure.get(path).headers[name] == "max-age=31536000"


@pytest.mark.parametrize("path", ["/api/games/", "/api/me/", "/healthz/", "/api/tables/abc/", "//evil.example/"])
def test_no_redirect_follows_the_host_header(client: TestClient, path: str) -> None:
    for host in ("evil.example", "palatine.test"):
        response = client.get(path, headers={"host": host})
        assert response.status_code in (200, 404)
        assert "location" not in response.headers
        assert host not in response.text


def shows_the_page(response: httpx2.Response) -> bool:
    return (response.status_code, response.text) == (200, FILES["index.html"])


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/index.html",
        "/t/abc",
        "/new/kingdomino",
        "/lobby",
        "/games",
        "/replay/x",
        "/learn/a/b",
        "/nonsense",
        "/api",
    ],
)
def test_every_path_of_the_app_returns_the_index_page(client: TestClient, path: str) -> None:
    response = client.get(path)
    assert shows_the_page(response)
    assert response.headers["content-type"] == "text/html; charset=utf-8"
    assert response.headers["cache-control"] == "no-cache"
    assert client.head(path).status_code == 200


@pytest.mark.parametrize("name", [name for name in FILES if name != "index.html"])
def test_files_have_their_type_and_cache_headers(client: TestClient, name: str) -> None:
    response = client.get(f"/{name}")
    assert response.content == FILES[name].encode()
    types = {
        ".js": "text/javascript; charset=utf-8",
        ".webmanifest": "application/manifest+json",
        ".svg": "image/svg+xml",
        ".png": "image/png",
        ".css": "text/css; charset=utf-8",
        ".woff2": "font/woff2",
    }
    assert response.headers["content-type"] == types[Path(name).suffix]
    lasting = name.startswith("assets/")
    assert response.headers["cache-control"] == ("public, max-age=31536000, immutable" if lasting else "no-cache")
    tag = response.headers["etag"]
    again = client.get(f"/{name}", headers={"if-none-match": tag})
    assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", tag)


def test_all_responses_have_the_security_headers(client: TestClient) -> None:
    for path in ("/", "/assets/index-BDa3x.js", "/gone.js", "/api/gone"):
        response = client.get(path)
        assert {name: response.headers[name] for name in HEADERS} == HEADERS
    assert "unsafe" not in HEADERS["content-security-policy"]


def test_compressible_files_are_compressed_for_clients_that_accept_it(client: TestClient) -> None:
    path = "/assets/index-BDa3x.js"
    for accepted, compressed in {
        "gzip": True,
        "br, gzip;q=0.5": True,
        "br": False,
        "gzip;q=0": False,
        "": False,
    }.items():
        with client.stream("GET", path, headers={"accept-encoding": accepted}) as response:
            raw = b"".join(response.iter_raw())
        assert response.headers["vary"] == "accept-encoding"
        assert (response.headers.get("content-encoding") == "gzip") == compressed
        assert (gzip.decompress(raw) if compressed else raw) == SCRIPT.encode()
        assert (len(raw) < len(SCRIPT)) == compressed
    assert "vary" not in client.get("/assets/font-1.woff2", headers={"accept-encoding": "gzip"}).headers


def test_the_constants_of_a_game_are_compressed(client: TestClient) -> None:
    response = client.get("/api/games/dragon_castle", headers={"accept-encoding": "gzip"})
    assert response.headers["content-encoding"] == "gzip"
    assert response.json() == client.get("/api/games/dragon_castle").json()


@pytest.mark.parametrize("path", ["/gone.js", "/assets/gone-1.js", "/assets/../index.htm", "/favicon.ico"])
def test_a_missing_file_is_a_404(client: TestClient, path: str) -> None:
    response = client.get(path)
    assert response.status_code == 404
    assert response.text == say("server.no_such_page") + "\n"
    italian = client.get(path, headers={"accept-language": "it-IT"})
    assert italian.text == say("server.no_such_page", "it") + "\n"


@pytest.mark.parametrize(
    "path",
    [
        "/../secret.txt",
        "/assets/../../secret.txt",
        "/%2e%2e/secret.txt",
        "/..%2fsecret.txt",
        "/assets/%2e%2e%2f%2e%2e%2fsecret.txt",
        "//etc/passwd",
        "/etc/passwd",
        "/assets",
        "/..\\secret.txt",
    ],
)
def test_files_outside_the_folder_cannot_be_requested(client: TestClient, path: str) -> None:
    response = client.get(path)
    assert response.status_code == 404 or shows_the_page(response)
    assert "not for everyone" not in response.text
    assert "root:" not in response.text


@pytest.mark.parametrize(("method", "path"), [("GET", "/api/gone"), ("GET", "/api/tables/x/y/z"), ("POST", "/lobby")])
def test_unknown_api_paths_are_refused_as_json(client: TestClient, method: str, path: str) -> None:
    response = client.request(method, path)
    assert response.status_code == 404
    assert response.json() == {"problem": "server.no_such_page", "text": say("server.no_such_page"), "reason": None}


def test_the_routes_of_the_server_take_precedence(client: TestClient) -> None:
    assert client.get("/healthz").text == "ok\n"
    assert client.get("/api/tables").status_code == 405
    assert client.get("/api/tables/nowhere").json()["problem"] == "server.no_such_table"


def test_without_the_app_the_page_says_how_to_build_it(tmp_path: Path) -> None:
    with client_for(tmp_path) as client:
        for path in ("/", "/t/abc"):
            response = client.get(path)
            assert response.status_code == 503
            assert "make app" in response.text
            assert response.headers["content-type"].startswith("text/html")
        assert "Esegui" in client.get("/", headers={"accept-language": "it"}).text
        assert client.get("/healthz").status_code == 200

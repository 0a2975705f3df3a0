"""The OpenAPI document as a page: every operation and message is on it, and nothing comes from elsewhere."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import msgspec

from palatine.server.http.openapi import document
from palatine.server.http.openapi_page import Renderer
from palatine.server.http.operations import OPERATIONS
from server.house import House


class Reader(HTMLParser):
    """Collects what a page loads, links to and names, and checks that its elements are closed."""

    VOID = ("meta", "link")

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.ids: list[str] = []
        self.loaded: list[str] = []
        self.links: list[str] = []
        self.attributes: set[str] = set()
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.attributes |= set(given)
        if tag not in self.VOID:
            self.tags.append(tag)
        if given.get("id"):
            self.ids.append(str(given["id"]))
        if tag == "a":
            self.links.append(str(given["href"]))
        elif "href" in given or "src" in given:
            self.loaded.append(str(given.get("href") or given.get("src")))

    def handle_endtag(self, tag: str) -> None:
        assert self.tags.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def test_the_page_shows_every_operation_and_needs_nothing_from_elsewhere(house: House) -> None:
    response = house.client.get("/api/docs")
    assert (response.status_code, response.headers["content-type"]) == (200, "text/html; charset=utf-8")
    policy = response.headers["content-security-policy"]
    assert "style-src 'self'" in policy
    assert "unsafe-inline" not in policy
    reader = Reader()
    reader.feed(response.text)
    assert reader.tags == []
    assert {one.name for one in OPERATIONS} <= set(reader.ids)
    assert all(one.path in reader.text and one.summary in reader.text for one in OPERATIONS)
    assert len(reader.ids) == len(set(reader.ids))
    assert {link.removeprefix("#") for link in reader.links if link.startswith("#")} <= set(reader.ids)
    assert [link for link in reader.links if not link.startswith("#")] == ["/api/openapi.json"]
    assert reader.loaded == ["data:,", "/api/docs.css"]
    assert "style" not in reader.attributes, "the policy forbids inline styles"
    assert not [name for name in reader.attributes if name.startswith("on")]
    style = house.client.get("/api/docs.css")
    assert style.headers["content-type"] == "text/css; charset=utf-8"
    assert not re.search(r"url\(|@import", style.text)


def test_examples_of_bodies_are_accepted_by_the_types() -> None:
    renderer = Renderer(msgspec.json.decode(document()))
    described = msgspec.json.decode(document())["paths"]
    refused: dict[str, str] = {}
    bodies = [one for one in OPERATIONS if "requestBody" in described[one.path][one.method.lower()]]
    assert len(bodies) > 30
    for one in bodies:
        schema = described[one.path][one.method.lower()]["requestBody"]["content"]["application/json"]["schema"]
        try:
            msgspec.convert(renderer.example(schema), one.body)
        except msgspec.ValidationError as problem:
            refused[one.name] = str(problem)
    wrong = {name: text for name, text in refused.items() if "matching regex" not in text}  # patterns are not followed
    assert wrong == {}


def test_texts_are_escaped() -> None:
    hostile = msgspec.json.decode(document())
    hostile["info"]["title"] = "<script>alert(1)</script>"
    page = Renderer(hostile).page()
    assert "<script>" not in page
    assert "&lt;script&gt;" in page

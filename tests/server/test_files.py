"""The files of a SQLite database belong to its owner alone, have one server, and hold no signing key."""

from __future__ import annotations

import asyncio
import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from palatine.server.errors import DataInUse, Malformed, NotNow
from palatine.server.storage import files
from palatine.server.storage.signing_key import signing_key
from palatine.server.storage.store import Store
from server.house import DATABASE, open_house

pytestmark = pytest.mark.skipif(os.name != "posix", reason="Windows has other permissions")


@pytest.fixture(autouse=True)
def permissive() -> Iterator[None]:
    """Use the umask of most systems, under which new files are readable by everyone."""
    before = os.umask(0o022)
    yield
    os.umask(before)


def modes(folder: Path) -> dict[str, str]:
    return {one.name: f"{stat.S_IMODE(one.stat().st_mode):o}" for one in folder.iterdir()}


def test_all_files_of_a_new_database_are_private(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "folder"
    with open_house(folder) as house:
        house.guest("Ann")
        found = modes(folder)
        assert set(found) == {DATABASE + suffix for suffix in ("", "-wal", "-shm", ".lock", ".key")}
        assert set(found.values()) == {"600"}
    assert {*modes(tmp_path).values(), *modes(tmp_path / "new").values()} == {"700"}


def test_files_that_others_can_read_are_tightened_and_logged(tmp_path: Path) -> None:
    with open_house(tmp_path):
        pass
    tmp_path.chmod(0o755)
    for one in tmp_path.iterdir():
        one.chmod(0o644)
    with capture_logs() as logs, open_house(tmp_path):
        assert set(modes(tmp_path).values()) == {"600"}
    tightened = {Path(one["path"]).name for one in logs if one["event"] == "permissions_tightened"}
    assert {DATABASE, f"{DATABASE}.key"} <= tightened
    assert stat.S_IMODE(tmp_path.stat().st_mode) == 0o755, "a folder that may have other uses is left as it is"


def test_the_data_folder_of_palatine_is_private(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    folder = tmp_path / "palatine"
    folder.mkdir(mode=0o755)
    Store(f"sqlite:///{folder / DATABASE}").close()
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


# ------------------------------------------------------------------------------------------------------- one server


def test_a_symlink_does_not_bypass_the_lock(tmp_path: Path) -> None:
    for name in ("link.db", "elsewhere/link.db"):
        link = tmp_path / name
        link.parent.mkdir(exist_ok=True)
        link.symlink_to(tmp_path / DATABASE)
    store = Store(f"sqlite:///{tmp_path / DATABASE}")
    for name in (DATABASE, "link.db", "elsewhere/link.db", f"elsewhere/../{DATABASE}"):
        with pytest.raises(DataInUse) as refused:
            Store(f"sqlite:///{tmp_path / name}")
        assert refused.value.fields["file"] == str(tmp_path / DATABASE)
    store.close()
    Store(f"sqlite:///{tmp_path / 'link.db'}").close()
    assert sorted(one.name for one in (tmp_path / "elsewhere").iterdir()) == ["link.db"], "no lock beside the link"


def test_a_database_with_a_hard_link_is_refused(tmp_path: Path) -> None:
    with open_house(tmp_path):
        pass
    os.link(tmp_path / DATABASE, tmp_path / "second.db")
    for name in (DATABASE, "second.db"):
        with pytest.raises(Malformed) as refused:
            Store(f"sqlite:///{tmp_path / name}")
        assert refused.value.key == "server.data_linked"
    (tmp_path / "second.db").unlink()
    Store(f"sqlite:///{tmp_path / DATABASE}").close()


# -------------------------------------------------------------------------------------------------- the signing key


def test_the_signing_key_of_an_older_database_moves_to_its_file(tmp_path: Path) -> None:
    with open_house(tmp_path) as house:
        ann = house.guest("Ann")
    key = tmp_path / f"{DATABASE}.key"
    secret = key.read_text().strip()
    assert secret.encode() not in (tmp_path / DATABASE).read_bytes()
    key.unlink()
    with open_house(tmp_path, database=f"sqlite:///{tmp_path / DATABASE}") as house:  # the database of an older version
        house.change("INSERT INTO server_secrets (name, value) VALUES ('secret', ?)", secret)
    key.unlink()
    with open_house(tmp_path) as house:
        assert house.get("/api/me", ann)["id"] == ann.id
        assert house.rows("SELECT * FROM server_secrets") == []
    assert key.read_text().strip() == secret
    assert secret.encode() not in (tmp_path / DATABASE).read_bytes()


def test_without_its_key_a_database_only_signs_guests_out(tmp_path: Path) -> None:
    with open_house(tmp_path) as house:
        ann, bob = house.guest("Ann"), house.account("Bob")
        table = house.open(ann, bob)
    (tmp_path / f"{DATABASE}.key").unlink()
    with open_house(tmp_path) as house:
        assert house.refused("GET", "/api/me", ann) == (401, "server.not_signed_in")
        assert house.get("/api/me", bob)["id"] == bob.id
        assert house.get(f"/api/tables/{table}")["status"] == "playing"


def test_a_file_that_is_no_key_is_refused(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / DATABASE}")
    store.open()
    for content in ("", "hello", "ab" * 31, "é"):
        (tmp_path / f"{DATABASE}.key").write_text(content)
        with pytest.raises(Malformed) as refused:
            asyncio.run(signing_key(store))
        assert refused.value.key == "server.wrong_key"
    store.close()


def test_a_file_is_written_wholly_or_not_at_all(tmp_path: Path) -> None:
    file = tmp_path / "file"
    files.write_durably(file, b"old")
    with pytest.raises(TypeError):
        files.write_durably(file, "no bytes")  # type: ignore[arg-type]
    assert (file.read_bytes(), modes(tmp_path)) == (b"old", {"file": "600"})


# ----------------------------------------------------------------------------------------------------- a newer schema


def test_a_database_of_a_newer_version_is_refused_with_a_sentence(tmp_path: Path) -> None:
    with open_house(tmp_path) as house:
        house.change("UPDATE alembic_version SET version_num = '9999'")
    store = Store(f"sqlite:///{tmp_path / DATABASE}")
    for refuse in (store.check, store.open):
        with pytest.raises(NotNow) as refused:
            refuse()
        assert (refused.value.key, refused.value.fields) == ("server.newer_database", {"revision": "9999"})
    store.close()

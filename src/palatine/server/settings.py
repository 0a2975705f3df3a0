"""How a server is set up: what `palatine serve` was told."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from platformdirs import user_data_path

DATABASE_FILE = "palatine.db"


def data_folder() -> Path:
    """Where this user's games are kept."""
    return user_data_path("palatine", appauthor=False)


def default_database() -> str:
    """The database that is used if nobody says otherwise: a file of this user's."""
    return f"sqlite:///{data_folder() / DATABASE_FILE}"


@dataclass(frozen=True)
class Hashing:
    """How much work it is to check a password (argon2id): memory in KiB. A stolen database is worth little then."""

    rounds: int = 2
    memory: int = 32 * 1024
    lanes: int = 1


@dataclass(frozen=True)
class Settings:
    """`public_url` is how people reach the server, if a proxy stands before it; `proxies` are the addresses whose word on
    who is asking is believed."""

    host: str = "127.0.0.1"
    port: int = 8750
    database: str = ""
    redis: str | None = None
    public_url: str | None = None
    proxies: str = ""
    limited: bool = True
    """Whether there are limits to how often one may ask; a load test needs none."""
    bot_processes: int = 0
    """Processes in which bots think; 0 for as many as there are cores but one."""
    analysis_iterations: int = 1000
    """How closely finished games are analysed: iterations of the search a decision."""
    hashing: Hashing = field(default_factory=Hashing)
    push_key: Path | None = None
    """The file of the key with which Web Push notices are sent; none are without it."""
    push_contact: str | None = None
    """Where push services can write to about this server: mailto:… or https://…"""
    eager: bool = False
    """Whether bots that search are made ready before anybody asks for one, so that the first need not be waited for."""
    app: Path | None = None
    """The folder of the built browser app; by default the one that comes with the package."""
    push_anywhere: bool = False
    """Whether notices may go to private addresses and without TLS: for tests alone."""
    push_queue: int = 2000
    """How many notices may wait to be sent; more are dropped, so that a slow push service never delays a game."""

    @property
    def secure(self) -> bool:
        """Whether people reach it over TLS only."""
        return self.public_url is not None and self.public_url.startswith("https:")

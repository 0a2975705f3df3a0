"""The settings of a server: the options of `palatine serve`."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from platformdirs import user_data_path

DATABASE_FILE = "palatine.db"


def data_folder() -> Path:
    """Return the folder of this user's games."""
    return user_data_path("palatine", appauthor=False)


def default_database() -> str:
    """Return the URL of the default database: an SQLite file in this user's data folder."""
    return f"sqlite:///{data_folder() / DATABASE_FILE}"


@dataclass(frozen=True)
class Hashing:
    """The cost of checking a password with argon2id; memory in KiB.

    A high cost makes the passwords in a stolen database hard to crack."""

    rounds: int = 2
    memory: int = 32 * 1024
    lanes: int = 1


@dataclass(frozen=True)
class Settings:
    """The settings of a server.

    `public_url`: its address for people, if it is behind a proxy. `proxies`: the addresses whose forwarded headers are
    trusted."""

    host: str = "127.0.0.1"
    port: int = 8750
    database: str = ""
    redis: str | None = None
    public_url: str | None = None
    proxies: str = ""
    limited: bool = True
    """True for rate limits; a load test turns them off."""
    bot_processes: int = 0
    """The number of processes for searching bots; 0 for one fewer than the cores."""
    analysis_iterations: int = 1000
    """Search iterations per decision in the analysis of finished games."""
    hashing: Hashing = field(default_factory=Hashing)
    push_key: Path | None = None
    """The file with the Web Push key; without it no notifications are sent."""
    push_contact: str | None = None
    """A contact for push services: mailto:… or https://…"""
    smtp: str | None = field(default=None, repr=False)
    """The SMTP server: smtp://user:password@host:587. Without it no mail is sent."""
    mail_from: str | None = None
    """The address that mails come from."""
    eager: bool = False
    """True to load searching bots at startup, so that the first game against one starts without a delay."""
    app: Path | None = None
    """The folder of the built browser app; by default the one in the package."""
    push_anywhere: bool = False
    """True to allow notifications to private addresses and without TLS: for tests only."""
    push_queue: int = 2000
    """The most notifications that may wait; more are dropped, so a slow push service never delays a game."""

    @property
    def secure(self) -> bool:
        """True if people reach the server over TLS only."""
        return self.public_url is not None and self.public_url.startswith("https:")

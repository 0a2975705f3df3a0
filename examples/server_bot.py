"""A bot that joins the public tables of a server and plays.

Create a bot and its token on the server first (see docs/server.md), then run:

    PALATINE_TOKEN=palatine_... python examples/server_bot.py http://127.0.0.1:8750 level:3
"""

from __future__ import annotations

import os
import sys
import threading
import time

import palatine
from palatine.bots import bot_named
from palatine.client import Client, RefusedError
from palatine.core.errors import PalatineError
from palatine.games import game_named

MOST_TABLES = 4
"""The most tables it plays at simultaneously."""
AGAIN_SECONDS = 5.0
NOT_NOW = 409
"""The status of a request that is not possible in the current state of the table."""


def sit_down(client: Client) -> None:
    """Take open seats in the lobby, up to the limit. Rated games are left to people."""
    own = [table for which in ("waiting", "running") for table in client.get("/api/me/tables", list=which)["tables"]]
    busy = [table["id"] for table in own]
    free = [table["id"] for table in client.lobby()["open"] if table["id"] not in busy and not table["rated"]]
    for table in free[: max(0, MOST_TABLES - len(busy))]:
        try:
            client.sit(table)
        except RefusedError as problem:  # the seat was taken, or the host has blocked this bot
            print(problem, flush=True)


def keep_sitting_down(client: Client) -> None:
    """Check the lobby every few seconds."""
    while True:
        try:
            sit_down(client)
        except OSError:
            pass  # the other thread reports it
        except RefusedError as problem:
            print(problem, flush=True)
        time.sleep(AGAIN_SECONDS)


def decide(client: Client, me: str, bot_name: str, table_id: str) -> None:
    """Decide at a table while it is this bot's turn."""
    while True:
        table = client.table(table_id)
        seat = None if table["turn"] is None else table["seats"][table["turn"]]
        if seat is None or seat["person"] != me or seat["taken_over"]:
            return
        position = palatine.position(table["game"], table["position"], seed=0)
        answer = bot_named(bot_name, game_named(table["game"])).decide(position.question())
        try:
            client.decide(table_id, table["ply"], answer.decision)
        except RefusedError as problem:
            if problem.status != NOT_NOW:
                raise
            print(problem, flush=True)  # the game has moved on: look again
        else:
            print(f"{table['game']}: {position.text(answer.decision)}", flush=True)


def play(client: Client, bot_name: str) -> None:
    """Play until interrupted, and reconnect whenever the connection ends."""
    me = None
    while True:
        try:
            if me is None:
                me = client.get("/api/me")["id"]
                threading.Thread(target=keep_sitting_down, args=(client,), daemon=True).start()
            for event in client.events():
                if event["type"] == "your_turn":
                    decide(client, me, bot_name, event["table"])
                elif event["type"] == "taken_over":  # it was too slow or disconnected
                    client.post(f"/api/tables/{event['table']}/take_back")
            print("The connection ended.", flush=True)
        except OSError as problem:
            print(f"The server is unreachable: {problem}", flush=True)
        time.sleep(AGAIN_SECONDS)


def main() -> None:
    """Play, or print the usage."""
    token = os.environ.get("PALATINE_TOKEN")
    if len(sys.argv) < 2 or not token:
        sys.exit(__doc__)
    try:
        play(Client(sys.argv[1], token), sys.argv[2] if len(sys.argv) > 2 else "level:3")
    except PalatineError as problem:
        sys.exit(str(problem))
    except KeyboardInterrupt:
        pass


if __name__ == "__main__":
    main()

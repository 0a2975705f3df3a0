"""A bot that sits down at the public tables of a server and plays.

Make a bot and its token on the server first (see docs/server.md), then:

    PALATINE_TOKEN=palatine_... python examples/server_bot.py http://127.0.0.1:8750 level:3
"""

from __future__ import annotations

import os
import sys
import time
from contextlib import suppress

import palatine
from palatine.bots import bot_named
from palatine.client import Client, RefusedError
from palatine.games import game_named

AT_ONCE = 4
"""Tables at which it plays at the same time."""
AGAIN_SECONDS = 5.0


def sit_down(client: Client) -> None:
    """Take open seats of the lobby, as long as there are not too many games."""
    playing = (
        client.get("/api/me/tables", list="waiting")["tables"] + client.get("/api/me/tables", list="running")["tables"]
    )
    for table in client.lobby()["open"][: max(0, AT_ONCE - len(playing))]:
        with suppress(RefusedError):  # somebody else was quicker
            client.sit(table["id"])


def decide(client: Client, bot_name: str, table_id: str) -> None:
    """Decide at a table, for as long as it is this bot's turn."""
    me = client.get("/api/me")["id"]
    while True:
        table = client.table(table_id)
        turn = table["turn"]
        if turn is None or table["seats"][turn]["person"] != me:
            return
        position = palatine.position(table["game"], table["position"], seed=0)
        bot = bot_named(bot_name, game_named(table["game"]))
        answer = bot.decide(position.question())
        print(f"{table['game']}: {position.text(answer.decision)}", flush=True)
        client.decide(table_id, table["made"], answer.decision)


def main() -> None:
    """Play until interrupted; a connection that ends is opened again."""
    address, bot_name = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else "level:3"
    client = Client(address, os.environ["PALATINE_TOKEN"])
    while True:
        try:
            sit_down(client)
            for event in client.events():
                if event["type"] == "your_turn":
                    decide(client, bot_name, event["table"])
                elif event["type"] == "over":
                    sit_down(client)
        except OSError as problem:
            print(f"The server is away: {problem}", flush=True)
        time.sleep(AGAIN_SECONDS)


if __name__ == "__main__":
    main()

"""Games are compiled in the background, and a table waits for its own game only."""

from __future__ import annotations

import asyncio
import subprocess
from pathlib import Path

import pytest

from palatine.core.chance import commitment
from palatine.games import BUILT_IN, game_named
from palatine.server.broadcast import NoBroadcast
from palatine.server.clock import now
from palatine.server.live.hub import Hub
from palatine.server.storage.store import Store
from palatine.server.tables.log import Chair, Created
from palatine.server.thinking.pool import Pool
from palatine.server.thinking.warm_up import WarmUp, command, parts_of
from server.logged import SEED

LONG = 60.0


def created(game: str) -> Created:
    settings = game_named(game).settings(2)
    options = dict(settings.options)
    chairs = (Chair("local", "ann", "Ann"), Chair("local", "ann", "Kid"))
    return Created(
        at=now(),
        host="ann",
        game=game,
        rules_version=1,
        players=2,
        options=options,
        chairs=chairs,
        public=False,
        rated=False,
        clock=None,
        commitment=commitment(game, 2, options, SEED),
    )


def test_a_needed_game_is_prepared_first() -> None:
    async def prepare() -> None:
        warm_up = WarmUp()
        assert not any(map(warm_up.is_ready, BUILT_IN))
        async with asyncio.timeout(LONG):
            await warm_up.need("dragon_castle")
            assert [name for name in BUILT_IN if warm_up.is_ready(name)] == ["dragon_castle"]
            warm_up.open()
            await asyncio.gather(*map(warm_up.need, BUILT_IN))
        assert all(map(warm_up.is_ready, BUILT_IN))
        await warm_up.close()

    asyncio.run(prepare())


def test_a_table_waits_for_its_own_game_only(tmp_path: Path) -> None:
    async def open_tables() -> None:
        compiled, requested = asyncio.Event(), asyncio.Event()

        async def need(game: str) -> None:
            if game == "dragon_castle":
                requested.set()
                await compiled.wait()

        store, pool = Store(f"sqlite:///{tmp_path / 'waiting.db'}"), Pool(1)
        store.open()
        hub = Hub(store, pool, NoBroadcast(), need)
        async with asyncio.timeout(LONG):
            waiting = asyncio.create_task(hub.create(created("dragon_castle"), SEED))
            await requested.wait()
            assert (await hub.table(await hub.create(created("kingdomino"), SEED))).hosted.status == "playing"
            assert not waiting.done()
            compiled.set()
            table = await waiting
            hub.forget(await hub.table(table))
            compiled.clear()
            requested.clear()
            again = asyncio.create_task(hub.table(table))
            await requested.wait()
            assert not again.done(), "reading a stored table waits too"
            compiled.set()
            assert (await again).hosted.status == "playing"
        await hub.close()
        await pool.close()
        store.close()

    asyncio.run(open_tables())


@pytest.mark.parametrize("number", range(2))
def test_a_part_is_compiled_in_a_separate_process(number: int) -> None:
    """The cache has it already, so this only loads it."""
    assert len(parts_of(BUILT_IN["kingdomino"])) == 2
    subprocess.run(command("kingdomino", number, 5), check=True, timeout=300)

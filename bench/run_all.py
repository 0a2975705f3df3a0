"""Print every figure of docs/results.md, one script after the other.

Run: make bench [ONLY="speed startup"]     (all of them take most of a day; the strength of the bots takes nearly all of it)
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from pathlib import Path

from palatine.games import BUILT_IN

HERE = Path(__file__).parent
COMMANDS = (
    "limit/ratio.py",
    "speed.py",
    "startup.py",
    "strength.py",
    "endings.py",
    "castles.py",
    "search_speed.py",
    "server_load.py",
    "server_load.py --masters 8",
    *(f"server_load.py --saturate --tables 200 --game {game}" for game in BUILT_IN),
    "server_load.py --processes 2 --apart",
    "server_load.py --saturate --tables 200 --processes 1",
    *(f"server_load.py --saturate --tables 200 --processes {processes} --apart" for processes in (2, 4)),
    "server_load.py --saturate --tables 200 --processes 2",
    "large_database.py",
    "app_speed.py",
    "bots.py all",
)
"""Scripts with their arguments, the quick ones first. A test compares them with the commands of docs/results.md."""


def name_of(command: str) -> str:
    """Return the name of a command's script, as `ONLY` takes it."""
    return Path(command.split()[0]).stem


def main() -> None:
    """Run the chosen scripts, or all."""
    names = list(dict.fromkeys(map(name_of, COMMANDS)))
    parser = argparse.ArgumentParser(description="Print the figures of docs/results.md.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"scripts to run: {', '.join(names)}; all by default")
    given = parser.parse_args()
    if unknown := set(given.names) - set(names):
        parser.error(f"there is no benchmark {', '.join(sorted(unknown))}; known: {', '.join(names)}")
    for command in COMMANDS:
        if given.names and name_of(command) not in given.names:
            continue
        print(f"\npython bench/{command}", flush=True)
        start = time.perf_counter()
        script, *arguments = command.split()
        subprocess.run([sys.executable, str(HERE / script), *arguments], check=True)
        print(f"({time.perf_counter() - start:.0f} s)", flush=True)


if __name__ == "__main__":
    main()

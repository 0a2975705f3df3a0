"""Compare the engine with hand-written C: run both in turn, several times, and print the ratio of their rates.

Compiles `kingdomino_limit.c` where a C compiler is found. Run: python bench/limit/ratio.py
"""

from __future__ import annotations

import re
import shutil
import statistics
import subprocess
import tempfile
from pathlib import Path

from palatine.cli.bench import measure
from palatine.games import game_named

HERE = Path(__file__).parent
DOMINOES = HERE.parents[1] / "src" / "palatine" / "games" / "kingdomino" / "dominoes.csv"
ROUNDS = 7
GAMES_IN_C = 300_000
SECONDS = 1.6


def main() -> None:
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if compiler is None:
        print("No C compiler found: the limit in C is not measured.")
        return
    settings = game_named("kingdomino").settings(4, {"harmony": True, "middle_kingdom": True})
    ratios = []
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "limit"
        source = HERE / "kingdomino_limit.c"
        subprocess.run([compiler, "-O3", "-march=native", str(source), "-o", str(program)], check=True)
        for _ in range(ROUNDS):
            output = subprocess.run(
                [str(program), str(DOMINOES), str(GAMES_IN_C)], check=True, capture_output=True, text=True
            ).stdout
            limit = int(re.findall(r"(\d+) decisions/s", output)[0])
            ours = measure(settings, cores=1, seconds=SECONDS)["decisions_per_second"]
            ratios.append(ours / limit)
            print(
                f"C {limit / 1e6:5.1f} M decisions/s   Palatine {ours / 1e6:5.1f} M   ratio {ratios[-1]:.2f}",
                flush=True,
            )
    print(f"ratio: median {statistics.median(ratios):.2f}, from {min(ratios):.2f} to {max(ratios):.2f} (target 0.6)")


if __name__ == "__main__":
    main()

"""All figures, one script after the other. Run: make bench"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent

if __name__ == "__main__":
    for script, *arguments in (
        ("limit/ratio.py",),
        ("speed.py",),
        ("strength.py",),
        ("endings.py",),
        ("castles.py",),
        ("startup.py",),
        ("search_speed.py",),
        ("server_load.py",),
        ("server_load.py", "--masters", "8"),
        ("server_load.py", "--saturate", "--tables", "200"),
    ):
        print(f"\n{script}", *arguments, flush=True)
        subprocess.run([sys.executable, str(HERE / script), *arguments], check=True)

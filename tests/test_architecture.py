"""What holds for the sources as a whole: who imports whom, the one door to Numba, light imports, small modules."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import palatine
from palatine.core.compiled import SOURCE_SUFFIXES, reachable_files

PACKAGE = Path(palatine.__file__).parent
MODULES = sorted(PACKAGE.rglob("*.py"))
FACADE = "palatine"
"""Stands for the modules that lie in no folder."""

BELOW_BOTS = {"core", "games"}
BELOW_SERVER = {*BELOW_BOTS, "bots"}
MAY_IMPORT = {
    "core": set[str](),
    "games": {"core"},
    "bots": BELOW_BOTS,
    FACADE: BELOW_SERVER,
    "arena": {*BELOW_SERVER, FACADE},
    "envs": {*BELOW_SERVER, FACADE},
    "server": {*BELOW_SERVER, FACADE},
    "cli": {*BELOW_SERVER, FACADE, "arena", "envs", "server"},
}
"""The folders that the modules of a folder may import, besides their own: dependencies point one way."""

COMPILING = {"njit", "jit", "jitclass", "cfunc", "guvectorize", "generated_jit"}
MOST_LINES = 450


def name_of(path: Path) -> str:
    return path.relative_to(PACKAGE).as_posix()


def folder_of(path: Path) -> str:
    if path == PACKAGE / "__main__.py":
        return "cli"  # `python -m palatine` is the command
    parts = path.relative_to(PACKAGE).parts
    return parts[0] if len(parts) > 1 else FACADE


def imported(path: Path) -> Iterator[tuple[str, ...]]:
    """The modules of Palatine that a module imports, wherever in it, as parts of their names below `palatine`."""
    package = ("palatine", *path.relative_to(PACKAGE).parts[:-1])
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else ()
            start = ".".join((*base, *filter(None, [node.module])))
            names = [f"{start}.{alias.name}" for alias in node.names]
        for name in names:
            first, *rest = name.split(".")
            if first == "palatine":
                yield tuple(rest)


def folder_imported(parts: tuple[str, ...]) -> str:
    return parts[0] if parts and (PACKAGE / parts[0]).is_dir() else FACADE


def test_dependencies_point_one_way() -> None:
    assert {folder_of(path) for path in MODULES} <= set(MAY_IMPORT)
    wrong = [
        f"{name_of(path)} imports palatine.{'.'.join(parts)}"
        for path in MODULES
        for parts in imported(path)
        if folder_imported(parts) not in {folder_of(path), *MAY_IMPORT[folder_of(path)]}
    ]
    assert not wrong


def test_no_game_imports_another() -> None:
    games = [folder for folder in sorted((PACKAGE / "games").iterdir()) if (folder / "__init__.py").is_file()]
    assert games
    wrong = [
        f"{name_of(path)} imports palatine.{'.'.join(parts)}"
        for game in games
        for path in sorted(game.rglob("*.py"))
        for parts in imported(path)
        if parts[:1] == ("games",) and parts[1:2] != (game.name,)
    ]
    assert not wrong


def compiling_names(path: Path) -> set[str]:
    """The names in a module that compile with Numba by themselves."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Name):
            found.add(node.id)
        elif isinstance(node, ast.Attribute):
            found.add(node.attr)
        elif isinstance(node, ast.alias):
            found.add(node.name)
    return found & COMPILING


def test_one_module_alone_compiles() -> None:
    assert [name_of(path) for path in MODULES if compiling_names(path)] == ["core/compiled.py"]


def test_every_table_that_kernels_can_reach_counts_for_the_cache() -> None:
    other = {".md", ".typed", ".pyc"}
    files = [path for folder in ("core", "games", "bots") for path in (PACKAGE / folder).rglob("*") if path.is_file()]
    # Fitted models are arguments of kernels, never part of them.
    reachable = [path for path in files if path.parent.name != "models"]
    assert reachable
    assert [name_of(path) for path in reachable if path.suffix not in SOURCE_SUFFIXES | other] == []


def test_every_module_with_kernels_counts_for_the_cache() -> None:
    games = [folder for folder in (PACKAGE / "games").iterdir() if (folder / "layout.py").is_file()]
    assert games
    hashed = {path for game in games for folder in (game, game / "bots") for path in reachable_files(folder)}
    with_kernels = [
        path
        for game in games
        for path in game.rglob("*.py")
        if {"kernel", "inlined", "implements"} & {name for parts in imported(path) for name in parts}
    ]
    assert len(with_kernels) > len(games)
    assert [name_of(path) for path in with_kernels if path not in hashed] == []


def heavy_modules_after(script: str) -> list[str]:
    """Which of the heavy packages a fresh process has imported when it has run a script."""
    check = (
        f"{script}\nimport json, sys\nprint(json.dumps([name for name in ('numba', 'numpy') if name in sys.modules]))"
    )
    output = subprocess.run([sys.executable, "-c", check], check=True, capture_output=True, text=True).stdout
    modules: list[str] = json.loads(output)
    return modules


def test_the_check_of_light_imports_sees_heavy_ones() -> None:
    assert heavy_modules_after("import palatine.core.bits") == ["numba", "numpy"]


def test_the_list_of_the_games_imports_neither_numba_nor_numpy() -> None:
    assert heavy_modules_after("import palatine\nassert palatine.games()") == []


def test_the_list_of_the_bots_imports_neither_numba_nor_numpy() -> None:
    script = "from palatine.bots import known_names\nfrom palatine.games import BUILT_IN\n"
    assert heavy_modules_after(f"{script}assert all(map(known_names, BUILT_IN.values()))") == []


def test_the_command_imports_neither_numba_nor_numpy() -> None:
    script = "import contextlib, sys\nfrom palatine.cli.main import app\nsys.argv = ['palatine', '--help']\n"
    shown = "with contextlib.suppress(SystemExit), contextlib.redirect_stdout(sys.stderr):\n    app()"
    assert heavy_modules_after(script + shown) == []


def test_modules_are_small() -> None:
    lines = {name_of(path): len(path.read_text(encoding="utf-8").splitlines()) for path in MODULES}
    assert {name: count for name, count in lines.items() if count >= MOST_LINES} == {}

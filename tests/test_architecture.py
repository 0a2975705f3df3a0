"""Rules for the source tree: directions of imports, one module that compiles, light imports, small modules."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import palatine
from palatine.core.compiled import SOURCE_SUFFIXES, reachable_files

PACKAGE = Path(palatine.__file__).parent
MODULES = sorted(PACKAGE.rglob("*.py"))
FACADE = "palatine"
"""Stands for the modules directly in the package."""

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
"""The folders that each folder may import besides itself; dependencies point one way."""

COMPILING = {"njit", "jit", "jitclass", "cfunc", "guvectorize", "generated_jit"}
MOST_LINES = 450


def name_of(path: Path) -> str:
    return path.relative_to(PACKAGE).as_posix()


def folder_of(path: Path) -> str:
    if path == PACKAGE / "__main__.py":
        return "cli"  # `python -m palatine` runs the command
    parts = path.relative_to(PACKAGE).parts
    return parts[0] if len(parts) > 1 else FACADE


def imported(path: Path) -> Iterator[tuple[str, ...]]:
    """Yield the modules of Palatine that a module imports anywhere, as parts of their names below `palatine`."""
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
    """Return the names in a module that compile with Numba."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Name):
            found.add(node.id)
        elif isinstance(node, ast.Attribute):
            found.add(node.attr)
        elif isinstance(node, ast.alias):
            found.add(node.name)
    return found & COMPILING


def test_only_one_module_compiles() -> None:
    assert [name_of(path) for path in MODULES if compiling_names(path)] == ["core/compiled.py"]


def test_every_data_file_reachable_by_kernels_is_part_of_the_cache_key() -> None:
    other = {".md", ".typed", ".pyc"}
    files = [path for folder in ("core", "games", "bots") for path in (PACKAGE / folder).rglob("*") if path.is_file()]
    # Fitted models are arguments of kernels, not constants in them.
    reachable = [path for path in files if path.parent.name != "models"]
    assert reachable
    assert [name_of(path) for path in reachable if path.suffix not in SOURCE_SUFFIXES | other] == []


def test_every_module_with_kernels_is_part_of_the_cache_key() -> None:
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
    """Return the heavy packages that a new process has imported after running a script."""
    check = (
        f"{script}\nimport json, sys\nprint(json.dumps([name for name in ('numba', 'numpy') if name in sys.modules]))"
    )
    output = subprocess.run([sys.executable, "-c", check], check=True, capture_output=True, text=True).stdout
    modules: list[str] = json.loads(output)
    return modules


def test_the_check_for_heavy_imports_detects_them() -> None:
    assert heavy_modules_after("import palatine.core.bits") == ["numba", "numpy"]


def test_listing_the_games_imports_neither_numba_nor_numpy() -> None:
    assert heavy_modules_after("import palatine\nassert palatine.games()") == []


def test_listing_the_bots_imports_neither_numba_nor_numpy() -> None:
    script = "from palatine.bots import known_names\nfrom palatine.games import BUILT_IN\n"
    assert heavy_modules_after(f"{script}assert all(map(known_names, BUILT_IN.values()))") == []


def test_the_command_imports_neither_numba_nor_numpy() -> None:
    script = "import contextlib, sys\nfrom palatine.cli.main import app\nsys.argv = ['palatine', '--help']\n"
    shown = "with contextlib.suppress(SystemExit), contextlib.redirect_stdout(sys.stderr):\n    app()"
    assert heavy_modules_after(script + shown) == []


def test_modules_are_small() -> None:
    lines = {name_of(path): len(path.read_text(encoding="utf-8").splitlines()) for path in MODULES}
    assert {name: count for name, count in lines.items() if count >= MOST_LINES} == {}


# --------------------------------------------------------------------------------------------------- the server

SERVER = PACKAGE / "server"
LEAVES = {"errors", "ids", "clock", "settings", "metrics", "logs"}
"""Modules that import nothing else of the server, and that all others may import."""
SERVER_MAY_IMPORT: dict[str, set[str]] = {
    **{name: set() for name in LEAVES},
    "shared_counts": set(),
    "rate_limits": {"shared_counts"},
    "tables": set(),
    "messages": {"tables"},
    "broadcast": {"messages"},
    "storage": set(),
    "history": {"tables", "messages", "storage"},
    "thinking": {"tables", "messages", "storage", "history"},
    "people": {"messages", "storage", "broadcast"},
    "live": {"tables", "messages", "storage", "history", "thinking", "people", "broadcast", "rate_limits"},
    "push": {"messages", "storage", "people", "live"},
    "mail": {"tables", "messages", "storage", "people", "live"},
    "privacy": {"tables", "messages", "storage", "people", "live"},
    "hosting": {"tables", "messages", "storage", "people", "live", "broadcast"},
    "http": {
        *("tables", "messages", "storage", "history", "thinking", "people", "live", "push", "mail", "privacy"),
        *("hosting", "rate_limits", "shared_counts"),
    },
    "app": {"storage", "thinking", "people", "live", "push", "mail", "hosting", "http", "broadcast", "rate_limits"},
    "run": {"app", "http", "messages", "storage"},
    "typescript": {"app", "http", "messages"},
    "check": {"tables", "storage", "history"},
    "admin": {"tables", "messages", "storage", "history", "people", "hosting", "broadcast", "check"},
}
"""The packages and modules of `server/`, and those that each may import besides itself and the leaves."""
MAY_USE_SQL = {
    "storage": "the log, the schema and its migrations",
    "people": "people, credentials, relations and ratings are rows, not log entries",
    "privacy": "deletes or exports a person's data in every table of the database",
    "hosting": "sanctions, announcements and the audit log are rows; searches read the rows of people and tables",
    "admin.py": "the host's commands work on the database even while no server runs",
    "check.py": "checks rows against logs",
    "live/chat.py": "chat lines are rows",
    "live/janitor.py": "finds tables that no process has loaded",
    "live/lobby.py": "lists are read from the rows of tables",
    "live/results.py": "results are written in the transaction that ends a game",
    "mail": "addresses, and the mails to send, are rows",
    "push/subscriptions.py": "subscriptions are rows",
    "thinking/analysis_queue.py": "the queue is a table shared by processes",
}
"""The packages and modules of the server that may use SQL, and why."""
WITHOUT_IO = {"__future__", "collections", "dataclasses", "enum", "functools", "hashlib", "typing", "msgspec"}
"""All that `tables/` may import from outside Palatine: no clock, files, network or tasks."""


def server_part(parts: tuple[str, ...]) -> str:
    """Return the package of the server that a module is in, or the module itself."""
    return parts[0] if parts else "__init__"


def server_modules() -> Iterator[tuple[Path, tuple[str, ...]]]:
    """Yield the modules of the server with the parts of their names below `palatine.server`."""
    for path in sorted(SERVER.rglob("*.py")):
        parts = path.relative_to(SERVER).with_suffix("").parts
        yield path, parts[:-1] if parts[-1] == "__init__" else parts


def module_of(parts: tuple[str, ...]) -> tuple[str, ...]:
    """Return the module of the server that an imported name belongs to; the name may be an attribute of it."""
    while parts and not (SERVER.joinpath(*parts).with_suffix(".py").is_file() or SERVER.joinpath(*parts).is_dir()):
        parts = parts[:-1]
    return parts


def imported_in_server(path: Path) -> set[tuple[str, ...]]:
    return {module_of(parts[1:]) for parts in imported(path) if parts[:1] == ("server",)} - {()}


def imported_from_outside(path: Path) -> set[str]:
    """Return the packages besides Palatine that a module imports anywhere."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and not node.level:
            found.add(str(node.module).partition(".")[0])
    return found - {"palatine"}


def test_every_module_of_the_server_is_listed() -> None:
    parts = {server_part(parts) for _, parts in server_modules()}
    assert parts - {"__init__"} == set(SERVER_MAY_IMPORT)


def test_imports_within_the_server_have_no_cycle() -> None:
    assert list(TopologicalSorter(SERVER_MAY_IMPORT).static_order())
    modules = {parts: imported_in_server(path) - {parts} for path, parts in server_modules()}
    assert list(TopologicalSorter(modules).static_order())


def test_dependencies_within_the_server_point_one_way() -> None:
    wrong = [
        f"{name_of(path)} imports palatine.server.{'.'.join(module)}"
        for path, parts in server_modules()
        for module in imported_in_server(path)
        if server_part(module) not in {server_part(parts), *LEAVES, *SERVER_MAY_IMPORT[server_part(parts)]}
    ]
    assert not wrong


def test_only_listed_modules_of_the_server_use_sql() -> None:
    using = [path.relative_to(SERVER) for path, _ in server_modules() if "sqlalchemy" in imported_from_outside(path)]
    places = {path.as_posix() if path.as_posix() in MAY_USE_SQL else path.parts[0] for path in using}
    assert places == set(MAY_USE_SQL)


def test_the_rules_of_a_table_import_no_io() -> None:
    tables = [path for path, parts in server_modules() if server_part(parts) == "tables"]
    assert tables
    assert {name_of(path): imported_from_outside(path) - WITHOUT_IO for path in tables} == {
        name_of(path): set() for path in tables
    }

"""The cache of `EntryPoints`, tested on a small package in separate processes."""

from __future__ import annotations

import os
import shutil
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from core.scratch_package import (
    BEYOND,
    ENTRY_POINTS,
    OLD,
    RESULT,
    RULE_PY,
    TABLE,
    TIME_LIMIT,
    Report,
    Scratch,
    answer,
    make_read_only,
    make_writable,
    reported,
    without_privileges,
)
from palatine.core.compiled import KEPT_DIRECTORIES, READY, kernel, prune, source_hash


@pytest.fixture
def scratch(tmp_path: Path) -> Scratch:
    return Scratch(tmp_path)


@pytest.fixture(scope="module")
def first_run(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Report]:
    """Return a compiled package and the report of the process that compiled it. Do not modify it."""
    folder = tmp_path_factory.mktemp("scratch")
    return folder, Scratch(folder).run()


@pytest.fixture
def compiled(first_run: tuple[Path, Report], tmp_path: Path) -> Scratch:
    """Return a copy of the compiled package that a test may modify."""
    return Scratch(shutil.copytree(first_run[0], tmp_path, dirs_exist_ok=True))


def test_a_second_process_loads_instead_of_compiling(first_run: tuple[Path, Report], compiled: Scratch) -> None:
    first = first_run[1]
    assert (first.ready, first.result, first.hits, first.misses) == (False, RESULT, 0, ENTRY_POINTS)
    files = {path: path.stat().st_mtime_ns for path in compiled.data_files()}
    assert len(files) == ENTRY_POINTS

    second = compiled.run()
    assert (second.ready, second.result, second.hits, second.misses) == (True, RESULT, ENTRY_POINTS, 0)
    assert {path: path.stat().st_mtime_ns for path in compiled.data_files()} == files

    steps = [[done, ENTRY_POINTS] for done in range(ENTRY_POINTS + 1)]
    assert first.steps == second.steps == steps
    assert first.warnings == second.warnings == []


def test_a_changed_table_gives_the_new_result(compiled: Scratch) -> None:
    compiled.write("weights.csv", "11\n20\n30\n")
    changed = compiled.run()
    assert (changed.ready, changed.result) == (False, RESULT + 1)

    compiled.write("weights.csv", TABLE)
    restored = compiled.run()
    assert (restored.ready, restored.result, restored.misses) == (True, RESULT, 0)


def test_a_changed_rule_in_an_imported_module_gives_the_new_result(compiled: Scratch) -> None:
    compiled.write("rule.py", RULE_PY.replace("value * weight", "value - weight"))
    changed = compiled.run()
    assert (changed.ready, changed.result) == (False, 6 - 60)


def test_changing_words_or_bots_of_a_game_does_not_recompile_its_rules(tmp_path: Path) -> None:
    names = ["layout.py", "table.csv", "screen.py", "words/en/game.toml", "bots/greedy.py", "command/__init__.py"]
    for name in names:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("1")
    rules, bots = [tmp_path], [tmp_path, tmp_path / "bots"]
    before = source_hash(rules), source_hash(bots)
    changed = {}
    for name in names:
        (tmp_path / name).write_text("2")
        changed[name] = (source_hash(rules) != before[0], source_hash(bots) != before[1])
        before = source_hash(rules), source_hash(bots)
    of_rules, of_bots, of_neither = (True, True), (False, True), (False, False)
    assert list(changed.values()) == [of_rules, of_rules, of_neither, of_neither, of_bots, of_neither]


def test_a_changed_flag_recompiles(compiled: Scratch) -> None:
    checked = compiled.run(NUMBA_BOUNDSCHECK="1")
    assert (checked.ready, checked.beyond, checked.result) == (False, "IndexError", RESULT)
    unchecked = compiled.run()
    assert (unchecked.ready, unchecked.beyond, unchecked.misses) == (True, BEYOND, 0)


@pytest.mark.parametrize("count", [3, pytest.param(8, marks=pytest.mark.soak)])
def test_processes_that_start_together_compile_once(scratch: Scratch, count: int) -> None:
    processes = [scratch.start("wait") for _ in range(count)]
    for process in processes:
        assert process.stdout is not None
        assert process.stdout.readline() == "prepared\n", process.communicate()[1]
    for process in processes:
        assert process.stdin is not None
        process.stdin.write("\n")
        process.stdin.flush()
    reports = [reported(process) for process in processes]

    assert [report.ready for report in reports] == [False] * count
    assert [report.result for report in reports] == [RESULT] * count
    assert sorted(report.misses for report in reports) == [0] * (count - 1) + [ENTRY_POINTS]
    assert [report.hits + report.misses for report in reports] == [ENTRY_POINTS] * count
    assert [report.warnings for report in reports] == [[]] * count
    assert (scratch.directory() / READY).is_file()
    assert len(scratch.data_files()) == ENTRY_POINTS


def test_the_next_process_completes_the_work_of_one_that_died(scratch: Scratch) -> None:
    with scratch.start("die") as process:
        process.communicate(timeout=TIME_LIMIT)
    assert process.returncode == 3
    assert not (scratch.directory() / READY).exists()
    assert len(scratch.data_files()) == 1

    following = scratch.run()
    assert (following.ready, following.result) == (False, RESULT)
    assert (following.hits, following.misses) == (1, ENTRY_POINTS - 1)
    assert (scratch.directory() / READY).is_file()


def damage(scratch: Scratch, suffix: str, remaining: float) -> None:
    damaged = next(scratch.cache.rglob(f"*.{suffix}"))
    content = damaged.read_bytes()
    damaged.write_bytes(content[: int(remaining * len(content))])


@pytest.mark.parametrize("suffix", ["nbi", "nbc"])
def test_a_damaged_cache_file_is_compiled_again(compiled: Scratch, suffix: str) -> None:
    for remaining in (0.0, 0.5):  # the previous process has compiled it again
        damage(compiled, suffix, remaining)
        report = compiled.run()
        assert (report.result, report.hits, report.misses) == (RESULT, ENTRY_POINTS - 1, 1)
    assert compiled.run().misses == 0


def test_entry_points_of_the_same_name_have_separate_code(scratch: Scratch) -> None:
    script = """
import json
from numba import types
from palatine.core.compiled import EntryPoints
from scratch.table import FOLDER

def adding(amount):
    def added(number):
        return number + amount
    return added

entries = EntryPoints("adding", [FOLDER])
functions = [entries.add(adding(amount), types.int64) for amount in (1, 2)]
entries.compile()
print(json.dumps([function(40) for function in functions]))
"""
    (scratch.folder / "adding.py").write_text(script)
    for _ in range(2):
        assert answer(scratch.start(script="import adding")) == [41, 42]


def test_a_closure_is_refused_as_a_kernel() -> None:
    def adding(amount: int) -> Callable[[int], int]:
        def added(number: int) -> int:
            return number + amount

        return kernel(added)

    with pytest.raises(
        TypeError, match=r"the kernel .*added is a closure: it uses variables of the function around it"
    ):
        adding(1)


def test_entry_points_compiled_by_different_processes_are_not_confused(scratch: Scratch) -> None:
    """Like those of two games: equal names, types and positions in their process, different code."""
    script = """
import json
import sys
from numba import types
from palatine.core.compiled import EntryPoints
from scratch.table import FOLDER

def adding(amount):
    def added(number):
        return number + amount
    return added

results = []
for amount in map(int, sys.argv[1:]):
    entries = EntryPoints(f"adding-{amount}", [FOLDER])
    function = entries.add(adding(amount), types.int64)
    entries.compile()
    results.append(function(40))
print(json.dumps(results))
"""
    (scratch.folder / "adding.py").write_text(script)
    for amounts, results in (["1"], [41]), (["2"], [42]), (["1", "2"], [41, 42]), (["2", "1"], [42, 41]):
        assert answer(scratch.start(*amounts, script="import adding")) == results


def test_without_a_writable_cache_it_works_and_warns_once(scratch: Scratch) -> None:
    (scratch.folder / "file").write_text("")
    place = scratch.folder / "file" / "cache"
    report = scratch.run(PALATINE_CACHE_DIR=str(place))
    assert (report.ready, report.result, report.hits) == (False, RESULT, 0)
    ((category, message),) = report.warnings
    assert category == "CacheUnavailableWarning"
    assert "PALATINE_CACHE_DIR" in message
    assert str(place) in message


def test_two_sets_of_entry_points_warn_once_without_a_writable_cache(scratch: Scratch) -> None:
    script = """
import json
import warnings
from palatine.core.compiled import EntryPoints
from scratch.table import FOLDER

with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("default")
    EntryPoints("game", [FOLDER])
    EntryPoints("game-bots", [FOLDER])
print(json.dumps([warning.category.__name__ for warning in caught]))
"""
    (scratch.folder / "file").write_text("")
    process = scratch.start(script=script, PALATINE_CACHE_DIR=str(scratch.folder / "file" / "cache"))
    assert answer(process) == ["CacheUnavailableWarning"]


def test_a_complete_read_only_directory_is_used(compiled: Scratch) -> None:
    before = without_privileges()
    make_read_only(compiled.cache)
    try:
        report = compiled.run(before=before)
    finally:
        make_writable(compiled.cache)
    assert (report.ready, report.result, report.hits, report.misses) == (True, RESULT, ENTRY_POINTS, 0)
    assert report.warnings == []


def test_a_read_only_directory_without_matching_code_is_not_an_error(compiled: Scratch) -> None:
    """This happens when it was filled on a machine with another processor."""
    before = without_privileges()
    compiled.data_files()[0].unlink()
    make_read_only(compiled.cache)
    try:
        report = compiled.run(before=before)
    finally:
        make_writable(compiled.cache)
    assert (report.result, report.hits, report.misses) == (RESULT, ENTRY_POINTS - 1, 1)


def test_old_directories_are_pruned(scratch: Scratch) -> None:
    scratch.cache.mkdir()
    old = [scratch.cache / f"scratch-{number:024x}" for number in range(KEPT_DIRECTORIES + 3)]
    for age, directory in enumerate(old):
        directory.mkdir()
        (directory / READY).touch()
        Path(f"{directory}.lock").touch()
        os.utime(directory, (OLD - age, OLD - age))
    scratch.run()
    remaining = scratch.directories()
    (current,) = remaining - {directory.name for directory in old}
    assert remaining == {current, *(directory.name for directory in old[: KEPT_DIRECTORIES - 1])}
    assert {path.stem for path in scratch.cache.glob("*.lock")} == remaining


def test_using_a_directory_keeps_it_from_being_pruned(compiled: Scratch) -> None:
    os.utime(compiled.directory(), (OLD, OLD))
    compiled.run()
    assert compiled.directory().stat().st_mtime > OLD


def versions(folder: Path, name: str, count: int) -> list[Path]:
    """Create directories like those of compiled versions of a game, oldest first."""
    directories = [folder / f"{name}-{number:024x}" for number in range(count)]
    for age, directory in enumerate(directories):
        directory.mkdir()
        os.utime(directory, (OLD + age, OLD + age))
    return directories


def test_pruning_never_removes_the_current_directory(tmp_path: Path) -> None:
    directories = versions(tmp_path, "game", KEPT_DIRECTORIES + 1)
    prune(directories[0])
    assert sorted(tmp_path.iterdir()) == [directories[0], *directories[2:]]


def test_pruning_keeps_directories_of_other_names(tmp_path: Path) -> None:
    others = versions(tmp_path, "game-bots", KEPT_DIRECTORIES) + versions(tmp_path, "games", KEPT_DIRECTORIES)
    directories = versions(tmp_path, "game", KEPT_DIRECTORIES)
    prune(directories[-1])
    assert sorted(tmp_path.iterdir()) == sorted(others + directories)


def test_several_processes_can_prune_concurrently(tmp_path: Path) -> None:
    workers = 8
    for repetition in range(20):
        folder = tmp_path / str(repetition)
        folder.mkdir()
        directories = versions(folder, "game", 100)
        barrier = threading.Barrier(workers)

        def work(current: Path = directories[-1], barrier: threading.Barrier = barrier) -> None:
            barrier.wait()
            prune(current)

        with ThreadPoolExecutor(workers) as pool:
            for pruned in [pool.submit(work) for _ in range(workers)]:
                pruned.result()
        assert sorted(folder.iterdir()) == directories[-KEPT_DIRECTORIES:]


def test_other_argument_types_are_refused_instead_of_compiled(first_run: tuple[Path, Report]) -> None:
    folder, report = first_run
    assert report.others == ["TypeError"] * 6
    assert (report.signatures, report.misses) == (ENTRY_POINTS, ENTRY_POINTS)
    assert len(Scratch(folder).data_files()) == ENTRY_POINTS


def test_with_the_jit_off_results_are_equal_and_nothing_is_written(scratch: Scratch) -> None:
    report = scratch.run(NUMBA_DISABLE_JIT="1")
    assert (report.ready, report.result, report.beyond) == (True, RESULT, "IndexError")
    assert (report.hits, report.misses, report.signatures, report.warnings) == (0, 0, 0, [])
    assert not scratch.cache.exists()

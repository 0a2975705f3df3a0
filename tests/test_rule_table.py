"""Every numbered rule has a test, and every rule cited by a test exists."""

from __future__ import annotations

from rule_table import proofs_by_rule, rule_ids


def test_every_rule_has_a_test() -> None:
    tests = proofs_by_rule()
    assert [rule for rule in rule_ids() if not tests[rule]] == []


def test_every_cited_rule_exists_once() -> None:
    ids = rule_ids()
    assert len(ids) == len(set(ids)) > 0
    assert sorted(set(proofs_by_rule()) - set(ids)) == []

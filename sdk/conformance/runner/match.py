"""Comparison of a result with what a scenario expects."""

from __future__ import annotations

import re
from typing import Any


def mismatch(expected: Any, actual: Any, path: str = "") -> str | None:
    """None when the value matches; otherwise a sentence that says where it does not."""
    where = path or "the result"
    if expected == "*":
        return None if actual is not None else f"{where} is missing"
    if isinstance(expected, dict) and any(key.startswith("$") for key in expected):
        return _operator(expected, actual, where)
    if isinstance(expected, dict):
        if not isinstance(actual, dict):
            return f"{where} is {actual!r}, not an object"
        problems = (mismatch(value, actual.get(key), f"{path}/{key}") for key, value in expected.items())
        return next((problem for problem in problems if problem), None)
    if isinstance(expected, list):
        if not isinstance(actual, list) or len(actual) != len(expected):
            return f"{where} is {actual!r}, not a list of {len(expected)}"
        pairs = enumerate(zip(expected, actual, strict=True))
        return next((p for i, (want, got) in pairs if (p := mismatch(want, got, f"{path}/{i}"))), None)
    same = expected == actual and isinstance(expected, bool) == isinstance(actual, bool)
    return None if same else f"{where} is {actual!r}, not {expected!r}"


def _operator(expected: dict[str, Any], actual: Any, where: str) -> str | None:
    for name, value in expected.items():
        match name:
            case "$matches":
                fits = isinstance(actual, str) and re.search(value, actual) is not None
            case "$atLeast":
                fits = isinstance(actual, int | float) and actual >= value
            case "$atMost":
                fits = isinstance(actual, int | float) and actual <= value
            case "$length":
                fits = isinstance(actual, list) and len(actual) == value
            case "$distinct":
                fits = isinstance(actual, list) and len({item[value[0]] for item in actual}) == value[1]
            case "$contains":
                fits = isinstance(actual, list) and any(mismatch(value, item) is None for item in actual)
            case "$order":
                fits = isinstance(actual, list) and [item[value[0]] for item in actual] == value[1]
            case _:
                raise ValueError(f"unknown check {name}")
        if not fits:
            text = repr(actual)
            shown = text if len(text) < 400 else f"{text[:400]}…"
            return f"{where} does not pass {name} {value!r}: {shown}"
    return None

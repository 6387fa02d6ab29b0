"""The part of JSON Schema that type hints produce, for the lobby of a `LocalBus`."""

from __future__ import annotations

from typing import Any

Schema = dict[str, Any]

_TYPES: dict[str, Any] = {
    "object": dict,
    "array": list,
    "string": str,
    "boolean": bool,
    "null": type(None),
    "integer": int,
    "number": (int, float),
}


def violations(schema: Schema, value: Any) -> list[dict[str, str]]:
    """What breaks the contract, with the path of each value. Unknown keywords are ignored."""
    return _problems(schema, value, "", schema)


def _problems(schema: Schema, value: Any, path: str, root: Schema) -> list[dict[str, str]]:
    if "$ref" in schema:
        schema = root.get("$defs", {}).get(schema["$ref"].rpartition("/")[2], {})
    kinds = schema.get("type", [])
    kinds = [kinds] if isinstance(kinds, str) else kinds
    if kinds and not any(_is(value, kind) for kind in kinds):
        return [{"path": path, "problem": f"must be {' or '.join(kinds)}"}]
    if "enum" in schema and value not in schema["enum"]:
        return [{"path": path, "problem": f"must be one of {schema['enum']}"}]
    if "anyOf" in schema:
        choices = [_problems(choice, value, path, root) for choice in schema["anyOf"]]
        return [] if any(not choice for choice in choices) else choices[0]
    if isinstance(value, dict):
        return _members(schema, value, path, root)
    if isinstance(value, list) and "items" in schema:
        return [p for i, item in enumerate(value) for p in _problems(schema["items"], item, f"{path}/{i}", root)]
    return []


def _members(schema: Schema, value: dict[str, Any], path: str, root: Schema) -> list[dict[str, str]]:
    properties = schema.get("properties", {})
    found = [
        {"path": path, "problem": f'must have the member "{name}"'}
        for name in schema.get("required", ())
        if name not in value
    ]
    others = schema.get("additionalProperties", True)
    for name, item in value.items():
        if name in properties:
            found += _problems(properties[name], item, f"{path}/{name}", root)
        elif others is False:
            found.append({"path": path, "problem": f'must not have the member "{name}"'})
        elif isinstance(others, dict):
            found += _problems(others, item, f"{path}/{name}", root)
    return found


def _is(value: Any, kind: str) -> bool:
    if isinstance(value, bool):
        return kind == "boolean"
    if kind == "integer" and isinstance(value, float):
        return value.is_integer()
    return isinstance(value, _TYPES[kind])

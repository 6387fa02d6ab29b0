"""JSON schemas from type hints, and values between JSON and those types."""

from __future__ import annotations

import dataclasses
import datetime as dt
import enum
import inspect
import sys
import types
import typing
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

Schema = dict[str, Any]

_PLAIN: dict[Any, Schema] = {
    str: {"type": "string"},
    int: {"type": "integer"},
    float: {"type": "number"},
    bool: {"type": "boolean"},
    type(None): {"type": "null"},
    dict: {"type": "object"},
    list: {"type": "array"},
    dt.datetime: {"type": "string", "format": "date-time"},
    dt.date: {"type": "string", "format": "date"},
}
_LISTS = (list, Sequence, set, frozenset, tuple)


class DoesNotFit(ValueError):
    """A value does not have the expected type; `path` is a JSON pointer."""

    def __init__(self, path: str, problem: str) -> None:
        super().__init__(f"{path or 'the value'}: {problem}")
        self.path = path
        self.problem = problem


def is_pydantic(kind: Any) -> bool:
    """Never imports pydantic: a program that does not use it has no such class."""
    module = sys.modules.get("pydantic")
    return module is not None and isinstance(kind, type) and issubclass(kind, module.BaseModel)


def is_object(kind: Any) -> bool:
    """True for types whose JSON form is an object with known members."""
    return isinstance(kind, type) and (dataclasses.is_dataclass(kind) or typing.is_typeddict(kind) or is_pydantic(kind))


# ---- schemas


def schema_of(kind: Any) -> Schema:
    """JSON Schema of a type."""
    return _Builder().root(kind)


class _Builder:
    def __init__(self) -> None:
        self._definitions: Schema = {}
        self._open: list[Any] = []
        self._recursive: set[Any] = set()

    def root(self, kind: Any) -> Schema:
        return self.finish(self.of(kind))

    def finish(self, schema: Schema) -> Schema:
        return {**schema, "$defs": self._definitions} if self._definitions else schema

    def of(self, kind: Any) -> Schema:
        if kind is Any or kind is inspect.Parameter.empty or kind is object:
            return {}
        if kind in _PLAIN:
            return dict(_PLAIN[kind])
        origin, args = get_origin(kind), get_args(kind)
        if origin is typing.Annotated:
            texts = [note for note in args[1:] if isinstance(note, str)]
            return {**self.of(args[0]), **({"description": texts[0]} if texts else {})}
        if origin in (typing.Required, typing.NotRequired):
            return self.of(args[0])
        if origin is Literal:
            return {"enum": list(args)}
        if origin in (Union, types.UnionType):
            return _either([self.of(arg) for arg in args])
        if origin in _LISTS:
            return self._array(origin, args)
        if origin is dict or origin is Mapping or (isinstance(origin, type) and issubclass(origin, Mapping)):
            return {"type": "object", "additionalProperties": self.of(args[1])}
        if isinstance(kind, type) and issubclass(kind, enum.Enum):
            return {"enum": [member.value for member in kind]}
        if is_pydantic(kind):
            return self._pydantic(kind)
        if is_object(kind):
            return self._object(kind)
        raise TypeError(f"{kind!r} has no JSON schema; use a dataclass, a TypedDict, a pydantic model or a plain type")

    def _array(self, origin: Any, args: tuple[Any, ...]) -> Schema:
        if origin is tuple and args and args[-1] is not Ellipsis:
            items = [self.of(arg) for arg in args]
            return {"type": "array", "prefixItems": items, "minItems": len(items), "maxItems": len(items)}
        unique = {"uniqueItems": True} if origin in (set, frozenset) else {}
        return {"type": "array", "items": self.of(args[0]), **unique}

    def _pydantic(self, kind: Any) -> Schema:
        schema: Schema = kind.model_json_schema()
        self._definitions.update(schema.pop("$defs", {}))
        return schema

    def _object(self, kind: Any) -> Schema:
        if kind in self._open:
            self._recursive.add(kind)
            return {"$ref": f"#/$defs/{kind.__name__}"}
        self._open.append(kind)
        hints = get_type_hints(kind, include_extras=True)
        schema = object_schema({name: self.of(hints[name]) for name in _members(kind)}, _required(kind))
        self._open.pop()
        if kind not in self._recursive:
            return schema
        self._definitions[kind.__name__] = schema
        return {"$ref": f"#/$defs/{kind.__name__}"}


def object_schema(properties: Schema, required: Sequence[str], *, closed: bool = True) -> Schema:
    schema: Schema = {"type": "object", "properties": properties}
    if required:
        schema["required"] = list(required)
    if closed:
        schema["additionalProperties"] = False
    return schema


def _members(kind: Any) -> list[str]:
    if dataclasses.is_dataclass(kind):
        return [field.name for field in dataclasses.fields(kind) if field.init]
    return list(get_type_hints(kind))


def _required(kind: Any) -> list[str]:
    if dataclasses.is_dataclass(kind):
        missing = dataclasses.MISSING
        return [
            f.name for f in dataclasses.fields(kind) if f.init and f.default is missing and f.default_factory is missing
        ]
    # Python ignores NotRequired in hints that are texts, so look at the hints themselves.
    hints = get_type_hints(kind, include_extras=True)
    optional = {name for name in hints if get_origin(hints[name]) is typing.NotRequired}
    needed = {name for name in hints if get_origin(hints[name]) is typing.Required}
    return [name for name in _members(kind) if name in needed or name in kind.__required_keys__ - optional]


def _either(schemas: list[Schema]) -> Schema:
    """Merges plain types into one list of types, which is easier to read."""
    if all(set(schema) == {"type"} and isinstance(schema["type"], str) for schema in schemas):
        return {"type": [schema["type"] for schema in schemas]}
    return {"anyOf": schemas}


# ---- from JSON


def read(value: Any, kind: Any, path: str = "") -> Any:
    """Turns JSON into a value of the type. Raises `DoesNotFit`."""
    if kind is Any or kind is inspect.Parameter.empty or kind is object:
        return value
    origin, args = get_origin(kind), get_args(kind)
    if origin is typing.Annotated or origin in (typing.Required, typing.NotRequired):
        return read(value, args[0], path)
    if origin is Literal:
        return _checked(value in args, value, path, f"must be one of {list(args)}")
    if origin in (Union, types.UnionType):
        return _read_either(value, args, path)
    if origin in _LISTS:
        return _read_list(value, origin, args, path)
    if origin is dict or (isinstance(origin, type) and issubclass(origin, Mapping)):
        _checked(isinstance(value, dict), value, path, "must be an object")
        return {key: read(item, args[1], f"{path}/{key}") for key, item in value.items()}
    if is_pydantic(kind):
        return _read_pydantic(value, kind, path)
    if is_object(kind):
        return _read_object(value, kind, path)
    return _read_plain(value, kind, path)


def _checked(valid: bool, value: Any, path: str, problem: str) -> Any:
    if not valid:
        raise DoesNotFit(path, problem)
    return value


def _read_plain(value: Any, kind: Any, path: str) -> Any:
    try:
        if isinstance(kind, type) and issubclass(kind, enum.Enum):
            return kind(value)
        if kind in (dt.datetime, dt.date):
            return kind.fromisoformat(value)
    except (ValueError, TypeError) as odd:
        raise DoesNotFit(path, str(odd)) from odd
    if kind is float and isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    if kind is int and isinstance(value, float) and value.is_integer():
        return int(value)
    fits = isinstance(value, kind) and (kind is bool or not isinstance(value, bool))
    return _checked(fits, value, path, f"must be {_PLAIN.get(kind, {'type': kind.__name__})['type']}")


def _read_either(value: Any, args: tuple[Any, ...], path: str) -> Any:
    problem: DoesNotFit | None = None
    for arg in args:
        try:
            return read(value, arg, path)
        except DoesNotFit as odd:
            problem = problem or odd
    assert problem is not None
    raise problem


def _read_list(value: Any, origin: Any, args: tuple[Any, ...], path: str) -> Any:
    _checked(isinstance(value, list), value, path, "must be an array")
    if origin is tuple and args[-1] is not Ellipsis:
        _checked(len(value) == len(args), value, path, f"must have {len(args)} items")
        return tuple(read(item, kind, f"{path}/{i}") for i, (item, kind) in enumerate(zip(value, args, strict=True)))
    items = [read(item, args[0], f"{path}/{i}") for i, item in enumerate(value)]
    return items if origin in (list, Sequence) else origin(items)


def _read_object(value: Any, kind: Any, path: str) -> Any:
    _checked(isinstance(value, dict), value, path, "must be an object")
    hints = get_type_hints(kind, include_extras=True)
    for name in _required(kind):
        _checked(name in value, value, path, f'must have the member "{name}"')
    members = {name: read(value[name], hints[name], f"{path}/{name}") for name in _members(kind) if name in value}
    return kind(**members)


def _read_pydantic(value: Any, kind: Any, path: str) -> Any:
    try:
        return kind.model_validate(value)
    except ValueError as odd:
        first = odd.errors()[0] if hasattr(odd, "errors") else {"loc": (), "msg": str(odd)}
        raise DoesNotFit(path + "".join(f"/{part}" for part in first["loc"]), str(first["msg"])) from odd


# ---- to JSON


def write(value: Any) -> Any:
    """Turns a value into JSON."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {field.name: write(getattr(value, field.name)) for field in dataclasses.fields(value)}
    if is_pydantic(type(value)):
        return value.model_dump(mode="json")
    if isinstance(value, enum.Enum):
        return value.value
    if isinstance(value, dt.datetime | dt.date):
        return value.isoformat()
    if isinstance(value, Mapping):
        return {str(key): write(item) for key, item in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [write(item) for item in value]
    return value


# ---- functions


class Signature:
    """Input and output of a capability, from the signature of its function.

    Each parameter is a member of the input. A function with one parameter whose type is an object takes the whole
    input. An output that is not an object travels in the member `result`.
    """

    def __init__(self, function: Callable[..., Any], context: type) -> None:
        hints = get_type_hints(function, include_extras=True)
        parameters = inspect.signature(function).parameters.values()
        self.context_name: str | None = None
        self._kinds: dict[str, Any] = {}
        self._required: list[str] = []
        self._open = False
        for parameter in parameters:
            kind = hints.get(parameter.name, Any)
            if kind is context:
                self.context_name = parameter.name
            elif parameter.kind is parameter.VAR_KEYWORD:
                self._open = True
            elif parameter.kind in (parameter.VAR_POSITIONAL, parameter.POSITIONAL_ONLY):
                raise TypeError(
                    f"{function.__name__}: capabilities take their input by name, so *args and / do not work"
                )
            else:
                self._kinds[parameter.name] = kind
                if parameter.default is parameter.empty:
                    self._required.append(parameter.name)
        only = next(iter(self._kinds)) if len(self._kinds) == 1 and not self._open else None
        self._whole = only if only is not None and is_object(self._kinds[only]) else None
        self.output = hints.get("return", Any)

    def input_schema(self) -> Schema:
        if self._whole is not None:
            return schema_of(self._kinds[self._whole])
        builder = _Builder()
        properties = {name: builder.of(kind) for name, kind in self._kinds.items()}
        return builder.finish(object_schema(properties, self._required, closed=not self._open))

    def output_schema(self) -> Schema:
        return output_schema_of(self.output)

    def arguments(self, given: dict[str, Any]) -> dict[str, Any]:
        """Raises `DoesNotFit` for an input that passes the schema but does not fit the types."""
        if self._whole is not None:
            return {self._whole: read(given, self._kinds[self._whole])}
        for name in self._required:
            _checked(name in given, given, "", f'must have the member "{name}"')
        known = {name: read(given[name], kind, f"/{name}") for name, kind in self._kinds.items() if name in given}
        extra = {name: value for name, value in given.items() if name not in self._kinds} if self._open else {}
        return {**known, **extra}


def output_schema_of(kind: Any) -> Schema:
    if kind is Any or kind is None or kind is type(None):
        return {"type": "object"}
    if _is_object_output(kind):
        return schema_of(kind)
    builder = _Builder()
    return builder.finish(object_schema({"result": builder.of(kind)}, ["result"]))


def _is_object_output(kind: Any) -> bool:
    origin = get_origin(kind)
    return (
        is_object(kind) or kind is dict or origin is dict or (isinstance(origin, type) and issubclass(origin, Mapping))
    )


def write_output(value: Any) -> dict[str, Any]:
    plain = write(value)
    if plain is None:
        return {}
    return plain if isinstance(plain, dict) else {"result": plain}


def read_output(output: dict[str, Any], kind: Any) -> Any:
    """The typed value of an output that `write_output` wrote."""
    if kind is Any:
        return output
    if _is_object_output(kind):
        return read(output, kind)
    return read(output.get("result"), kind)

"""Schemas from type hints, and values back and forth."""

from __future__ import annotations

import datetime as dt
import enum
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal, NotRequired, TypedDict

import pydantic
import pytest

from bub import CallContext
from bub.schema import DoesNotFit, Signature, output_schema_of, read, read_output, schema_of, write, write_output


class Color(enum.Enum):
    RED = "red"
    BLUE = "blue"


@dataclass
class Price:
    amount: float
    currency: str = "EUR"
    tags: list[str] = field(default_factory=list)


class Query(TypedDict):
    item: str
    limit: NotRequired[int]


class Order(pydantic.BaseModel):
    item: str
    count: int = pydantic.Field(gt=0)


@dataclass
class Tree:
    name: str
    children: list[Tree] = field(default_factory=list)


@pytest.mark.parametrize(
    ("kind", "schema"),
    [
        (str, {"type": "string"}),
        (int | None, {"type": ["integer", "null"]}),
        (list[float], {"type": "array", "items": {"type": "number"}}),
        (dict[str, bool], {"type": "object", "additionalProperties": {"type": "boolean"}}),
        (Literal["a", "b"], {"enum": ["a", "b"]}),
        (Color, {"enum": ["red", "blue"]}),
        (Any, {}),
        (dt.datetime, {"type": "string", "format": "date-time"}),
        (Annotated[str, "The name"], {"type": "string", "description": "The name"}),
        (
            tuple[int, str],
            {"type": "array", "prefixItems": [{"type": "integer"}, {"type": "string"}], "minItems": 2, "maxItems": 2},
        ),
    ],
)
def test_plain_types(kind: Any, schema: dict[str, Any]) -> None:
    assert schema_of(kind) == schema


def test_objects() -> None:
    assert schema_of(Price) == {
        "type": "object",
        "properties": {
            "amount": {"type": "number"},
            "currency": {"type": "string"},
            "tags": {"type": "array", "items": {"type": "string"}},
        },
        "required": ["amount"],
        "additionalProperties": False,
    }
    assert schema_of(Query)["required"] == ["item"]
    assert schema_of(Order)["properties"]["count"]["exclusiveMinimum"] == 0


def test_a_recursive_type_refers_to_itself() -> None:
    schema = schema_of(Tree)
    assert schema["$ref"] == "#/$defs/Tree"
    assert schema["$defs"]["Tree"]["properties"]["children"]["items"] == {"$ref": "#/$defs/Tree"}


def test_a_type_without_json_form_is_refused_when_the_capability_is_declared() -> None:
    async def odd(thing: complex) -> None: ...

    with pytest.raises(TypeError, match="has no JSON schema"):
        Signature(odd, CallContext).input_schema()


def test_values_come_back_as_their_types() -> None:
    values: list[tuple[Any, Any]] = [
        (Price, Price(3.0, "USD", ["x"])),
        (Order, Order(item="tea", count=2)),
        (Tree, Tree("a", [Tree("b")])),
        (Color, Color.BLUE),
        (dt.date, dt.date(2026, 2, 17)),
        (list[Price], [Price(1.0)]),
        (Price | None, None),
    ]
    for kind, value in values:
        assert read(write(value), kind) == value


@pytest.mark.parametrize(
    ("value", "kind", "path"),
    [
        ({"amount": "much"}, Price, "/amount"),
        ({}, Price, ""),
        ({"amount": 1, "tags": ["a", 7]}, Price, "/tags/1"),
        ({"item": "tea", "count": 0}, Order, "/count"),
        (True, int, ""),
        ("green", Color, ""),
        ("c", Literal["a"], ""),
    ],
)
def test_a_value_that_does_not_fit_names_its_path(value: Any, kind: Any, path: str) -> None:
    with pytest.raises(DoesNotFit) as odd:
        read(value, kind)
    assert odd.value.path == path


def test_parameters_are_the_members_of_the_input() -> None:
    async def find(context: CallContext, item: str, limit: int = 3) -> Price:
        raise NotImplementedError

    signature = Signature(find, CallContext)
    assert signature.context_name == "context"
    assert signature.input_schema()["required"] == ["item"]
    assert signature.arguments({"item": "tea", "limit": 2}) == {"item": "tea", "limit": 2}


def test_one_parameter_that_is_an_object_takes_the_whole_input() -> None:
    async def find(query: Query) -> Price:
        raise NotImplementedError

    signature = Signature(find, CallContext)
    assert signature.input_schema() == schema_of(Query)
    assert signature.arguments({"item": "tea"}) == {"query": {"item": "tea"}}


def test_further_members_need_keyword_arguments() -> None:
    async def find(item: str, **more: Any) -> dict[str, Any]:
        raise NotImplementedError

    signature = Signature(find, CallContext)
    assert "additionalProperties" not in signature.input_schema()
    assert signature.arguments({"item": "tea", "color": "red"}) == {"item": "tea", "color": "red"}


def test_an_output_that_is_no_object_travels_in_result() -> None:
    assert output_schema_of(float)["properties"] == {"result": {"type": "number"}}
    assert read_output(write_output(3.5), float) == 3.5
    assert read_output(write_output(Price(1.0)), Price) == Price(1.0)
    assert write_output(None) == {}

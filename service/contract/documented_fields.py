"""How fields appear in the specification, as far as apispec does not know it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import marshmallow as ma
from apispec import BasePlugin

from fanorona.service.contract.checks import OneOf


class Named(OneOf):
    """One of several texts or numbers, which the specification lists once, under a name."""

    def __init__(self, name: str, choices: Sequence[str | int], description: str) -> None:
        super().__init__(choices)
        self.name = name
        self.description = description

    def component(self) -> dict[str, Any]:
        """The list of choices, as the specification has it."""
        kind = "integer" if all(isinstance(one, int) for one in self.choices) else "string"
        return {"type": kind, "enum": list(self.choices), "description": self.description}


class Described(BasePlugin):
    """Has the specification say of a schema what the schema says of itself."""

    def schema_helper(
        self, name: str, definition: dict[str, Any], **options: Any
    ) -> dict[str, Any] | None:
        schema = options.get("schema")
        if schema is None:
            return None
        return {"description": (schema if isinstance(schema, type) else type(schema)).__doc__}


def document_fields(converter: Any) -> None:
    """Teach the converter of marshmallow's fields what is ours."""
    for function in (one_of, named, constant, default_in_words):
        converter.add_attribute_function(function)


def one_of(converter: Any, field: ma.fields.Field[Any], **_: object) -> dict[str, Any]:
    """A field that takes one of several schemas; its `discriminator` tells them apart."""
    schemas = getattr(field, "schemas", ())
    if not schemas:
        return {}
    name: str = getattr(field, "discriminator", "")
    choices = [converter.resolve_nested_schema(one) for one in schemas]
    values = [one.fields[name].validate.comparable for one in schemas]
    mapping = {value: one["$ref"] for value, one in zip(values, choices, strict=True)}
    return {"oneOf": choices, "discriminator": {"propertyName": name, "mapping": mapping}}


def named(
    converter: Any, field: ma.fields.Field[Any], ret: dict[str, Any], **_: object
) -> dict[str, Any]:
    """A reference to the named list of what a field chooses from."""
    choices = field.validate
    if not isinstance(choices, Named):
        return {}
    components = converter.spec.components
    if choices.name not in components.schemas:
        components.schema(choices.name, choices.component())
    for inline in ("type", "enum"):
        ret.pop(inline, None)
    return {"$ref": f"#/components/schemas/{choices.name}"}


def constant(
    _converter: Any, field: ma.fields.Field[Any], ret: dict[str, Any], **_: object
) -> dict[str, Any]:
    """A field with one possible value."""
    if not isinstance(field.validate, ma.validate.Equal):
        return {}
    ret.pop("enum", None)
    return {"const": field.validate.comparable}


def default_in_words(
    _converter: Any, field: ma.fields.Field[Any], ret: dict[str, Any], **_: object
) -> dict[str, Any]:
    """In a body, generators take a member with a default for one that is always there."""
    if "default" not in ret or not getattr(field.parent, "in_body", False):
        return {}
    default = json.dumps(ret.pop("default")).strip('"')
    return {"description": f"{ret.get('description', '')} Default: {default}."}

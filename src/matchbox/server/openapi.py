"""Parts of the OpenAPI document that are generated from Structs."""

from __future__ import annotations

import functools
from typing import Any

import msgspec

from . import schema

_STRUCTS = [
    schema.Failure,
    schema.GameInfo,
    schema.RulesPage,
    schema.Reserved,
    schema.NewTable,
    schema.Created,
    schema.OpenTable,
    schema.Tokens,
    schema.MyTable,
    schema.State,
    schema.Join,
    schema.SeatToken,
    schema.Act,
    schema.Accepted,
    schema.Leave,
    schema.Done,
    schema.TakeOver,
    schema.Again,
    schema.Rematch,
    schema.Hint,
    schema.ReviewAnswer,
    schema.Progress,
    schema.ReplayStep,
    schema.Health,
]
_TEMPLATE = "#/components/schemas/{name}"


@functools.cache
def all_schemas() -> dict[str, Any]:
    return msgspec.json.schema_components(_STRUCTS, ref_template=_TEMPLATE)[1]


def schema_of(kind: Any) -> dict[str, Any]:
    (found,), _ = msgspec.json.schema_components([kind], ref_template=_TEMPLATE)
    return found

"""A record as JSON can hold it."""

from __future__ import annotations

import dataclasses
from datetime import datetime
from typing import Any

from ofttold.core.findings import Finding


def as_data(value: object) -> Any:  # noqa: ANN401 - what a record holds, as JSON holds it
    """Give a record, and all it holds, as JSON can: findings by place, moments by ISO 8601."""
    if isinstance(value, Finding):
        return {"place": value.place(), "code": value.code, "message": value.message("en")}
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        names = [field.name for field in dataclasses.fields(value)]
        return {name: as_data(getattr(value, name)) for name in names}
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, dict):
        return {str(key): as_data(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [as_data(inner) for inner in value]
    return value

"""The one clock. Everything that asks what time or day it is asks here, once per operation.

``OFTTOLD_NOW`` (ISO 8601 with an offset, ``2026-11-30T10:00:00+08:00``) sets it from end to end;
its offset is then the zone too, unless a zone is given. Days are the person's local calendar days,
never a UTC date.
"""

from __future__ import annotations

import os
from datetime import MAXYEAR, MINYEAR, UTC, date, datetime, time, tzinfo

from ofttold.core.errors import OfttoldError


class BadClock(OfttoldError):
    """OFTTOLD_NOW cannot be read."""

    key = "bad_clock"


class UnknownZone(OfttoldError):
    """The zone named in the settings is not known on this machine."""

    key = "unknown_zone"


def zone(name: str) -> tzinfo:
    """Give the zone of this IANA name; raises UnknownZone."""
    from zoneinfo import ZoneInfo

    try:
        return ZoneInfo(name)
    except (LookupError, ValueError, OSError) as fault:
        raise UnknownZone(zone=name) from fault


def is_zone(name: str) -> bool:
    """Tell whether this machine knows a zone of this name."""
    try:
        zone(name)
    except UnknownZone:
        return False
    return True


def now(timezone: str | None = None) -> datetime:
    """Give the moment, aware, in the named zone, else OFTTOLD_NOW's offset, else the machine's.

    Raises BadClock and UnknownZone.
    """
    chosen = zone(timezone) if timezone else None
    text = os.environ.get("OFTTOLD_NOW", "")
    if not text:
        moment = datetime.now(UTC)
        return moment.astimezone(chosen) if chosen else _in_machine_zone(moment)
    try:
        moment = datetime.fromisoformat(text)
        if not MINYEAR < moment.year < MAXYEAR:
            raise BadClock(text=text)  # another zone may have no name for it
        if moment.tzinfo is None:
            moment = _in_machine_zone(moment)
        return moment.astimezone(chosen) if chosen else moment
    except ValueError as fault:
        raise BadClock(text=text) from fault


def _in_machine_zone(moment: datetime) -> datetime:
    """Put a moment into the machine's zone; raises UnknownZone where TZ names an impossible one."""
    try:
        return moment.astimezone()
    except ValueError as fault:  # an offset of a day or more
        raise UnknownZone(zone=os.environ.get("TZ", "")) from fault


def end_of_day(day: date, timezone: str | None = None) -> datetime:
    """Give the last second of a person's day, aware, in the zone that ``now`` would use.

    In the machine's own zone the offset is the one of that day, not of today.
    """
    last = datetime.combine(day, time(23, 59, 59))
    if timezone:
        return last.replace(tzinfo=zone(timezone))
    if os.environ.get("OFTTOLD_NOW"):
        return last.replace(tzinfo=now().tzinfo)
    return _in_machine_zone(last)


def today(timezone: str | None = None) -> date:
    """Give the person's local calendar day; raises as ``now`` does."""
    return now(timezone).date()

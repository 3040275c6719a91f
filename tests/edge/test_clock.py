"""The one clock: whose day it is, whatever zone the machine is in."""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import date, datetime, timedelta

import pytest
from freezegun import freeze_time

from ofttold.edge import clock


@pytest.fixture
def zone(monkeypatch: pytest.MonkeyPatch) -> Iterator[pytest.MonkeyPatch]:
    yield monkeypatch
    monkeypatch.delenv("TZ", raising=False)
    time.tzset()


def in_zone(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setenv("TZ", name)
    time.tzset()


@pytest.mark.parametrize(
    ("zone_name", "instant", "day"),
    [
        ("Asia/Shanghai", "2026-11-29T19:30:00+00:00", "2026-11-30"),
        ("America/Los_Angeles", "2026-12-01T02:30:00+00:00", "2026-11-30"),
        ("Europe/Paris", "2026-10-25T00:30:00+00:00", "2026-10-25"),
        ("Europe/Paris", "2026-10-25T01:30:00+00:00", "2026-10-25"),
        ("America/Sao_Paulo", "2018-11-04T02:59:59+00:00", "2018-11-03"),
        ("America/Sao_Paulo", "2018-11-04T03:00:00+00:00", "2018-11-04"),
        ("Pacific/Apia", "2011-12-30T09:59:59+00:00", "2011-12-29"),
        ("Pacific/Apia", "2011-12-30T10:00:00+00:00", "2011-12-31"),
    ],
)
def test_the_zone_that_is_set_decides_the_day_of_an_instant(
    zone_name: str, instant: str, day: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OFTTOLD_NOW", instant)
    assert clock.today(zone_name).isoformat() == day


def test_without_a_zone_the_offset_of_the_variable_is_the_zone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("OFTTOLD_NOW", "2026-11-30T00:30:00+08:00")
    assert clock.today() == date(2026, 11, 30)
    assert clock.now().utcoffset() == timedelta(hours=8)


def test_without_either_the_machine_s_zone_decides_and_midnight_passes(
    zone: pytest.MonkeyPatch,
) -> None:
    in_zone(zone, "Asia/Shanghai")
    with freeze_time("2026-11-30T15:59:00+00:00") as frozen:
        assert clock.today("Asia/Shanghai") == date(2026, 11, 30)
        frozen.tick(timedelta(minutes=2))
        assert clock.today("Asia/Shanghai") == date(2026, 12, 1)
        assert clock.today("UTC") == date(2026, 11, 30)


@pytest.mark.parametrize("text", ["now", "2026-13-01T00:00:00Z", "10:00", "２０２６"])
def test_a_clock_that_cannot_be_read_is_refused(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OFTTOLD_NOW", text)
    with pytest.raises(clock.BadClock):
        clock.now()


@pytest.mark.parametrize(
    "name", ["Mars/One", "../../etc/passwd", "/etc/localtime", "Asia", "a\0b", "x" * 300]
)
def test_a_zone_nobody_knows_is_refused(name: str) -> None:
    with pytest.raises(clock.UnknownZone):
        clock.now(name)


def test_a_day_ends_by_the_offset_of_that_day_not_of_today(zone: pytest.MonkeyPatch) -> None:
    in_zone(zone, "Europe/Paris")
    summer, winter = (clock.end_of_day(day) for day in (date(2026, 7, 1), date(2026, 12, 1)))
    assert (summer.isoformat(), winter.isoformat()) == (
        "2026-07-01T23:59:59+02:00",
        "2026-12-01T23:59:59+01:00",
    )
    assert clock.end_of_day(date(2026, 7, 1), "Asia/Shanghai").isoformat().endswith("+08:00")
    zone.setenv("OFTTOLD_NOW", "2026-11-30T10:00:00-05:00")
    assert clock.end_of_day(date(2026, 7, 1)).isoformat() == "2026-07-01T23:59:59-05:00"


def test_days_in_a_row_stay_so_through_days_of_23_and_25_hours() -> None:
    for name, days in {
        "Europe/Paris": [date(2026, 10, 24), date(2026, 10, 25), date(2026, 10, 26)],
        "America/Sao_Paulo": [date(2018, 11, 3), date(2018, 11, 4), date(2018, 11, 5)],
    }.items():
        noons = [datetime(d.year, d.month, d.day, 12, tzinfo=clock.zone(name)) for d in days]
        ordinals = [noon.date().toordinal() for noon in noons]
        assert ordinals == list(range(ordinals[0], ordinals[0] + 3))


def test_an_impossible_machine_zone_is_refused_by_name(zone: pytest.MonkeyPatch) -> None:
    in_zone(zone, "UTC-25")
    with pytest.raises(clock.UnknownZone, match="UTC-25"):
        clock.now()

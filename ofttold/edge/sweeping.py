"""Clearing up what dead writers left in a directory; giving names back to texts they displaced.

The names and what they mean stand in temps.py; the exchange they come from in swap.py.
"""

from __future__ import annotations

import os

from ofttold.edge import swap, temps
from ofttold.edge.snapshots import exists


def sweep(directory: str, kept: list[str]) -> None:
    """Clear away what dead writers left in the directory; give names back to displaced texts."""
    temps.sweep_new(directory)
    for name in temps.temp_names(directory):
        parts = temps.split_swap_name(name)
        if parts:
            path, target = os.path.join(directory, name), os.path.join(directory, parts[2])
            _sweep_swap(path, target, parts[0], parts[1], kept)


def _sweep_swap(path: str, target: str, new: str, old: str, kept: list[str]) -> None:
    found = swap.mark_of(path)
    if found == old or (found == new and temps.is_abandoned(path)):
        temps.remove_quietly(path)
    elif found not in (new, None):
        ours_is_there = exists(target) and swap.mark_of(target) == new
        if ours_is_there and not temps.is_abandoned(target):
            return  # its writer lives and is about to do this itself
        if ours_is_there:
            swap.give_back(path, target, new, kept)
        else:
            swap.place_or_keep(path, target, kept)

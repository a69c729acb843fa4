"""Bots of users: Python classes, named as `mybot.py:MyBot`."""

from __future__ import annotations

import inspect
import sys
import sysconfig
import traceback
from collections.abc import Callable, Iterable
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

from referee.local.local_errors import LocalError
from referee_client import Bot, Refused, bots

_BOTS = Path(bots.__file__).parent
_CALLERS = (_BOTS.parent, Path(__file__).parents[1], Path(sysconfig.get_path("stdlib")))
"""Folders of the SDK, the referee and Python, whose code is not where the mistake of a bot is."""


def class_maker(name: str) -> Callable[[str], Bot]:
    """Return the function that creates a bot of a class from a seed.

    The class is called with the seed if it takes an argument, and otherwise without.
    """
    path, _, class_name = name.rpartition(":")
    if not path.endswith(".py"):
        raise LocalError(f"--bots {name}: a class is named with its file, such as mybot.py:MyBot")
    module = _load(Path(path))
    kind = getattr(module, class_name, None)
    if not (isinstance(kind, type) and issubclass(kind, Bot)):
        there = [key for key, value in vars(module).items() if _is_own_bot(value, module)]
        known = f"choose from {', '.join(there)}" if there else "it needs a subclass of referee_client.Bot"
        raise LocalError(f"--bots {name}: there is no bot {class_name!r} in {path} ({known})")
    made: Callable[..., Bot] = kind
    try:
        inspect.signature(kind).bind("")
    except TypeError:
        return lambda seed: made()
    return made


def _is_own_bot(value: object, module: ModuleType) -> bool:
    return isinstance(value, type) and issubclass(value, Bot) and value.__module__ == module.__name__


@cache
def _load(path: Path) -> ModuleType:
    """Import a file, which may import others next to it."""
    if not path.is_file():
        raise LocalError(f"--bots: there is no file {path}")
    # At the end, so that no file of the user can replace a module of ours.
    sys.path.append(str(path.parent.resolve()))
    spec = spec_from_file_location(f"own_bot_{path.stem}", path)
    if spec is None or spec.loader is None:
        raise LocalError(f"--bots: {path} cannot be imported")
    module = module_from_spec(spec)
    sys.modules[spec.name] = module
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as fault:
        raise LocalError(f"--bots: {path} cannot be imported: {describe_fault(fault)}") from fault
    return module


def describe_fault(fault: BaseException | None) -> str:
    """Return an exception of a bot in one line, with the last place in the code of a bot, if there is one."""
    text = " ".join(f"{type(fault).__name__}: {fault}".split())
    place = place_of_fault(fault)
    notes = [" ".join(note.split()) for note in getattr(fault, "__notes__", ())]
    return " ".join([f"{text} ({place})" if place else text, *notes])


def place_of_fault(fault: BaseException | None) -> str:
    """Return the last place in the code of a bot from which an exception was raised, or an empty text."""
    trace = traceback.extract_tb(None if fault is None else fault.__traceback__)
    # A refusal is raised by the SDK, which is not where the mistake is; neither is it for an answer that is none.
    return "" if isinstance(fault, Refused) else _last_place(trace)


def current_place() -> str:
    """Return the place in the code of a bot that is running now, or an empty text."""
    return _last_place(traceback.extract_stack())


def _last_place(frames: Iterable[traceback.FrameSummary]) -> str:
    places = [f"{frame.filename}, line {frame.lineno}" for frame in frames if _is_of_bot(frame.filename)]
    return places[-1] if places else ""


def _is_of_bot(file: str) -> bool:
    """Return whether a file is neither part of Python nor of what calls bots. The SDK has bots, too."""
    path = Path(file)
    if path.is_relative_to(_BOTS):
        return True
    return not (file.startswith("<") or any([path.is_relative_to(folder) for folder in _CALLERS]))

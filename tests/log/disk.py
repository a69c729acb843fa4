"""A disk that remembers every write and sync of SQLite, can fail at any of them, and can lose power.

It sits between the real disk and the same SQLite library that the store uses, as what SQLite calls a VFS: a copy of
the default one with its own versions of the functions that change files. The store does not know about it.
"""

import ctypes
import importlib
import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from ctypes import CFUNCTYPE, POINTER, c_char_p, c_int, c_int64, c_void_p, string_at
from pathlib import Path
from typing import Literal, NamedTuple

import pytest

SECTOR = 512
"""Bytes that a disk writes atomically."""

FULL = 13
IO_ERROR = 10
"""The SQLite error code for a full or failing disk."""

_OPEN = CFUNCTYPE(c_int, c_void_p, c_void_p, c_void_p, c_int, c_void_p)
_DELETE = CFUNCTYPE(c_int, c_void_p, c_char_p, c_int)
_WRITE = CFUNCTYPE(c_int, c_void_p, c_void_p, c_int, c_int64)
_TRUNCATE = CFUNCTYPE(c_int, c_void_p, c_int64)
_SYNC = CFUNCTYPE(c_int, c_void_p, c_int)


class _Vfs(ctypes.Structure):
    """`sqlite3_vfs`, with the functions that are not replaced left opaque."""

    _fields_ = [
        ("version", c_int),
        ("file_size", c_int),
        ("longest_path", c_int),
        ("next", c_void_p),
        ("name", c_char_p),
        ("data", c_void_p),
        ("open", _OPEN),
        ("delete", _DELETE),
        ("others", c_void_p * 14),
    ]


class _Methods(ctypes.Structure):
    """`sqlite3_io_methods`, likewise."""

    _fields_ = [
        ("version", c_int),
        ("close", c_void_p),
        ("read", c_void_p),
        ("write", _WRITE),
        ("truncate", _TRUNCATE),
        ("sync", _SYNC),
        ("others", c_void_p * 13),
    ]


class _File(ctypes.Structure):
    """`sqlite3_file`: we only need to know that its functions come first."""

    _fields_ = [("methods", POINTER(_Methods))]


class Deed(NamedTuple):
    """An operation on a file, or a marker between operations. `at` is an offset, or the size truncated to."""

    kind: Literal["write", "truncate", "sync", "delete", "note"]
    file: str
    at: int = 0
    data: bytes = b""


Fault = Callable[[int, Deed], int]
"""Returns an SQLite error code to fail with, or 0, for the number of an operation and the operation."""


class Disk:
    """The operations so far, and the faults to inject. One connection at a time may write through it."""

    def __init__(self) -> None:
        self.deeds: list[Deed] = []
        self.fault: Fault | None = None
        self._names: dict[int, str] = {}
        self._library = _library()
        self._usual = _Vfs.from_address(self._library.sqlite3_vfs_find(None))
        self._ours = _Vfs.from_buffer_copy(self._usual)
        self._ours.name = b"remembering"
        self._ours.open = _OPEN(self._open)
        self._ours.delete = _DELETE(self._delete)
        self._usual_methods: dict[int, _Methods] = {}
        self._our_methods: dict[int, _Methods] = {}

    @contextmanager
    def inserted(self) -> Iterator[None]:
        """Send everything opened in the block through this disk. It must be closed in the block, too."""
        self._library.sqlite3_vfs_register(ctypes.byref(self._ours), 1)
        try:
            yield
        finally:
            self._library.sqlite3_vfs_unregister(ctypes.byref(self._ours))

    def note(self, number: int) -> None:
        """Add a marker to the operations."""
        self.deeds.append(Deed("note", "", number))

    def _fails(self, deed: Deed) -> int:
        """Record the operation, unless it is to fail."""
        code = self.fault(len(self.deeds), deed) if self.fault else 0
        self.deeds.append(deed if not code else Deed("note", "failed"))
        return code

    def _open(self, _vfs: int, name: int | None, file: int, flags: int, out_flags: int | None) -> int:
        code: int = self._usual.open(ctypes.addressof(self._usual), name, file, flags, out_flags)
        opened = _File.from_address(file)
        if code == 0 and name is not None and opened.methods:
            self._names[file] = Path(string_at(name).decode()).name
            self._usual_methods[file] = usual = opened.methods.contents
            opened.methods = ctypes.pointer(self._replacement(usual))
        return code

    def _replacement(self, usual: _Methods) -> _Methods:
        """Return functions that do what the default ones do, through this disk. They depend on the kind of file."""
        kind = ctypes.addressof(usual)
        if kind not in self._our_methods:
            self._our_methods[kind] = ours = _Methods.from_buffer_copy(usual)
            ours.write = _WRITE(self._write)
            ours.truncate = _TRUNCATE(self._truncate)
            ours.sync = _SYNC(self._sync)
        return self._our_methods[kind]

    def _write(self, file: int, data: int, size: int, at: int) -> int:
        failed = self._fails(Deed("write", self._names[file], at, string_at(data, size)))
        return failed or int(self._usual_methods[file].write(file, data, size, at))

    def _truncate(self, file: int, size: int) -> int:
        failed = self._fails(Deed("truncate", self._names[file], size))
        return failed or int(self._usual_methods[file].truncate(file, size))

    def _sync(self, file: int, _flags: int) -> int:
        # Recorded, but not done: the real machine does not lose power here, and tests should be fast.
        return self._fails(Deed("sync", self._names[file]))

    def _delete(self, _vfs: int, name: bytes, sync: int) -> int:
        failed = self._fails(Deed("delete", Path(name.decode()).name))
        return failed or int(self._usual.delete(ctypes.addressof(self._usual), name, sync))


def _library() -> ctypes.CDLL:
    """Return the SQLite library that Python's module is linked to."""
    module = importlib.import_module("_sqlite3")
    library = ctypes.CDLL(getattr(module, "__file__", None))
    if not hasattr(library, "sqlite3_vfs_find"):
        pytest.skip("this build of Python hides its SQLite, whose writes cannot be watched")
    library.sqlite3_vfs_find.argtypes = [c_char_p]
    library.sqlite3_vfs_find.restype = c_void_p
    library.sqlite3_vfs_register.argtypes = [c_void_p, c_int]
    library.sqlite3_vfs_unregister.argtypes = [c_void_p]
    return library


class PowerCut:
    """Files as a disk may hold them after a power cut: what was synced, and any part of what was not."""

    def __init__(self) -> None:
        self._synced: dict[str, bytearray] = {}
        self._pending: dict[str, list[Deed]] = {}

    def follow(self, deed: Deed) -> None:
        """Apply an operation that precedes the power cut."""
        if deed.kind == "sync":
            content = self._synced.setdefault(deed.file, bytearray())
            for pending in self._pending.pop(deed.file, ()):
                _do(content, pending)
        elif deed.kind == "delete":
            # SQLite syncs the folder after every deletion that matters to it.
            self._synced.pop(deed.file, None)
            self._pending.pop(deed.file, None)
        elif deed.kind != "note":
            self._pending.setdefault(deed.file, []).append(deed)

    def leave(self, folder: Path, chance: random.Random) -> None:
        """Write the files into an empty folder, with each unsynced sector kept or lost at random."""
        kept = chance.choice((0.0, 0.1, 0.5, 0.9, 1.0))
        for name in sorted(self._synced.keys() | self._pending.keys()):
            content = bytearray(self._synced.get(name, b""))
            for deed in self._pending.get(name, ()):
                for part in _sectors(deed):
                    if chance.random() < kept:
                        _do(content, part)
            (folder / name).write_bytes(content)


def _sectors(deed: Deed) -> Iterator[Deed]:
    """Split a write at the sector boundaries of the disk."""
    if deed.kind != "write":
        yield deed
        return
    start, end = deed.at, deed.at + len(deed.data)
    while start < end:
        stop = min(end, (start // SECTOR + 1) * SECTOR)
        yield deed._replace(at=start, data=deed.data[start - deed.at : stop - deed.at])
        start = stop


def _do(content: bytearray, deed: Deed) -> None:
    if deed.kind == "truncate":
        del content[deed.at :]
        return
    missing = deed.at - len(content)
    if missing > 0:
        content += bytes(missing)
    content[deed.at : deed.at + len(deed.data)] = deed.data

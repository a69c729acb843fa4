"""The modules of the page as one script.

A page that is opened from disk cannot import modules, because its origin is nobody's. So each module becomes a
function that is called once, after those that it imports from:

    import { h } from "./dom.js";           const { h } = modules["dom.js"];
    export function box() { ... }           function box() { ... }  return { box };

Only the forms that the page uses are known; anything else is an error.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from posixpath import dirname, normpath

_IMPORT = re.compile(r'^import \{ ([\w, ]+) \} from "(\.[\w./]+)";$', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:class|function|const) (\w+))", re.MULTILINE)
_LEFT = re.compile(r"^(?:import\b(?!\()|export\b).*", re.MULTILINE)
"""What is not a known form of import or export."""
_DYNAMIC = re.compile(r"\bimport\((?=`)")
"""An import of a module whose name is computed. In comments, import is followed by a quotation mark."""
_UNSAFE = re.compile(r"</script|<!--", re.IGNORECASE)
"""What a script in a page cannot contain."""


class UnlinkableModule(Exception):
    """A module with something that cannot be linked."""


def link_modules(read: Callable[[str], str], roots: Iterable[str]) -> str:
    """Return one script that runs these modules and all that they import.

    `read` returns the text of a module by its path. An import whose name is computed finds every module that is linked.
    """
    linker = _Linker(read)
    for root in roots:
        linker.add(root)
    # An import with a computed name is made from the folder of the page.
    loaded = 'const loaded = async (/** @type {string} */ name) => modules[name.replace("./", "")];'
    script = "\n".join(["const modules = {};", loaded, *linker.linked])
    if _UNSAFE.search(script):
        raise UnlinkableModule("a module has </script or <!-- in it; write it in another way")
    return f"{script}\n"


class _Linker:
    def __init__(self, read: Callable[[str], str]) -> None:
        self._read = read
        self._begun: set[str] = set()
        self._done: set[str] = set()
        self.linked: list[str] = []

    def add(self, name: str) -> None:
        """Add a module after those that it imports."""
        if name in self._done:
            return
        if name in self._begun:
            raise UnlinkableModule(f"{name} imports itself by way of other modules")
        self._begun.add(name)
        text = self._read(name)
        for found in _IMPORT.finditer(text):
            self.add(_path(name, found[2]))
        text = _IMPORT.sub(lambda found: _constants(found[1], _path(name, found[2])), text)
        exported = [found[1] for found in _EXPORT.finditer(text)]
        text = _DYNAMIC.sub("loaded(", _EXPORT.sub("", text))
        left = _LEFT.search(text)
        if left:
            raise UnlinkableModule(f"{name}: {left[0]!r} is not a form that can be linked")
        self.linked.append(
            f'modules["{name}"] = (() => {{\n{text}return {{ {", ".join(exported)} }};\n}})();'
        )
        self._done.add(name)


def _path(importing: str, given: str) -> str:
    return normpath(f"{dirname(importing)}/{given}").lstrip("/")


def _constants(names: str, module: str) -> str:
    return f'const {{ {names.replace(" as ", ": ")} }} = modules["{module}"];'

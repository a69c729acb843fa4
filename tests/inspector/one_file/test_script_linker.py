"""Modules become one script that a page from disk can run."""

from __future__ import annotations

import pytest

from referee.inspector.one_file.script_linker import UnlinkableModule, link_modules

MODULES = {
    "main.js": 'import { double as twice, Shape } from "./boards/shape.js";\n'
    "export async function begin() {\n  return (await import(`./boards/${Shape.name}.js`)).area(twice(1));\n}\n",
    "boards/shape.js": 'import { one } from "../one.js";\nexport class Shape {}\n'
    "/** @type {import('./other.js').Other} */\nexport const double = (n) => 2 * n * one;\n",
    "one.js": "export const one = 1;\n",
}


def linked(**changed: str) -> str:
    modules = {**MODULES, **{name.replace("_", "."): text for name, text in changed.items()}}
    return link_modules(modules.__getitem__, ["main.js"])


def test_a_module_comes_after_those_it_imports() -> None:
    script = linked()
    assert [part.partition('"')[0] for part in script.split('modules["')[1:]]
    places = [script.index(f'modules["{name}"] = (') for name in ("one.js", "boards/shape.js", "main.js")]
    assert places == sorted(places)
    assert 'const { double: twice, Shape } = modules["boards/shape.js"];' in script
    assert "return { Shape, double };" in script
    assert "await loaded(`./boards/" in script
    assert "\nimport " not in script
    assert "\nexport " not in script


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('import main from "./one.js";\n', "not a form that can be linked"),
        ('import * as one from "./one.js";\n', "not a form that can be linked"),
        ("export default 1;\n", "not a form that can be linked"),
        ("export { one };\n", "not a form that can be linked"),
        ('import { begin } from "./main.js";\nexport const one = 1;\n', "imports itself"),
        ("export const one = '</script>';\n", "</script"),
        ("export const one = '<!--';\n", "<!--"),
    ],
)
def test_what_cannot_be_linked_is_an_error(text: str, says: str) -> None:
    with pytest.raises(UnlinkableModule, match=says):
        linked(one_js=text)

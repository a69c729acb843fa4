"""The page replays/FORMAT.md: its program runs, and its examples and known answers are those of the code."""

import json
import re
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from referee.audit.chain import note_hash, read_own
from referee.audit.entries import Body
from referee.audit.public_head import public_heads
from referee.disputes.evidence.bundles import SECTIONS, read_bundle
from referee.games import GAMES, game
from referee.kernel.chance import Chance, luck_seed, seed_from_text
from referee.log.chain import GENESIS, chain
from referee.match.charters import new_charter, settle
from referee.match.entries import encode
from referee.match.entropy import commitment_to
from referee.replay.reading import ReplayFile, read_replay
from referee.replay.writing import write_replay
from tests.match.played import log_of, unmarked
from tests.tidy.tree import ROOT

REPLAYS = ROOT / "replays"
PAGE = (REPLAYS / "FORMAT.md").read_text(encoding="utf-8")
PROGRAM = re.search(r"```python\n(.*?)```", PAGE, re.DOTALL)
EXAMPLE = REPLAYS / "abyss" / "2-seats.replay"
NAME = re.compile(r"[a-z0-9_.]+")
AUDIT_ROWS = re.findall(r"^\| `(audit\.[a-z_]+)` \| (.+) \| (.+) \|$", PAGE, re.MULTILINE)
"""Each kind of audit entry on the page, with its fields and its public ones."""


def check(path: Path) -> str:
    assert PROGRAM is not None
    command = [sys.executable, "-I", "-S", "-c", PROGRAM[1], str(path)]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


@pytest.mark.parametrize(
    "path", sorted(REPLAYS.rglob("*.replay")), ids=lambda path: f"{path.parent.name}/{path.stem}"
)
def test_the_program_recomputes_the_hashes_of_every_golden_replay(path: Path) -> None:
    assert check(path) == "the hashes match\n"


def test_the_program_reads_entropy_rulings_options_and_quoted_names(tmp_path: Path) -> None:
    charter = new_charter("abyss", 3, seed="readme", rulings={"pearls.visibility": "cupped"})
    entries = log_of(settle(charter), "readme", (b"a" * 32, b"", bytes(range(32))))
    path = tmp_path / "match.replay"
    path.write_text(write_replay(entries, names={0: 'Ada "the bold"', 2: "Bob"}), encoding="utf-8")
    assert check(path) == "the hashes match\n"


def test_the_program_reads_the_mark_of_an_unrefereed_match(tmp_path: Path) -> None:
    charter = msgspec.structs.replace(new_charter("abyss", 2, seed="marked"), salt="7f" * 32, unrefereed=True)
    text = write_replay(log_of(settle(charter), "marked"))
    path = tmp_path / "match.replay"
    for written, said in ((text, "the hashes match\n"), (unmarked(text), "the replay was changed\n")):
        path.write_text(written, encoding="utf-8")
        assert check(path) == said


def test_the_program_finds_a_changed_fact(tmp_path: Path) -> None:
    text = EXAMPLE.read_text(encoding="utf-8")
    path = tmp_path / "match.replay"
    path.write_text(text.replace('"price":1', '"price":2', 1), encoding="utf-8")
    assert check(path) == "the replay was changed\n"


# --- the examples ---


def section(heading: str) -> str:
    return PAGE.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]


def texts_in(part: str) -> list[str]:
    return re.findall(r"```text\n(.*?)```", part, re.DOTALL)


def values_in(part: str) -> dict[str, str]:
    """Return the values in hexadecimal of a section, by their names."""
    return dict(re.findall(r"^\| ([^|]+) \| `([0-9a-f]{16,})` \|$", part, re.MULTILINE))


def word(seed: bytes, label: str, index: int) -> str:
    """Return a word of a stream: a number below 2**64 is the word itself."""
    stream = Chance(seed).stream(label)
    return f"{[stream.below(2**64) for _ in range(index + 1)][-1]:016x}"


def test_the_worked_example_is_a_part_of_a_golden_replay() -> None:
    part, data = section("Worked example"), EXAMPLE.read_bytes()
    file, replay = ReplayFile(data), read_replay(data)
    bodies = [encode(replay.charter), *[body for body, _ in file.bodies()[0]]]
    hashes = [each.hex() for each in chain(GENESIS, bodies)]
    charter, entry, body, draw = texts_in(part)
    assert charter.replace("\n", "") == bodies[0].decode()
    assert f"\n\n{entry}\n" in file.text
    assert body.replace("\n", "") == bodies[2].decode()
    assert draw in file.text
    mark = re.search(r"^mark (.*)$", file.text, re.MULTILINE)
    assert mark is not None
    assert replay.entries[0].draws[4].label == "start seat"
    assert values_in(part) == {
        "mark": mark[1],
        "hash of entry 0, the commitment": hashes[0],
        "hash of entry 1": hashes[1],
        "hash of entry 2": hashes[2],
        "word 0 of `start seat`": word(bytes.fromhex(replay.charter.seed), "start seat", 0),
        f"head, the hash of entry {len(hashes) - 1}": hashes[-1],
    }


def test_the_known_answers_are_ours() -> None:
    part, seed = section("Known answers"), seed_from_text("example")
    assert values_in(part) == {
        "seed": seed.hex(),
        "commitment to the entropy": commitment_to(b"a" * 32).hex(),
        "seed with the entropy of both seats": luck_seed(seed, (b"a" * 32, b"")).hex(),
        "word 0 of the stream `die`": word(seed, "die", 0),
        "word 8 of the stream `die`": word(seed, "die", 8),
    }
    chance = Chance(seed)
    (lines,) = texts_in(part)
    for line in lines.splitlines():
        label, _, size, result = json.loads(line)
        stream: Any = chance.stream(label)
        if len(result) == size and label == "shuffles":
            stream.shuffled(range(size))
        else:
            stream.below(size)
    assert [encode(draw).decode() for draw in chance.take_draws()] == lines.splitlines()


def test_what_the_page_says_about_bundles_is_so() -> None:
    part, data = section("Bundles"), (REPLAYS / "abyss" / "disputed.bundle").read_bytes()
    heads = public_heads([read_own(note).body for note in read_bundle(data).audit])
    sealed = data[: data.index(b"\n=== seal\n") + len(b"\n=== seal\n")]
    assert values_in(part) == {
        "hash of audit entry 1": note_hash(read_bundle(data).audit[0]).hex(),
        "public hash 1": heads[1].hash.hex(),
        "public hash 5, the last": heads[-1].hash.hex(),
        "hash in the seal": sha256(sealed).hexdigest(),
    }
    assert f"\n{values_in(part)['hash in the seal']}\n".encode() in data[len(sealed) :]
    bodies: Any = get_args(Body)
    assert {kind: re.findall(r"`([a-z_]+)`", fields) for kind, fields, _ in AUDIT_ROWS} == {
        body.__struct_config__.tag: list(body.__struct_fields__) for body in bodies
    }
    assert re.findall(r"^\| `([a-z]+)` \|", part, re.MULTILINE) == list(SECTIONS)


@pytest.mark.parametrize("name", GAMES)
def test_the_public_hashes_follow_from_the_page(name: str) -> None:
    """The line `audit` of a receipt, computed from the table of the page and the notes of a bundle."""
    public = {kind: re.findall(r"`([a-z_]+)`", fields) for kind, _, fields in AUDIT_ROWS}
    notes = read_bundle((REPLAYS / name / "disputed.bundle").read_bytes()).audit
    head = GENESIS
    for note in notes:
        body = {"by": "", **json.loads(note.split("\n")[6])}
        body.setdefault("role", body.get("who", "").split("/")[0])
        if public[body["kind"]]:
            part = {key: body[key] for key in ("kind", *public[body["kind"]]) if key in body}
            text = json.dumps(part, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
            head = sha256(b"referee public audit 1\n" + head + text.encode()).digest()
    assert head == public_heads([read_own(note).body for note in notes])[-1].hash != GENESIS


def test_pages_in_one_file_know_the_public_part_of_every_kind() -> None:
    """Otherwise such a page would take the receipts of a match with another kind for those of another match."""
    script = (ROOT / "referee/inspector/static/proof/bundle.js").read_text(encoding="utf-8")
    known = re.findall(r'^  "(audit\.[a-z_]+)": \[(.+)\],$', script, re.MULTILINE)
    wanted = {kind: re.findall(r"`([a-z_]+)`", public) for kind, _, public in AUDIT_ROWS if public != "-"}
    assert {kind: re.findall(r'"([a-z_]+)"', fields) for kind, fields in known} == wanted


@pytest.mark.parametrize("name", GAMES)
def test_names_and_keys_are_as_the_page_says(name: str) -> None:
    """Readers split lines at spaces, so no name may contain one, nor anything that JSON escapes."""
    found = game(name)
    kinds: Any = (*found.facts, *found.choices)
    names = [name, *found.questions, *[kind.__struct_config__.tag for kind in kinds]]
    names += [*found.rulebook.rules, *found.rulebook.rulings, *found.options.__struct_fields__]
    assert [each for each in names if not NAME.fullmatch(each)] == []
    assert [kind for kind in kinds if "kind" in kind.__struct_fields__] == []

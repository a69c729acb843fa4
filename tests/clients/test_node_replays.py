"""The checker of replays in Node, which implements replays/FORMAT.md: what fits, what was edited, what was forged."""

from __future__ import annotations

import asyncio
import json
import random
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest

from referee.log.chain import GENESIS, chain, link
from referee.match.charters import new_charter, settle
from referee.match.entries import encode
from referee.replay.reading import ReplayFile, read_replay
from referee.replay.verification import verify_replay
from referee.replay.writing import write_replay
from referee.server.match_records import Records
from referee_client import aio
from referee_client.bots.random import RandomBot
from tests.clients.node import SOURCES, Ran, evaluate, needs_node, run
from tests.clients.servers import connected
from tests.match.played import log_of, unmarked
from tests.tidy.tree import ROOT

pytestmark = needs_node

GOLDENS = sorted((ROOT / "replays").rglob("*.replay"))
OTHERS = sorted((ROOT / "tests").rglob("*.replay"))
GOLDEN = ROOT / "replays/abyss/2-seats.replay"
SOME = list({path.parent: path for path in GOLDENS}.values())
"""One golden replay of each game."""
PARTS = (b"a" * 32, b"", bytes(range(32)))
EDITS_PER_FILE = 12

CHECK = """
import { checkReplay } from './check_replay.js';
const attempt = (bytes, options) => {
  try { return { fits: checkReplay(bytes, options).head }; }
  catch (problem) { return { kind: problem.constructor.name, why: problem.message }; }
};
"""
TEXTS = f"""{CHECK}
console.log(JSON.stringify(given.map((text) => attempt(Buffer.from(text)))));
"""
FILES = f"""{CHECK}
console.log(JSON.stringify(given.map((file) => attempt(readFileSync(file)))));
"""
EDITS = f"""{CHECK}
const edited = (lines, [at, removed, added]) =>
  [...lines.slice(0, at), ...added, ...lines.slice(at + removed)].join('\\n');
const attempts = ({{ file, edits }}) => {{
  const lines = readFileSync(file, 'utf8').split('\\n');
  return edits.map((edit) => attempt(Buffer.from(edited(lines, edit))));
}};
console.log(JSON.stringify(given.map(attempts)));
"""


def check(path: Path, *arguments: str) -> Ran:
    """Run the command, alone in a folder with only the files that it needs."""
    script = path.parent / "node/check_replay.js"
    if not script.exists():
        script.parent.mkdir()
        for name in ("check_replay.js", "canonical_json.js", "chance.js", "proof.js", "package.json"):
            shutil.copy(SOURCES / name, script.parent)
    command = ["node", str(script), str(path), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=path.parent)
    return Ran(done.returncode, done.stdout, done.stderr)


def check_draws(path: Path) -> Ran:
    command = [sys.executable, "-I", "-S", str(ROOT / "replays/check_draws.py"), str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return Ran(done.returncode, done.stdout, done.stderr)


def copied(folder: Path, data: bytes | str) -> Path:
    path = folder / "match.replay"
    path.write_bytes(data.encode() if isinstance(data, str) else data)
    return path


def complaints(*texts: str) -> list[str]:
    """Return why each of these replays is refused; an empty text for one that fits."""
    return [each.get("why", "") for each in evaluate(TEXTS, texts)]


@cache
def golden() -> str:
    return GOLDEN.read_text(encoding="utf-8")


@cache
def with_entropy() -> str:
    """Return a match of three seats that committed to entropy; the second did not reveal it."""
    charter = new_charter("abyss", 3, seed="node", rulings={"pearls.visibility": "cupped"})
    names = {0: 'Ada "the bold" \\', 2: "Zoë 🦀"}
    return write_replay(log_of(settle(charter), "node", PARTS), names=names)


# --- what fits ---


def test_every_golden_replay_fits() -> None:
    """In one process, because starting Node takes longer than checking a replay."""
    files = [*GOLDENS, *OTHERS]
    heads = [path.read_text(encoding="utf-8").splitlines()[-1].removeprefix("head ") for path in files]
    assert evaluate(FILES, [str(path) for path in files]) == [{"fits": head} for head in heads]


@pytest.mark.parametrize("path", SOME, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_the_command_reports_a_replay_that_fits(path: Path, tmp_path: Path) -> None:
    """The hashes are those of our own reader, and the draws those of check_draws.py."""
    data = path.read_bytes()
    charter = ReplayFile(data).header().charter
    commitment = link(GENESIS, encode(charter)).hex()
    copy = copied(tmp_path, data)
    code, out, errors = check(copy, "--commitment", commitment.upper())
    assert (code, errors) == (0, ""), out
    first, draws, *rest = out.splitlines()
    end, head = data.decode().splitlines()[-2:]
    facts = len(re.findall(r"^  - ", data.decode(), re.MULTILINE))
    entries, outcome = end.removeprefix("end ").split(" ", 1)
    assert first == f"{charter.game}, {charter.seats} seats, {entries} entries, {facts} facts: {outcome}"
    assert draws == check_draws(copy).out.strip()
    assert rest == [f"commitment {commitment}", head]


def test_entropy_rulings_and_quoted_names_fit(tmp_path: Path) -> None:
    text = with_entropy()
    assert verify_replay(text.encode()).ok
    copy = copied(tmp_path, text)
    code, out, _ = check(copy)
    assert code == 0, out
    assert out.splitlines()[1].endswith(" match the referee's seed and the entropy of 2 of 3 seats")
    assert out.splitlines()[1] == check_draws(copy).out.strip()


def test_a_match_that_goes_on_fits_after_every_entry() -> None:
    log = log_of(settle(new_charter("abyss", 2, seed="unfinished")), "unfinished")
    cuts = range(1, len(log) + 1, 7)
    found = evaluate(TEXTS, [write_replay(log[:cut]) for cut in cuts])
    assert found == [{"fits": log[cut - 1].hash.hex()} for cut in cuts]


def test_draws_are_those_of_the_test_vectors() -> None:
    """tests/kernel/chance_vectors.json: also numbers larger than a double holds, and draws of size 0 and 1."""
    vectors = json.loads((ROOT / "tests/kernel/chance_vectors.json").read_text(encoding="utf-8"))
    script = """
    import { Stream, blockOf, luckOf } from './chance.js';
    const seeds = Object.fromEntries(given.seeds.map(({ text, seed }) => [text, Buffer.from(seed, 'hex')]));
    const hex = (word) => word.toString(16).padStart(16, '0');
    const drawn = ({ seed, label, draws }) => {
      const stream = new Stream(seeds[seed], label);
      return draws.map(({ below, shuffle }) => {
        const word = stream.at;
        if (below === undefined) return { shuffle, word, order: stream.order(shuffle) };
        return { below, word, number: String(stream.below(BigInt(below))) };
      });
    };
    const parts = (entropy) => entropy.map((part) => Buffer.from(part, 'hex'));
    console.log(JSON.stringify({
      lucks: given.lucks.map(({ seed, entropy }) => luckOf(seeds[seed], parts(entropy)).toString('hex')),
      blocks: given.blocks.map(({ seed, label, block }) => blockOf(seeds[seed], label, block).map(hex)),
      streams: given.streams.map(drawn),
    }));
    """
    assert evaluate(script, vectors) == {
        "lucks": [each["luck"] for each in vectors["lucks"]],
        "blocks": [each["words"] for each in vectors["blocks"]],
        "streams": [each["draws"] for each in vectors["streams"]],
    }


# --- edits ---


def one_of(text: str, pattern: str) -> tuple[int, str]:
    """Return the first line that begins with a pattern: its number and itself."""
    lines = text.split("\n")
    return next((at, line) for at, line in enumerate(lines, 1) if re.match(pattern, line))


def blocks_of(text: str) -> list[str]:
    return text.split("\n\n")


def swapped(text: str) -> str:
    parts = blocks_of(text)
    parts[4], parts[5] = parts[5], parts[4]
    return "\n\n".join(parts)


PLANTED: dict[str, tuple[Callable[[str], str], str]] = {
    "a changed fact": (lambda text: text.replace('"price":1} @', '"price":2} @', 1), "entry 3 was changed"),
    "a changed path": (lambda text: text.replace(" @ setup\n", " @ set\n", 1), "entry 1 was changed"),
    "a changed choice": (lambda text: text.replace("> abyss.explore\n", "> abyss.go\n", 1), "entry 2 was"),
    "a removed entry": (
        lambda text: "\n\n".join([*blocks_of(text)[:4], *blocks_of(text)[5:]]),
        "expected the first line of entry 4",
    ),
    "swapped entries": (swapped, "expected the first line of entry 4"),
    "a removed last entry": (
        lambda text: "\n\n".join([*blocks_of(text)[:-2], blocks_of(text)[-1]]),
        'expected "end 172 unfinished"',
    ),
    "swapped facts": (
        lambda text: re.sub(r"^(  - .*\n)(  - .*\n)", r"\2\1", text, count=1, flags=re.MULTILINE),
        "entry 1 was changed",
    ),
    "an inserted line": (lambda text: text.replace("\n  > ", "\n  > abyss.go_on\n  > ", 1), "entry 2 was"),
    "an inserted empty line": (lambda text: text.replace("\n  - ", "\n\n  - ", 1), "entry 1 was changed"),
    "an unknown line": (lambda text: text.replace("\n  - ", "\n  * x\n  - ", 1), "a line of entry 1 in its place"),
    "a choice after the facts": (
        lambda text: re.sub(r"(\n  > .*)(\n  - .*)", r"\2\1", text, count=1),
        "a line of entry 2 in its place",
    ),
    "a changed number of a question": (lambda text: text.replace("abyss.turn 1 ", "abyss.turn 2 "), "is number 1"),
    "a changed seat": (lambda text: text.replace("\n2 seat 1 ", "\n2 seat 9 "), "there is no seat 9"),
    "a changed draw": (lambda text: text.replace("0,2,[1]]", "0,2,[0]]", 1), 'the stream "start seat" gives 1'),
    "a changed word": (lambda text: text.replace("seat\",0,2", "seat\",1,2", 1), "continues at word 0, not at word 1"),
    "a changed seed": (lambda text: text.replace("\nseed a", "\nseed b"), "the header was changed"),
    "a changed name": (lambda text: text.replace("Ada", "Eva", 1), "the header was changed"),
    "a changed mark": (lambda text: text.replace("mark b", "mark c"), "the header was changed"),
    "a changed hash": (lambda text: text.replace("642b90ed6b5130d0", "642b90ed6b5130d1"), "entry 2 was changed"),
    "a changed outcome": (lambda text: text.replace("winners [1] scores", "winners [0] scores"), "expected \"end 173"),
    "a changed count": (lambda text: text.replace("\nend 173", "\nend 174"), 'expected "end 173'),
    "a changed head": (lambda text: text.replace("\nhead 9", "\nhead 8"), "the head is 96e3"),
    "carriage returns": (lambda text: text.replace("\n", "\r\n"), "not a replay"),
    "one carriage return": (lambda text: text.replace(" @ setup\n", " @ setup\r\n", 1), "a fact ends with"),
    "a space at an end": (lambda text: text.replace("\nseats 2\n", "\nseats 2 \n"), "expected the number of seats"),
    "a leading zero": (lambda text: text.replace("\nseats 2\n", "\nseats 02\n"), "expected the number of seats"),
    "quotes without need": (lambda text: text.replace(" Ada\n", ' "Ada"\n'), "is not how a text is written"),
    "names out of order": (
        lambda text: text.replace("name 0 Ada\nname 1 Bob", "name 1 Bob\nname 0 Ada"),
        "name 0 cannot come after name 1",
    ),
    "spaces in JSON": (lambda text: text.replace('"price":1', '"price": 1', 1), "not canonical JSON"),
    "an escaped letter": (lambda text: text.replace('"squid/1"', '"\\u0073quid/1"', 1), "not canonical JSON"),
    "a fraction": (lambda text: text.replace('"price":1', '"price":1.0', 1), "not canonical JSON"),
    "a key twice": (lambda text: text.replace('"price":1', '"price":1,"price":1', 1), 'the key "price" twice'),
    "JSON without end": (lambda text: text.replace("  ~ [", f"  ~ {'[' * 100_000}", 1), "levels deep"),
    "garbage at the end": (lambda text: f"{text}x", "the file continues after its end"),
    "an empty line at the end": (lambda text: f"{text}\n", "the file continues after its end"),
    "no line feed at the end": (lambda text: text.removesuffix("\n"), "no line feed at the end"),
    "a byte order mark": (lambda text: f"\ufeff{text}", "not a replay"),
}  # fmt: skip


@cache
def complaints_about_edits() -> dict[str, str]:
    """Return why each of the planted edits is refused; in one process, because starting Node takes long."""
    edited = {what: edit(golden()) for what, (edit, _) in PLANTED.items()}
    assert [what for what, text in edited.items() if text == golden()] == []
    return dict(zip(edited, complaints(*edited.values()), strict=True))


@pytest.mark.parametrize("what", PLANTED)
def test_a_planted_edit_is_found_and_named(what: str) -> None:
    why = complaints_about_edits()[what]
    assert PLANTED[what][1] in why
    assert re.match(r"line [1-9][0-9]*: [^\n]*\Z|not a replay: ", why), why


def test_the_line_is_named() -> None:
    at, line = one_of(golden(), '  ~ \\["tokens"')
    (why,) = complaints(golden().replace(line, line.replace("[14,17", "[17,14")))
    assert why == f'line {at}: the stream "tokens" gives 14 at place 0 of the shuffle from word 0 on, not 17'


def test_every_truncation_is_found() -> None:
    data = golden()
    ends = [*range(0, len(data), 997), *range(len(data) - 120, len(data))]
    starts = [found.end() for found in re.finditer(r"\n\n", data)][::9]
    found = complaints(*[data[:end] for end in (*ends, *starts)])
    assert [why for why in found if not why] == []


def test_changed_entropy_is_found() -> None:
    text = with_entropy()
    edits = [
        text.replace(f"+ 0 {PARTS[0].hex()}", f"+ 0 {PARTS[2].hex()}"),
        text.replace(f"+ 2 {PARTS[2].hex()}", "+ 2 -"),
        text.replace("+ 1 -", f"+ 1 {PARTS[0].hex()}"),
        text.replace("  + 1 -\n", ""),
        text.replace(f"  + 2 {PARTS[2].hex()}\n", ""),
        re.sub(r"  \+ .*\n", "", text),
        text.replace("  + 1 -", "  + 1 "),
        text.replace(PARTS[2].hex(), PARTS[2].hex().upper()),
    ]
    assert text not in edits
    assert [why for why in complaints(text, *edits) if not why] == [""]


def lines_changed(rng: random.Random, lines: list[str]) -> tuple[int, int, list[str]]:
    """Return a random edit of one line: where, how many lines it replaces, and what it puts there."""
    at = rng.randrange(len(lines) - 1)
    line = lines[at]
    place = rng.randrange(len(line) + 1)
    other = rng.choice(lines[:-1])
    letter = rng.choice('0123456789abcdef",:[]{} @~>+-.\\é\r\t')
    return rng.choice(
        [
            (at, 1, [line[:place] + letter + line[place + 1 :]]),
            (at, 1, [line[:place] + letter + line[place:]]),
            (at, 1, [line[:place] + line[place + 1 :]]),
            (at, 1, [line[:place]]),
            (at, 1, [line[:place], line[place:]]),
            (at, 1, []),
            (at, 1, [other]),
            (at, 0, [other]),
            (at, 0, [line]),
            (at, 2, lines[at : at + 2][::-1]),
            (at, 2, ["".join(lines[at : at + 2])]),
        ]
    )


def random_edits(rng: random.Random, path: Path) -> list[tuple[int, int, list[str]]]:
    """Return edits of a file that change something."""
    lines = path.read_text(encoding="utf-8").split("\n")
    edits: list[tuple[int, int, list[str]]] = []
    while len(edits) < EDITS_PER_FILE:
        at, removed, added = lines_changed(rng, lines)
        if added != lines[at : at + removed] and [*lines[:at], *added, *lines[at + removed :]] != lines:
            edits.append((at, removed, added))
    return edits


def test_every_random_edit_of_a_line_is_found(seed: str) -> None:
    """TRUST A2, without the rules."""
    rng = random.Random(seed)
    edits = {path: random_edits(rng, path) for path in (*GOLDENS, *OTHERS)}
    given = [{"file": str(path), "edits": [(0, 0, []), *tried]} for path, tried in edits.items()]
    for (path, tried), (control, *found) in zip(edits.items(), evaluate(EDITS, given), strict=True):
        assert "fits" in control
        unfound = [edit for edit, each in zip(tried, found, strict=True) if "fits" in each]
        assert unfound == [], path
        strange = [each for each in found if each["kind"] not in ("Mismatch", "NotAReplay")]
        assert strange == [], f"an error of the checker itself with {path}"


# --- forgeries: every hash is computed again after the edit ---


def forged(text: str) -> str:
    """Return an edited replay with the right mark, hashes and head."""
    header, *entries, end = text.removesuffix("\n").split("\n\n")
    lines = header.split("\n")[:-1]
    mark = sha256("\n".join(lines).encode()).hexdigest()[:16]
    header = "\n".join([*lines, f"mark {mark}"])
    file = ReplayFile("\n\n".join([header, *entries, end, ""]).encode())
    charter = file.header().charter
    bodies, problem = file.bodies()
    assert problem is None
    hashes = [each.hex() for each in chain(GENESIS, [encode(charter), *[body for body, _ in bodies]])]
    for place, entry in enumerate(entries):
        first, *rest = entry.split("\n")
        entries[place] = "\n".join([f"{first[:-16]}{hashes[place + 1][:16]}", *rest])
    end = re.sub(r"head .*", f"head {hashes[-1]}", end)
    return "\n\n".join([header, *entries, f"{end}\n"])


class Forgery(NamedTuple):
    """An edit whose hashes were all computed again, and what the checker says about it."""

    old: str
    new: str
    why: str
    is_about_luck: bool = True


FORGERIES = {
    "seed": Forgery("\nseed a", "\nseed b", 'the stream "deck/exploration" gives'),
    "a draw": Forgery('["start seat",0,2,[1]]', '["start seat",0,2,[0]]', "gives 1 from word 0 on, not 0"),
    "a gap": Forgery('["start seat",0,2,[1]]', '["start seat",1,2,[1]]', "continues at word 0, not at word 1"),
    "the bound of a draw": Forgery('["start seat",0,2,[1]]', '["start seat",0,7,[1]]', "gives 0 from word 0 on, not 1"),
    "question": Forgery("seat 1 abyss.turn 1 ", "seat 1 abyss.turn 3 ", "is number 1, not 3", is_about_luck=False),
    "seat": Forgery("\n2 seat 1 ", "\n2 seat 2 ", "there is no seat 2", is_about_luck=False),
    "JSON": Forgery('"price":1} @', '"price":1e0} @', "not canonical JSON", is_about_luck=False),
    "outcome": Forgery('ended {"ending":"s', 'ended {"ending":"S', 'expected "end 173 Seventh', is_about_luck=False),
}  # fmt: skip


def test_control_a_forged_replay_has_the_right_hashes() -> None:
    assert forged(golden()) == golden()
    assert forged(golden().replace("head 9", "head 8").replace("mark b", "mark c")) == golden()


@pytest.mark.parametrize("what", FORGERIES)
def test_a_forgery_is_found_although_its_hashes_fit(what: str, tmp_path: Path) -> None:
    """The luck also by check_draws.py, which checks nothing else."""
    old, new, expected, is_about_luck = FORGERIES[what]
    assert old in golden()
    copy = copied(tmp_path, forged(golden().replace(old, new, 1)))
    code, out, _ = check(copy)
    assert code == 1
    assert expected in out
    assert check_draws(copy).code == is_about_luck


def test_forged_entropy_is_found() -> None:
    text = with_entropy().replace("+ 1 -", f"+ 1 {PARTS[0].hex()}")
    (why,) = complaints(forged(text))
    assert "the stream" in why


@pytest.mark.parametrize(
    ("old", "new"),
    [
        pytest.param('{"seat":0,"pearls":1}', '{"seat":0,"pearls":9}', id="a fact"),
        pytest.param(
            '["start seat",0,2,[1]]', '["start seat",0,3,[1]]', id="a bound that gives the same number"
        ),
    ],
)
def test_control_some_forgeries_are_found_by_the_rules_only(old: str, new: str, tmp_path: Path) -> None:
    """FORMAT.md, "What to check": the file is consistent, and only a re-run shows what the answers lead to."""
    assert old in golden()
    text = forged(golden().replace(old, new, 1))
    assert check(copied(tmp_path, text)).code == 0
    assert not verify_replay(text.encode()).ok


def test_a_forged_option_is_found_by_the_commitment(tmp_path: Path) -> None:
    """A header that plays the same game is consistent; the commitment is what binds it."""
    text = forged(golden().replace('\nedition ""', "\nedition de"))
    copy = copied(tmp_path, text)
    commitment = link(GENESIS, encode(read_replay(golden().encode()).charter)).hex()
    assert check(copy).code == 0
    code, out, _ = check(copy, "--commitment", commitment)
    assert code == 1
    assert re.fullmatch(
        f"does not fit: line 1: the header makes the commitment [0-9a-f]{{64}}, not {commitment}\n", out
    )


# --- the command ---


def test_the_command_says_what_it_cannot_read(tmp_path: Path) -> None:
    good, bad = copied(tmp_path, golden()), tmp_path / "other"
    usage = "usage: node check_replay.js FILE [--commitment HEX]\n"
    assert check(tmp_path / "nowhere.replay").code == 2
    for data in (b"", b"referee bundle 1\n", b"\xff\xfe", b"referee replay 12\n"):
        bad.write_bytes(data)
        assert check(bad) == Ran(2, "", 'not a replay: it must begin with "referee replay 1"\n')
    assert (
        check(good, "--commitment")
        == check(good, "--commitment", "12")
        == check(good, "x")
        == Ran(2, "", usage)
    )
    bad.write_bytes(golden().encode().replace(b"Ada", b"\xc3"))
    assert check(bad) == Ran(1, "does not fit: line 7: not UTF-8\n", "")


# --- the bot ---


def test_mark_of_an_unrefereed_match_is_read_and_covered(tmp_path: Path) -> None:
    charter = msgspec.structs.replace(new_charter("abyss", 2, seed="marked"), salt="7f" * 32, unrefereed=True)
    text = write_replay(log_of(settle(charter), "marked"))
    said = check(copied(tmp_path, text))
    assert said.code == 0, said
    assert said.out.startswith("abyss, 2 seats, unrefereed, ")
    said = check(copied(tmp_path, unmarked(text)))
    assert (said.code, "entry 1 was changed" in said.out) == (1, True), said
    for wrong in ("unrefereed no", "unrefereed", "unrefereed yes\nunrefereed yes"):
        assert check(copied(tmp_path, text.replace("unrefereed yes", wrong, 1))).code == 1


async def play(referee: aio.Client, bot: Path, folder: Path, seed: str) -> tuple[str, Ran]:
    """Play a match with the bot in Node, which then checks the replay. Return the id of the match."""
    match = (await referee.create_match("abyss", 2, seed=seed)).match.id
    ours = await referee.join_seat(match)
    playing = referee.play({ours: RandomBot(seed)})
    _, ran = await asyncio.gather(playing, run(bot, folder, referee.address, match, "--check-replay"))
    return match, ran


async def test_the_bot_checks_the_replay(bot: Path, tmp_path: Path, seed: str) -> None:
    async with connected() as referee:
        match, (code, out, errors) = await play(referee, bot, tmp_path, seed)
    assert (code, errors) == (0, ""), out
    stored = tmp_path / f"{match}.seat-1.replay"
    assert re.search(
        rf"^{re.escape(stored.name)} fits the commitment and our entropy: [0-9]+ draws$", out, re.MULTILINE
    )
    assert verify_replay(stored.read_bytes()).ok


LIES: dict[str, tuple[Callable[[str], str], str]] = {
    "an edited fact": (lambda text: text.replace('"pearls":1', '"pearls":2', 1), "entry 1 was changed"),
    "another seed": (
        lambda text: golden(),
        "the header makes the commitment ec911695",
    ),
    "no replay": (lambda text: "nothing\n", "not a replay"),
}


@pytest.mark.parametrize("lie", LIES)
async def test_the_bot_finds_a_replay_that_does_not_fit(
    lie: str, bot: Path, tmp_path: Path, seed: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    edit, expected = LIES[lie]
    honest: Any = Records.replay

    async def replay(self: Records, access: Any) -> str:
        return edit(await honest(self, access))

    monkeypatch.setattr(Records, "replay", replay)
    async with connected() as referee:
        _, (code, _, errors) = await play(referee, bot, tmp_path, seed)
    assert code == 3
    assert expected in errors
    assert errors.count("\n") == 1

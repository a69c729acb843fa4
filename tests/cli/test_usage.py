"""Words that the command line does not know: one line, with what was probably meant; and their completion."""

from __future__ import annotations

import argparse
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.cli.parser import build_parser
from tests.cli.running import inside

PLAY = ("play", "abyss", "--seats", "2")

SUGGESTED = {
    "a command": (("vrify", "a.replay"), "unknown command 'vrify'; did you mean verify?"),
    "a step": (("dispute", "opn", "a.bundle"), "unknown step 'opn'; did you mean open?"),
    "an action": (("access", "isue"), "unknown action 'isue'; did you mean issue?"),
    "an action of keys": (("keys", "rotat"), "unknown action 'rotat'; did you mean rotate?"),
    "an option": ((*PLAY, "--bot", "random"), "unknown option --bot; did you mean --bots?"),
    "an option with its value": ((*PLAY, "--match=3"), "unknown option --match; did you mean --matches?"),
    "a required option": (("play", "abyss", "--seat", "2"), "unknown option --seat; did you mean --seats?"),
    "an option of a step": (("dispute", "try", "--editon", "fr"), "--editon; did you mean --edition?"),
    "an option of all": (("--verison",), "unknown option --verison; did you mean --version?"),
    "a choice": ((*PLAY, "--talk", "pallete"), "unknown talk 'pallete'; did you mean palette?"),
    "a game": (("play", "Abys", "--seats", "2"), "did you mean abyss?"),
    "a game of the rules": (("rules", "unfathomble"), "did you mean unfathomable?"),
    "a bot": ((*PLAY, "--bots", "randm"), "did you mean random?"),
    "a ruling": ((*PLAY, "--ruling", "pearls.visiblity=x"), "did you mean pearls.visibility?"),
    "a reading": ((*PLAY, "--ruling", "pearls.visibility=cuped"), "did you mean cupped?"),
    "an edition": (("play", "unfathomable", "--seats", "3", "--edition", "d"), "did you mean de?"),
    "a game option": (
        ("play", "unfathomable", "--seats", "3", "--option", "dificulty=x"),
        "did you mean difficulty?",
    ),
    "a part": (("bench", "--only", "engin"), "did you mean engine?"),
}


@pytest.mark.parametrize("case", SUGGESTED)
def test_an_unknown_word_gets_what_was_probably_meant(case: str) -> None:
    arguments, said = SUGGESTED[case]
    ran = inside(*arguments)
    assert (ran.code, ran.out) == (2, "")
    (line,) = ran.err.splitlines()
    assert said in line


def test_a_rule_that_is_not_found_gets_what_was_probably_meant() -> None:
    ran = inside("rules", "abyss", "explore.ofer")
    assert ran.code == 1
    assert "did you mean explore.offer?" in ran.out
    assert "did you mean offer?" in inside("rules", "abyss", "offre").out


def test_a_word_that_resembles_nothing_gets_the_list() -> None:
    ran = inside("zzz")
    assert "unknown command 'zzz' (choose from demo, serve, " in ran.err
    assert "did you mean" not in inside("play", "chess", "--seats", "2").err


def parsers(parser: argparse.ArgumentParser) -> Iterator[argparse.ArgumentParser]:
    """Yield a parser and all parsers below it."""
    yield parser
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for each in action.choices.values():
                yield from parsers(each)


def test_no_option_can_be_abbreviated(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = build_parser()
    # Building it takes most of the time of a command that is refused.
    monkeypatch.setattr("referee.cli.parser.build_parser", lambda: whole)
    for parser in parsers(whole):
        for option in parser._option_string_actions:
            shorter = option[:-1]
            if shorter.startswith("--") and shorter not in {*parser._option_string_actions, "--"}:
                ran = inside(*parser.prog.split()[1:], shorter)
                assert ran.code == 2
                assert f"unknown option {shorter}" in ran.err, (parser.prog, ran.err)


def test_words_too_many_are_named_with_the_command() -> None:
    ran = inside("watch", "localhost:8600", "m-1", "m-2")
    assert ran.err == "referee watch: unexpected argument m-2 ('referee watch --help' explains it)\n"


@pytest.mark.parametrize("option", ["--seed", "--bots", "--ruling", "--edition"])
def test_text_that_is_not_utf8_is_refused(option: str) -> None:
    ran = inside(*PLAY, option, "\udcff")
    assert (ran.code, len(ran.err.splitlines())) == (2, 1)
    assert f"{option.removeprefix('--')} is not valid UTF-8" in ran.err


def test_a_file_may_have_a_name_that_is_not_utf8() -> None:
    assert "cannot read" in inside("verify", "\udcff.replay").err


COMPLETED = {
    ("ver",): "verify",
    ("dispute", "ap"): "appeal",
    ("verify", "--rec"): "--receipt",
    ("dispute", "open", "bundle", "--fr"): "--frame --freeze",
    ("rules", "ab"): "abyss",
    ("play", "abyss", "--bots", ""): "random sensible",
    ("keys", "r"): "rotate revoke",
    ("completion", ""): "bash zsh fish",
    ("play", "abyss", "--edition", ""): "",
    ("play", "abyss", "--save", ""): "",
    ("play", "abyss", "--quiet", ""): "abyss unfathomable among_cultists",
    ("match", "list", "--status", "p"): "paused",
}


@pytest.mark.parametrize("words", COMPLETED)
def test_bash_completes(words: tuple[str, ...], tmp_path: Path) -> None:
    script = tmp_path / "script"
    script.write_text(inside("completion", "bash").out)
    ask = 'source "$0"; COMP_WORDS=(referee "$@"); COMP_CWORD=$#; _referee; echo "${COMPREPLY[*]}"'
    done = subprocess.run(["bash", "-c", ask, script, *words], capture_output=True, text=True, check=True)
    assert (done.stdout.strip(), done.stderr) == (COMPLETED[words], "")


def test_bash_completes_every_command_step_and_option(tmp_path: Path) -> None:
    """All in one shell; each line begins with what was asked."""
    script = tmp_path / "script"
    script.write_text(inside("completion", "bash").out)
    asked = {}
    for parser in parsers(build_parser()):
        path = parser.prog.split()[1:]
        asked[" ".join([*path, "-"])] = set(parser._option_string_actions)
    ask = (
        'source "$0"; for line in "$@"; do read -ra words <<< "$line"; COMP_WORDS=(referee "${words[@]}"); '
        'COMP_CWORD=${#words[@]}; _referee; echo "$line: ${COMPREPLY[*]}"; done'
    )
    done = subprocess.run(["bash", "-c", ask, script, *asked], capture_output=True, text=True, check=True)
    answers = dict([line.split(":", 1) for line in done.stdout.splitlines()])
    assert {line: set(words.split()) for line, words in answers.items()} == asked
    assert len(asked) > 35


def test_zsh_and_fish_have_the_same_words() -> None:
    assert inside("completion", "zsh").out.endswith(inside("completion", "bash").out)
    fish = inside("completion", "fish").out
    assert "-a 'bash zsh fish'" in fish
    assert "-n '__fish_seen_subcommand_from play' -l seats -r -d 'number of seats'" in fish

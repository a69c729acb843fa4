"""The event file: what is refused, with the line and what is allowed."""

from __future__ import annotations

import pytest

from referee.arena.event_file import EventFileError, read_event_file

GOOD = """\
name = "Cup"
game = "abyss"
seats = 4
format = "league"
rounds = 2

[[entrants]]
name = "Ada"
bot = "random"

[[entrants]]
name = "Bob"
bot = "sensible"
"""

CHANGES = {
    "no TOML": ("seats = 4", "seats = = 4", "Invalid value (at line 3"),
    "unknown key": ("rounds = 2", "round = 2", "line 5: unknown key 'round' (choose from name, game,"),
    "unknown key of an entrant": (
        'name = "Bob"\nbot',
        'name = "Bob"\nbots',
        "line 13: unknown key 'bots' (choose from name, version, bot, python, command, dial_in, person)",
    ),
    "no game": ('game = "abyss"\n', "", "the event has no 'game'"),
    "unknown game": ('"abyss"', '"abys"', "line 2: unknown game 'abys' (choose from abyss,"),
    "wrong type": ("seats = 4", 'seats = "4"', "line 3: seats: expected int, got str"),
    "seats": ("seats = 4", "seats = 7", "line 3: abyss is played by 2 to 4 seats, not 7"),
    "unknown format": ("league", "leage", "line 4: format cannot be 'leage' (choose from league, pods,"),
    "rounds": ("rounds = 2", "rounds = 0", "line 5: rounds must be from 1 to 1000, not 0"),
    "deals": ("rounds = 2", "deals = -1", "line 5: deals must be from 1 to 10000, not -1"),
    "memory": ("rounds = 2", "memory_mb = 1", "line 5: memory_mb must be from 16 to 1000000, not 1"),
    "time": ("rounds = 2", "seconds_per_answer = 0.0", "line 5: seconds_per_answer must be above 0"),
    "duplicate names": ('"Bob"', '"ADA"', "line 8: there are two entrants called 'Ada'"),
    "a name that is a path": ('"Bob"', '"../b"', "line 12: the name '../b' may have 1 to 40 letters"),
    "name of the event": ('"Cup"', '""', "line 1: the name '' may have"),
    "no bot": (
        'bot = "sensible"',
        "",
        "line 12: 'Bob' needs exactly one of bot, python, command and dial_in = true",
    ),
    "two bots": ('bot = "sensible"', 'bot = "sensible"\npython = "a.py:A"', "needs exactly one of bot"),
    "one entrant": ('[[entrants]]\nname = "Bob"\nbot = "sensible"\n', "", "2 to 1000 entrants, not 1"),
    "hero": ('"league"', '"gauntlet"', "a gauntlet needs a hero among the entrants, not ''"),
    "hero of a league": ("rounds = 2", 'hero = "Ada"', "line 5: only a gauntlet has a hero"),
    "filler of a league": ("rounds = 2", 'filler = "random"', "line 5: only a duel has a filler"),
    "advance": (
        '"league"\nrounds = 2',
        '"knockout"\nadvance = 4',
        "line 5: advance must be from 1 to 3, not 4",
    ),
    "duel without duplicates": ('"league"', '"duel"\nduplicate = false', "line 5: a duel is always played"),
    "duel test": ("rounds = 2", "duel = {alpha = 0.6}", ""),
    "edition": ("rounds = 2", 'edition = "xx"', "line 5: "),
    "talk": ("rounds = 2", 'talk = "palette"', "line 5: talk cannot be 'palette' (choose from none, free)"),
    "contradicting clocks": (
        "rounds = 2",
        'clock = "decision 5s"',
        "line 5: the clock gives 5s for a decision, but seconds_per_answer is 10; one of them must change",
    ),
    "a clock that contradicts itself": (
        "rounds = 2",
        'clock = "bank 5m, zero until-back"',
        "line 5: an empty bank stays empty without an increment",
    ),
    "no clock": ("rounds = 2", 'clock = "5 minutes"', "line 5: "),
    "a clock without a limit": ("rounds = 2", 'clock = "0"', "line 5: an event needs a time limit"),
    "bye points": (
        "rounds = 2",
        'bye_points = "half"',
        "bye_points cannot be 'half' (choose from mean, win, zero)",
    ),
    "absent": ("rounds = 2", 'absent = "wait"', "absent cannot be 'wait' (choose from defaults, walkover)"),
    "rounds of a knockout": ('"league"', '"knockout"', "line 5: a knockout has no number of rounds"),
    "a person at this machine": (
        'bot = "sensible"',
        'bot = "sensible"\nperson = true',
        "line 14: 'Bob' is a person, who needs dial_in = true",
    ),
    "tie-break": ("rounds = 2", 'tie_breaks = ["luck"]', "cannot be 'luck' (choose from wins, opponents,"),
}


def test_a_good_file_is_read() -> None:
    event = read_event_file(GOOD)
    assert (event.name, event.seats, event.duplicate) == ("Cup", 4, True)
    assert [entrant.label for entrant in event.entrants] == ["Ada 1", "Bob 1"]


@pytest.mark.parametrize("case", CHANGES)
def test_a_bad_file_is_refused_with_its_line(case: str) -> None:
    old, new, message = CHANGES[case]
    assert old in GOOD
    if not message:
        # Only a duel looks at its test.
        read_event_file(GOOD.replace(old, new, 1))
        return
    with pytest.raises(EventFileError) as refused:
        read_event_file(GOOD.replace(old, new, 1), "cup.toml")
    assert str(refused.value).startswith("cup.toml")
    assert message in str(refused.value)


@pytest.mark.parametrize(
    ("test", "message"),
    [
        ("elo1 = -5", "elo1 must be above elo0, which is 0"),
        ("alpha = 0.6", "alpha must be between 0 and 0.5"),
    ],
)
def test_the_test_of_a_duel_is_checked(test: str, message: str) -> None:
    text = GOOD.replace("league", "duel").replace("rounds = 2", "") + f"\n[duel]\n{test}\n"
    with pytest.raises(EventFileError, match=message):
        read_event_file(text)


def test_people_play_no_duel() -> None:
    text = (
        GOOD.replace("league", "duel")
        .replace("rounds = 2", "")
        .replace('bot = "random"', "dial_in = true\nperson = true")
    )
    with pytest.raises(EventFileError, match="a duel repeats its deals, and no person plays a deal twice"):
        read_event_file(text)


def test_options_that_cannot_be_played_are_refused() -> None:
    with pytest.raises(EventFileError, match="has no option 'speed'"):
        read_event_file(GOOD + '\n[options]\nspeed = "9"\n')

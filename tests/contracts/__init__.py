"""Contracts that every game must satisfy, checked on random matches from a printed seed.

A game joins with one file here, `<game>.py`, which holds its `DECLARATION`: what is in the box, what a viewer may see,
and how long a match may last. A registered game without one fails. Nothing else here knows a particular game, except
for the planted faults, most of which live in `parlour`, a game made for them in which everything that can be hidden is.

- `declarations`: what a game declares, and how the declaration is found;
- `parlour`: the game for the planted faults;
- `playing`: random charters, random answers, wrong answers;
- `worlds`: a match with every byte its viewers receive;
- `interference`: two worlds that differ only in what a viewer cannot know;
- `leaks`: the planted faults;
- `golden`: the golden replays, and the command that rewrites them.

Run the campaigns with `python3 -m tests -- -m campaign tests/contracts`.
"""

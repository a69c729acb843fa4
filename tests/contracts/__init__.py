"""What every game must pass, on random matches from a printed seed.

A game joins by one file here, `<game>.py`, with its `DECLARATION`: what is in the box, what a viewer may see, and how
long a match may last. A registered game without one fails. Nothing else here knows a game, but for the planted faults,
which need one to be planted in: `parlour` is a game made for that, in which everything that can be hidden is hidden.

- `declarations`: what a game declares, and how it is found;
- `parlour`: the game of the planted faults;
- `playing`: random charters, random answers, wrong answers;
- `worlds`: a match with every byte its viewers get;
- `interference`: two worlds that differ only in what a viewer cannot know;
- `leaks`: the planted faults;
- `golden`: the golden replays, and the command that rewrites them.

The campaigns: `python3 -m tests -- -m campaign tests/contracts`.
"""

"""The building blocks of every game: scripts that ask and record, facts with audiences, labelled chance.

The kernel is pure: it has no clock, no I/O and no floats, and its only randomness comes from the seed. Read its modules
in this order:

- `facts`: what happened, and who may see each field;
- `asks`: the ways to ask a seat, and what makes an answer valid;
- `questions`: the questions of a game, each declared once;
- `refusals`: why an answer is refused;
- `chance`: all luck, in labelled streams from one seed;
- `table`: what a script works with: the state, the facts, the luck and the readings of a match;
- `paths`: how the rules in force are noted;
- `wording`: a game in sentences for people;
- `game`: what a game declares;
- `run`: runs a script, one answer at a time.
"""

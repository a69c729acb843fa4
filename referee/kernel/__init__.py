"""What every game is written with: scripts that ask and record, facts with audiences, labelled chance.

The kernel is pure: no clock, no I/O, no randomness but the seed's, no floats. Its parts, in the order a
newcomer should read them:

- `facts`: what happened, and who may see each field of it;
- `asks`: the kinds of question a script may put, and what makes an answer valid;
- `questions`: how a game declares its questions, each once;
- `refusals`: why an answer was not taken;
- `chance`: the only luck, in labelled streams from one seed;
- `table`: what a script holds in its hands while it runs;
- `game`: what a game must declare;
- `run`: a script being run, answer by answer.
"""

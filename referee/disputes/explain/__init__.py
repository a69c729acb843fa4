"""Explain what happened in a match by running it again.

- `explanations`: why a fact came about, and why an answer is refused;
- `trials`: what another reading of the rules would have changed;
- `attempts`, `trial_comparison`: the two steps of a trial, giving the recorded answers to the other run and comparing;
- `trial_result`, `trial_reports`: what a trial found, and how the audit log stores it;
- `trace`: a re-run with a note of every draw, reading and question;
- `shuffles`: the shuffle that put a card where it was found;
- `frame_facts`: the fact at a given place in a viewer's frame;
- `citations`: rules and readings as they are cited;
- `phrasing`: facts, choices and refusals in the words of their game.
"""

"""The options of a match: the optional roles, the board, and the data files of an owner of the box."""

from __future__ import annotations

from referee.games.among_cultists.cards import Board, CharacterRole, Side
from referee.games.among_cultists.data import DataFault, box_of
from referee.games.among_cultists.layout import layout_of
from referee.kernel.game import Options, Setup


class CultistsOptions(Options, frozen=True):
    """What may be agreed on before a match. Which roles are in play is public; who has them is not."""

    snitch: bool = False
    """Whether the Snitch is in play; 7 or 8 seats, without the Seer."""
    gentle_soul: bool = False
    """Whether the Gentle Soul is in play; advised with 7 or 8 seats."""
    poltergeist: bool = False
    """Whether the Poltergeist is in play; advised with 7 or 8 seats, without the Firestarter."""
    sleeper: bool = False
    """Whether the Sleeper is in play; 7 or 8 seats."""
    yellow_traitor: bool = False
    """Whether the Yellow Traitor is in play; at least 5 seats, advised with 7 or 8."""
    seer: bool = False
    """Whether the Seer is in play; at least 5 seats, without the Snitch. Its power is a house rule."""
    firestarter: bool = False
    """Whether a Cultist is the Firestarter; at least 5 seats, without the Poltergeist. Its power is a house rule."""
    board: Board = Board.ISLANDS
    """The map: the islands of the expansion, or the University, which is a house map."""
    data: str = ""
    """The text of other data files, joined; empty for the game's own. `--option data=@DIR` reads them."""

    def roles(self) -> tuple[CharacterRole, ...]:
        """Return the optional roles in play."""
        chosen = {
            CharacterRole.SNITCH: self.snitch,
            CharacterRole.GENTLE_SOUL: self.gentle_soul,
            CharacterRole.POLTERGEIST: self.poltergeist,
            CharacterRole.SLEEPER: self.sleeper,
            CharacterRole.YELLOW_TRAITOR: self.yellow_traitor,
            CharacterRole.SEER: self.seer,
            CharacterRole.FIRESTARTER: self.firestarter,
        }
        return tuple([role for role, is_chosen in chosen.items() if is_chosen])


def why_not_playable(setup: Setup) -> str:
    """Return what is wrong with the options of a match for its number of seats; empty if nothing is."""
    options = setup.options if isinstance(setup.options, CultistsOptions) else CultistsOptions()
    if options.data.startswith("sha256:"):
        return "option data is the hash of data files, not their text; GetMatch and the replay have the text"
    try:
        layout = layout_of(options.data, options.board, setup.seats)
        known = box_of(options.data).roles
    except DataFault as fault:
        return str(fault)
    roles = options.roles()
    for role in roles:
        if role not in known:
            return f"option {role.value} cannot be true: roles.csv has no such role"
        row = known[role]
        if setup.seats < row.least_seats:
            return (
                f"option {role.value} cannot be true with {setup.seats} seats "
                f"(roles.csv, line {row.row.line}: at least {row.least_seats} seats)"
            )
        for other in row.excludes:
            if other in roles:
                return (
                    f"options {role.value} and {other.value} cannot both be true "
                    f"(roles.csv, line {row.row.line}: choose one of them)"
                )
    special = [role for role in roles if known[role].side is not Side.CULTISTS]
    most = setup.seats - layout.numbers.cultists - 1
    if len(special) > most:
        names = ", ".join([role.value for role in special])
        return (
            f"{len(special)} optional roles on the Investigators' side ({names}); at most {most} are allowed"
        )
    return ""

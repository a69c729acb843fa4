"""The options of a match: the optional roles, the board, and the data files of an owner of the box."""

from __future__ import annotations

from referee.games.among_cultists.cards import Board, CharacterRole, Side
from referee.games.among_cultists.data import DataFault, box_of
from referee.games.among_cultists.layout import layout_of
from referee.kernel.game import Options, Setup

SUPPORTED = {
    CharacterRole.SNITCH: Side.INVESTIGATORS,
    CharacterRole.GENTLE_SOUL: Side.INVESTIGATORS,
    CharacterRole.POLTERGEIST: Side.CULTISTS,
    CharacterRole.SLEEPER: Side.CULTISTS,
    CharacterRole.YELLOW_TRAITOR: Side.YELLOW,
    CharacterRole.SEER: Side.INVESTIGATORS,
    CharacterRole.FIRESTARTER: Side.CULTISTS,
}
"""The side that a role supports by its Loyalty; roles.csv has the side on which it starts."""

MOST_LOYALTY_BETWEEN = 1
"""The difference of the Loyalty of the two sides up to which a set of roles is balanced."""

SEATS_THAT_COUNT_TRAITOR = 6
"""The number of seats with which a killed Yellow Traitor should count: the Cultist needs four kills (BALANCE.md)."""


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
            names = ", ".join([each.value for each in known]) or "none"
            return f"option {role.value} cannot be true: roles.csv has no such role (choose from {names})"
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


def advice(setup: Setup) -> tuple[str, ...]:
    """Return what is advised about the optional roles: for how many seats they are meant, and their Loyalty.

    Loyalty is a number for choosing roles, and has no effect in play. The Yellow Traitor's counts for either side.
    """
    options = setup.options if isinstance(setup.options, CultistsOptions) else CultistsOptions()
    known = box_of(options.data).roles
    roles = options.roles()
    found = [
        f"Option {role.value} is advised with at least {known[role].advised_seats} seats; "
        f"this match has {setup.seats}."
        for role in roles
        if setup.seats < known[role].advised_seats
    ]
    if CharacterRole.YELLOW_TRAITOR in roles and setup.seats == SEATS_THAT_COUNT_TRAITOR:
        reading = setup.readings["kills.yellow"]
        if reading != "always":
            found.append(
                f"Option yellow_traitor is advised with the ruling kills.yellow=always with {setup.seats} seats; "
                f"with {reading} the Cultist rarely wins."
            )
    if roles:
        sums = dict.fromkeys((Side.INVESTIGATORS, Side.CULTISTS, Side.YELLOW), 0)
        for role in roles:
            sums[SUPPORTED[role]] += known[role].loyalty
        found.append(_loyalty(sums[Side.INVESTIGATORS], sums[Side.CULTISTS], sums[Side.YELLOW]))
    return tuple(found)


def _loyalty(investigators: int, cultists: int, either: int) -> str:
    """Return the sums of Loyalty as a sentence; what counts for either side is added to the lower sum."""
    sums = f"Loyalty of the optional roles: Investigators {investigators}, Cultists {cultists}"
    if either:
        sums += f", and {either} for either side"
    low, high = sorted((investigators, cultists))
    if abs(high - low - either) <= MOST_LOYALTY_BETWEEN:
        return f"{sums}; that is balanced."
    return f"{sums}; a difference of at most {MOST_LOYALTY_BETWEEN} is advised."

"""Scenes: a game as one seat sees it, as data that a terminal or a web page can draw.

A scene is made from a view, never from a full state. The `scene.py` of a game defines the function
`scene(look)`, a `summary` and a `cover`, `told(seen)` with the sentences of the log, and
`revealed(before, after)` if it has secret choices, `missed(look, action)` if it is a race.
`cards_out(look)` shows which parts of the box are still out. A game without a scene is shown field by field.

A piece lists the legal actions that start with it (`actions`) and those that it can complete (`ends`).
A piece with a single action plays it when picked. With several, the player picks further pieces; a menu
offers the actions that no piece can tell apart. Some actions are buttons (`Choice`) or forms (`Form`).
On a plane the player picks column and row with one click (`Aim`).
"""

from .events import GameEvent, Moment, Seen, Side, events_of, outcome, players
from .look import (
    Help,
    Look,
    cards_out_of,
    cover_of,
    has_cards_out,
    missed,
    plain,
    revealed,
    scene_of,
    summary_of,
    theme_of,
)
from .model import (
    Aim,
    Area,
    AreaLook,
    Axis,
    Choice,
    Form,
    Layout,
    Odds,
    Part,
    PartKind,
    Piece,
    PieceKind,
    Player,
    Preview,
    Role,
    Route,
    Scene,
    SeatStatus,
    Shared,
    Summary,
    TallyRow,
    Text,
    Theme,
    Turn,
    Words,
    actions_in,
    encode,
    say,
    shown_in,
)
from .parts import chips, facts, form, listed, tiles
from .svg import Picture, picture

__all__ = [
    "Aim",
    "Area",
    "AreaLook",
    "Axis",
    "Choice",
    "Form",
    "GameEvent",
    "Help",
    "Layout",
    "Look",
    "Moment",
    "Odds",
    "Part",
    "PartKind",
    "Picture",
    "Piece",
    "PieceKind",
    "Player",
    "Preview",
    "Role",
    "Route",
    "Scene",
    "SeatStatus",
    "Seen",
    "Shared",
    "Side",
    "Summary",
    "TallyRow",
    "Text",
    "Theme",
    "Turn",
    "Words",
    "actions_in",
    "cards_out_of",
    "chips",
    "cover_of",
    "encode",
    "events_of",
    "facts",
    "form",
    "has_cards_out",
    "listed",
    "missed",
    "outcome",
    "picture",
    "plain",
    "players",
    "revealed",
    "say",
    "scene_of",
    "shown_in",
    "summary_of",
    "theme_of",
    "tiles",
]

"""The messages on the WebSocket follow the schema, for every game and both formats."""

from __future__ import annotations

import json
import random

import msgspec

from matchbox.engine import games
from matchbox.scene import encode
from matchbox.server.schema import ServerMessage, State

from .harness import Node, Seat

decoder = msgspec.json.Decoder(ServerMessage)
MOVES = 12
NAMES = ["Ann", "Bob", "Cem", "Dora", "Eve", "Fay", "Gil", "Hal"]


def checked(raw: str | bytes) -> ServerMessage:
    """A message of the server that contains the fields of the schema and no others."""
    message: ServerMessage = decoder.decode(raw)
    assert json.loads(encode(message)) == json.loads(raw)
    return message


def test_messages_of_every_game_follow_the_schema(node: Node) -> None:
    for name, game in games().items():
        sockets = played(node, name, game.about.seats[0])
        kinds = set()
        for message in (checked(raw) for socket in sockets for raw in socket.raw):
            kinds.add(type(message).__name__)
            if isinstance(message, State) and message.table.started:
                assert (message.scene is msgspec.UNSET) != (message.view is msgspec.UNSET)
        assert kinds == {"State", "MoveAccepted", "ActionRefused", "Pong"}, name


def played(node: Node, name: str, seats: int) -> list[Seat]:
    """A few random moves of a game, seen by players and spectators in both formats."""
    choose, formats = random.Random(1), ("scene", "plain")
    made = node.make(name, *NAMES[:seats])
    table, tokens = made["table"], [seat["token"] for seat in made["seats"]]
    players = [node.live(table, token, formats[number % 2]) for number, token in enumerate(tokens)]
    watchers = [node.live(table, None, format) for format in formats]
    for player in players:
        player.until_state(lambda state: state["table"]["started"])
    for _ in range(MOVES):
        state = node.state(table)
        if state["table"]["over"]:
            break
        player = players[state["acting"][0]]
        found = player.until_state(lambda found, step=state["step"]: found["step"] >= step and found["your_turn"])
        action = choose.choice(list(found["actions"]))
        player.act(int(action), relies=found.get("relies", {}).get(action))
    players[0].send(type="ping")
    players[0].until(lambda message: message["type"] == "pong")
    assert players[0].act(0, decision=999)["type"] == "refused"
    for socket in (*watchers, *players):
        socket.close()
    return [*watchers, *players]

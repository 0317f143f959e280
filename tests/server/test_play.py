"""Tables from creation to rematch."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest

from matchbox import cli
from matchbox.engine.notation import parse_game

from .harness import Node


def othellino(node: Node) -> tuple[str, list[str]]:
    made = node.make("othellino", "Ann", "Bob")
    return made["table"], [seat["token"] for seat in made["seats"]]


def test_games_are_listed_with_everything_a_table_needs(node: Node) -> None:
    games = {game["id"]: game for game in node.http.get("/api/games").json()}
    assert games["othellino"]["seats"] == [2]
    assert "perfect" in games["othellino"]["levels"]
    assert "perfect" not in games["speed"]["levels"]
    assert games["speed"]["real_time"]
    assert games["speed"]["race"] == {"timing": "live"}
    assert not games["othellino"]["real_time"]
    assert not games["holmes_vs_moriarty"]["real_time"]  # a race only for those who choose it
    assert games["holmes_vs_moriarty"]["race"] == {}
    (announce,) = (one for one in games["holmes_vs_moriarty"]["options"] if one["name"] == "announce")
    assert [value.get("real_time", False) for value in announce["values"]] == [False, True]
    board = next(option for option in games["othellino"]["options"] if option["name"] == "board")
    assert [one["value"] for one in board["values"]] == [6, 8]
    assert board["values"][1]["label"] == {"say": "8 × 8"}
    assert board["label"] == {"say": "Board"}
    assert games["othellino"]["presets"][1]["options"] == {"board": 8}
    assert board["default"] == 6
    rules = node.http.get("/api/games/othellino/rules").json()
    assert rules["name"] == "Othellino"
    assert rules.keys() == {"name", "html", "pictures"}
    assert "<h2" in rules["html"]
    assert node.http.get("/api/games/othellino/rules").json() == rules


def test_a_table_starts_when_invitations_have_filled_it(node: Node) -> None:
    reserved = node.http.post("/api/reserve").json()["table"]
    made = node.make("othellino", {"kind": "me", "name": "Ann"}, "open", nonce="aa11", table=reserved)
    table, token, invite = made["table"], made["seats"][0]["token"], made["invites"][0]["invite"]
    ann = node.live(table, token)
    assert not ann.state["table"]["started"]
    assert ann.state["table"]["seats"][1]["kind"] == "open"
    assert node.post(f"{table}/join", name="Eve").status_code == 403
    assert node.post(f"{table}/join", name="Eve", invite="nonsense").status_code == 403
    joined = node.post(f"{table}/join", name="Bob", invite=invite, nonce="bb22")
    assert joined.status_code == 200
    assert joined.json()["seat"] == 1
    assert node.post(f"{table}/join", name="Eve", invite=invite).status_code == 409
    ann.until_state(lambda state: state["table"]["started"])
    assert ann.state["table"]["nonces"] == ["aa11", "bb22"]
    assert [seat["name"] for seat in ann.state["table"]["seats"]] == ["Ann", "Bob"]
    bob = node.live(table, joined.json()["token"])
    on_turn = [seat for seat in (ann, bob) if seat.state["your_turn"]]
    assert len(on_turn) == 1
    assert all(action.startswith("place") for action in on_turn[0].state["actions"].values())
    ann.close()
    bob.close()


def test_listed_tables_can_be_joined_without_an_invitation(node: Node) -> None:
    made = node.make("othellino", "Ann", "open", listed=True)
    listed = node.http.get("/api/tables").json()
    assert made["table"] in [row["table"] for row in listed]
    assert node.post(f"{made['table']}/join", name="Bob", seat=0).status_code == 409
    assert node.post(f"{made['table']}/join", name="Bob", seat=1).status_code == 200
    node.state(made["table"])
    assert made["table"] not in [row["table"] for row in node.http.get("/api/tables").json()]


def test_a_repeated_decision_counts_once(node: Node) -> None:
    table, tokens = othellino(node)
    states = [node.state(table, token) for token in tokens]
    mover = next(i for i, state in enumerate(states) if state["your_turn"])
    first, other = [int(action) for action in states[mover]["actions"]][:2]
    act = f"{table}/act"
    accepted = node.post(act, tokens[mover], decision=0, action=first)
    assert accepted.json() == {"accepted": True, "step": 1, "decision": 1}
    again = node.post(act, tokens[mover], decision=0, action=first)
    assert again.status_code == 200
    assert node.state(table)["step"] == 1, "a repeat changes nothing"
    changed = node.post(act, tokens[mover], decision=0, action=other)
    assert changed.status_code == 409
    assert "already" in changed.json()["error"]
    ahead = node.post(act, tokens[mover], decision=5, action=other)
    assert ahead.status_code == 409
    assert "ahead" in ahead.json()["error"]
    not_yet = node.post(act, tokens[mover], decision=1, action=other)
    assert not_yet.status_code == 409
    assert "wait for your turn" in not_yet.json()["error"]
    assert node.state(table)["step"] == 1


def test_a_move_may_be_given_as_text(node: Node) -> None:
    table, tokens = othellino(node)
    states = [node.state(table, token) for token in tokens]
    mover = next(i for i, state in enumerate(states) if state["your_turn"])
    text = next(iter(states[mover]["actions"].values()))
    wrong = node.post(f"{table}/act", tokens[mover], decision=0, action="place z9")
    assert wrong.status_code == 409
    assert node.post(f"{table}/act", tokens[mover], decision=0, action=text).status_code == 200
    assert node.post(f"{table}/act", tokens[mover], decision=0, action=text).status_code == 200
    assert node.state(table)["step"] == 1


def test_a_move_is_taken_back_until_another_player_acts(node: Node) -> None:
    table, tokens = othellino(node)
    mover = next(i for i, token in enumerate(tokens) if node.state(table, token)["your_turn"])
    mine, other = tokens[mover], tokens[1 - mover]
    watching = node.live(table, other)
    before = node.state(table, mine)
    assert "undo" not in before
    move = int(next(iter(before["actions"])))
    assert node.post(f"{table}/act", mine, decision=0, action=move).status_code == 200
    assert node.state(table, mine)["undo"]
    assert "undo" not in node.state(table, other)
    theirs = node.post(f"{table}/undo", other, step=1)
    assert theirs.status_code == 409
    assert "another player has acted since" in theirs.json()["error"]

    assert node.post(f"{table}/undo", mine, step=1).json() == {"accepted": True, "step": 0, "decision": 1}
    assert node.post(f"{table}/undo", mine, step=1).status_code == 409, "a repeat takes nothing more back"
    after = node.state(table, mine)
    assert {key: after[key] for key in ("actions", "view", "step")} == {
        key: before[key] for key in ("actions", "view", "step")
    }
    told = watching.until_state(lambda state: len(state["log"]) == 1 and state["log"][0]["number"] == 1)
    assert told["log"][0]["text"]["say"] == "{who} takes the last move back."
    assert told["step"] == 0
    watching.close()
    assert node.post(f"{table}/act", mine, decision=0, action=move).status_code == 200, "a late repeat is harmless"
    assert node.state(table)["step"] == 0
    assert node.post(f"{table}/act", mine, decision=1, action=move).status_code == 200
    assert node.state(table)["step"] == 1


def test_a_secret_choice_that_was_taken_back_stays_secret(node: Node) -> None:
    made = node.make("gaze_into_the_abyss", "Ann", "Bob")
    table, tokens = made["table"], [seat["token"] for seat in made["seats"]]
    first, second, *_ = (int(action) for action in node.state(table, tokens[0])["actions"])
    assert node.post(f"{table}/act", tokens[0], decision=0, action=first).status_code == 200
    assert node.post(f"{table}/undo", tokens[0], step=1).status_code == 200
    assert node.post(f"{table}/act", tokens[0], decision=1, action=second).status_code == 200
    node.play_out(table, tokens)
    log = node.state(table, tokens[1])["log"]
    assert log[0]["text"] == {"say": "has chosen"}
    assert log[1]["text"]["say"] == "{who} takes the last move back."
    assert sum(line["text"] == {"say": "has chosen"} for line in log) == 1


def test_simultaneous_choices_are_never_stale(node: Node) -> None:
    made = node.make("gaze_into_the_abyss", "Ann", "Bob")
    table = made["table"]
    seats = [node.live(table, seat["token"]) for seat in made["seats"]]
    for seat in seats:
        seat.until_state(lambda state: state["table"]["started"])
        assert seat.state["your_turn"], "both choose at the same time"
    for seat in seats:  # both answer the first state and ignore later ones
        seat.send(type="act", decision=seat.states[-1]["decision"], action=int(next(iter(seat.states[-1]["actions"]))))
    for seat in seats:
        answer = seat.until(lambda message: message["type"] != "state")
        assert answer["type"] == "accepted", answer
        seat.close()


def test_secret_choices_stay_out_of_the_log(node: Node) -> None:
    made = node.make("gaze_into_the_abyss", "Ann", "Bob")
    table, tokens = made["table"], [seat["token"] for seat in made["seats"]]
    state = node.state(table, tokens[0])
    action, text = next(iter(state["actions"].items()))
    assert node.post(f"{table}/act", tokens[0], decision=0, action=int(action)).status_code == 200
    mine, opponents, spectators = (node.state(table, token)["log"][0]["text"] for token in (*tokens, None))
    assert mine == text
    assert opponents == spectators == {"say": "has chosen"}
    told = [node.state(table, token, "scene")["log"][0]["events"] for token in (*tokens, None)]
    assert told[1] == told[2]
    assert told[1][0]["text"]["say"] == "{who} has chosen."
    assert told[0] != told[1]


def test_the_log_shows_revealed_choices(node: Node) -> None:
    made = node.make("building_blocks_brawl", "Ann", "Bob")
    table, tokens = made["table"], [seat["token"] for seat in made["seats"]]
    bob = node.live(table, tokens[1])
    bob.until_state(lambda state: state["your_turn"])
    assert (bob.state["acting"], bob.state["chosen"]) == ([0, 1], [])
    texts = []
    for seat, token in enumerate(tokens):
        action, text = next(iter(node.state(table, token)["actions"].items()))
        texts.append(text)
        assert node.post(f"{table}/act", token, decision=0, action=int(action)).status_code == 200
        bob.until_state(lambda state, step=seat + 1: state["step"] == step)
        if seat == 0:
            assert (bob.state["acting"], bob.state["chosen"]) == ([1], [0])
            assert [line["text"] for line in bob.state["log"]] == [{"say": "has chosen"}]
    assert [(line["number"], line["text"]) for line in bob.state["log"]] == list(enumerate(texts))
    bob.close()


def test_reconnecting_gives_the_full_state(node: Node) -> None:
    table, tokens = othellino(node)
    node.play_out(table, tokens, most=7)
    before = node.live(table, tokens[0])
    before.close()
    after = node.live(table, tokens[0])
    changing = ("now", "table")
    assert {k: v for k, v in after.state.items() if k not in changing} == {
        k: v for k, v in before.state.items() if k not in changing
    }
    assert len(after.state["log"]) == after.state["step"] >= 7
    after.close()


def test_presence_is_shown_and_spectators_cannot_move(node: Node) -> None:
    table, tokens = othellino(node)
    node.state(table)
    watcher = node.live(table)
    assert watcher.state["seat"] == -1
    assert not watcher.state["your_turn"]
    ann = node.live(table, tokens[0])
    watcher.until_state(lambda state: state["table"]["seats"][0]["present"])
    ann.close()
    watcher.until_state(lambda state: not state["table"]["seats"][0]["present"])
    watcher.send(type="act", decision=0, action=0)
    refused = watcher.until(lambda message: message["type"] != "state")
    assert refused["type"] == "refused"
    assert "spectators" in refused["error"]
    watcher.close()


def test_bots_move_and_people_get_scenes(node: Node) -> None:
    made = node.make("othellino", {"kind": "me", "name": "Ann"}, "novice")
    ann = node.live(made["table"], made["seats"][0]["token"], "scene")
    moves = 0
    while ann.until_state(lambda state: state["your_turn"] or state["table"]["over"])["result"] is None:
        assert ann.state["scene"]["areas"]
        decision = ann.state["decision"]
        assert ann.act(int(next(iter(ann.state["actions"]))))["type"] == "accepted"
        moves += 1
        ann.until_state(lambda state, decision=decision: state["decision"] > decision)
    assert moves > 5
    assert ann.state["table"]["secret"]
    assert sorted(ann.state["result"]["ranks"]) in ([1, 2], [1, 1])
    events = [event["kind"] for state in ann.states for event in state["events"]]
    assert events, "messages contain the changes between scenes"
    assert "view" not in ann.state
    ann.close()


def test_a_finished_game_has_a_record_a_review_and_a_replay(
    node: Node, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table, tokens = othellino(node)
    node.state(table)
    sealed = node.get(f"{table}/record").text
    assert "commitment" in sealed
    assert "secret " not in sealed.partition("#")[0]
    node.play_out(table, tokens, most=4)
    assert "place" not in node.get(f"{table}/record").text, "the record of a running game is sealed"
    assert node.get(f"{table}/review").status_code == 409
    replay = node.get(f"{table}/replay", tokens[0], step=2)
    assert replay.json()["step"] == 2
    node.play_out(table, tokens, seed=1)
    text = node.get(f"{table}/record").text
    record = parse_game(text)
    assert record.result is not None
    file = tmp_path / "game.txt"
    file.write_text(text, encoding="utf-8")
    assert cli.main(["verify", str(file)]) == 0
    assert cli.main(["verify", f"{node.url}/table/{table}"]) == 0
    assert "commitment" in capsys.readouterr().out
    file.write_text(text.replace(f"table {table}", "table another"), encoding="utf-8")
    assert cli.main(["verify", str(file)]) == 2, "another table id gives another seed"
    steps = len(record.actions)
    last = node.get(f"{table}/replay", step=steps, seat=0).json()
    assert last["steps"] == steps
    assert last["line"]["step"] == steps
    assert node.get(f"{table}/replay", step=steps + 1).status_code == 404
    end = time.monotonic() + 300
    while (answer := node.get(f"{table}/review")).status_code == 202:
        assert 0 <= answer.json()["progress"] <= 1
        assert time.monotonic() < end
        time.sleep(0.2)
    assert len(answer.json()["choices"]) == steps
    review = answer.json()
    assert [choice["number"] for choice in review["choices"]] == list(range(1, steps + 1))
    assert [point["step"] for point in review["points"]] == list(range(steps + 1)), "one numbering with the replay"
    assert all(0 <= chance <= 1 for point in review["points"] for chance in point["chances"])
    assert review["luck"] == [0, 0], "Othellino has no chance"
    told = {choice["told"]["say"] for choice in review["choices"]}
    assert any(text.startswith("{who} plays {square}") for text in told), told


def test_only_the_seat_on_turn_gets_a_hint(node: Node) -> None:
    table, tokens = othellino(node)
    states = [node.state(table, token) for token in tokens]
    mover = next(i for i, state in enumerate(states) if state["your_turn"])
    hint = node.post(f"{table}/hint", tokens[mover]).json()
    assert {str(choice["action"]) for choice in hint["choices"]} <= set(states[mover]["actions"])
    assert abs(sum(choice["weight"] for choice in hint["choices"]) - 1) < 0.01
    assert node.post(f"{table}/hint", tokens[1 - mover]).status_code == 409
    assert node.post(f"{table}/hint").status_code == 401


def test_a_bot_replaces_a_player_until_they_return(node: Node) -> None:
    table, tokens = othellino(node)
    node.state(table)
    refused = node.post(f"{table}/takeover", tokens[0], seat=1, level="novice")
    assert refused.status_code == 409
    assert "still here" in refused.json()["error"]
    assert node.post(f"{table}/leave", tokens[1], level="grandmaster").status_code == 400
    assert node.post(f"{table}/leave", tokens[1], level="novice").status_code == 200
    seat = node.state(table)["table"]["seats"][1]
    assert (seat["kind"], seat["level"], seat["left"], seat["name"]) == ("bot", "novice", True, "Bob")
    acting = node.post(f"{table}/act", tokens[1], decision=0, action=0)
    assert acting.status_code == 409
    assert node.post(f"{table}/back", tokens[1]).status_code == 200
    assert node.state(table)["table"]["seats"][1]["kind"] == "person"
    assert node.post(f"{table}/leave", tokens[1], level="novice").status_code == 200
    node.play_out(table, tokens[:1])
    assert node.state(table)["result"] is not None, "the bot plays to the end"


def test_only_the_last_person_can_abandon_a_table(node: Node) -> None:
    made = node.make("othellino", "Ann", "open")
    table, token = made["table"], made["seats"][0]["token"]
    assert node.post(f"{table}/join", name="Bob", invite=made["invites"][0]["invite"]).status_code == 200
    refused = node.post(f"{table}/abandon", token)
    assert refused.status_code == 409
    assert "leave" in refused.json()["error"]
    made = node.make("othellino", "Ann", "novice")
    table, token = made["table"], made["seats"][0]["token"]
    assert node.post(f"{table}/abandon", token).status_code == 200
    state = node.state(table)
    assert state["table"]["abandoned"]
    assert state["table"]["over"]
    assert node.post(f"{table}/act", token, decision=0, action=0).status_code == 409


def test_a_rematch_is_one_table_with_rotated_seats(node: Node) -> None:
    made = node.make("othellino", {"kind": "me", "name": "Ann"}, "open")
    table = made["table"]
    joined = node.post(f"{table}/join", name="Bob", invite=made["invites"][0]["invite"]).json()
    tokens = [made["seats"][0]["token"], joined["token"]]
    assert node.post(f"{table}/rematch", tokens[0]).status_code == 409
    node.play_out(table, tokens)
    node.post(f"{table}/rematch/reserve", tokens[0])
    first = node.post(f"{table}/rematch", tokens[0], nonce="0a").json()
    assert node.get(table).json()["table"]["rematch"] == first["table"]
    waiting = node.get(first["table"]).json()["table"]
    assert not waiting["started"]
    second = node.post(f"{table}/rematch", tokens[1], nonce="0b").json()
    assert second["table"] == first["table"]
    assert first["seats"][0]["seat"] == 1
    assert second["seats"][0]["seat"] == 0
    state = node.state(first["table"], second["seats"][0]["token"])
    assert [seat["name"] for seat in state["table"]["seats"]] == ["Bob", "Ann"]
    assert state["table"]["nonces"] == ["0b", "0a"]
    assert node.play_out(first["table"], [second["seats"][0]["token"], first["seats"][0]["token"]]) > 5


def test_tokens_find_their_tables(node: Node) -> None:
    table, tokens = othellino(node)
    other, others = othellino(node)
    node.state(table)
    node.state(other)
    answer = node.http.post("/api/mine", json={"tokens": [tokens[0], others[1], "unknown"]})
    mine = {row["table"]: row for row in answer.json()}
    assert set(mine) == {table, other}
    assert mine[table]["seat"] == 0
    assert mine[other]["seat"] == 1
    on_turn = node.state(table, tokens[0])["your_turn"]
    assert mine[table]["your_turn"] == on_turn


def test_a_reserved_table_keeps_its_commitment(node: Node) -> None:
    reserved = node.http.post("/api/reserve").json()
    made = node.make("othellino", "Ann", "Bob", table=reserved["table"])
    assert made["table"] == reserved["table"]
    assert node.state(made["table"])["table"]["commitment"] == reserved["commitment"]
    again = {"game": "othellino", "players": [{"kind": "me"}, {"kind": "open"}], "table": reserved["table"]}
    assert node.http.post("/api/tables", json=again).status_code == 409


def test_only_files_of_the_page_are_served(node: Node) -> None:
    for path in ("/", "/game/othellino", "/table/abc", "/rules/othellino"):
        page = node.http.get(path)
        assert page.status_code == 200
        assert page.headers["content-type"].startswith("text/html")
    tag = node.http.get("/").headers["etag"]
    assert node.http.get("/", headers={"If-None-Match": tag}).status_code == 304
    for path in ("/web/%2e%2e/server/app.py", "/web/..%2fserver/app.py", "/web//etc/passwd", "/web/"):
        assert node.http.get(path).status_code == 404


def test_openapi_names_every_route(node: Node) -> None:
    document = node.http.get("/api/openapi.json").json()
    assert "/api/tables/{table}/act" in document["paths"]
    body = document["paths"]["/api/tables/{table}/act"]["post"]["requestBody"]
    assert json.dumps(body).count("#/components/schemas/Act") == 1
    assert document["components"]["schemas"]["Act"]["properties"]["decision"]["minimum"] == 0

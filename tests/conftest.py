"""Which tests run, and where.

All tests of one game go to one worker, so that no two workers compile the same rules at the same time.
Tests marked `full` repeat much of what quicker ones check; `make test-all` includes them. Of a test marked
`quick(count)`, only the first cases are quick. With `--game NAME`, only the tests of that game run.
"""

from __future__ import annotations

import gc
import signal
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator

import pytest

from matchbox.engine import Game, games

ON_POSTGRES = {"test_crash.py", "test_faults.py", "test_nodes.py", "test_play.py"}
"""Tests that also use PostgreSQL in the quick set; the other tests of the server use only SQLite there."""
ON_ANY_DATABASE = {"test_documents.py", "test_hostile.py", "test_schema.py", "test_traffic.py", "test_web.py"}
"""Tests of requests and messages, which no database changes: they never use PostgreSQL."""
SOME_GAMES = {"othellino", "jump_gate", "gaze_into_the_abyss"}
"""Games with different kinds of turns."""
REPEATED = {
    "test_openspiels_own_checks_pass",
    "test_totals_do_not_depend_on_the_executor",
    "test_playouts_end_within_the_bound_with_a_valid_result",
    "test_games_continue_from_a_redealt_state",
    "test_batches_step_like_single_games",
    "test_the_search_uses_only_the_view",
    "test_the_search_finds_a_legal_action_in_every_position",
    "test_a_bot_takes_a_win_and_does_not_give_the_game_away",
    "test_api",
    "test_api_with_dictionaries",
    "test_seed",
    "test_max_cycles",
    "test_parallel_api",
    "test_a_fuzzed_state_is_refused_or_runs_in_bounds",
    "test_check_env",
    "test_a_vector_equals_gymnasiums_vector_of_single_games",
    "test_a_vector_of_all_seats_steps_like_single_games",
    "test_parallel_seed",
    "test_hidden_fields_do_not_change_the_observation",
    "test_pieces_are_the_visible_fields",
    "test_play_stays_within_the_bounds",
    "test_values_stay_within_the_bounds",
    "test_batches_step_alike_with_threads_and_without_checks",
    "test_the_network_sees_what_the_acting_seat_sees_in_every_game",
    "test_frames_of_every_game_show_views_only",
    "test_check_env_of_learners_observations",
    "test_api_with_learners_observations",
    "test_copies_continue_identically",
    "test_an_obvious_move_is_made",
    "test_features_are_bounded_and_tell_positions_apart",
    "test_returns_match_the_declared_utility",
}
"""Tests of code that all games share, which compile much or run long: for most games they are in the full set."""
LONG = ("real server", "test_faults.py", "test_seats.py")
"""Groups that take longest."""
BROWSERS = {"test_sight.py": 4, "test_table.py": 2}
"""How many groups the tests of a file make; each starts a browser."""


def pytest_configure() -> None:
    """A job in the background of a shell ignores Ctrl+C, and so would the programs that tests start."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--game", action="append", default=[], metavar="NAME", help="run only the tests of this game")


@pytest.hookimpl(tryfirst=True)  # before pytest-xdist reads the groups
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    items[:] = [item for item in items if not (on_postgres(item) and item.path.name in ON_ANY_DATABASE)]
    found = {item: game_of(item) for item in items}
    if wanted := config.getoption("--game"):
        if unknown := set(wanted) - set(games()):
            raise pytest.UsageError(f"--game {unknown.pop()}: there is no such game; see `matchbox games`")
        items[:] = [item for item in items if found[item] in wanted]
    groups = {item: group_of(item, found[item]) for item in items}
    seen = Counter[str]()  # the cases of each test so far
    for item in items:
        game = found[item]
        test = item.nodeid.partition("[")[0]
        quick = item.get_closest_marker("quick")
        if quick and seen[test] >= quick.args[0]:
            item.add_marker(pytest.mark.full)
        seen[test] += 1
        if groups[item]:
            item.add_marker(pytest.mark.xdist_group(groups[item]))
        if game not in SOME_GAMES and getattr(item, "originalname", "") in REPEATED:
            item.add_marker(pytest.mark.full)
        if on_postgres(item) and item.path.name not in ON_POSTGRES:
            item.add_marker(pytest.mark.full)
    turns = turns_of(groups.values())
    items.sort(key=lambda item: turns[groups[item]])


def group_of(item: pytest.Item, game: str) -> str:
    """The tests of a group run on one worker: those of a game, of a file of the server, or a few in one browser."""
    if on_the_real_server(item):
        return LONG[0]
    if is_in_a_browser(item):
        return f"{item.path.name} {zlib.crc32(item.nodeid.encode()) % BROWSERS.get(item.path.name, 1)}"
    return game or (item.path.name if is_of_the_server(item) else "")


def turns_of(groups: Iterable[str]) -> dict[str, float]:
    """When each group begins: long ones first, tests without a group last, and the others spread evenly by kind.

    Games keep a core busy, tests of the server wait a lot, and browsers do both.
    """
    kinds: dict[str, dict[str, None]] = {"game": {}, "server": {}, "browser": {}}
    for group in groups:
        kind = "game" if group in games() else "browser" if " " in group else "server"
        kinds[kind].setdefault(group)
    turns = {group: turn / len(kind) for kind in kinds.values() for turn, group in enumerate(kind)}
    return turns | dict.fromkeys(LONG, -1.0) | {"": 1.0}


def pytest_collection_finish() -> None:
    """Let the garbage collector pass over all these tests: it takes a tenth of the time otherwise."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)


def is_of_the_server(item: pytest.Item) -> bool:
    """The files of these tests start servers of their own."""
    return "tests/server/" in item.nodeid


def on_postgres(item: pytest.Item) -> bool:
    return is_of_the_server(item) and "postgres" in item.nodeid.partition("[")[2]


def is_in_a_browser(item: pytest.Item) -> bool:
    return "tests/browser/" in item.nodeid


def on_the_real_server(item: pytest.Item) -> bool:
    """These tests wait for compiled code, so they share one server."""
    return is_in_a_browser(item) and "real_server" in getattr(item, "fixturenames", ())


def game_of(item: pytest.Item) -> str:
    """The game that a test is about: that of its folder, or the one it has as a parameter."""
    for folder in item.path.parts:
        if folder in games():
            return folder
    parameters = (
        item.callspec.params.values() if isinstance(item, pytest.Function) and hasattr(item, "callspec") else ()
    )
    for value in parameters:
        value = getattr(value, "game", value)
        name = value.id if isinstance(value, Game) else value
        if isinstance(name, str) and name in games():
            return name
    return ""


@pytest.fixture(autouse=True)
def compiled() -> Iterator[None]:
    """Let games run compiled again after a test of the server or the terminal, which interpret them at first."""
    yield
    for game in games().values():
        game.interpreted.clear()

"""`matchbox tune`: the options with which a game comes nearest to some targets."""

from __future__ import annotations

import argparse
import shlex
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from .arguments import Commands, add_command, add_game, add_json, between, executor_of
from .output import compiling, counted, out, print_json, progress_bar
from .sweep import add_trials, add_values, print_trials, read_values

if TYPE_CHECKING:
    from matchbox.lab.report.measures import Measure
    from matchbox.lab.tune import Target, Tuned

GAMES, TRIALS = 60, 60
SERVER = "http://localhost:8000"


def add(commands: Commands) -> None:
    text = "Find options that make a game as long, fair or deep as you want it."
    parser = add_command(commands, "tune", run, text)
    add_game(parser)
    text = "what you want, such as 'minutes=15 seat=0.5±0.01 skill=high'; +- also reads as ±"
    parser.add_argument("--target", action="append", required=True, metavar="NAME=VALUE...", help=text)
    add_values(parser, "try only these values of an option (default: all values of all options)")
    trials = between(1, 10_000, "try at least one setting and at most 10,000")
    text = f"try at most N settings (default: {TRIALS}); where there are fewer, all of them"
    parser.add_argument("--trials", type=trials, default=TRIALS, metavar="N", help=text)
    add_trials(parser, GAMES, "games of each study of a setting; the best ones then play four times as many")
    text = f"the server that the printed link opens (default: {SERVER}, as with `matchbox serve`)"
    parser.add_argument("--server", metavar="URL", default=SERVER, help=text)
    add_json(parser)


def run(arguments: argparse.Namespace) -> None:
    from matchbox.bots.warm import warm_for
    from matchbox.engine import BadOption, get
    from matchbox.engine.chance import parse_seed
    from matchbox.lab.trials import trials_of
    from matchbox.lab.tune import check, read_targets, tune

    game = get(arguments.game)
    targets = read_targets(arguments.target)
    if not game.options:
        raise BadOption(f"{game.about.name} has no options to tune")
    values = {name: list(option.values) for name, option in game.options.items()}
    values |= read_values(game, arguments.option)
    names = [target.name for target in targets]
    seed = parse_seed(arguments.seed or 0)
    trials = trials_of(game, arguments.seats, arguments.bots, arguments.stronger, names, seed)
    check(trials, targets, values, arguments.trials)
    with compiling(game):
        warm_for(game, trials.bots)
    with progress_bar() as progress:
        task = progress.add_task(game.about.name, total=None)
        found = tune(
            trials,
            targets,
            values,
            arguments.trials,
            arguments.games,
            executor_of(arguments),
            arguments.seconds,
            lambda done, total: progress.update(task, completed=done, total=total),
        )
    if arguments.json:
        print_json({**found.as_dict(), "play": play_command(found), "page": page_of(found, arguments.server)})
    else:
        _print_tuned(found, arguments.server)


def _print_tuned(found: Tuned, server: str) -> None:
    from matchbox.lab.trials import in_words

    trials = found.trials
    stronger = f" {trials.measures['skill'].label}." if "skill" in trials.measures else ""
    out().print(
        f"{trials.game.about.name}, {counted(trials.seats, 'player')}, bots: {trials.bot}.{stronger} "
        f"{found.tried:,} of {counted(found.settings, 'setting')} tried, {counted(found.games, 'game')}.",
        soft_wrap=True,
    )
    usual = [] if any(final.trial is found.usual.trial for final in found.finals) else [found.usual]
    print_trials(trials, [final.trial for final in (*found.finals, *usual)])
    if usual:
        out().print("The last row has the usual settings.")
    changed, best = changed_options(found), "Best" if found.has_evidence else "Nearest so far"
    if not found.has_evidence:
        hint = "These games are too few to tell which settings are best: allow more --seconds or --games."
        out().print(hint, soft_wrap=True)
    out().print(f"{best}: {in_words(changed) or 'the usual settings'}", soft_wrap=True)
    for target in found.targets:
        out().print(f"  {said(target, found, trials.measures[target.name])}", soft_wrap=True)
    out().print(f"Play it: {play_command(found)}", soft_wrap=True)
    out().print(f"On the page: {page_of(found, server)}", soft_wrap=True)


def said(target: Target, found: Tuned, measure: Measure) -> str:
    """How near the best settings come to a target, with the evidence."""
    figure, usual = (one.figures[target.name] for one in (found.best, found.usual.trial))
    if not figure.groups:
        return f"{target.text}: no figure from these games"
    scale, unit = (100, " %") if measure.percent else (1, "")
    start = f"{target.text}: {scale * figure.value:.1f}{unit}"
    deals = counted(figure.groups, "deal")
    if figure.low is None or figure.high is None:
        return f"{start}, {deals}; too few games to tell"
    start += f" ({scale * figure.low:.1f} to {scale * figure.high:.1f}), {deals}"
    if target.value is None:
        return start if found.is_usual else f"{start}; the usual settings have {scale * usual.value:.1f}{unit}"
    away = target.away(figure)
    if away == 0:
        low, high = target.value - target.tolerance, target.value + target.tolerance
        sure = low <= figure.low and figure.high <= high
        return f"{start}; {'met' if sure else 'met, but the interval reaches beyond the tolerance'}"
    if scale * away < 0.05:
        return f"{start}; on target"
    beyond = "beyond the tolerance" if target.tolerance else "away"
    return f"{start}; {scale * away:.1f}{' percentage points' if measure.percent else ''} {beyond}"


def changed_options(found: Tuned) -> dict[str, Any]:
    """The options of the best settings that are not the game's defaults."""
    defaults = found.trials.game.read_options({})
    return {name: value for name, value in found.best.options.items() if value != defaults[name]}


def play_command(found: Tuned) -> str:
    """The command that plays the best settings at the terminal."""
    trials = found.trials
    words = ["matchbox", "play", trials.game.id, "--seats", ",".join(["you", *["casual"] * (trials.seats - 1)])]
    for name, value in changed_options(found).items():
        words += ["--option", f"{name}={value}"]
    return shlex.join(words)


def page_of(found: Tuned, server: str) -> str:
    """The address of the page that makes a table with the best settings. The page's defaults may be others."""
    trials = found.trials
    query = urlencode({"seats": trials.seats, **trials.game.read_options(found.best.options)})
    return f"{server.rstrip('/')}/game/{trials.game.id}?{query}"

"""Requests to the lab: studies of bots that visitors start, watch and stop."""

from __future__ import annotations

from starlette.responses import Response

from . import schema
from .lab_studies import QUICK_LEVELS, LabStudies
from .parameters import AtStudy
from .responses import JsonResponse
from .routing import Call


class LabHandlers:
    def __init__(self, studies: LabStudies) -> None:
        self._studies = studies

    async def lab(self, call: Call[None, None]) -> Response:
        """Ask what the lab offers."""
        return JsonResponse(schema.LabInfo(self._studies.places, round(self._studies.seconds), list(QUICK_LEVELS)))

    async def start_study(self, call: Call[None, schema.NewStudy]) -> Response:
        """Let bots play a game for some seconds, and count."""
        return JsonResponse(self._studies.start(call.address, call.body))

    async def study(self, call: Call[AtStudy, None]) -> Response:
        """Get what a study has found so far. A study that nobody looks at stops."""
        return JsonResponse(self._studies.state(call.at.study))

    async def stop_study(self, call: Call[AtStudy, None]) -> Response:
        """Stop a study. What it has found stays for a while."""
        return JsonResponse(await self._studies.stop(call.at.study))

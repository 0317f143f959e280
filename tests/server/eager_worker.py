"""The process of a study at the usual priority: where many tests run at once, an idle process would hardly run."""

from __future__ import annotations

from matchbox.server import lab_worker

if __name__ == "__main__":
    vars(lab_worker)["yield_to_others"] = lambda: None
    lab_worker.main()

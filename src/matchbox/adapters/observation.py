"""Observations for learners: `matchbox.engine.observation`, under the name that users of the adapters import."""

from matchbox.engine.observation import Bytes, Encoder, Floats, Numbers, ObservationPiece, bytes_of

__all__ = ["Bytes", "Encoder", "Floats", "Numbers", "ObservationPiece", "bytes_of"]

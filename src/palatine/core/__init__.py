"""The core: describe, compile, play, record and check any game. It knows none in particular."""

"""Finished and interrupted games: their lines, other lines, and logs of older rules."""

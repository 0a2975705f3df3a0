"""Reading logs: lines, variations, outlooks, and logs of older rules."""

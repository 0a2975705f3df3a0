"""The thinking of the built-in bots, compiled: policies, evaluation, search. It knows the games by their contract."""

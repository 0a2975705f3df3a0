"""People: identity, accounts, credentials, blocks, ratings, leaderboards."""

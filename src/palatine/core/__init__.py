"""The core knows no game: it describes, compiles, plays, records and checks any of them."""

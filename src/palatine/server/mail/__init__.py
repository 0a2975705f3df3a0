"""E-mail: confirmed addresses, recovery of accounts, notices of turns. Optional: without settings no mail is sent."""

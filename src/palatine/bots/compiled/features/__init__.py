"""What the evaluation of each game looks at: the same shape for every game, `FEATURES` numbers for each seat."""

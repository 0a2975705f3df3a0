"""The features of Dragon Castle's evaluation: the groups of a Realm, room to build, the castle, the cards.

In the middle of a turn, the features describe the Realm as the turn will leave it: held tiles go where they make the
largest group, sets are Consolidated, Shrines stand on the highest tiles. So one model serves all moments of a turn.

| numbers   | meaning                                                                                           |
|-----------|---------------------------------------------------------------------------------------------------|
| 2 x 3 x 6 | the groups of face-up tiles (see `OF_GROUPS`), of Factions and Specials, of one, two, three tiles |
| 41        | the Realm, the time left, what the castle offers, the turn (see `OF_REALM`)                       |
| 10 x 2    | the Spirits (see `OF_SPIRIT`)                                                                     |
| 10 x 4    | the Dragons (see `OF_DRAGON`)                                                                     |
"""

from palatine.games.dragon_castle.bots.features import whole
from palatine.games.dragon_castle.bots.features.rows import FEATURES, first_guess

__all__ = ["FEATURES", "first_guess", "whole"]

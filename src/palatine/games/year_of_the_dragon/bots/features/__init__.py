"""The features of the evaluation of In the Year of the Dragon: the use of persons in the months left, the losses in the
coming events, room, goods, and the order on the track.

| numbers | meaning                                                                                              |
|---------|------------------------------------------------------------------------------------------------------|
| 9 x 4   | for each type of person (see `OF_TYPE`): its symbols, their use, its card                            |
| 5 x 6   | for each event except peace (see `OF_EVENT`): when it comes, what it takes or gives                  |
| 8       | for each action: what it would bring, until the seat has acted this month                            |
| 48      | the court as a whole (see `OF_COURT`): time, palaces, goods, order, what is to be decided            |
| 13      | the expansions (see `OF_EXPANSIONS`)                                                                 |

A decision in two parts is evaluated after its first part: the person at the gate counts as housed, a privilege as
bought, a card as a person of its type. So the choices of a turn are compared by what they lead to.
"""

from palatine.games.year_of_the_dragon.bots.features import whole
from palatine.games.year_of_the_dragon.bots.features.rows import FEATURES

__all__ = ["FEATURES", "whole"]

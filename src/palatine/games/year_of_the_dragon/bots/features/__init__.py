"""What the evaluation of In the Year of the Dragon looks at: what persons are good for in the time that is left, what
the coming events will take as things stand, room, goods, the order on the track.

| numbers | meaning                                                                                              |
|---------|------------------------------------------------------------------------------------------------------|
| 9 x 4   | for each type of persons (see `OF_TYPE`): its symbols, what they are good for, its card              |
| 5 x 6   | for each event but peace (see `OF_EVENT`): when it comes and what it will take or give               |
| 8       | for each action: what it would bring, while the seat's action of the month is to come                |
| 48      | the court as a whole (see `OF_COURT`): time, palaces, goods, order, what is to be decided            |
| 13      | the expansions (see `OF_EXPANSIONS`)                                                                 |

A decision in two parts is judged when its first part is made: the person at the gate counts as housed, a privilege as
bought, a card as a person of its type. So what is chosen in a turn is compared by what it leads to.
"""

from palatine.games.year_of_the_dragon.bots.features import whole
from palatine.games.year_of_the_dragon.bots.features.rows import FEATURES

__all__ = ["FEATURES", "whole"]

"""State rows of a coin-tossing league, made from the entities of `tests.coin.rules`."""

from campaigns.models.state import StateRow
from tests.coin import rules


class Evening(StateRow, of=rules.Evening):
    pass


class Tosser(StateRow, of=rules.Tosser):
    pass

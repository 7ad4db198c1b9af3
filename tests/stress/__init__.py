"""A resident adversary: any game of the shelf played through the door by people who mean no good.

`manage.py stress GAME --seed N --turns M` plays a league by chance from its founding on (`runs`): legal acts
and illegal ones (`playing`, `drawing`, `pressing`) by everybody a club knows (`stage`), with names, ids and
words that nobody would think of (`nasty`). After each act it looks whether the league still holds
(`looking`), whether its pages answer (`pages`), and whether anybody can tell two worlds apart that differ in
one secret (`worlds`). What it knows of a game stands with that game's own tests (`facts`). The same seed
plays the same league.
"""

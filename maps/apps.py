"""Tells Django about the `maps` package, and `campaigns` about what is different in a league on a map.

What `campaigns` has of a game's own stands in `docs/architecture.md`.
"""

from django.apps import AppConfig

GAME = "conquest"


class MapsConfig(AppConfig):
    name = "maps"
    verbose_name = "Maps"

    def ready(self) -> None:
        from django.utils.translation import gettext_lazy

        from campaigns.leagues import board, clock, desk
        from campaigns.leagues import views as league
        from campaigns.leagues.mine import home, todos
        from campaigns.shell.questions import views as dialogues
        from campaigns.shell.told import correctable as corrections_games
        from maps.conquest import board as map_board
        from maps.conquest import clock as map_clock
        from maps.conquest import desk as map_desk
        from maps.conquest import todos as map_todos
        from maps.conquest.battles.correct_page import facts_url
        from maps.conquest.map.battle_lines import battle_title
        from maps.conquest.registering import register_games
        from maps.conquest.views import map_home
        from rules.conquest.state import Battle

        register_games()
        league.HOMES[GAME] = map_home
        home.LINES[GAME] = map_todos.lines
        todos.WANTED[GAME] = map_todos.todos
        board.BOARDS[GAME] = map_board.board
        desk.ON_DESK[GAME] = map_desk.needs
        corrections_games.FACTS[GAME] = facts_url
        corrections_games.FROM_THE_PRESENT[GAME] = gettext_lazy(
            "A league on a map goes back step by step from the present; further back only the facts of a "
            "battle are corrected."
        )
        corrections_games.NAMES[Battle] = battle_title
        dialogues.AFTERWARDS[GAME] = [map_clock.advance]
        clock.ALSO.append(map_clock.advance_all)

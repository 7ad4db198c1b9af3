"""Tells Django about the `maps` package and how the state of map leagues is kept."""

from django.apps import AppConfig


class MapsConfig(AppConfig):
    name = "maps"
    verbose_name = "Maps"

    def ready(self) -> None:
        from campaigns.leagues.board import BOARDS
        from campaigns.leagues.desk import OTHERS
        from campaigns.services.clock import ALSO
        from campaigns.views.dialogues import AFTERWARDS
        from campaigns.views.league import HOMES
        from maps.board import board
        from maps.clock import advance, advance_all
        from maps.correct_page import register_corrections
        from maps.desk import needs
        from maps.registering import register_games
        from maps.todos import register_home
        from maps.views.play import map_home

        register_games()
        register_corrections()
        register_home()
        HOMES["conquest"] = map_home
        BOARDS["conquest"] = board
        OTHERS["conquest"] = needs
        ALSO.append(advance_all)
        AFTERWARDS["conquest"] = [advance]

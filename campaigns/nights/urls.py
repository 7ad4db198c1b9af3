"""Addresses of club nights and of games to come."""

from django.urls import path

from campaigns.nights.evenings import announcing, views
from campaigns.nights.feeds import views as feeds
from campaigns.nights.games import views as games
from campaigns.nights.pairing import views as pairing

NIGHT = "clubs/<slug:slug>/nights/<int:pk>/"

ROUND = "clubs/<slug:slug>/rounds/"

GAME = "clubs/<slug:slug>/games/<int:pk>/"

urlpatterns = [
    path("calendar/<str:word>.ics", feeds.feed, name="calendar_feed"),
    path("clubs/<slug:slug>/calendars/", feeds.calendars, name="calendars"),
    path("clubs/<slug:slug>/calendars/change/", feeds.change, name="calendars_change"),
    path("clubs/<slug:slug>/games/new/", games.ask, name="plan_new"),
    path("clubs/<slug:slug>/looking/", games.look, name="look"),
    path("clubs/<slug:slug>/looking/stop/", games.stop_looking, name="look_stop"),
    path(GAME, games.plan, name="plan"),
    path(f"{GAME}answer/", games.answer, name="plan_answer"),
    path(f"{GAME}move/", games.move, name="plan_move"),
    path(f"{GAME}off/", games.call_off, name="plan_off"),
    path(f"{GAME}begin/", games.begin, name="plan_begin"),
    path("clubs/<slug:slug>/nights/", views.nights, name="nights"),
    path("clubs/<slug:slug>/nights/month/", views.month, name="month"),
    path("clubs/<slug:slug>/nights/new/", announcing.announce, name="night_new"),
    path(NIGHT, views.night, name="night"),
    path(f"{NIGHT}say/", views.say, name="night_say"),
    path(f"{NIGHT}bring/", views.bring, name="night_bring"),
    path(f"{NIGHT}here/", views.here, name="night_here"),
    path(f"{NIGHT}here/<int:guest>/", views.arrived, name="night_arrived"),
    path(f"{NIGHT}hall/", views.hall_screen, name="night_hall"),
    path(f"{NIGHT}remind/", announcing.remind, name="night_remind"),
    path(f"{NIGHT}change/", announcing.change, name="night_change"),
    path(f"{NIGHT}off/", announcing.call_off, name="night_off"),
    path(f"{NIGHT}pairs/", pairing.pairs_of, name="pairs"),
    path(f"{NIGHT}pairs/again/", pairing.again, name="pairs_again"),
    path(f"{NIGHT}pairs/swap/", pairing.swap, name="pairs_swap"),
    path(f"{NIGHT}pairs/publish/", pairing.publish, name="pairs_publish"),
    path(f"{NIGHT}pairs/apart/", pairing.keep_apart, name="pairs_apart"),
    path(f"{NIGHT}pairs/apart/<int:kept>/", pairing.together, name="pairs_together"),
    path(ROUND, pairing.pairs_of, name="round"),
    path(f"{ROUND}again/", pairing.again, name="round_again"),
    path(f"{ROUND}swap/", pairing.swap, name="round_swap"),
    path(f"{ROUND}publish/", pairing.publish, name="round_publish"),
    path(f"{ROUND}apart/", pairing.keep_apart, name="round_apart"),
    path(f"{ROUND}apart/<int:kept>/", pairing.together, name="round_together"),
    path(f"{NIGHT}last/", announcing.end_rule, name="night_last"),
]

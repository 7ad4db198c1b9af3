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
    path("clubs/<slug:slug>/calendars/change/", feeds.change_calendar_feed, name="calendars_change"),
    path("clubs/<slug:slug>/games/new/", games.ask_for_game, name="plan_new"),
    path("clubs/<slug:slug>/looking/", games.look_for_game, name="look"),
    path("clubs/<slug:slug>/looking/stop/", games.stop_looking_for_game, name="look_stop"),
    path(GAME, games.show_planned_game, name="plan"),
    path(f"{GAME}answer/", games.answer_plan, name="plan_answer"),
    path(f"{GAME}move/", games.propose_another_day, name="plan_move"),
    path(f"{GAME}off/", games.call_off_game, name="plan_off"),
    path(f"{GAME}begin/", games.begin_planned_game, name="plan_begin"),
    path("clubs/<slug:slug>/nights/", views.nights, name="nights"),
    path("clubs/<slug:slug>/nights/month/", views.month, name="month"),
    path("clubs/<slug:slug>/nights/new/", announcing.announce_night, name="night_new"),
    path(NIGHT, views.night, name="night"),
    path(f"{NIGHT}say/", views.answer_night, name="night_say"),
    path(f"{NIGHT}bring/", views.bring, name="night_bring"),
    path(f"{NIGHT}here/", views.arrive_at_night, name="night_here"),
    path(f"{NIGHT}here/<int:guest>/", views.arrived, name="night_arrived"),
    path(f"{NIGHT}hall/", views.hall_screen, name="night_hall"),
    path(f"{NIGHT}remind/", announcing.remind_guests, name="night_remind"),
    path(f"{NIGHT}change/", announcing.change_night, name="night_change"),
    path(f"{NIGHT}off/", announcing.call_off_night, name="night_off"),
    path(f"{NIGHT}pairs/", pairing.show_pairing, name="pairs"),
    path(f"{NIGHT}pairs/again/", pairing.offer_other_pairs, name="pairs_again"),
    path(f"{NIGHT}pairs/swap/", pairing.swap_players, name="pairs_swap"),
    path(f"{NIGHT}pairs/publish/", pairing.publish_pairs, name="pairs_publish"),
    path(f"{NIGHT}pairs/apart/", pairing.add_kept_apart, name="pairs_apart"),
    path(f"{NIGHT}pairs/apart/<int:kept>/", pairing.together, name="pairs_together"),
    path(ROUND, pairing.show_pairing, name="round"),
    path(f"{ROUND}again/", pairing.offer_other_pairs, name="round_again"),
    path(f"{ROUND}swap/", pairing.swap_players, name="round_swap"),
    path(f"{ROUND}publish/", pairing.publish_pairs, name="round_publish"),
    path(f"{ROUND}apart/", pairing.add_kept_apart, name="round_apart"),
    path(f"{ROUND}apart/<int:kept>/", pairing.together, name="round_together"),
    path(f"{NIGHT}last/", announcing.stop_repeating, name="night_last"),
]

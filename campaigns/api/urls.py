"""Addresses of the JSON interface, under `/api/v1/`."""

from django.urls import path
from drf_spectacular.views import SpectacularAPIView

from campaigns.api import acting, asking, page, reading, reporting

app_name = "api"

urlpatterns = [
    path("", page.api_page, name="page"),
    path("schema/", SpectacularAPIView.as_view(), name="schema"),
    path("clubs/", reading.clubs, name="clubs"),
    path("clubs/<slug:slug>/", reading.read_club, name="club"),
    path("leagues/", reading.league_list, name="leagues"),
    path("leagues/<int:pk>/", reading.league_detail, name="league"),
    path("leagues/<int:pk>/standings/", reading.league_standings, name="standings"),
    path("leagues/<int:pk>/teams/", reading.league_teams, name="teams"),
    path("leagues/<int:pk>/chronicle/", reading.league_chronicle, name="chronicle"),
    path("leagues/<int:pk>/journal/", reading.journal, name="journal"),
    path("leagues/<int:pk>/dialogues/", acting.dialogues, name="dialogues"),
    path("leagues/<int:pk>/dialogues/<id:slot>/", acting.read_dialogue, name="dialogue"),
    path("leagues/<int:pk>/act/", acting.post_act, name="act"),
    path("leagues/<int:pk>/answer/", acting.post_answer, name="answer"),
    path("leagues/<int:pk>/back/", acting.post_undo, name="back"),
    path("leagues/<int:pk>/aside/", acting.aside, name="aside"),
    path("leagues/<int:pk>/reports/", reporting.reports, name="reports"),
    path("leagues/<int:pk>/reports/<int:number>/", reporting.report_detail, name="report"),
    path("leagues/<int:pk>/reports/<int:number>/confirm/", reporting.post_agreement, name="confirm"),
    path("leagues/<int:pk>/reports/<int:number>/at-table/", reporting.post_table_agreement, name="at_table"),
    path("leagues/<int:pk>/reports/<int:number>/dispute/", reporting.post_dispute, name="dispute"),
    path("leagues/<int:pk>/reports/<int:number>/withdraw/", reporting.take_back_report, name="withdraw"),
    path("leagues/<int:pk>/requests/", asking.requests, name="requests"),
    path("leagues/<int:pk>/requests/<int:number>/", asking.one_request, name="request"),
    path("leagues/<int:pk>/requests/<int:number>/accept/", asking.accept, name="accept"),
    path("leagues/<int:pk>/requests/<int:number>/decline/", asking.post_decline, name="decline"),
    path("leagues/<int:pk>/requests/<int:number>/withdraw/", asking.take_back_request, name="take_back"),
    path("leagues/<int:pk>/state/<slug:table>/", reading.state_table, name="table"),
    path("leagues/<int:pk>/state/<slug:table>/<id:key>/", reading.entity, name="entity"),
    path("leagues/<int:pk>/warbands/", reading.state_table, {"table": "warbands"}, name="warbands"),
    path("leagues/<int:pk>/units/", reading.state_table, {"table": "units"}, name="units"),
    path("leagues/<int:pk>/missions/", reading.state_table, {"table": "missions"}, name="missions"),
    path("leagues/<int:pk>/warbands/<id:key>/", reading.entity, {"table": "warbands"}, name="warband"),
    path("leagues/<int:pk>/units/<id:key>/", reading.entity, {"table": "units"}, name="unit"),
    path("leagues/<int:pk>/missions/<id:key>/", reading.entity, {"table": "missions"}, name="mission"),
]

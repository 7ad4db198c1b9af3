"""Addresses of the JSON interface, under `/api/v1/`."""

from django.urls import path
from drf_spectacular.views import SpectacularAPIView

from campaigns.api import acting, asking, page, reading, reporting

app_name = "api"

urlpatterns = [
    path("", page.page, name="page"),
    path("schema/", SpectacularAPIView.as_view(), name="schema"),
    path("clubs/", reading.clubs, name="clubs"),
    path("clubs/<slug:slug>/", reading.club, name="club"),
    path("leagues/", reading.leagues, name="leagues"),
    path("leagues/<int:pk>/", reading.league, name="league"),
    path("leagues/<int:pk>/standings/", reading.standings, name="standings"),
    path("leagues/<int:pk>/chronicle/", reading.told, name="chronicle"),
    path("leagues/<int:pk>/journal/", reading.journal, name="journal"),
    path("leagues/<int:pk>/dialogues/", acting.dialogues, name="dialogues"),
    path("leagues/<int:pk>/dialogues/<id:slot>/", acting.dialogue, name="dialogue"),
    path("leagues/<int:pk>/act/", acting.act, name="act"),
    path("leagues/<int:pk>/answer/", acting.answer, name="answer"),
    path("leagues/<int:pk>/back/", acting.back, name="back"),
    path("leagues/<int:pk>/aside/", acting.aside, name="aside"),
    path("leagues/<int:pk>/reports/", reporting.reports, name="reports"),
    path("leagues/<int:pk>/reports/<int:number>/", reporting.report, name="report"),
    path("leagues/<int:pk>/reports/<int:number>/confirm/", reporting.confirm, name="confirm"),
    path("leagues/<int:pk>/reports/<int:number>/at-table/", reporting.at_table, name="at_table"),
    path("leagues/<int:pk>/reports/<int:number>/dispute/", reporting.dispute, name="dispute"),
    path("leagues/<int:pk>/reports/<int:number>/withdraw/", reporting.withdraw, name="withdraw"),
    path("leagues/<int:pk>/requests/", asking.requests, name="requests"),
    path("leagues/<int:pk>/requests/<int:number>/", asking.one_request, name="request"),
    path("leagues/<int:pk>/requests/<int:number>/accept/", asking.accept, name="accept"),
    path("leagues/<int:pk>/requests/<int:number>/decline/", asking.decline, name="decline"),
    path("leagues/<int:pk>/requests/<int:number>/withdraw/", asking.take_back, name="take_back"),
    path("leagues/<int:pk>/state/<slug:table>/", reading.table, name="table"),
    path("leagues/<int:pk>/state/<slug:table>/<id:key>/", reading.entity, name="entity"),
    path("leagues/<int:pk>/warbands/", reading.table, {"table": "warbands"}, name="warbands"),
    path("leagues/<int:pk>/units/", reading.table, {"table": "units"}, name="units"),
    path("leagues/<int:pk>/missions/", reading.table, {"table": "missions"}, name="missions"),
    path("leagues/<int:pk>/warbands/<id:key>/", reading.entity, {"table": "warbands"}, name="warband"),
    path("leagues/<int:pk>/units/<id:key>/", reading.entity, {"table": "units"}, name="unit"),
    path("leagues/<int:pk>/missions/<id:key>/", reading.entity, {"table": "missions"}, name="mission"),
]

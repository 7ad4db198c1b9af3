"""Addresses of the first page and about warbands: bringing an army, warbands, units, printed sheets."""

from django.urls import path

from campaigns.views import changes, founding, home, printing, warbands

urlpatterns = [
    path("", home.home, name="home"),
    path("l/<int:pk>/warbands/", warbands.warbands, name="warbands"),
    path("l/<int:pk>/warbands/new/", founding.new_warband, name="new_warband"),
    path("l/<int:pk>/warbands/new/<int:draft>/", founding.army_draft, name="army_draft"),
    path("l/<int:pk>/w/<str:key>/", warbands.warband, name="warband"),
    path("l/<int:pk>/w/<str:key>/sheet.pdf", printing.sheet, name="sheet"),
    path("l/<int:pk>/w/<str:key>/cards.pdf", printing.cards, name="cards"),
    path("l/<int:pk>/print/", printing.print_league, name="print_league"),
    path("l/<int:pk>/print/<int:number>/", printing.league_print, name="league_print"),
    path("l/<int:pk>/print/<int:number>/league.pdf", printing.league_pdf, name="league_pdf"),
    path("l/<int:pk>/report.pdf", printing.report_form, name="report_form"),
    path("l/<int:pk>/w/<str:key>/change/", changes.change_warband, name="change_warband"),
    path("l/<int:pk>/u/<str:key>/", warbands.unit, name="unit"),
    path("l/<int:pk>/u/<str:key>/change/", changes.change_unit, name="change_unit"),
]

"""Addresses of what is printed of warbands."""

from django.urls import path

from campaigns.opr.paper import views

urlpatterns = [
    path("l/<int:pk>/w/<id:key>/sheet.pdf", views.print_sheet, name="sheet"),
    path("l/<int:pk>/w/<id:key>/cards.pdf", views.cards_pdf, name="cards"),
    path("l/<int:pk>/report.pdf", views.print_report_form, name="report_form"),
]

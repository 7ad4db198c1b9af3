"""Addresses about warbands: bringing an army, warbands, units, what changes on a sheet."""

from django.urls import path

from campaigns.opr.warbands import change_views as changes
from campaigns.opr.warbands import founding_views as founding
from campaigns.opr.warbands import views as warbands

urlpatterns = [
    path("l/<int:pk>/warbands/", warbands.warbands, name="warbands"),
    path("l/<int:pk>/warbands/new/", founding.new_warband, name="new_warband"),
    path("l/<int:pk>/warbands/new/<int:draft>/", founding.army_draft, name="army_draft"),
    path("l/<int:pk>/w/<id:key>/", warbands.warband, name="warband"),
    path("l/<int:pk>/w/<id:key>/change/", changes.change_warband, name="change_warband"),
    path("l/<int:pk>/u/<id:key>/", warbands.show_unit, name="unit"),
    path("l/<int:pk>/u/<id:key>/change/", changes.change_unit, name="change_unit"),
]

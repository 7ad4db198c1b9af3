"""Addresses of the pages in `maps`."""

from django.urls import URLPattern, URLResolver, path

from maps.conquest import ground_views as ground
from maps.conquest import past_views as past
from maps.conquest import views as play
from maps.conquest.battles import views as battles
from maps.conquest.realms import views as realms
from maps.ground.behind import picture_views as pictures
from maps.ground.editor import editor_views as editor

app_name = "maps"
urlpatterns: list[URLPattern | URLResolver] = [
    path("l/<int:pk>/map/", play.show_empires_map, name="map"),
    path("l/<int:pk>/map/do/<slug:act>/", play.act_on_map, name="do"),
    path("l/<int:pk>/map/enlist/", play.join_conquest, name="enlist"),
    path("l/<int:pk>/map/lay/", play.choose_empires_map, name="lay"),
    path("l/<int:pk>/map/extend/", play.extend_deadline, name="extend"),
    path("l/<int:pk>/map/step-back/", play.take_step_back, name="step_back"),
    path("l/<int:pk>/map/battles/<id:battle>/", battles.show_conquest_battle, name="battle"),
    path("l/<int:pk>/map/battles/<id:battle>/report/", battles.send_battle_facts, name="report"),
    path("l/<int:pk>/map/battles/<id:battle>/size/", battles.set_battle_size, name="size"),
    path("l/<int:pk>/map/battles/<id:battle>/correct/", battles.correct_battle, name="correct"),
    path("l/<int:pk>/map/standings/", realms.show_realm_standings, name="standings"),
    path("l/<int:pk>/map/empires/<id:realm>/", realms.realm, name="realm"),
    path("l/<int:pk>/map/ground/", ground.edit_ground, name="ground"),
    path("l/<int:pk>/map/past/", past.past, name="past"),
    path("l/<int:pk>/map/print/", past.printed, name="print"),
    path("l/<int:pk>/map/map.json", past.export_conquest_map, name="export"),
    path("l/<int:pk>/map/pictures/<slug:key>/", pictures.league_picture, name="picture"),
    path("maps/ready/<slug:key>.svg", pictures.ready_map_picture, name="ready"),
    path("clubs/<slug:slug>/maps/", editor.shelf, name="maps"),
    path("clubs/<slug:slug>/maps/<int:pk>/", editor.edit_map, name="edit"),
    path("clubs/<slug:slug>/maps/<int:pk>/stroke/", editor.stroke, name="stroke"),
    path("clubs/<slug:slug>/maps/<int:pk>/map.svg", pictures.thumb, name="thumb"),
    path("clubs/<slug:slug>/maps/<int:pk>/delete/", editor.delete_map, name="delete"),
    path("clubs/<slug:slug>/maps/<int:pk>/map.json", editor.export_map, name="export_own"),
    path("clubs/<slug:slug>/maps/<int:pk>/pictures/<slug:key>/", pictures.club_picture, name="picture_own"),
]

"""Addresses beside the table: missions, their reports, the steps after them."""

from django.urls import path

from campaigns.opr.table import home_views as home
from campaigns.opr.table import mission_views as table
from campaigns.opr.table.in_play import tick_views as ticks
from campaigns.opr.table.new_list import new_list_views as new_list
from campaigns.opr.table.report import report_views as reports
from campaigns.opr.table.steps import step_views as steps

urlpatterns = [
    path("l/<int:pk>/missions/", home.missions, name="missions"),
    path("l/<int:pk>/start/", table.start_league, name="start_league"),
    path("l/<int:pk>/limit/", table.roll_league_length, name="roll_limit"),
    path("l/<int:pk>/missions/new/", table.new_mission, name="new_mission"),
    path("l/<int:pk>/report/", reports.write_quick_report, name="quick_report"),
    path("l/<int:pk>/report/remind/", reports.remind_before_report, name="remind_before_report"),
    path("l/<int:pk>/reports/<int:number>/", reports.show_report, name="report"),
    path("l/<int:pk>/m/<id:key>/", table.show_mission, name="mission"),
    path("l/<int:pk>/m/<id:key>/out/", ticks.out, name="out"),
    path("l/<int:pk>/m/<id:key>/steps/<id:warband>/list/<int:draft>/", new_list.new_list, name="new_list"),
    path("l/<int:pk>/m/<id:key>/down/", ticks.down, name="down"),
    path("l/<int:pk>/m/<id:key>/walk-over/", table.report_walk_over, name="walk_over"),
    path("l/<int:pk>/m/<id:key>/result/", reports.report_mission, name="result"),
    path("l/<int:pk>/m/<id:key>/steps/<id:warband>/", steps.take_step, name="step"),
    path("l/<int:pk>/steps/", steps.lead_to_steps, name="own_steps"),
    path("l/<int:pk>/m/<id:key>/do/<slug:what>/", table.act_on_mission, name="mission_do"),
]

"""Addresses of the past of a league of warbands: the forms that tell how it really was."""

from django.urls import path

from campaigns.opr.past import fact_views as facts
from campaigns.opr.past import mission_views as missions
from campaigns.opr.past import step_views as steps

urlpatterns = [
    path("l/<int:pk>/corrections/forgotten/", facts.forgotten, name="forgotten"),
    path(
        "l/<int:pk>/corrections/<int:number>/facts/<slug:code>/",
        facts.correction_facts,
        name="correction_facts",
    ),
    path(
        "l/<int:pk>/corrections/<int:number>/step/<slug:code>/",
        steps.correction_step,
        name="correction_step",
    ),
    path("l/<int:pk>/entries/<int:seq>/facts/", facts.entry_facts, name="entry_facts"),
    path("l/<int:pk>/entries/<int:seq>/forgot/", steps.forgot, name="forgot"),
    path("l/<int:pk>/m/<id:key>/never/", missions.void_mission, name="void_mission"),
]

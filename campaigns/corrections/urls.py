"""Addresses of corrections: the entries of the journal, drafts, and one-tap undo."""

from django.urls import path

from campaigns.corrections import fact_views as correction_facts
from campaigns.corrections import step_views as correction_steps
from campaigns.corrections import views as corrections

urlpatterns = [
    path("l/<int:pk>/corrections/", corrections.overview, name="corrections"),
    path("l/<int:pk>/corrections/forgotten/", correction_facts.forgotten, name="forgotten"),
    path("l/<int:pk>/corrections/<int:number>/", corrections.correction, name="correction"),
    path(
        "l/<int:pk>/corrections/<int:number>/facts/<slug:code>/",
        correction_facts.correction_facts,
        name="correction_facts",
    ),
    path(
        "l/<int:pk>/corrections/<int:number>/step/<slug:code>/",
        correction_steps.correction_step,
        name="correction_step",
    ),
    path("l/<int:pk>/entries/<int:seq>/", corrections.entry, name="entry"),
    path("l/<int:pk>/entries/<int:seq>/facts/", correction_facts.entry_facts, name="entry_facts"),
    path("l/<int:pk>/entries/<int:seq>/forgot/", correction_steps.forgot, name="forgot"),
    path("l/<int:pk>/entries/<int:seq>/undo/", corrections.undo, name="undo"),
    path("l/<int:pk>/m/<str:key>/never/", corrections.void_mission, name="void_mission"),
]

"""The addresses of *Is this right?*, which stand before those of single rules."""

from django.urls import path

from campaigns.leagues.umpire import views

urlpatterns = [
    path("l/<int:pk>/rules/is-this-right/", views.usual_questions, name="is_this_right"),
    path("l/<int:pk>/rules/is-this-right/case/", views.case, name="case"),
    path(
        "l/<int:pk>/rules/is-this-right/<slug:game>/<slug:question>/", views.ask_usual_question, name="usual"
    ),
]

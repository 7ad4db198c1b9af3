"""Addresses of corrections: the entries of the journal, drafts, and one-tap undo."""

from django.urls import path

from campaigns.corrections import views

urlpatterns = [
    path("l/<int:pk>/corrections/", views.overview, name="corrections"),
    path("l/<int:pk>/corrections/<int:number>/", views.correction, name="correction"),
    path("l/<int:pk>/entries/<int:seq>/", views.entry, name="entry"),
    path("l/<int:pk>/entries/<int:seq>/undo/", views.undo_my_entry, name="undo"),
]

"""Addresses of a league's honours."""

from django.urls import path

from campaigns.views import stats

urlpatterns = [path("l/<int:pk>/honours/", stats.honours, name="honours")]

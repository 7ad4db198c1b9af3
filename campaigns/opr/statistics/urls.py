"""Addresses of a league's honours."""

from django.urls import path

from campaigns.opr.statistics import views as stats

urlpatterns = [path("l/<int:pk>/honours/", stats.honours, name="honours")]

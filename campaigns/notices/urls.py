"""Addresses of the inbox."""

from django.urls import path

from campaigns.notices import views
from campaigns.notices.told import browsers, chats
from campaigns.notices.told import views as told
from campaigns.notices.words import views as words

urlpatterns = [
    path("inbox/", views.inbox, name="inbox"),
    path("inbox/read/", views.read_all, name="inbox_read"),
    path("inbox/week/", views.week, name="week"),
    path("inbox/<int:pk>/", views.notice, name="notice"),
    path("clubs/<slug:slug>/chats/", chats.chats, name="chats"),
    path("clubs/<slug:slug>/chats/<int:pk>/", chats.change_chat, name="chat_change"),
    path("clubs/<slug:slug>/words/new/", words.write_message, name="word_new"),
    path("clubs/<slug:slug>/words/<int:pk>/", words.change_news, name="word"),
    path("clubs/<slug:slug>/silence/", chats.toggle_silence, name="silence"),
    path("me/told/", told.choose_notifications, name="told"),
    path("me/told/mail/", told.change_mail_address, name="mail_address"),
    path("me/told/browser/", browsers.change_browser, name="browser"),
    path("push/renew/", browsers.renew_browser, name="push_renew"),
    path("push/worker.js", browsers.worker, name="push_worker"),
    path("manifest.webmanifest", browsers.manifest, name="manifest"),
    path("mail/confirm/<int:pk>/<str:word>/", told.confirm_mail, name="mail_confirm"),
    path("mail/stop/<int:pk>/<str:word>/", told.stop_mail, name="mail_stop"),
    path("mail/stop/week/<int:pk>/<str:word>/", told.stop_week_mail, name="mail_stop_week"),
]

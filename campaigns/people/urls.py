"""Addresses of the pages about people: in front of a seat, about oneself, about a club."""

from django.urls import path
from django.views.generic import RedirectView

from campaigns.people import club_views as people
from campaigns.people import joining_views as joining
from campaigns.people.me import file_views as me_file
from campaigns.people.me import holiday_views as holidays
from campaigns.people.me import token_views as me_token
from campaigns.people.me import views as me

app_name = "people"

# allauth's pages that ask for an e-mail, or list what stands on the page about oneself, lead to ours.
INSTEAD = {
    "2fa": "people:me",
    "email": "people:me",
    "sessions": "people:me",
    "password/change": "people:claim",
    "password/set": "people:claim",
    "password/reset": "account_login",
}

urlpatterns = [
    # In front of allauth's page of the same address and name `account_login`.
    path("accounts/login/", joining.SignInView.as_view(), name="sign_in"),
    path("join/<str:word>/", joining.accept_invitation, name="join"),
    path("join/<str:word>/mine/", joining.request_seat, name="mine"),
    path("waiting/", joining.wait_for_seat, name="waiting"),
    path("back/<str:word>/", joining.way_back, name="way_back"),
    path("me/", me.me, name="me"),
    path("me/way-back/", me.my_way_back, name="my_way_back"),
    path("me/way-back/new/", me.new_way_back, name="new_way_back"),
    path("me/let-in/<int:pk>/", me.was_me, name="was_me"),
    path("me/claim/", me.claim_seat, name="claim"),
    path("me/sign-out/", me.sign_out, name="sign_out"),
    path("me/sign-out-everywhere/", me.sign_out_others, name="sign_out_everywhere"),
    path("me/token/", me_token.my_token, name="my_token"),
    path("me/file/", me_file.my_file, name="my_file"),
    path("me/erase/", me.erase, name="erase"),
    path("zones/", people.time_zones, name="zones"),
    path("clubs/<slug:slug>/people/", people.club_people, name="people"),
    path("clubs/<slug:slug>/settings/", people.club_settings, name="club"),
    path("clubs/<slug:slug>/people/me/", people.my_seat, name="my_seat"),
    path("clubs/<slug:slug>/people/me/holiday/", holidays.my_holiday, name="my_holiday"),
    path("clubs/<slug:slug>/people/<int:pk>/", people.seat, name="seat"),
    path("clubs/<slug:slug>/people/<int:pk>/holiday/", holidays.holiday, name="holiday"),
    path("clubs/<slug:slug>/people/<int:pk>/standing-in/", holidays.standing_in, name="standing_in"),
    path("clubs/<slug:slug>/people/<int:pk>/remove/", people.remove_member, name="remove"),
    path("clubs/<slug:slug>/people/<int:pk>/restore/", people.restore_member, name="restore"),
    path("clubs/<slug:slug>/people/<int:pk>/way-back/", people.seat_way_back, name="seat_way_back"),
    path("clubs/<slug:slug>/people/<int:pk>/merge/", people.merge, name="merge"),
    path("clubs/<slug:slug>/invitations/", people.invitations, name="invitations"),
    path("clubs/<slug:slug>/invitations/<int:pk>/", people.invitation_page, name="invitation"),
    path("clubs/<slug:slug>/invitations/<int:pk>/revoke/", people.revoke, name="revoke"),
    path("clubs/<slug:slug>/requests/<int:pk>/", people.seat_request, name="seat_request"),
]
urlpatterns += [
    path(f"accounts/{theirs}/", RedirectView.as_view(pattern_name=ours), name=f"not_{theirs}")
    for theirs, ours in INSTEAD.items()
]

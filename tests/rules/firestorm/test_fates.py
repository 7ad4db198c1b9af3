"""After the battles: cases of conquest, retreat, scatter, rally and raze, and what is refused."""

from __future__ import annotations

from tests.rules.firestorm.test_reveal import BY_NUMBER, numbers, plays


@numbers(81, 90)
def test_fs_42_a_victorious_attacker_takes_the_land(number):
    plays(BY_NUMBER[number])


@numbers(83, 84)
def test_fs_43_conquered_land_loses_its_garrisons_building(number):
    plays(BY_NUMBER[number])


@numbers(84, 85)
def test_fs_44_chaos_razes_after_winning(number):
    plays(BY_NUMBER[number])


@numbers(85)
def test_fs_46_ones_own_land_may_be_razed(number):
    plays(BY_NUMBER[number])


@numbers(80, 81, 99, 100, 104)
def test_fs_60_after_a_draw_or_minor_defeat_a_banner_retreats(number):
    plays(BY_NUMBER[number])


@numbers(88, 101, 103, 104)
def test_fs_61_where_a_banner_may_retreat_to(number):
    plays(BY_NUMBER[number])


@numbers(86, 87)
def test_fs_62_a_major_defeat_is_rolled_for(number):
    plays(BY_NUMBER[number])


@numbers(89, 90)
def test_fs_63_the_annihilated_scatter_without_a_die(number):
    plays(BY_NUMBER[number])


@numbers(87, 91, 92, 96, 105)
def test_fs_64_the_nearest_rally_point(number):
    plays(BY_NUMBER[number])


@numbers(93, 94, 102)
def test_fs_65_an_occupied_rally_point_is_passed_over(number):
    plays(BY_NUMBER[number])


@numbers(95, 96, 97, 98)
def test_fs_66_death_rallies_at_its_mustering_ground(number):
    plays(BY_NUMBER[number])


@numbers(101, 102, 105)
def test_fs_67_rally_points_are_those_held_after_all_conquests(number):
    plays(BY_NUMBER[number])


@numbers(81, 82)
def test_fs_68_the_victorious_stay(number):
    plays(BY_NUMBER[number])


@numbers(82, 83)
def test_fs_69_a_garrison_goes_with_its_building(number):
    plays(BY_NUMBER[number])


@numbers(99)
def test_fs_70_after_a_draw_the_owner_stays(number):
    plays(BY_NUMBER[number])


@numbers(88)
def test_fs_177_nowhere_to_go_is_scattered(number):
    plays(BY_NUMBER[number])

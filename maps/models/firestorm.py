"""State rows of a Firestorm league, field for field the entities of `rules.firestorm.state`; what is nested
there is JSON here. The ground and its links are those of every map league."""

from __future__ import annotations

from django.db import models

from campaigns.models.state import StateRow
from maps.models.ground import KEY


class FirestormCampaign(StateRow):
    edition = models.CharField(max_length=KEY, blank=True)
    settings = models.JSONField(default=list)
    realm = models.CharField(max_length=KEY, blank=True)
    phase = models.CharField(max_length=24, blank=True)
    turn = models.IntegerField(default=0)
    step = models.IntegerField(default=0)
    initiative = models.JSONField(default=list)
    done = models.JSONField(default=list)
    deadline = models.DateTimeField(null=True)
    paused = models.BooleanField(default=False)
    paused_at = models.DateTimeField(null=True)
    winners = models.JSONField(default=list)
    victory = models.CharField(max_length=KEY, blank=True)
    own = models.JSONField(default=list)
    forced = models.BooleanField(default=False)
    left = models.JSONField(default=list, db_default=[])


class FirestormTerritory(StateRow):
    SECRET = ("items", "level")

    name = models.CharField(max_length=120, blank=True)
    x = models.IntegerField(default=0)
    y = models.IntegerField(default=0)
    q = models.IntegerField(null=True)
    r = models.IntegerField(null=True)
    outline = models.JSONField(default=list)
    terrain = models.CharField(max_length=24, blank=True)
    river = models.BooleanField(default=False)
    shore = models.BooleanField(default=False)
    building = models.CharField(max_length=KEY, blank=True)
    objective = models.CharField(max_length=KEY, blank=True)
    role = models.CharField(max_length=KEY, blank=True)
    corner = models.CharField(max_length=KEY, blank=True)
    special = models.BooleanField(default=False)
    bonus = models.IntegerField(default=0)
    words = models.TextField(blank=True)
    owner = models.CharField(max_length=KEY, blank=True)
    items = models.JSONField(default=list)
    level = models.IntegerField(default=0)


class FirestormFaction(StateRow):
    SECRET = ("scepter",)

    owner = models.CharField(max_length=KEY, blank=True)
    name = models.CharField(max_length=120, blank=True)
    colour = models.CharField(max_length=KEY, blank=True)
    emblem = models.CharField(max_length=KEY, blank=True)
    alliance = models.CharField(max_length=24, blank=True)
    corner = models.CharField(max_length=KEY, blank=True)
    trait = models.CharField(max_length=24, blank=True)
    scepter = models.BooleanField(default=False)
    status = models.CharField(max_length=24, blank=True)


class FirestormPlayer(StateRow):
    faction = models.CharField(max_length=KEY, blank=True)
    owner = models.CharField(max_length=KEY, blank=True)
    name = models.CharField(max_length=120, blank=True)
    alliance = models.CharField(max_length=24, blank=True)
    since = models.IntegerField(default=0, db_default=0)


class FirestormBanner(StateRow):
    faction = models.CharField(max_length=KEY, blank=True)
    name = models.CharField(max_length=120, blank=True)
    at = models.CharField(max_length=24, blank=True)
    territory = models.CharField(max_length=KEY, blank=True)
    raised = models.IntegerField(default=0)
    number = models.IntegerField(default=0)
    fell = models.CharField(max_length=KEY, blank=True)
    moved = models.BooleanField(default=False)
    marched = models.BooleanField(default=False)
    razed = models.BooleanField(default=False)


class FirestormCharacter(StateRow):
    faction = models.CharField(max_length=KEY, blank=True)
    banner = models.CharField(max_length=KEY, blank=True)
    name = models.CharField(max_length=120, blank=True)
    kind = models.CharField(max_length=24, blank=True)
    alive = models.BooleanField(default=True)


class FirestormUpgrade(StateRow):
    character = models.CharField(max_length=KEY, blank=True)
    chart = models.CharField(max_length=24, blank=True)
    row = models.CharField(max_length=KEY, blank=True)
    name = models.CharField(max_length=120, blank=True)
    turn = models.IntegerField(default=0)
    battle = models.CharField(max_length=KEY, blank=True)
    bout = models.CharField(max_length=KEY, blank=True)
    dice = models.JSONField(default=list)
    legacy = models.BooleanField(default=False)
    state = models.CharField(max_length=24, blank=True)


class FirestormChartRow(StateRow):
    chart = models.CharField(max_length=24, blank=True)
    first = models.IntegerField(default=0)
    last = models.IntegerField(default=0)
    name = models.CharField(max_length=120, blank=True)
    words = models.TextField(blank=True)


class FirestormCard(StateRow):
    SECRET = ("name", "words", "glory", "build")

    kind = models.CharField(max_length=24, blank=True)
    name = models.CharField(max_length=120, blank=True)
    words = models.TextField(blank=True)
    glory = models.IntegerField(default=0)
    build = models.IntegerField(default=0)


class FirestormObjective(StateRow):
    player = models.CharField(max_length=KEY, blank=True)
    entry = models.CharField(max_length=KEY, blank=True)
    sealed_key = models.CharField(max_length=KEY, blank=True)
    card = models.CharField(max_length=KEY, blank=True)
    state = models.CharField(max_length=24, blank=True)


class FirestormTurn(StateRow):
    number = models.IntegerField(default=0)
    rolled = models.JSONField(default=list)
    scores = models.JSONField(default=list)
    ended = models.BooleanField(default=False)


class FirestormSheet(StateRow):
    turn = models.IntegerField(default=0)
    faction = models.CharField(max_length=KEY, blank=True)
    entry = models.CharField(max_length=KEY, blank=True)
    times = models.IntegerField(default=0)
    silent = models.BooleanField(default=False)
    broken = models.BooleanField(default=False)


class FirestormOrder(StateRow):
    turn = models.IntegerField(default=0)
    faction = models.CharField(max_length=KEY, blank=True)
    banner = models.CharField(max_length=KEY, blank=True)
    kind = models.CharField(max_length=24, blank=True)
    path = models.JSONField(default=list)
    seq = models.IntegerField(default=0)
    carried = models.CharField(max_length=24, blank=True)
    reason = models.CharField(max_length=24, blank=True)
    trail = models.JSONField(default=list)


class FirestormBattle(StateRow):
    turn = models.IntegerField(default=0)
    number = models.IntegerField(default=0)
    territory = models.CharField(max_length=KEY, blank=True)
    attacker = models.CharField(max_length=KEY, blank=True)
    attack = models.CharField(max_length=KEY, blank=True)
    defender = models.CharField(max_length=KEY, blank=True)
    defend = models.CharField(max_length=KEY, blank=True)
    garrison = models.IntegerField(default=0)
    third = models.CharField(max_length=KEY, blank=True)
    third_faction = models.CharField(max_length=KEY, blank=True)
    after = models.CharField(max_length=KEY, blank=True)
    status = models.CharField(max_length=24, blank=True)
    locked = models.BooleanField(default=False)
    gears = models.JSONField(default=list)
    lines = models.JSONField(default=list)
    points = models.IntegerField(default=0)
    games = models.IntegerField(default=0)
    scenario = models.CharField(max_length=120, blank=True)
    result = models.CharField(max_length=24, blank=True)
    third_won = models.BooleanField(default=False)
    tabled = models.JSONField(default=list)
    method = models.CharField(max_length=24, blank=True)
    why = models.TextField(blank=True)
    rolled = models.JSONField(default=list)
    applied = models.BooleanField(default=False)


class FirestormBout(StateRow):
    battle = models.CharField(max_length=KEY, blank=True)
    attack = models.CharField(max_length=KEY, blank=True)
    defend = models.CharField(max_length=KEY, blank=True)
    result = models.CharField(max_length=24, blank=True)
    third_won = models.BooleanField(default=False)
    tabled = models.JSONField(default=list)
    status = models.CharField(max_length=24, blank=True)
    reported_by = models.CharField(max_length=KEY, blank=True)
    confirmed_by = models.CharField(max_length=KEY, blank=True)
    commands = models.JSONField(default=list)
    dead = models.JSONField(default=list)
    counted = models.JSONField(default=list)
    condition = models.CharField(max_length=24, blank=True)
    words = models.TextField(blank=True)
    assault = models.BooleanField(default=False, db_default=False)
    fought = models.JSONField(default=list, db_default=models.Value([], models.JSONField()))
    accounts = models.JSONField(default=list, db_default=models.Value([], models.JSONField()))


class FirestormFate(StateRow):
    battle = models.CharField(max_length=KEY, blank=True)
    banner = models.CharField(max_length=KEY, blank=True)
    kind = models.CharField(max_length=24, blank=True)
    roll = models.IntegerField(default=0)
    to = models.CharField(max_length=KEY, blank=True)
    settled = models.BooleanField(default=False)


class FirestormSiege(StateRow):
    KEPT_BACK = True

    level = models.IntegerField(default=0)
    step = models.CharField(max_length=24, blank=True)
    wanted = models.JSONField(default=list)
    completed = models.IntegerField(default=0)
    opening = models.PositiveSmallIntegerField(default=0)
    help_timer = models.IntegerField(default=0)
    unlocked = models.BooleanField(default=False)
    used = models.BooleanField(default=False)
    bravery = models.IntegerField(default=0)
    bombarding = models.BooleanField(default=True)
    gate_broken = models.BooleanField(default=False)
    besieger_points = models.IntegerField(default=0)
    besieged_points = models.IntegerField(default=0)
    equipment_factor = models.IntegerField(default=0)
    machines_factor = models.IntegerField(default=0)
    besieger_delta = models.IntegerField(default=0)
    besieged_delta = models.IntegerField(default=0)
    option = models.CharField(max_length=KEY, blank=True)
    target = models.CharField(max_length=KEY, blank=True)
    winner = models.CharField(max_length=24, blank=True)
    why = models.TextField(blank=True)
    stood = models.CharField(max_length=24, blank=True, default="", db_default="")


class FirestormGain(StateRow):
    KEPT_BACK = True

    siege = models.CharField(max_length=KEY, blank=True)
    turn = models.IntegerField(default=0)
    side = models.CharField(max_length=24, blank=True)
    option = models.CharField(max_length=KEY, blank=True)
    target = models.CharField(max_length=KEY, blank=True)
    how = models.CharField(max_length=24, blank=True)
    won = models.BooleanField(default=True)
    dice = models.JSONField(default=list)
    amount = models.IntegerField(default=0)
    state = models.CharField(max_length=24, blank=True)


class FirestormPurchase(StateRow):
    KEPT_BACK = True

    siege = models.CharField(max_length=KEY, blank=True)
    side = models.CharField(max_length=24, blank=True)
    item = models.CharField(max_length=KEY, blank=True)
    cost = models.IntegerField(default=0)
    target = models.CharField(max_length=KEY, blank=True)


class FirestormLedgerRow(StateRow):
    KEPT_BACK = True

    coin = models.CharField(max_length=24, blank=True)
    faction = models.CharField(max_length=KEY, blank=True)
    amount = models.IntegerField(default=0)
    turn = models.IntegerField(default=0)
    occasion = models.CharField(max_length=KEY, blank=True)
    battle = models.CharField(max_length=KEY, blank=True)
    territory = models.CharField(max_length=KEY, blank=True)
    rule = models.CharField(max_length=KEY, blank=True)
    reverses = models.CharField(max_length=KEY, blank=True)
    words = models.TextField(blank=True)

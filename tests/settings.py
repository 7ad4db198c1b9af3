"""The settings of the tests: those of the site, and a sixth game on the shelf."""

from config.settings import *  # noqa: F403
from config.settings import INSTALLED_APPS
from rules.engine.shelf import SHELF, Places

SHELF["coin"] = Places("tests.coin.rules", "tests.coin.plugin")
INSTALLED_APPS = [*INSTALLED_APPS, "tests.coin"]

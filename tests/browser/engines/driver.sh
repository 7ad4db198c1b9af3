#!/bin/sh
# Started by Playwright in the place of its own driver (PLAYWRIGHT_NODEJS_PATH), for `pytest --browser webkit`.
cd "$(dirname "$0")/../../.." && exec .venv/bin/python -m tests.browser.engines.driver

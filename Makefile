# Two commands are enough: `make run` opens the office, `make test` checks everything.
.PHONY: run organiser dev test engines quick rules figures words mutants bench season backup restore
PYTHON := .venv/bin/python
# a start reads compiled code; compiling all of it each time would take three times as long
unexport PYTHONDONTWRITEBYTECODE

run:
	@./setup.sh
	@exec $(PYTHON) -m config.run

organiser: ## the link that signs the organiser in
	@./setup.sh
	@$(PYTHON) manage.py organiser

dev: ## like run, with reloading and error pages for developers
	@./setup.sh dev
	@MUSTERROLL_DEBUG=1 MUSTERROLL_RELOAD=1 exec $(PYTHON) -m config.run

test:
	@./setup.sh dev
	@$(PYTHON) -m tests.all

engines: ## every page in WebKit and Firefox, beside Chromium; then what people do
	@./setup.sh dev
	@MUSTERROLL_ENGINES=1 $(PYTHON) -m pytest -q -n 2 tests/browser/engines
	@$(PYTHON) -m pytest -q -n 2 -m journey --browser webkit tests/browser
	@$(PYTHON) -m pytest -q -n 2 -m journey --browser firefox tests/browser

quick: ## only what changed last failed, and no browser
	@./setup.sh dev
	@$(PYTHON) -m pytest -q -n auto -m "not browser and not season" --lf

rules: ## which rules have a test
	@./setup.sh dev
	@$(PYTHON) -m rules.rehearsal.coverage

figures: ## how long functions and files are, and who knows whom
	@./setup.sh dev
	@$(PYTHON) -m scripts.figures

words: ## sentences docs/words.md would put another way; a report, no gate
	@./setup.sh dev
	@$(PYTHON) -m scripts.words

mutants: ## change the rules on purpose and see whether a test notices; MUTANTS="opr --sample 40" for less
	@./setup.sh dev
	@$(PYTHON) -m uv sync --quiet --frozen --inexact --group mutants --python $(PYTHON)
	@$(PYTHON) -m scripts.mutants $(MUTANTS)

bench: ## figures for docs/performance.md
	@./setup.sh dev
	@$(PYTHON) manage.py bench

season: ## whole seasons, all of them
	@./setup.sh dev
	@HYPOTHESIS_PROFILE=season MUSTERROLL_SEASON=1 $(PYTHON) -m pytest -q -n auto -m "season or in_turn"
	@$(PYTHON) -m tests.season.told > docs/season.md
	@$(PYTHON) -m tests.rules.solo.simulation > docs/solo-simulation.md

backup:
	@./setup.sh
	@$(PYTHON) manage.py backup

restore: ## make restore FILE=var/backups/….musterroll
	@./setup.sh
	@$(PYTHON) manage.py restore "$(FILE)"

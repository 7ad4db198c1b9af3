#!/usr/bin/env python
"""Django's command line."""

import os
import sys


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    os.environ.setdefault("MUSTERROLL_POOL", "0")  # one command needs one connection
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import execute_from_command_line
    from django.db import Error

    from config.processes.logs import tell_uncaught

    sys.excepthook = tell_uncaught
    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as error:
        sys.exit(str(error))
    except Error as error:
        from config.database.hints import hint_for

        hint = hint_for(error)
        if hint is None:
            raise
        sys.exit(hint)


if __name__ == "__main__":
    main()

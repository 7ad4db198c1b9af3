"""All pages, for any WSGI server. The live stream needs `config.asgi`."""

import gc
import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
application = get_wsgi_application()

# What has been loaded stays for good: no page pays for looking through it for garbage again.
gc.collect()
gc.freeze()
gc.set_threshold(20_000, 20)

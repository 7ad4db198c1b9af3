"""Log lines without secrets; as JSON, one object a line, with `MUSTERROLL_LOG=json`."""

import json
import logging
import re
from datetime import UTC, datetime

SECRET_LINK = re.compile(r"/(join|back)/[^/\s]+")


class HideSecretLinks(logging.Filter):
    """Invitations and ways back open seats: a logged address leaves out their secret word."""

    def filter(self, record: logging.LogRecord) -> bool:
        message = record.getMessage()
        if SECRET_LINK.search(message):
            record.msg, record.args = SECRET_LINK.sub(r"/\1/…", message), ()
        return True


class JsonFormatter(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)

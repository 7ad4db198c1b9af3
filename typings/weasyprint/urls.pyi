from collections.abc import Collection

class URLFetcher:
    def __init__(self, *, allowed_protocols: Collection[str] | None = None) -> None: ...

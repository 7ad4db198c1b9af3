# One image for web and worker; docker-compose.yml tells them apart.
FROM python:3.13-slim AS build
COPY --from=ghcr.io/astral-sh/uv:0.13 /uv /bin/uv
WORKDIR /app
ENV UV_LINK_MODE=copy UV_COMPILE_BYTECODE=1 UV_PYTHON_DOWNLOADS=never
COPY pyproject.toml uv.lock .python-version ./
RUN uv sync --frozen --no-dev

FROM python:3.13-slim
# hadolint ignore=DL3008  # security fixes of these four are wanted, not their version of today
RUN apt-get update \
    && apt-get install -y --no-install-recommends libglib2.0-0 libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0 \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --system --uid 10001 --home-dir /data muster \
    && install -d -o muster -g muster /data
WORKDIR /app
COPY --from=build /app/.venv .venv
COPY . .
ENV PATH=/app/.venv/bin:$PATH PYTHONUNBUFFERED=1 MUSTERROLL_DATA=/data MUSTERROLL_STATIC=/app/collected MUSTERROLL_LOG=json
RUN python -c "from config.languages import make_ready; make_ready()" \
    && MUSTERROLL_SECRET_KEY=none python manage.py prepare --static
USER 10001
VOLUME /data
EXPOSE 8000
CMD ["python", "-m", "config.web"]

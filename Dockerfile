# The HTTP service.
#   docker build --tag fanorona .
#   docker run --rm --read-only --tmpfs /tmp --publish 8000:8000 fanorona

FROM python:3.13-slim AS build
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install --yes --no-install-recommends gcc libc6-dev \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /src
COPY requirements.image.lock ./
RUN python -m venv /opt/fanorona \
    && /opt/fanorona/bin/pip install --no-cache-dir --require-hashes --no-deps \
        --requirement requirements.image.lock
COPY pyproject.toml setup.py README.md LICENSE ./
COPY fanorona ./fanorona
COPY solver ./solver
COPY service ./service
COPY cli ./cli
COPY words ./words
COPY puzzles ./puzzles
ENV FANORONA_REQUIRE_KERNEL=1 FANORONA_CACHE=/opt/fanorona-data
RUN /opt/fanorona/bin/pip install --no-cache-dir --no-deps . \
    && /opt/fanorona/bin/fanorona tablebase build --stones 4

FROM python:3.13-slim
RUN useradd --system --uid 10001 --no-create-home fanorona
COPY --from=build /opt/fanorona /opt/fanorona
COPY --from=build /opt/fanorona-data /opt/fanorona-data
ENV PATH=/opt/fanorona/bin:$PATH \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1 \
    FANORONA_HOST=0.0.0.0 \
    FANORONA_PORT=8000 \
    FANORONA_TABLES=/opt/fanorona-data/tables
USER 10001
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s CMD ["python", "-c", \
    "import os, urllib.request as u; address = 'http://127.0.0.1:' + os.environ['FANORONA_PORT']; \
u.urlopen(address + '/health/ready', timeout=2)"]
CMD ["fanorona", "serve"]

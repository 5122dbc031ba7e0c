"""A bare Flask route under the server's own settings: what the service is compared with.

python -m benchmarks.bare_flask BODY
"""

from __future__ import annotations

import sys
from pathlib import Path

from flask import Flask, Response

from fanorona.service.operation.server import Server
from fanorona.service.settings import Settings


class BareServer(Server):
    """Answers every question with the same bytes."""

    def load(self) -> Flask:
        body = Path(sys.argv[1]).read_bytes()
        app = Flask(__name__)

        @app.get("/v1/moves")
        def moves() -> Response:
            return Response(body, mimetype="application/json")

        return app


if __name__ == "__main__":
    settings = Settings(port=0)
    BareServer(settings, lambda addresses: print(*addresses, flush=True)).run()

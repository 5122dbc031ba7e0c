"""Requests that one client may make in a time, where the operator sets a limit."""

from __future__ import annotations

import math
import time

from flask import Flask, request
from limits import parse_many
from limits.errors import StorageError
from limits.storage import storage_from_string
from limits.strategies import FixedWindowRateLimiter

from fanorona.service.problems import Kind, Problem
from fanorona.service.settings import BadSetting, Settings
from fanorona.words import Message

EXEMPT = ("/health/", "/metrics", "/static/")
"""What the operator asks, and what the board's page is made of."""


def limit_rate(app: Flask, settings: Settings) -> None:
    """Refuse clients that ask more often than the settings allow."""
    if not settings.rate_limit:
        return
    try:
        rates = parse_many(settings.rate_limit)
        storage = storage_from_string(settings.rate_storage, wrap_exceptions=True)
    except Exception as error:
        raise BadSetting(Message("setting.rate-limit", fault=str(error))) from None
    limiter = FixedWindowRateLimiter(storage)

    @app.before_request
    def refuse_when_too_often() -> None:
        if request.path.startswith(EXEMPT):
            return
        client = request.remote_addr or ""
        try:
            broken = next((rate for rate in rates if not limiter.hit(rate, client)), None)
            if broken is None:
                return
            reset = limiter.get_window_stats(broken, client).reset_time
        except StorageError:
            # A counter that is out of reach must not take the service with it.
            app.logger.exception("the rate limit's storage is out of reach")
            return
        seconds = max(1, math.ceil(reset - time.time()))
        raise Problem(
            Kind.TOO_MANY_REQUESTS,
            Message(
                "service.rate",
                number=broken.amount,
                period=broken.get_expiry(),
                seconds=seconds,
            ),
            headers={"Retry-After": str(seconds)},
        )

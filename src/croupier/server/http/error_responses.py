"""The answer to a request for every kind of error, ours included."""

from __future__ import annotations

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect

from croupier.accounts import PeopleRefused, Reason
from croupier.accounts.second_factor import Enrolment
from croupier.errors import CroupierError
from croupier.server.http import json_response, port_of, refusal_response
from croupier.server.http.middleware import TOO_LONG, BodyTooLong
from croupier.server.monitoring import log_error
from croupier.server.problems import Problem, ProblemCode, write_our_mistake, write_problem
from croupier.words import plain, say

_STATUS = {
    Reason.BAD_CREDENTIALS: 401,
    Reason.LOCKED: 403,
    Reason.THROTTLED: 429,
    Reason.SECOND_FACTOR: 401,
    Reason.ENROL: 403,
    Reason.PIN_LOCKED: 403,
    Reason.NO_SUCH_PERSON: 404,
    Reason.NO_SUCH_SESSION: 404,
    Reason.WEAK_PASSWORD: 400,
    Reason.WEAK_PIN: 400,
    Reason.BAD_INVITATION: 403,
    Reason.NOT_OF_AGE: 403,
}
"""The HTTP status of each reason for which `accounts` refuses; the others are conflicts."""


def add_error_responses(app: FastAPI) -> None:
    """Let an application answer errors as the server does."""

    @app.exception_handler(Problem)
    async def problem(request: Request, wrong: Problem) -> Response:
        answer = json_response(write_problem(wrong.code, wrong.said), wrong.status)
        if wrong.retry_after is not None:
            answer.headers["retry-after"] = str(wrong.retry_after)
        # A page cannot delete the cookie of an expired session itself, and with that cookie its
        # browser could not even watch.
        cookie = port_of(request).cookie
        if wrong.code is ProblemCode.NOT_SIGNED_IN and cookie in request.cookies:
            answer.delete_cookie(cookie, path="/", httponly=True, samesite="strict")
        return answer

    @app.exception_handler(CroupierError)
    async def refusal(_: Request, wrong: CroupierError) -> Response:
        return refusal_response(wrong)

    @app.exception_handler(PeopleRefused)
    async def person(_: Request, wrong: PeopleRefused) -> Response:
        answer = write_problem(wrong.reason, wrong.said)
        if isinstance(wrong, Enrolment):
            answer["enrol"] = {"secret": wrong.secret, "uri": wrong.uri}
        return json_response(answer, _STATUS.get(wrong.reason, 409))

    @app.exception_handler(RequestValidationError)
    async def unreadable(_: Request, wrong: RequestValidationError) -> Response:
        first = wrong.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        message = f"{where}: {first['msg']}"[:300]
        return json_response(write_problem(ProblemCode.NOT_READABLE, plain(message)), 400)

    @app.exception_handler(BodyTooLong)
    async def too_long(_: Request, __: BodyTooLong) -> Response:
        return json_response(write_problem(ProblemCode.NOT_READABLE, TOO_LONG), 413)

    @app.exception_handler(ClientDisconnect)
    async def gone(_: Request, __: ClientDisconnect) -> Response:
        # Nobody reads this answer; it is the line in the log that counts.
        return json_response(write_problem(ProblemCode.NOT_READABLE, say("server.gone")), 400)

    @app.exception_handler(HTTPException)
    async def unrouted(_: Request, wrong: HTTPException) -> Response:
        missing = wrong.status_code == 404
        code = ProblemCode.NOT_FOUND if missing else ProblemCode.NOT_READABLE
        answer = json_response(write_problem(code, plain(str(wrong.detail))), wrong.status_code)
        answer.headers.update(wrong.headers or {})
        return answer

    @app.exception_handler(Exception)
    async def ours(request: Request, wrong: Exception) -> Response:
        log_error("a mistake of our own", wrong, path=request.scope["path"])
        return json_response(write_our_mistake(), 500)

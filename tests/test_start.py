"""The project as a stranger gets it: the script that starts it, its locks, and what is packaged."""

from __future__ import annotations

import base64
import hashlib
import io
import json
import os
import re
import shutil
import ssl
import subprocess
import tarfile
import time
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from ipaddress import ip_address
from pathlib import Path
from threading import Thread
from urllib.request import urlopen

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

from conftest import BEHIND_THE_DOORS, NOT_QUICK
from served import address_told

ROOT = Path(__file__).parent.parent
READY = (ROOT / ".venv" / ".set-up" / "made-for").exists()
needs_set_up = pytest.mark.skipif(not READY, reason="these tests were not started by ./run")


def run(*words: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([str(ROOT / "run"), *words], capture_output=True, check=False)


PLATFORMS = (
    "x86_64-unknown-linux-gnu",
    "aarch64-unknown-linux-gnu",
    "aarch64-apple-darwin",
    "x86_64-pc-windows-msvc",
)
PYTHONS = ("3.11", "3.12", "3.13", "3.14")


@needs_set_up
@pytest.mark.parametrize("platform", PLATFORMS)
@pytest.mark.parametrize(
    "version",
    [
        pytest.param(version, marks=[pytest.mark.soak] if 0 < place < len(PYTHONS) - 1 else [])
        for place, version in enumerate(PYTHONS)
    ],
)
def test_the_locks_can_be_installed_on_every_platform(
    version: str, platform: str, tmp_path: Path
) -> None:
    """From wheels alone, by hash: nobody needs a compiler. A dry run installs nothing."""
    uv = ROOT / ".venv" / "bin" / "uv"
    looking = ("pip", "install", "--dry-run", "--quiet", "--target", tmp_path)
    wheels = ("--require-hashes", "--only-binary", ":all:")
    there = ("--python-version", version, "--python-platform", platform)
    for lock in ("core", "dev"):
        asked = subprocess.run(
            [uv, *looking, *wheels, *there, "-r", ROOT / "locks" / f"{lock}.txt"],
            capture_output=True,
            text=True,
            check=False,
            env=os.environ | {"UV_SYSTEM_CERTS": "1"},
        )
        if "error sending request" in asked.stderr and not os.environ.get("CROUPIER_CI"):
            pytest.skip("there is no network, which tells what can be had")
        assert asked.returncode == 0, f"{lock}: {asked.stderr}"


@needs_set_up
def test_a_later_start_says_nothing_of_its_own() -> None:
    """Nothing is set up twice: standard output is the command's, and the other stays empty."""
    done = run("games", "--json")
    assert (done.returncode, done.stderr) == (0, b"")
    assert len(json.loads(done.stdout)) == 6


@needs_set_up
def test_run_alone_opens_a_casino_with_tables_to_play_at(tmp_path: Path) -> None:
    """One command and no more: seven tables are dealt at, and it stops in order when it is told."""
    settings = {"CROUPIER_PORT": "0", "CROUPIER_DATABASE": str(tmp_path / "house.db")}
    served = subprocess.Popen(
        [str(ROOT / "run")], env=os.environ | settings, stderr=subprocess.PIPE, text=True
    )
    assert served.stderr is not None
    try:
        address = address_told(served.stderr)
        tables: list[dict[str, object]] = []
        for _ in range(300):
            with suppress(OSError), urlopen(f"{address}/api/tables", timeout=5) as answer:
                tables = json.loads(answer.read())
            if len(tables) == 7:
                break
            time.sleep(0.2)
        assert len(tables) == 7
        assert all(table["open"] for table in tables)
        with urlopen(f"{address}/healthz", timeout=5) as answer:
            assert answer.status == 200
    finally:
        served.terminate()
        told = served.communicate(timeout=60)[1]
    assert served.returncode == 0, told


@needs_set_up
def test_run_hands_on_the_status_of_a_command() -> None:
    assert run("games", "punto").returncode == 2


@needs_set_up
def test_what_python_has_compiled_is_kept_in_the_environment_alone(tmp_path: Path) -> None:
    """Where nothing is to be kept beside the sources, no process compiles everything again."""
    kept = tmp_path / "kept"
    around = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1", "PYTHONPYCACHEPREFIX": str(kept)}
    done = subprocess.run(
        [str(ROOT / "run"), "games"], env=around, capture_output=True, check=False
    )
    assert done.returncode == 0
    assert list(kept.rglob("games.*.pyc"))


def test_run_explains_itself() -> None:
    told = run("help").stdout.decode()
    assert "./run test" in told
    assert "./run test --quick" in told
    assert "./run COMMAND" in told
    assert "./run pictures" in told


@needs_set_up
@pytest.mark.parametrize("words", [("lock", "--help"), ("bench", "--help"), ("bench", "-h")])
def test_its_own_commands_explain_themselves(words: tuple[str, ...]) -> None:
    """Nothing is written or measured by who only asks."""
    done = run(*words)
    assert done.returncode == 0
    assert done.stdout.startswith(f"usage: ./run {words[0]} ".encode())


def test_tests_that_count_no_lines_are_run_apart() -> None:
    """The folders that one half of `./run test` passes over are those that the other is given."""
    (given,) = re.findall(r"here='([^']+)'", (ROOT / "run").read_text())
    assert given.split() == [f"tests/{door}" for door in BEHIND_THE_DOORS]


def test_what_is_not_quick_is_there() -> None:
    assert {path.stem for path in (ROOT / "tests").glob("test_*.py")} >= NOT_QUICK


def test_ci_runs_what_a_person_runs() -> None:
    assert (ROOT / ".ci" / "run").read_text().rstrip().endswith("exec ./run test")


@pytest.mark.parametrize("lock", ["uv.txt", "core.txt", "dev.txt"])
def test_everything_is_pinned_by_hash(lock: str) -> None:
    text = (ROOT / "locks" / lock).read_text().replace("\\\n", " ")
    pins = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    assert pins
    for pin in pins:
        assert re.match(r"[A-Za-z0-9_.-]+==\S+ .*--hash=sha256:[0-9a-f]{64}", pin), pin


# A stand-in for uv: notes what it is asked for, writes a lock, and breaks at the one it is told to.
UV = """#!/bin/sh
printf '%s\\n' "$*" >>"$NOTES"
while [ $# -gt 1 ]; do
    [ "$1" != --output-file ] || file=$2
    [ "$1" != --constraints ] || cat "$2" >>"$NOTES"
    shift
done
echo "# half of ${file##*/}" >"$file"
[ "${file##*/}" != "${BREAKS_AT:-}" ] || { echo 'no solution found' >&2; exit 1; }
echo "new ${file##*/} ${HOST:-}" >"$file"
"""
LOCKS = (
    "uv.txt",
    "web.txt",
    "release.txt",
    "core.txt",
    "dev.txt",
    "docs.txt",
    "gpu.txt",
    "server.txt",
)


class Locking:
    """A project of which only the locks are real, and a uv that is none."""

    def __init__(self, folder: Path) -> None:
        self.root, self._notes = folder, folder / "notes"
        folder.mkdir(exist_ok=True)
        for name in ("run", "pyproject.toml"):
            shutil.copy(ROOT / name, folder / name)
        shutil.copytree(ROOT / "locks", folder / "locks")
        stamp, programs = folder / ".venv" / ".set-up", folder / ".venv" / "bin"
        stamp.mkdir(parents=True)
        programs.mkdir()
        for name in ("pyproject.toml", "locks/uv.txt", "locks/core.txt"):
            shutil.copy(folder / name, stamp)
        (stamp / "made-for").write_text(f"{folder.resolve()}\n\n")
        for name, text in (("uv", UV), ("python", "#!/bin/sh\n"), ("croupier", "#!/bin/sh\n")):
            (programs / name).write_text(text)
            (programs / name).chmod(0o755)
        self.before = self.locks()
        self.beside = set(folder.iterdir())

    def locks(self) -> dict[str, str]:
        return {path.name: path.read_text() for path in (self.root / "locks").iterdir()}

    def run(self, *words: str, **settings: str) -> tuple[int, str]:
        around = {key: os.environ[key] for key in ("PATH", "HOME") if key in os.environ}
        done = subprocess.run(
            [str(self.root / "run"), "lock", *words],
            env=around | settings | {"NOTES": str(self._notes)},
            capture_output=True,
            text=True,
            check=False,
        )
        self.notes = self._notes.read_text().splitlines()
        self._notes.unlink()
        assert set(self.root.iterdir()) == self.beside, "nothing is left beside the locks"
        return done.returncode, done.stderr


@pytest.mark.parametrize("breaks_at", ["together", *LOCKS])
def test_locks_are_written_all_or_none(tmp_path: Path, breaks_at: str) -> None:
    project = Locking(tmp_path)
    status, told = project.run("--upgrade", BREAKS_AT=breaks_at)
    assert status == 1
    assert told.splitlines() == [
        "no solution found",
        f"{breaks_at} cannot be written: uv says why above. locks/ is as it was.",
    ]
    assert project.locks() == project.before


def test_a_lock_that_names_a_host_is_not_taken(tmp_path: Path) -> None:
    project = Locking(tmp_path)
    status, told = project.run(HOST="https://packages.example/simple")
    assert status == 1
    assert "A lock names a host" in told
    assert project.locks() == project.before


def test_versions_are_chosen_for_all_locks_at_once(tmp_path: Path) -> None:
    """What only a GPU's packages cannot take must not come into the others."""
    project = Locking(tmp_path)
    status, told = project.run("--upgrade")
    assert status == 0, told
    assert {name: text.strip() for name, text in project.locks().items()} == {
        name: f"new {name}" for name in LOCKS
    }
    calls = [line for line in project.notes if line.startswith("pip compile")]
    assert len(calls) == 1 + len(LOCKS)
    assert all("--upgrade" in call for call in calls)
    together = calls[0]
    assert "--extra gpu" in together
    assert "--extra server" in together
    assert "--group dev" in together
    # The stand-in shows what all but the tools are bound to: the file that was written first.
    assert project.notes.count("new together ") == 5


class CompanyNetwork:
    """A registry of npm's behind a certificate that only those trust who were told of it."""

    PACKAGE = b'{"name": "hello", "version": "1.0.0"}'

    def __init__(self, folder: Path) -> None:
        self.authority = folder / "company.pem"
        self._certificate(folder)
        self.tarball = self._packed()
        digest = base64.b64encode(hashlib.sha512(self.tarball).digest()).decode()
        self.integrity = f"sha512-{digest}"
        registry = self

        class Answers(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                body = registry.tarball if self.path.endswith(".tgz") else registry.listing()
                self.send_response(200)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, format: str, *args: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Answers)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(folder / "server.pem")
        self._server.socket = context.wrap_socket(self._server.socket, server_side=True)
        self.address = f"https://127.0.0.1:{self._server.server_address[1]}/"
        Thread(target=self._server.serve_forever, daemon=True).start()

    def listing(self) -> bytes:
        dist = {"tarball": f"{self.address}hello-1.0.0.tgz", "integrity": self.integrity}
        version = {"name": "hello", "version": "1.0.0", "dist": dist}
        found = {"name": "hello", "dist-tags": {"latest": "1.0.0"}, "versions": {"1.0.0": version}}
        return json.dumps(found).encode()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()

    def _packed(self) -> bytes:
        packed = io.BytesIO()
        with tarfile.open(fileobj=packed, mode="w:gz") as archive:
            entry = tarfile.TarInfo("package/package.json")
            entry.size = len(self.PACKAGE)
            archive.addfile(entry, io.BytesIO(self.PACKAGE))
        return packed.getvalue()

    def _certificate(self, folder: Path) -> None:
        """Make an authority, and a certificate of the server that it has signed."""
        now = datetime.now(UTC)

        def made(
            name: str, signer: x509.Name, key: ec.EllipticCurvePublicKey
        ) -> x509.CertificateBuilder:
            return (
                x509.CertificateBuilder()
                .subject_name(named(name))
                .issuer_name(signer)
                .public_key(key)
                .serial_number(x509.random_serial_number())
                .not_valid_before(now - timedelta(days=1))
                .not_valid_after(now + timedelta(days=1))
            )

        def named(name: str) -> x509.Name:
            return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])

        root, leaf = (ec.generate_private_key(ec.SECP256R1()) for _ in range(2))
        company = named("A company")
        authority = made("A company", company, root.public_key()).add_extension(
            x509.BasicConstraints(ca=True, path_length=None), critical=True
        )
        here = x509.SubjectAlternativeName([x509.IPAddress(ip_address("127.0.0.1"))])
        server = made("127.0.0.1", company, leaf.public_key()).add_extension(here, critical=False)
        pem = Encoding.PEM
        self.authority.write_bytes(authority.sign(root, SHA256()).public_bytes(pem))
        (folder / "server.pem").write_bytes(
            leaf.private_bytes(pem, PrivateFormat.PKCS8, NoEncryption())
            + server.sign(root, SHA256()).public_bytes(pem)
        )


def test_pages_are_built_behind_the_certificate_of_a_company(tmp_path: Path) -> None:
    """Node believes nobody but those that it came with, unless it is told where the others are."""
    if shutil.which("node") is None or shutil.which("npm") is None:
        pytest.skip("there is no Node on this machine")
    project = Locking(tmp_path / "project")
    network = CompanyNetwork(tmp_path)
    web = project.root / "web"
    web.mkdir()
    app = "../src/croupier/server/pages/app"
    build = f"mkdir -p {app} && cp node_modules/hello/package.json {app}/index.html"
    asked = {"name": "pages", "dependencies": {"hello": "1.0.0"}}
    (web / "package.json").write_text(json.dumps({**asked, "scripts": {"build": build}}))
    hello = {"version": "1.0.0", "integrity": network.integrity}
    packages = {"": asked, "node_modules/hello": hello}
    lock = {"name": "pages", "lockfileVersion": 3, "requires": True, "packages": packages}
    (web / "package-lock.json").write_text(json.dumps(lock))
    around = {
        "PATH": os.environ["PATH"],
        "HOME": str(tmp_path),
        "npm_config_registry": network.address,
        "npm_config_cache": str(tmp_path / "cache"),
        # What npm itself was told on this machine comes before what Node trusts.
        "npm_config_globalconfig": str(tmp_path / "none"),
    }

    def built(**settings: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [str(project.root / "run"), "pages"],
            env=around | settings,
            capture_output=True,
            text=True,
            check=False,
        )

    try:
        failed = built()
        assert failed.returncode == 1, "nobody was told of the company"
        assert "plain ones are served, and the next start tries again" in failed.stderr
        # Where packages are to be installed too, the pages are built meanwhile.
        (project.root / ".venv" / ".set-up" / "core.txt").unlink()
        done = built(SSL_CERT_FILE=str(network.authority))
        assert done.returncode == 0, done.stderr
        assert "building the browser's pages ... " in done.stderr
        assert "fetching what the pages are built with" not in done.stderr
    finally:
        network.close()
    made = project.root / "src" / "croupier" / "server" / "pages" / "app" / "index.html"
    assert made.read_bytes() == network.PACKAGE


def test_something_is_said_every_five_seconds(tmp_path: Path) -> None:
    """A step that takes long tells how long, and nothing goes on telling when it is over."""
    project = Locking(tmp_path)
    (tmp_path / ".venv" / ".set-up" / "core.txt").unlink()
    uv = tmp_path / ".venv" / "bin" / "uv"
    uv.write_text('#!/bin/sh\n[ "$2" != sync ] || sleep 6\n')
    done = subprocess.run(
        [str(project.root / "run"), "games"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0
    told = done.stderr.splitlines()
    assert told[1] == "  installing the packages in locks/core.txt ... 5 s ... 6 s", done.stderr
    assert re.fullmatch(r"  installing croupier itself \.\.\. [01] s", told[2]), done.stderr


@needs_set_up
def test_the_link_for_the_administrator_stays_the_last_on_the_screen(tmp_path: Path) -> None:
    """Demo patrons play on, and nothing of what they ask for pushes it off; options go to serve."""
    screen, inside = os.openpty()
    served = subprocess.Popen(
        [str(ROOT / "run"), "--port", "0", "--database", str(tmp_path / "house.db")], stderr=inside
    )
    os.close(inside)
    seen = ""
    try:
        with os.fdopen(screen, "r", encoding="utf-8") as shown:
            while "/first#" not in seen:
                seen += shown.readline()
            found = re.search(r"tables at (http://\S+)/ .*\n.*\n  (http://\S+)/first#\S+\s+$", seen)
            assert found is not None, seen
            assert found[1] == found[2]
            for _ in range(300):
                # What is asked for here would be a line of the log too.
                with suppress(OSError), urlopen(f"{found[1]}/api/tables", timeout=5):
                    break
                time.sleep(0.2)
            served.terminate()
            assert served.wait(60) == 0
            # A screen whose last writer is gone ends with an error instead of nothing.
            rest: list[str] = []
            with suppress(OSError):
                rest += iter(shown.readline, "")
        assert "request" not in "".join(rest)
    finally:
        served.kill()
        served.wait()

"""What a release is made of: a bill of materials (CycloneDX), and the licences, for people.

Versions and hashes come from locks/, licences from what is installed, and what the pages have of
others from their own lock.
"""

from __future__ import annotations

import json
import re
from importlib.metadata import PackageNotFoundError, metadata
from pathlib import Path
from typing import Any

Component = dict[str, Any]

BUNDLED = ("@noble/hashes", "intl-messageformat", "svelte")
"""What the pages import: it is inside their scripts."""
UNKNOWN = "not told by the package"


def bill_of_materials(root: Path, name: str, version: str) -> dict[str, Any]:
    """Return a CycloneDX document of what a release installs or contains."""
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {
            "component": {
                "type": "application",
                "name": name,
                "version": version,
                "purl": f"pkg:pypi/{name}@{version}",
                "licenses": [{"license": {"name": "Apache-2.0"}}],
            }
        },
        "components": [
            *_python(root / "locks" / "core.txt"),
            *_pages(root / "web" / "package-lock.json"),
        ],
    }


def licence_list(bill: dict[str, Any]) -> str:
    """Return the components as a table in Markdown."""
    rows = [
        f"| {part['name']} | {part['version']} | {part['licenses'][0]['license']['name']} |"
        for part in bill["components"]
    ]
    head = "# Licences of what croupier uses\n\n| package | version | licence |\n|---|---|---|\n"
    return head + "\n".join(rows) + "\n"


def _python(lock: Path) -> list[Component]:
    """Return the packages of a lock with their hashes."""
    found = []
    for part in re.split(r"\n(?=\S)", lock.read_text(encoding="utf-8")):
        named = re.match(r"([A-Za-z0-9._-]+)==([^\s;\\]+)", part)
        if named is None:
            continue
        name, version = named.groups()
        found.append(
            {
                "type": "library",
                "name": name,
                "version": version,
                "purl": f"pkg:pypi/{name.lower()}@{version}",
                "licenses": [{"license": {"name": _licence(name)}}],
                "hashes": [
                    {"alg": "SHA-256", "content": digest}
                    for digest in re.findall(r"--hash=sha256:([0-9a-f]{64})", part)
                ],
            }
        )
    return found


def _licence(name: str) -> str:
    """Return the licence that an installed package names, in its newer or its older way."""
    try:
        told = metadata(name)
    except PackageNotFoundError:
        return f"{UNKNOWN} (not installed on the system that made the release)"
    classified = [
        line.rpartition(" :: ")[2]
        for line in told.get_all("Classifier") or ()
        if line.startswith("License :: ")
    ]
    [expression] = told.get_all("License-Expression") or [""]
    [older] = told.get_all("License") or [""]
    return (
        str(expression)
        or " or ".join(classified)
        or str(older).strip().partition("\n")[0]
        or UNKNOWN
    )


def _pages(lock: Path) -> list[Component]:
    """Return what the built pages contain, with what these packages take in turn."""
    wanted = [*BUNDLED]
    locked = json.loads(lock.read_text(encoding="utf-8"))["packages"]
    found: dict[str, Component] = {}
    while wanted:
        name = wanted.pop()
        part = locked.get(f"node_modules/{name}")
        if part is None or name in found:
            continue
        found[name] = {
            "type": "library",
            "name": name,
            "version": part["version"],
            "purl": f"pkg:npm/{name.replace('@', '%40')}@{part['version']}",
            "licenses": [{"license": {"name": part.get("license", UNKNOWN)}}],
        }
        wanted += part.get("dependencies", {})
    return [found[name] for name in sorted(found)]

"""Runs every command of the README from the root of a checkout, in order.

A command is a line of a ```sh block; a line that ends in a backslash goes on. It must exit with 0,
or with N where it ends in `# exits with N`. The release build comes first in PATH, as after an
installation.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BLOCK = re.compile(r"^```sh\n(.*?)^```$", re.MULTILINE | re.DOTALL)
EXPECTED = re.compile(r"#\s*exits with (\d+)\s*$")
# Compiled and run by a later step of CI; the full measurement takes minutes.
ELSEWHERE = {"cargo bench"}


def commands(readme: str) -> list[str]:
    lines = "\n".join(BLOCK.findall(readme)).replace("\\\n", " ").splitlines()
    return [line.strip() for line in lines if line.strip() and not line.startswith("#")]


def main() -> int:
    path = f"{ROOT / 'target' / 'release'}{os.pathsep}{os.environ['PATH']}"
    for command in commands((ROOT / "README.md").read_text(encoding="utf-8")):
        if command in ELSEWHERE:
            continue
        print(f"$ {command}", flush=True)
        expected = EXPECTED.search(command)
        code = subprocess.run(
            ["bash", "-c", f"set -o pipefail; {command}"],
            cwd=ROOT,
            env={**os.environ, "PATH": path},
            stdin=subprocess.DEVNULL,
        ).returncode
        if code != (int(expected[1]) if expected else 0):
            print(f"exit code {code}: {command}", file=sys.stderr)
            return 1
    return 0


sys.exit(main())

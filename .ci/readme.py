"""Runs every command of the README from the root of a checkout, in order, and compares what it shows.

A command is a line of a ```sh block; a line that ends in a backslash goes on. It must exit with 0,
or with N where it ends in `# exits with N`. The release build comes first in PATH, as after an
installation.

A ```text block right behind a ```sh block shows what the last command of that block prints on a
terminal of 100 columns. A line `[…]` stands for any lines, and times taken may differ.
"""

import errno
import fcntl
import os
import pty
import re
import struct
import subprocess
import sys
import tempfile
import termios
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BLOCK = re.compile(r"^```sh\n(.*?)^```$(?:\n+^```text\n(.*?)^```$)?", re.MULTILINE | re.DOTALL)
EXPECTED_CODE = re.compile(r"#\s*exits with (\d+)\s*$")
TIME_TAKEN = re.compile(r"\b\d+(\.\d+)? (µs|ms|s)\b")
ELISION = "[…]\n"
COLUMNS = 100
# The test command runs each bench once; all samples take minutes.
ELSEWHERE = {"cargo bench -p incidex-benches"}


def steps(readme: str) -> list[tuple[str, str | None]]:
    """Each command with the output that the README shows for it, if it shows any."""
    found: list[tuple[str, str | None]] = []
    for block, shown in BLOCK.findall(readme):
        lines = [line.strip() for line in block.replace("\\\n", " ").splitlines()]
        commands = [line for line in lines if line and not line.startswith("#")]
        found += [(command, None) for command in commands[:-1]]
        found += [(command, shown or None) for command in commands[-1:]]
    return found


def environment(install_root: str) -> dict[str, str]:
    # Installs nowhere outside of CI's own folders, and searches the index of this checkout.
    kept = {key: value for key, value in os.environ.items() if key != "INCIDEX_INDEX"}
    path = f"{ROOT / 'target' / 'release'}{os.pathsep}{kept['PATH']}"
    return {**kept, "PATH": path, "NO_COLOR": "1", "CARGO_INSTALL_ROOT": install_root}


def start(command: str, env: dict[str, str], stdout: int | None) -> subprocess.Popen:
    return subprocess.Popen(
        ["bash", "-c", f"set -euo pipefail; {command}"],
        cwd=ROOT,
        env=env,
        stdin=subprocess.DEVNULL,
        stdout=stdout,
    )


def run_on_terminal(command: str, env: dict[str, str]) -> tuple[int, str]:
    """Runs a command with a terminal as its stdout; gives the exit code and what it printed."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 50, COLUMNS, 0, 0))
    process = start(command, env, theirs)
    os.close(theirs)
    printed = b""
    while chunk := read(ours):
        printed += chunk
    os.close(ours)
    return process.wait(), printed.decode().replace("\r\n", "\n")


def read(terminal: int) -> bytes:
    try:
        return os.read(terminal, 65536)
    except OSError as error:
        # How Linux says that nobody has the other end open any more.
        if error.errno == errno.EIO:
            return b""
        raise


def shows(shown: str, printed: str) -> bool:
    """Whether the pieces between elisions stand in what was printed, in order and as whole lines."""
    shown, printed = (TIME_TAKEN.sub("TIME", text.rstrip("\n") + "\n") for text in (shown, printed))
    pieces = [re.escape(piece) for piece in shown.split(ELISION)]
    return re.fullmatch("(?:.*\n)*?".join(pieces), printed) is not None


def fault(command: str, shown: str | None, env: dict[str, str]) -> str | None:
    """What is wrong with a command, if anything."""
    print(f"$ {command}", flush=True)
    if shown is None:
        code, printed = start(command, env, None).wait(), ""
    else:
        code, printed = run_on_terminal(command, env)
        print(printed, end="", flush=True)
    expected = EXPECTED_CODE.search(command)
    if code != (int(expected[1]) if expected else 0):
        return f"exit code {code}: {command}"
    if shown is not None and not shows(shown, printed):
        return f"README.md shows another output than the one above: {command}"
    return None


def main() -> int:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as install_root:
        env = environment(install_root)
        for command, shown in steps(readme):
            if command in ELSEWHERE:
                continue
            if said := fault(command, shown, env):
                print(said, file=sys.stderr)
                return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""What the operating system tells about processes: start time, memory, command line.

Linux tells it in /proc, where `ps` may not be installed; macOS has `ps` only. Standard library only: `start_part.py`
runs without packages.
"""

import subprocess
from pathlib import Path

_PROC = Path("/proc")
_HAS_PROC = (_PROC / "self" / "stat").exists()


def identity(pid: int) -> str | None:
    """When the process started, as text to compare; None when it has ended.

    Process ids are used again; id and start time together are not.
    """
    return _identity_from_proc(pid) if _HAS_PROC else _identity_from_ps(pid)


def memory_bytes(pid: int) -> int | None:
    """Resident memory; None when there is no such process."""
    if not _HAS_PROC:
        answer = _ps("-o", "rss=", "-p", str(pid)).strip()
        return int(answer) * 1024 if answer else None
    try:
        status = (_PROC / str(pid) / "status").read_text(encoding="utf-8", errors="replace")
    except (FileNotFoundError, ProcessLookupError):
        return None
    return next((int(line.split()[1]) * 1024 for line in status.splitlines() if line.startswith("VmRSS:")), None)


def command_lines() -> dict[int, str]:
    """Process id: command line with blanks between the words, for every process whose command line may be read."""
    if _HAS_PROC:
        return _command_lines_from_proc()
    rows = (line.strip().partition(" ") for line in _ps("-axww", "-o", "pid=,command=").splitlines())
    return {int(pid): command.strip() for pid, _, command in rows}


def _identity_from_proc(pid: int) -> str | None:
    try:
        stat = (_PROC / str(pid) / "stat").read_text(encoding="ascii", errors="replace")
    except (FileNotFoundError, ProcessLookupError):
        return None
    # The command in parentheses may itself hold blanks and parentheses. Fields as in proc_pid_stat(5).
    fields = stat.rsplit(")", 1)[1].split()
    state, start_ticks = fields[0], fields[19]
    if state in "ZX":
        return None
    # Ticks count from boot: without the boot's id a process after a restart of the machine could match.
    boot = (_PROC / "sys" / "kernel" / "random" / "boot_id").read_text(encoding="ascii").strip()
    return f"{boot} {start_ticks}"


def _identity_from_ps(pid: int) -> str | None:
    state, _, started = _ps("-o", "stat=,lstart=", "-p", str(pid)).strip().partition(" ")
    return None if not state or state.startswith("Z") else started.strip()


def _command_lines_from_proc() -> dict[int, str]:
    found: dict[int, str] = {}
    for entry in _PROC.iterdir():
        if entry.name.isdigit():
            try:
                words = (entry / "cmdline").read_bytes().rstrip(b"\0").split(b"\0")
            except (FileNotFoundError, ProcessLookupError, PermissionError):
                # Ended meanwhile, or another user's.
                continue
            found[int(entry.name)] = b" ".join(words).decode(errors="replace")
    return found


def _ps(*arguments: str) -> str:
    return subprocess.run(["ps", *arguments], capture_output=True, text=True).stdout

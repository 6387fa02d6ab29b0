"""The package as a whole: generated files, import time, exports."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import bub


def test_the_wire_types_match_the_openrpc_document(root: Path) -> None:
    checked = subprocess.run([sys.executable, str(root / "sdk/generate"), "--check"], capture_output=True, text=True)
    assert checked.returncode == 0, checked.stderr


def test_the_import_takes_at_most_150_ms(root: Path) -> None:
    program = (
        f"import sys; sys.path.insert(0, {str(root / 'sdk/python/src')!r}); import time\n"
        "t = time.process_time(); import bub; print(time.process_time() - t)"
    )
    runs = [subprocess.run([sys.executable, "-c", program], capture_output=True, text=True) for _ in range(5)]
    assert min(float(run.stdout) for run in runs) <= 0.150


def test_exports_exist() -> None:
    assert all(hasattr(bub, name) for name in bub.__all__)

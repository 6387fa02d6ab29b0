# shellcheck shell=bash
# Virtual environment of the SDKs' tools, in target/sdk/venv. Sourced by sdk/test and sdk/package.

sdk_need_python() { # sets python; installs the packages of requirements-dev.txt on first use
  local base venv=$1/target/sdk/venv wanted=$1/sdk/python/requirements-dev.txt
  base=$(sdk_find_python) || {
    echo "The Python SDK needs Python 3.11 or later. Install it, or set BUB_PYTHON to its path." >&2
    return 1
  }
  python=$venv/bin/python
  if ! cmp -s "$wanted" "$venv/installed.txt"; then
    rm -rf "$venv"
    mkdir -p "$(dirname "$venv")"
    "$base" -m venv "$venv" || {
      echo "Cannot create a virtual environment. On Debian: sudo apt-get install python3-venv" >&2
      return 1
    }
    "$python" -m pip install --quiet --disable-pip-version-check --requirement "$wanted" || {
      echo "Cannot install these packages from the Python package index: $(tr '\n' ' ' <"$wanted")" >&2
      return 1
    }
    cp "$wanted" "$venv/installed.txt"
  fi
  export BUB_SDK_PYTHON=$python
}

sdk_find_python() {
  local candidate
  for candidate in "${BUB_PYTHON:-python3}" python3.13 python3.12 python3.11; do
    if "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
      command -v "$candidate"
      return 0
    fi
  done
  return 1
}

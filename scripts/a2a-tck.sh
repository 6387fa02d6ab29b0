#!/usr/bin/env bash
# Prepares the compatibility tests of the A2A project: a checkout, and a Python that has it
# installed. Sourced by ./dev; on its own it prepares them and prints where they are.
# It uses the checkout in BUB_A2A_TCK, and the Python in BUB_A2A_PYTHON, if these are set.

bub_a2a_tck_url=https://github.com/a2aproject/a2a-tck
bub_a2a_tck_branch=1.0-dev
bub_a2a_tck_commit=357c4a8

bub_a2a_tck_help() {
  cat >&2 <<TEXT
Without a network, prepare the tests elsewhere and name them:
  git clone --branch $bub_a2a_tck_branch $bub_a2a_tck_url
  git -C a2a-tck checkout $bub_a2a_tck_commit
  python3 -m venv tck && tck/bin/pip install ./a2a-tck
  BUB_A2A_TCK=\$PWD/a2a-tck BUB_A2A_PYTHON=\$PWD/tck/bin/python ./dev soak A2aTck
TEXT
}

bub_a2a_tck_is_checkout() { [ -d "$1/tests/compatibility" ]; }

bub_a2a_tck_clone() { # bub_a2a_tck_clone TARGET
  local target=$1 work=$1.new
  if bub_a2a_tck_is_checkout "$target" \
    && [[ $(git -C "$target" rev-parse HEAD 2>/dev/null) == "$bub_a2a_tck_commit"* ]]; then
    return 0
  fi
  command -v git >/dev/null 2>&1 || { echo "The A2A TCK needs git." >&2; return 1; }
  rm -rf "$work" "$target"
  mkdir -p "$(dirname "$target")" || return 1
  if ! GIT_TERMINAL_PROMPT=0 git clone --quiet --branch "$bub_a2a_tck_branch" "$bub_a2a_tck_url" "$work" \
    || ! git -C "$work" checkout --quiet "$bub_a2a_tck_commit"; then
    rm -rf "$work"
    echo "Cannot get the A2A TCK: cloning $bub_a2a_tck_url at $bub_a2a_tck_commit failed." >&2
    return 1
  fi
  mv "$work" "$target"
}

bub_a2a_tck_runs() { "$1" -c 'import httpx, pytest' 2>/dev/null; } # true if $1 is a Python for the TCK

bub_a2a_tck_install() { # bub_a2a_tck_install CHECKOUT VENV
  local checkout=$1 venv=$2
  if [ "$(cat "$venv/checkout" 2>/dev/null)" = "$checkout" ] && bub_a2a_tck_runs "$venv/bin/python"; then
    return 0
  fi
  rm -rf "$venv"
  mkdir -p "$(dirname "$venv")" || return 1
  python3 -m venv "$venv" || {
    echo "Cannot create a virtual environment. On Debian: sudo apt-get install python3-venv" >&2
    return 1
  }
  "$venv/bin/python" -m pip install --quiet --disable-pip-version-check "$checkout" || {
    rm -rf "$venv"
    echo "Cannot install the A2A TCK: pip found no packages for $checkout." >&2
    return 1
  }
  echo "$checkout" >"$venv/checkout"
}

bub_need_a2a_tck() { # bub_need_a2a_tck ROOT: sets BUB_A2A_TCK and BUB_A2A_PYTHON
  local root=$1 checkout
  if [ -n "${BUB_A2A_TCK:-}" ]; then
    if ! bub_a2a_tck_is_checkout "$BUB_A2A_TCK"; then
      echo "BUB_A2A_TCK is $BUB_A2A_TCK, which is no checkout of $bub_a2a_tck_url." >&2
      bub_a2a_tck_help
      return 1
    fi
    checkout=$(cd "$BUB_A2A_TCK" && pwd -P) || return 1
  else
    checkout=$root/target/a2a-tck/checkout
    bub_a2a_tck_clone "$checkout" || { bub_a2a_tck_help; return 1; }
  fi
  if [ -n "${BUB_A2A_PYTHON:-}" ]; then
    if ! bub_a2a_tck_runs "$BUB_A2A_PYTHON"; then
      echo "BUB_A2A_PYTHON is $BUB_A2A_PYTHON, which has not installed the A2A TCK." >&2
      bub_a2a_tck_help
      return 1
    fi
  else
    bub_a2a_tck_install "$checkout" "$root/target/a2a-tck/venv" || { bub_a2a_tck_help; return 1; }
    BUB_A2A_PYTHON=$root/target/a2a-tck/venv/bin/python
  fi
  export BUB_A2A_TCK=$checkout BUB_A2A_PYTHON
}

if [ "${BASH_SOURCE[0]}" = "$0" ]; then
  set -euo pipefail
  bub_need_a2a_tck "$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)"
  printf 'BUB_A2A_TCK=%s\nBUB_A2A_PYTHON=%s\n' "$BUB_A2A_TCK" "$BUB_A2A_PYTHON"
fi

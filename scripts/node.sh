# shellcheck shell=bash
# Node and npm packages for tests. Sourced by sdk/typescript/check and interop/check.

node_oldest="22.13.0"

node_fail() {
  echo "$0: $*" >&2
  exit 1
}

node_is_new_enough() { # $1: program
  command -v "$1" >/dev/null 2>&1 || return 1
  local version
  version=$("$1" --version 2>/dev/null) || return 1
  [ "$(printf '%s\n%s\n' "$node_oldest" "${version#v}" | sort -V | head -n 1)" = "$node_oldest" ]
}

npm_install() { # $1: directory; the rest: packages. Says exactly what is missing.
  local directory=$1 log
  shift
  log=$(mktemp)
  if ! (cd "$directory" && npm install --no-package-lock --no-audit --no-fund --loglevel=error "$@") >"$log" 2>&1; then
    tail -n 15 "$log" >&2
    rm -f "$log"
    node_fail "npm could not install ${*:-the packages in $directory/package.json}. Check that this machine reaches its npm registry."
  fi
  rm -f "$log"
}

need_node() { # $1: root of the checkout. Puts a Node that is new enough first on the PATH.
  local home=$1/target/sdk/node
  command -v npm >/dev/null 2>&1 || node_fail "npm is missing. Install Node $node_oldest or newer."
  node_is_new_enough node && return 0
  local installed=$home/node_modules/node/bin
  if ! node_is_new_enough "$installed/node"; then
    echo "Installing Node 24 from npm, because $(node --version 2>/dev/null || echo 'no node') is older than $node_oldest …"
    mkdir -p "$home"
    [ -f "$home/package.json" ] || echo '{"private": true}' >"$home/package.json"
    npm_install "$home" node@24
  fi
  node_is_new_enough "$installed/node" || node_fail "the npm package node@24 has no program for this machine. Install Node $node_oldest or newer."
  PATH=$installed:$PATH
}

need_npm_packages() { # $1: directory with a package.json
  local stamp=$1/node_modules/.installed
  if [ ! -f "$stamp" ] || [ "$1/package.json" -nt "$stamp" ]; then
    npm_install "$1"
    touch "$stamp"
  fi
}

need_bub_command() { # $1: root of the checkout. Sets BUB_COMMAND, unless it names a bub already.
  [ -z "${BUB_COMMAND:-}" ] || return 0
  local jar=${BUB_JAR:-$1/cli/target/bub.jar}
  [ -f "$jar" ] || node_fail "there is no bub to test against: $jar is missing. Build it with ./bub --help, or set BUB_JAR."
  # shellcheck source=scripts/jdk.sh
  . "$1/scripts/jdk.sh"
  bub_need_jdk
  # Short runs: compiling less makes them faster.
  # shellcheck disable=SC2154 # bub_need_jdk sets it
  export BUB_COMMAND="$jdk/bin/java -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -jar $jar"
}

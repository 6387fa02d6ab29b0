# shellcheck shell=bash
# Finds a nats-server that is new enough for a cluster, and unpacks one if there is none. Sourced by ./dev.

bub_nats_oldest=2.10.27
# An older Debian gets the nats-server of this release. It is one file without dependencies.
bub_nats_suite=trixie

bub_nats_is_new_enough() { # true if $1 is a program of version $bub_nats_oldest or newer
  local version
  version=$("$1" --version 2>/dev/null | sed -n 's/^nats-server: v\{0,1\}\([0-9.]*\).*/\1/p') || return 1
  [ -n "$version" ] && [ "$(printf '%s\n%s\n' "$bub_nats_oldest" "$version" | sort -V | head -n 1)" = "$bub_nats_oldest" ]
}

bub_find_nats() { # prints the path of a nats-server; fails without one
  local candidate
  for candidate in "$(command -v nats-server || true)" "$(bub_cache_directory)"/nats-server-*/usr/sbin/nats-server; do
    if [ -x "$candidate" ] && bub_nats_is_new_enough "$candidate"; then
      echo "$candidate"
      return 0
    fi
  done
  return 1
}

# Unpacks the package into the cache directory of bub and changes nothing else on the system. The
# package is not installed, because it would start a server.
# shellcheck disable=SC2030,SC2031 # APT_CONFIG is for this subshell
bub_unpack_nats() ( # bub_unpack_nats TARGET
  target=$1
  mkdir -p "$(dirname "$target")" && work=$(mktemp -d "$target.XXXXXX") && chmod 755 "$work" || return 1
  trap 'rm -rf "$work"' EXIT
  mkdir "$work/root" "$work/package" && cd "$work/package" || return 1
  bub_apt_offers nats-server || bub_apt update || true
  version=$(apt-cache policy nats-server 2>/dev/null | sed -n 's/^  Candidate: \([0-9.]*\).*/\1/p')
  if ! dpkg --compare-versions "${version:-0}" ge "$bub_nats_oldest"; then
    base=$(bub_apt_base /debian "")
    if [ -z "$base" ]; then
      echo "The package sources of this system have nats-server ${version:-in no version}, which is too old." >&2
      return 1
    fi
    bub_private_apt "$work/apt" "$base" "$bub_nats_suite" main
    export APT_CONFIG=$work/apt/apt.conf
    bub_apt update || return 1
  fi
  bub_apt download nats-server && dpkg-deb -x nats-server_*.deb "$work/root" || return 1
  bub_nats_is_new_enough "$work/root/usr/sbin/nats-server" || return 1
  rm -rf "$target" && mv -T "$work/root" "$target"
)

bub_need_nats() { # sets BUB_NATS_SERVER
  local target
  if [ -n "${BUB_NATS_SERVER:-}" ]; then
    bub_nats_is_new_enough "$BUB_NATS_SERVER" && return 0
    echo "BUB_NATS_SERVER is $BUB_NATS_SERVER, which is not nats-server $bub_nats_oldest or newer." >&2
    return 1
  fi
  if ! BUB_NATS_SERVER=$(bub_find_nats); then
    target=$(bub_cache_directory)/nats-server-$bub_nats_suite
    bub_load_installer
    if ! { [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1 \
      && bub_may_install "nats-server $bub_nats_oldest for tests" "from Debian packages into $target" \
      && bub_unpack_nats "$target" && BUB_NATS_SERVER=$(bub_find_nats); }; then
      echo "The tests of the cluster need nats-server $bub_nats_oldest or newer. Install it, or set its path:" >&2
      echo "  BUB_NATS_SERVER=/path/to/nats-server ./dev test" >&2
      return 1
    fi
  fi
  export BUB_NATS_SERVER
}

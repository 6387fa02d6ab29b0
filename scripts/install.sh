#!/usr/bin/env bash
# Installs a JDK 25 and Maven if they are missing: with apt-get for root, otherwise with SDKMAN or
# Homebrew. ./bub and ./dev source this file if one is missing. Run directly, it installs both.

bub_jdk_package=openjdk-25-jdk-headless
# An older Debian gets the JDK of this release, unpacked with the libraries that it needs.
bub_jdk_suite=trixie
bub_jdk_unpacked=("$bub_jdk_package" openjdk-25-jre-headless libc6 libgcc-s1 libstdc++6 zlib1g)
bub_etc=${BUB_ETC:-/etc}

bub_os() { # the value of $1, such as ID, in os-release
  sed -n "s/^$1=\"\{0,1\}\([^\"]*\)\"\{0,1\}$/\1/p" "$bub_etc/os-release" 2>/dev/null | head -n 1
}

# Asks for permission once, on a terminal. Without a terminal or after --yes, it does not ask.
bub_may_install() { # bub_may_install WHAT HOW
  [ "${bub_yes:-}" != 1 ] || { echo "Installing $1 $2 …" >&2 && return 0; }
  if [ -t 0 ] && [ -t 2 ]; then
    local answer
    printf 'bub needs %s. Install it %s? [Y/n] ' "$1" "$2" >&2
    read -r answer || answer=n
    case $answer in
      "" | [yY]*) ;;
      *) return 1 ;;
    esac
  fi
  bub_yes=1
  bub_may_install "$@"
}

# Runs a command and shows its progress. Shows the end of the output if the command fails.
bub_with_progress() {
  local log status=0
  log=$(mktemp)
  "$@" </dev/null 2>&1 | tee "$log" | sed -u -n \
    -e 's/^Get:[0-9]* [^ ]* [^ ]* [^ ]* \([^ ]*\) .*\[\(.*\)\]$/  fetching \1 (\2)/p' \
    -e 's/^Unpacking \([^ :]*\).*/  unpacking \1/p' \
    -e 's/^Setting up \([^ :]*\).*/  setting up \1/p' \
    -e 's/^==> \(.*\)/  \1/p' \
    -e 's/^\(Downloading: .*\)/  \1/p' \
    -e 's/^\(Installing: .*\)/  \1/p' >&2 || status=$?
  if [ "$status" != 0 ]; then
    tail -n 20 "$log" >&2
    echo "Command failed: $*" >&2
  fi
  rm -f "$log"
  return "$status"
}

bub_apt() { DEBIAN_FRONTEND=noninteractive bub_with_progress apt-get -y -o APT::Install-Recommends=false -o DPkg::Lock::Timeout=600 "$@"; }

bub_apt_offers() { # true when the configured sources have every package of "$@"
  local package
  for package in "$@"; do
    apt-cache policy "$package" 2>/dev/null | grep -q '^  Candidate: [^(]' || return 1
  done
}

bub_apt_base() { # base URL of the configured sources: bub_apt_base PATH OTHERWISE
  local found
  found=$(cat "$bub_etc"/apt/sources.list.d/*.sources "$bub_etc"/apt/sources.list.d/*.list "$bub_etc"/apt/sources.list 2>/dev/null \
    | grep -E '^(URIs:|deb )' | grep -oE "https?://[^ ]*$1/?( |\$)" | head -n 1)
  echo "${found:-$2}"
}

# Writes an apt configuration with its own sources instead of those of the system.
bub_private_apt() { # bub_private_apt DIRECTORY BASE SUITES COMPONENTS
  local keyring
  for keyring in /usr/share/keyrings/{debian,ubuntu}-archive-keyring.gpg; do
    [ ! -f "$keyring" ] || break
  done
  mkdir -p "$1/sources" "$1/lists/partial" "$1/cache/archives/partial"
  printf 'Types: deb\nURIs: %s\nSuites: %s\nComponents: %s\nSigned-By: %s\n' "$2" "$3" "$4" "$keyring" >"$1/sources/bub.sources"
  cat >"$1/apt.conf" <<CONF
Dir::Etc::sourcelist "/dev/null";
Dir::Etc::sourceparts "$1/sources";
Dir::State::lists "$1/lists";
Dir::Cache "$1/cache";
APT::Sandbox::User "root";
CONF
}

# Installs packages of this release. On Ubuntu, also uses components and updates that the configured
# sources leave out.
# shellcheck disable=SC2030 # APT_CONFIG is for this subshell
bub_apt_install() (
  bub_apt_offers "$@" || bub_apt update || true
  if ! bub_apt_offers "$@" && [ "$(bub_os ID)" = ubuntu ]; then
    suite=$(bub_os VERSION_CODENAME)
    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
    bub_private_apt "$work" "$(bub_apt_base /ubuntu http://archive.ubuntu.com/ubuntu)" "$suite $suite-updates" "main universe"
    export APT_CONFIG=$work/apt.conf
    bub_apt update || return 1
  fi
  bub_apt install "$@"
)

# shellcheck disable=SC2031 # APT_CONFIG is for this subshell
# Unpacks the JDK of a newer Debian into the cache directory of bub and changes nothing else on the
# system. Patches the JDK's programs to use the loader and the libraries of that Debian.
bub_unpack_jdk() (
  target=$(bub_cache_directory)/jdk-25
  echo "This Debian has no $bub_jdk_package. Unpacking the package of $bub_jdk_suite into $target …" >&2
  mkdir -p "$(dirname "$target")" && work=$(mktemp -d "$target.XXXXXX") && chmod 755 "$work" || return 1
  trap 'rm -rf "$work"' EXIT
  mkdir "$work/root" "$work/tools" "$work/packages" && cd "$work/packages" || return 1
  bub_apt download patchelf && dpkg-deb -x patchelf_*.deb "$work/tools" || return 1
  rm -f patchelf_*.deb
  bub_private_apt "$work/apt" "$(bub_apt_base /debian http://deb.debian.org/debian)" "$bub_jdk_suite" main
  export APT_CONFIG=$work/apt/apt.conf
  bub_apt update && bub_apt download "${bub_jdk_unpacked[@]}" || return 1
  for package in *.deb; do
    echo "  unpacking ${package%%_*}" >&2
    dpkg-deb -x "$package" "$work/root" || return 1
  done
  home=$(echo "$work"/root/usr/lib/jvm/java-25-*)
  loader=$(find "$work/root/" -name 'ld-linux*.so.*' | head -n 1)
  libraries=$(dirname "$(find "$work/root/" -name libc.so.6 | head -n 1)")
  find "$home" -type l -lname '/etc/java*' | while read -r link; do # links to settings
    ln -sfn "$target$(readlink "$link")" "$link"
  done
  for program in "$home"/bin/* "$home/lib/jspawnhelper" "$home/lib/jexec"; do
    # shellcheck disable=SC2016 # the loader expands $ORIGIN
    "$work/tools/usr/bin/patchelf" --set-interpreter "$target/${loader#"$work/root/"}" \
      --force-rpath --set-rpath '$ORIGIN/../lib:$ORIGIN:'"$target/${libraries#"$work/root/"}" "$program" || return 1
  done
  rm -rf "$target" && mv -T "$work/root" "$target"
)

bub_sdkman_directory() { # prints nothing without SDKMAN
  local dir=${SDKMAN_DIR:-${HOME:-/nonexistent}/.sdkman}
  [ ! -f "$dir/bin/sdkman-init.sh" ] || echo "$dir"
}

bub_sdk() { # runs SDKMAN, a shell function that fails under the strict options of this shell
  # shellcheck disable=SC2016 # the other shell expands it
  SDKMAN_DIR=$(bub_sdkman_directory) bash -c '. "$SDKMAN_DIR/bin/sdkman-init.sh"; sdkman_auto_answer=true sdk "$@"' sdk "$@"
}

bub_install_jdk() {
  local what="a JDK 25"
  command -v mvn >/dev/null 2>&1 || what="a JDK 25 and Maven"
  if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    bub_may_install "$what" "with apt-get" || return 1
    bub_apt_offers "$bub_jdk_package" || bub_apt update || true
    if [ "$(bub_os ID)" = debian ] && ! bub_apt_offers "$bub_jdk_package"; then
      bub_unpack_jdk
    else
      bub_apt_install "$bub_jdk_package"
    fi
  elif [ -n "$(bub_sdkman_directory)" ]; then
    bub_may_install "$what" "with SDKMAN" \
      && bub_with_progress bub_sdk install java "$(bub_sdk list java </dev/null | grep -o '25[.0-9]*-tem' | head -n 1)"
  elif command -v brew >/dev/null 2>&1; then
    bub_may_install "$what" "with Homebrew" && bub_with_progress brew install openjdk@25
  else
    return 1
  fi
}

bub_install_maven() {
  if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    # maven depends on any Java. The second package has the certificates for the cached JDK.
    bub_may_install Maven "with apt-get" && bub_apt_install maven ca-certificates-java
  elif [ -n "$(bub_sdkman_directory)" ]; then
    bub_may_install Maven "with SDKMAN" && bub_with_progress bub_sdk install maven
  elif command -v brew >/dev/null 2>&1; then
    bub_may_install Maven "with Homebrew" && bub_with_progress brew install maven
  else
    return 1
  fi
}

# shellcheck disable=SC2154 # jdk.sh sets bub_scripts
bub_say_how_to_install() { # bub_say_how_to_install WHAT
  {
    echo "bub needs $1, which is not installed. Run one of these commands, then try again:"
    if command -v apt-get >/dev/null 2>&1; then
      if [ "$(id -u)" = 0 ]; then
        echo "  $bub_scripts/install.sh --yes"
      else
        echo "  sudo $bub_scripts/install.sh --yes          # for all users, with apt-get"
      fi
    fi
    echo '  curl -s https://get.sdkman.io | bash        # only for you; bub then uses SDKMAN'
    [ "$(uname -s)" != Darwin ] || echo '  brew install openjdk@25 maven'
    echo "To use a JDK that is already installed, set JAVA_HOME."
  } >&2
}

if [ "${BASH_SOURCE[0]}" = "$0" ]; then
  set -euo pipefail
  # shellcheck source=jdk.sh
  . "$(dirname "$(readlink -f "$0")")/jdk.sh"
  [ "${1:-}" != --yes ] || bub_yes=1
  bub_need_jdk
  bub_need_maven
  # shellcheck disable=SC2154 # bub_need_jdk sets it
  echo "JDK:   $jdk"
  echo "Maven: $(command -v mvn)"
fi

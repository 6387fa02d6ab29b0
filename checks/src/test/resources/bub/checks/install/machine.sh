#!/bin/bash
# A machine for a test: systemd as PID 1 over a copy-on-write view of this one, so that nothing that
# happens in it stays. Needs root. To be run in namespaces of its own:
#   unshare --mount --cgroup --ipc --uts --net bash machine.sh DIR SCRIPT FILE…
# Runs SCRIPT in it, where FILE… are in /opt/test, and prints what that says; DIR must be empty.
set -euo pipefail
dir=$1 script=$2
shift 2

mount --make-rprivate /
ip link set lo up
mount -t tmpfs tmpfs "$dir"
mkdir "$dir"/{changes,work,root}
mount -t overlay overlay -o "lowerdir=/,upperdir=$dir/changes,workdir=$dir/work" "$dir/root"
root=$dir/root
mount -t sysfs sysfs "$root/sys"
mount -t tmpfs tmpfs "$root/sys/fs/cgroup" -o mode=755
if grep -q '^1:\|:name=systemd:' /proc/self/cgroup; then # this machine has the older groups, too
  mkdir "$root"/sys/fs/cgroup/{unified,systemd}
  mount -t cgroup2 cgroup2 "$root/sys/fs/cgroup/unified"
  mount -t cgroup -o none,name=systemd cgroup "$root/sys/fs/cgroup/systemd"
else
  mount -t cgroup2 cgroup2 "$root/sys/fs/cgroup"
fi
mount -t tmpfs tmpfs "$root/dev" -o mode=755
for device in null zero full random urandom tty; do
  touch "$root/dev/$device"
  mount --bind "/dev/$device" "$root/dev/$device"
done
mkdir -p "$root"/dev/{pts,shm} "$root/opt/test" "$root/before"
ln -s /proc/self/fd "$root/dev/fd"
ln -s pts/ptmx "$root/dev/ptmx"
cp -p "$@" "$root/opt/test/"
cp "$script" "$root/opt/test/script"
mount -t tmpfs tmpfs "$root/run"
mount -t tmpfs tmpfs "$root/tmp"
rm -rf "$root"/etc/systemd/system/*.wants "$root/var/lib/bub"
mkdir -p "$root/etc/systemd/system/multi-user.target.wants"
cat > "$root/etc/systemd/system/test.service" <<'UNIT'
[Service]
Type=oneshot
ExecStart=/bin/bash /opt/test/script
StandardOutput=file:/said
StandardError=file:/said
ExecStopPost=/bin/systemctl --force exit
UNIT
ln -s ../test.service "$root/etc/systemd/system/multi-user.target.wants/"
ln -sf /lib/systemd/system/multi-user.target "$root/etc/systemd/system/default.target"

# Not chroot: in one of those nobody may make user namespaces, which the unit wants.
cd "$root"
pivot_root . before
cd /
mount -t proc proc /proc
umount -l /before
timeout 300 unshare --pid --fork --kill-child env -i container=test "PATH=$PATH" /bin/sh -c \
  'mount -t proc proc /proc; exec /lib/systemd/systemd --system --log-target=null --show-status=no' || true
cat /said

# shellcheck shell=bash
# The two commands of the README on a machine that has neither Java nor Maven: first as root, who installs both, then
# as a normal user with a checkout of their own.
set -euo pipefail
if [ "$(id -u)" = 0 ]; then
  ! command -v java mvn || { echo "this machine is not bare" && exit 1; }
  useradd --create-home ada
  cp -r . ~ada/bub
  mkdir -p ~ada/.m2
  cp ~/.m2/settings.xml ~ada/.m2/ 2>/dev/null || true
  chown -R ada: ~ada
fi

./bub up --spawner local >up.log &
until grep -q 'bub is up' up.log; do
  kill -0 $! || { echo "bub stopped too early" && exit 1; }
  sleep 0.2
done
grep 'bub is up' up.log
echo "hello there" | ./bub chat
kill $!
wait $!
./dev test jsonrpc

if [ "$(id -u)" = 0 ]; then
  cp "${BASH_SOURCE[0]}" /tmp/newcomer.sh
  chmod 755 /tmp/newcomer.sh
  chmod 1777 /tmp
  su ada -c 'cd ~/bub && exec bash /tmp/newcomer.sh'
else
  echo "both commands work, also for $(id -un)"
fi

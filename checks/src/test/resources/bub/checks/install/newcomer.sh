# shellcheck shell=bash
# The two commands of the README on a machine that has neither Java nor Maven.
set -euo pipefail
! command -v java mvn || { echo "this machine is not bare" && exit 1; }

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
echo "both commands work"

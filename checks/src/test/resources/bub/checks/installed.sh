# shellcheck shell=bash
# What an operator does with a bub of the whole machine.
umask 077
bub() { "$(cat /opt/test/java)" -XX:+UseSerialGC -Xmx200m -jar /opt/test/bub.jar "$@"; }
property() { systemctl show --value --property="$1" bub.service; }

bub install --systemd --apply && echo "installed $(property UnitFileState)"
stat -c '%U %a %n' /run/bub /var/lib/bub /usr/local/lib/bub/bub.jar /etc/systemd/system/bub.service
bub status
runuser -u bub -- /usr/local/lib/bub/bub token create --client-id agent:x >/dev/null
bub doctor
echo "exposure $(systemd-analyze security --no-pager bub.service | tail -n 1)"
kill -9 "$(property MainPID)"
until [ "$(property NRestarts)" = 1 ] && bub status >/dev/null 2>&1; do sleep 0.2; done
echo "restarted"
bub down
echo "down $(property ActiveState) $(property Result)"
bub install --remove --apply && echo "removed $(property LoadState)"
ls -d /usr/local/lib/bub /etc/systemd/system/bub.service /var/lib/bub

# shellcheck shell=bash
# What an operator does with a bub of the whole machine.
umask 077
bub() { "$(cat /opt/test/java)" -XX:+UseSerialGC -Xmx200m -jar /opt/test/bub.jar "$@"; }
property() { systemctl show --value --property="$1" bub.service; }

bub install --systemd --apply && echo "installed $(property UnitFileState)"
stat -c '%U %a %n' /run/bub /var/lib/bub /usr/local/lib/bub/bub.jar /etc/systemd/system/bub.service
# Only bub itself trusts a run directory of bub's.
as_bub() { runuser -u bub -- env HOME=/var/lib/bub "XDG_RUNTIME_DIR=/run/user/$(id -u bub)" "$@"; }
installed() { as_bub /usr/local/lib/bub/bub "$@"; }
installed status

# A chat's agent is a unit of bub's own manager.
echo "hello there" | installed chat
agent=$(as_bub systemctl --user list-units --plain --no-legend 'bub-agent-*' | cut -d ' ' -f 1)
echo "agent unit $(as_bub systemctl --user show --value --property=ActiveState,MemoryMax "$agent" | tr '\n' ' ')"
echo "agent $(as_bub systemd-analyze --user --no-pager security "$agent" | tail -n 1)"
echo "agent journal $(journalctl --no-pager --output=cat "_SYSTEMD_USER_UNIT=$agent" | head -c 100)"

installed token create --client-id agent:x >/dev/null
bub doctor
echo "exposure $(systemd-analyze security --no-pager bub.service | tail -n 1)"
kill -9 "$(property MainPID)"
until [ "$(property NRestarts)" = 1 ] && installed status >/dev/null 2>&1; do sleep 0.2; done
echo "restarted"
installed down
echo "down $(property ActiveState) $(property Result)"
bub install --remove --apply && echo "removed $(property LoadState)"
ls -d /usr/local/lib/bub /etc/systemd/system/bub.service /var/lib/bub

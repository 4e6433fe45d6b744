#!/usr/bin/env bash
# Runs the units under a systemd of its own, in a container of Debian that shares the network of this machine.
# deploy/trial/units.sh [BUILT FOLDER]: without one, it builds. Needs root, mmdebstrap and systemd-nspawn.
set -euo pipefail
cd "$(dirname "$0")/../.."
# shellcheck source=deploy/trial/stack.sh
. deploy/trial/stack.sh
root=$work/root
finish() {
  local status=$?
  trap - EXIT
  if [ -n "${inside:-}" ]; then
    [ "$status" -eq 0 ] || in_system journalctl --no-pager -n 60 -u 'mandate-*' >&2 || true
    in_system systemctl poweroff >/dev/null 2>&1 || true
    timeout 60 tail --pid="$container" -f /dev/null || kill -9 "$container" || true
  fi
  chmod -R u+w "$work"
  end_stack
  exit "$status"
}
trap finish EXIT
in_system() { nsenter -t "$inside" -a "$@"; }
show() { in_system systemctl show --value --property "$1" "$2"; }

mmdebstrap --quiet --variant=minbase --mode=root --include=systemd,systemd-sysv \
  --dpkgopt='path-exclude=/usr/share/man/*' --dpkgopt='path-exclude=/usr/share/doc/*' bookworm "$work/root.tar"
mkdir "$root" && tar -xf "$work/root.tar" -C "$root" && rm "$work/root.tar"
[ -n "${1:-}" ] || deploy/build.sh "$work/app" >/dev/null
cp -a "${1:-$work/app}" "$root/opt/mandate"
cp node_modules/node/bin/node "$root/usr/local/bin/"
cp deploy/systemd/*.service "$root/etc/systemd/system/"

begin_stack
mapfile -t ports < <(free_ports 3)
# Four digits: the admin listener of an instance is 10000 above it.
one=$((ports[0] % 1000 + 8000))
two=$((one + 1))
install -d -m 700 "$root/etc/mandate"
install -m 600 "$work/chains.json" "$root/etc/mandate/chains.json"
(umask 077 && printf '%s\n' "DATABASE_URL=$DATABASE_URL" "REDIS_URL=$REDIS_URL" "INDEXER_PORT=${ports[1]}" "AUDITOR_PORT=${ports[2]}" \
  >"$root/etc/mandate/environment")

systemd-nspawn --quiet --directory "$root" --register=no --keep-unit --boot --console=pipe >"$work/boot.log" 2>&1 &
container=$!
# It is `degraded` without what a machine has and a container has not.
booted() {
  inside=$(pgrep -P "$container" systemd | head -n 1)
  in_system systemctl is-system-running --wait | grep -qE 'running|degraded'
}
await 60 'systemd runs' booted

in_system systemctl enable --quiet --now mandate-indexer mandate-auditor "mandate-api@$one" "mandate-api@$two" 2>/dev/null
units=(mandate-indexer mandate-auditor "mandate-api@$one" "mandate-api@$two")
[ "$(show Result mandate-migrate)" = success ] || fail 'mandate-migrate failed.'
ok 'migrate ran before the indexer'
await 60 'the indexer has read both chains' answers "http://127.0.0.1:${ports[1]}/ready"
await 60 'the first API is ready' answers "http://127.0.0.1:$((one + 10000))/ready"
await 60 'the second API is ready' answers "http://127.0.0.1:$((two + 10000))/ready"
await 60 'the auditor is healthy' answers "http://127.0.0.1:${ports[2]}/health"
"$node" deploy/first-check.ts "http://127.0.0.1:$two" "$work/examples.json" >/dev/null || fail 'An answer is not what the example says.'
ok 'answers as promised'

for unit in "${units[@]}"; do
  pid=$(show MainPID "$unit")
  in_system grep -qE '^CapEff:\s0+$' "/proc/$pid/status" || fail "$unit has capabilities."
  in_system grep -qE '^Uid:\s0\s' "/proc/$pid/status" && fail "$unit runs as root."
  exposure=$(in_system systemd-analyze security "$unit.service" --no-pager | tail -n 1 | grep -oE '[0-9]+\.[0-9]')
  ok "$unit: no capabilities, not root, exposure $exposure"
done

in_system systemctl kill --signal=KILL mandate-indexer
sleep 1
await 60 'the killed indexer is healthy again' answers "http://127.0.0.1:${ports[1]}/health"
began=$(date +%s%3N)
in_system systemctl stop "mandate-api@$one"
[ "$(show Result "mandate-api@$one")" = success ] || fail 'The API did not stop well.'
ok "the API stops in $(seconds_since "$began") s"

# Settings that are not valid stop a unit: a restart does not mend them.
in_system mkdir -p "/run/systemd/system/mandate-api@$one.service.d"
in_system sh -c "printf '[Service]\nEnvironment=RATE_LIMIT=perhaps\n' >'/run/systemd/system/mandate-api@$one.service.d/wrong.conf'"
in_system systemctl daemon-reload
in_system systemctl start "mandate-api@$one" || true
has_failed() { [ "$(show ActiveState "mandate-api@$one")" = failed ]; }
await 30 'a wrong setting ends the unit' has_failed
[ "$(show NRestarts "mandate-api@$one")" = 0 ] || fail 'It was started again.'

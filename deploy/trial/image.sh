#!/usr/bin/env bash
# Runs every role of an image without rights and on a file system that cannot be written, and stops them.
# deploy/trial/image.sh IMAGE. ENGINE is `docker`, or how podman is called here.
set -euo pipefail
cd "$(dirname "$0")/../.."
image=${1:?Usage: deploy/trial/image.sh IMAGE}
read -ra engine <<<"${ENGINE:-docker}"
# shellcheck source=deploy/trial/stack.sh
. deploy/trial/stack.sh

containers=()
finish() {
  local status=$?
  trap - EXIT
  for container in "${containers[@]}"; do
    [ "$status" -eq 0 ] || { echo "== $container" && "${engine[@]}" logs "$container" 2>&1 | tail -n 15; } >&2
    "${engine[@]}" rm --force --volumes "$container" >/dev/null 2>&1 || true
  done
  end_stack
  exit "$status"
}
trap finish EXIT

bare=(--no-healthcheck --read-only --cap-drop ALL --security-opt no-new-privileges --network host)
in_image() { "${engine[@]}" run --rm "${bare[@]}" --entrypoint "$1" "$image" "${@:2}"; }

# The image itself.
bytes=$("${engine[@]}" image inspect --format '{{.Size}}' "$image")
app=$(in_image du -sm /app | cut -f1)
ok "image of $((bytes / 1000000)) MB, /app of $app MB"
"${engine[@]}" history --format '     {{.Size}}  {{.CreatedBy}}' "$image" | grep -v '^ *0 \?B' | cut -c1-100
[ "$app" -le 75 ] || fail "/app has $app MB. 75 are agreed."
"${engine[@]}" save --output "$work/image.tar" "$image" 2>/dev/null
mkdir "$work/layers" && tar -xf "$work/image.tar" -C "$work/layers" && rm "$work/image.tar"
find "$work/layers" -type f -exec sh -c 'tar -tf "$1" 2>/dev/null' _ {} \; >"$work/files"
rm -rf "$work/layers"
grep -q 'app/mandate-server$' "$work/files" || fail 'The layers cannot be read.'
if grep -E '(^|/)(npm|npx|corepack|yarn)$' "$work/files"; then fail 'A layer has a package manager of Node.'; fi
ok 'no layer has a package manager of Node'
[ "$(in_image id -u)" = 1000 ] || fail 'It does not run as user 1000.'
[ -z "$(in_image find /app -writable ! -type l)" ] || fail 'Its user can write to /app.'
ok 'user 1000, who cannot write to /app'
for role in api indexer auditor webhooks keys; do
  "${engine[@]}" run --rm "${bare[@]}" "$image" "$role" --help | grep -q Usage || fail "$role --help says nothing."
done
ok 'every role says how it is used'

begin_stack
settings=(-e DATABASE_URL="$DATABASE_URL" -e REDIS_URL="$REDIS_URL" -e CHAINS_FILE=/etc/mandate/chains.json
  -v "$work/chains.json:/etc/mandate/chains.json:ro")
for time in first second; do
  began=$(date +%s%3N)
  "${engine[@]}" run --rm "${bare[@]}" "${settings[@]}" "$image" migrate >"$work/migrate.log" 2>&1 || fail "$(cat "$work/migrate.log")"
  ok "migrate for the $time time in $(seconds_since "$began") s"
done

# start NAME ROLE OPTION...
start() {
  containers+=("$1-$$")
  "${engine[@]}" run --detach --name "$1-$$" "${bare[@]}" "${settings[@]}" "${@:3}" "$image" "$2" >/dev/null
}
health() { "${engine[@]}" exec "$1-$$" /app/mandate-server health; }
mapfile -t ports < <(free_ports 5)
start indexer indexer --memory 1g -e INDEXER_PORT="${ports[0]}"
await 60 'the indexer is healthy' health indexer
await 60 'the indexer has read both chains' answers "http://127.0.0.1:${ports[0]}/ready"
start standby indexer --memory 1g -e INDEXER_PORT="${ports[1]}"
await 60 'a standby is healthy' health standby
api=http://127.0.0.1:${ports[2]}
start api api --memory 512m -e API_HOST=127.0.0.1 -e API_PORT="${ports[2]}" -e API_ADMIN_PORT="${ports[3]}" -e API_DRAIN_MS=1000 \
  -e READ_MODEL_DIR=/var/lib/mandate/read-model -v /var/lib/mandate
if health api; then fail 'health is 0 before the API is up.'; fi
await 60 'the API is healthy' health api
await 60 'the API is ready' answers "http://127.0.0.1:${ports[3]}/ready"
start auditor auditor --memory 512m -e AUDITOR_PORT="${ports[4]}" -e AUDITOR_KEY_FILE=/var/lib/mandate/auditor.pem -v /var/lib/mandate
await 60 'the auditor is healthy' health auditor

"$node" deploy/first-check.ts "$api" "$work/examples.json" | sed 's/^/     /'
[ "${PIPESTATUS[0]}" -eq 0 ] || fail 'An answer is not what the example says.'
[ "$(status_of "$api/metrics")" = 404 ] || fail 'The public port shows /metrics.'
[ "$(status_of "http://127.0.0.1:${ports[3]}/metrics")" = 200 ] || fail 'The admin port has no /metrics.'
ok 'answers as promised; /metrics is not public'

for role in api auditor standby indexer; do
  began=$(date +%s%3N)
  "${engine[@]}" stop --time 30 "$role-$$" >/dev/null
  code=$("${engine[@]}" inspect --format '{{.State.ExitCode}}' "$role-$$")
  [ "$code" = 0 ] || fail "SIGTERM ended $role with $code."
  ok "SIGTERM ended $role in $(seconds_since "$began") s, with 0"
done

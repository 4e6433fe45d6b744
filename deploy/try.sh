#!/usr/bin/env bash
# Runs the service as in production, locally and without Docker: builds it, starts PostgreSQL, Redis, indexer,
# API, auditor, a worker of webhooks and Prometheus with their own ports and data, sends a first check, and stops everything.
set -euo pipefail
cd "$(dirname "$0")/.."
started=$(date +%s%3N)
keep=false
app=''

usage() {
  cat <<'USAGE'
Usage: deploy/try.sh [--keep] [--app DIR]

  --keep      keep running until Ctrl-C
  --app DIR   run what deploy/build.sh has built there; builds it if there is none

Follows the chains in CHAINS_FILE, CHAINS or CHAIN_IDS (docs/operating/configuration.md), or else two local ones with sample
delegations. Needs Linux on x64, Node 20 or newer with npm, and PostgreSQL 15 or newer and Redis installed (not running).
USAGE
}
while [ $# -gt 0 ]; do
  case $1 in
    --keep) keep=true ;;
    --app)
      [ -n "${2:-}" ] || { usage >&2 && exit 2; }
      app=$(cd "$OLDPWD" && realpath -m "$2")
      shift
      ;;
    --help) usage && exit 0 ;;
    *) usage >&2 && exit 2 ;;
  esac
  shift
done

work=$(mktemp -d)
app=${app:-$work/app}
names=()
pids=()
chmod 755 "$work"
mkdir "$work/log" "$work/data" "$work/chains"

# fail WHAT NEXT: prints what went wrong and what to do about it.
fail() {
  printf '\nFailed: %s\n%s\n' "$1" "$2" >&2
  exit 1
}

# Stops everything in reverse order, so that the database has no clients left.
finish() {
  local status=$? i
  trap - EXIT INT TERM
  for ((i = ${#pids[@]} - 1; i >= 0; i--)); do
    kill "${pids[i]}" 2>/dev/null || continue
    timeout 15 tail --pid="${pids[i]}" -f /dev/null || kill -9 "${pids[i]}" 2>/dev/null || true
  done
  if [ "$status" -eq 0 ]; then
    chmod -R u+w "$work" && rm -rf "$work"
  else
    rm -rf "$work/data"
    echo "Its logs are in $work/log" >&2
  fi
  exit "$status"
}
trap finish EXIT
trap 'exit 130' INT TERM

# step NAME: ends the line of the previous step with its duration.
step_name=''
step_at=$started
step() {
  local now
  now=$(date +%s%3N)
  [ -z "$step_name" ] || printf '  %-12s %5d.%d s   %s\n' "$step_name" $(((now - step_at) / 1000)) \
    $(((now - step_at) / 100 % 10)) "${note:-}"
  step_name=${1:-}
  step_at=$now
  note=''
}

# PostgreSQL refuses to run as root, and nothing else needs root.
as_nobody() { exec "$@"; }
if [ "$(id -u)" -eq 0 ]; then
  as_nobody() { exec setpriv --reuid=65534 --regid=65534 --clear-groups "$@"; }
  chown 65534:65534 "$work/data"
fi

# start NAME COMMAND...: runs a command in the background until the end.
start() {
  local name=$1
  shift
  (as_nobody "$@") >"$work/log/$name.log" 2>&1 &
  pids+=($!)
  names+=("$name")
}

# await WHAT COMMAND...: waits until the command succeeds, or a started process has ended.
await() {
  local what=$1 deadline=$((SECONDS + 300)) i
  shift
  until "$@" >/dev/null 2>&1; do
    for i in "${!pids[@]}"; do
      kill -0 "${pids[i]}" 2>/dev/null ||
        fail "${names[i]} ended: $(tail -n 3 "$work/log/${names[i]}.log")" "The whole log is $work/log/${names[i]}.log"
    done
    [ "$SECONDS" -lt "$deadline" ] || fail "$what: not in time." "Look at the logs in $work/log"
    sleep 0.2
  done
}
answers() { curl -fsS -m 3 "$1"; }

step tools
command -v npm >/dev/null || fail 'npm is missing.' 'Install Node 20 or newer, npm comes with it.'
for tool in curl redis-server; do
  command -v "$tool" >/dev/null || fail "$tool is missing." "Install it: apt-get install $tool"
done
postgres=$(find /usr/lib/postgresql/*/bin "$(pg_config --bindir 2>/dev/null || echo /nowhere)" -name initdb 2>/dev/null |
  sort -V | tail -n 1)
[ -n "$postgres" ] || fail 'PostgreSQL is missing.' 'Install it: apt-get install postgresql'
postgres=$(dirname "$postgres")
if [ ! -x node_modules/.bin/vite ]; then
  npm ci --silent >"$work/log/install.log" 2>&1 || fail "npm ci failed: $(tail -n 3 "$work/log/install.log")" "$work/log/install.log says more."
fi
note='npm ci, PostgreSQL, Redis'

step build
if [ -x "$app/mandate-server" ]; then
  note="was there, in $app"
else
  deploy/build.sh "$app" >"$work/log/build.log" 2>&1 || fail "The build failed: $(tail -n 3 "$work/log/build.log")" "$work/log/build.log says more."
  note=$(tail -n 1 "$work/log/build.log" | grep -o '[0-9]* MB')
fi
mkdir "$work/bin"
cp node_modules/node/bin/node "$work/bin/node"
dev_node=$PWD/node_modules/node/bin/node

ports=$("$dev_node" -e '
  const servers = Array.from({ length: 9 }, () => require("net").createServer().listen(0, "127.0.0.1"));
  setTimeout(() => { console.log(servers.map((s) => s.address().port).join(" ")); process.exit(); }, 200);
')
read -r postgres_port redis_port api_port api_admin_port second_admin_port indexer_port auditor_port webhooks_port prometheus_port <<<"$ports"
api=http://127.0.0.1:$api_port
api_admin=http://127.0.0.1:$api_admin_port
second_admin=http://127.0.0.1:$second_admin_port
indexer=http://127.0.0.1:$indexer_port
auditor=http://127.0.0.1:$auditor_port
webhooks=http://127.0.0.1:$webhooks_port
prometheus=http://127.0.0.1:$prometheus_port

step postgres
password=$(od -An -tx1 -N24 /dev/urandom | tr -d ' \n')
(umask 077 && echo "$password" >"$work/data/password")
[ "$(id -u)" -ne 0 ] || chown 65534 "$work/data/password"
(as_nobody "$postgres/initdb" -D "$work/data/postgres" -U mandate -A scram-sha-256 --pwfile="$work/data/password" --no-sync) \
  >"$work/log/initdb.log" 2>&1 ||
  fail 'initdb failed.' "$work/log/initdb.log says why."
rm "$work/data/password"
start postgres "$postgres/postgres" -D "$work/data/postgres" -p "$postgres_port" -k '' -c listen_addresses=127.0.0.1
await PostgreSQL "$postgres/pg_isready" -h 127.0.0.1 -p "$postgres_port" -U mandate -d postgres
step redis
start redis redis-server --port "$redis_port" --bind 127.0.0.1 --save '' --appendonly no
await Redis redis-cli -p "$redis_port" ping

examples=''
if [ -z "${CHAINS:-}${CHAINS_FILE:-}${CHAIN_IDS:-}" ]; then
  step chains
  # Only for trying it out, so not part of the build.
  "$dev_node" dev/src/sample-chains.ts "$work/chains" >"$work/log/chains.log" 2>&1 &
  pids+=($!)
  names+=(chains)
  await 'Local chains' test -f "$work/chains/chains.json"
  export CHAINS_FILE=$work/chains/chains.json
  examples=$work/chains/examples.json
  note='two local chains with sample delegations'
elif [ -n "${CHAINS_FILE:-}" ]; then
  # The service's user may not be able to read the original, and nobody else should read the copy.
  cp "$CHAINS_FILE" "$work/data/chains.json" || fail 'CHAINS_FILE cannot be read.' 'Name a file like deploy/chains.example.json'
  [ "$(id -u)" -ne 0 ] || chown 65534 "$work/data/chains.json"
  chmod 400 "$work/data/chains.json"
  export CHAINS_FILE=$work/data/chains.json
fi

export PATH=$work/bin:$PATH NODE_ENV=production
export DATABASE_URL=postgres://mandate:$password@127.0.0.1:$postgres_port/postgres REDIS_URL=redis://127.0.0.1:$redis_port
export API_HOST=127.0.0.1 API_PORT=$api_port API_REUSE_PORT=on INDEXER_PORT=$indexer_port
export AUDITOR_PORT=$auditor_port AUDITOR_KEY_FILE=$work/data/auditor.pem
webhook_key=$(od -An -tx1 -N32 /dev/urandom | tr -d ' \n')
export WEBHOOKS_PORT=$webhooks_port WEBHOOK_KEYS=1:$webhook_key
export READ_MODEL_DIR=$work/data/read-model

step migrate
(as_nobody "$app/mandate-server" migrate) >"$work/log/migrate.log" 2>&1 ||
  fail "The migration failed: $(head -n 3 "$work/log/migrate.log")" "$work/log/migrate.log says more."
step indexer
start indexer "$app/mandate-server" indexer
await 'The indexer' answers "$indexer/health"
[ -z "$examples" ] || await 'The indexer reading both chains' answers "$indexer/ready"
step api
API_ADMIN_PORT=$api_admin_port start api "$app/mandate-server" api
API_ADMIN_PORT=$second_admin_port start api-2 "$app/mandate-server" api
for admin in "$api_admin" "$second_admin"; do await 'The API' answers "$admin/ready"; done
answers "$api/" | grep -qi '<!doctype html' || fail 'The API does not serve the site.' "Look at $work/log/build.log"
note="$api, two processes, serves the site too"

step auditor
start auditor "$app/mandate-server" auditor
await 'The auditor' answers "$auditor/health"
step webhooks
start webhooks "$app/mandate-server" webhooks
await 'The worker of webhooks' answers "$webhooks/ready"

if command -v prometheus >/dev/null; then
  step prometheus
  rules=''
  [ ! -f deploy/prometheus/alerts.yml ] || rules="rule_files: ['$PWD/deploy/prometheus/alerts.yml']"
  cat >"$work/prometheus.yml" <<CONFIG
global: { scrape_interval: 1s }
$rules
scrape_configs:
  - { job_name: mandate-api, static_configs: [{ targets: ['127.0.0.1:$api_admin_port', '127.0.0.1:$second_admin_port'] }] }
  - { job_name: mandate-indexer, static_configs: [{ targets: ['127.0.0.1:$indexer_port'] }] }
  - { job_name: mandate-auditor, static_configs: [{ targets: ['127.0.0.1:$auditor_port'] }] }
  - { job_name: mandate-webhooks, static_configs: [{ targets: ['127.0.0.1:$webhooks_port'] }] }
CONFIG
  start prometheus prometheus --config.file="$work/prometheus.yml" --storage.tsdb.path="$work/data/prometheus" \
    --web.listen-address="127.0.0.1:$prometheus_port" --log.level=warn
  all_up() { curl -fsS -m 3 "$prometheus/api/v1/query?query=sum(up)" | grep -q '"5"\]'; }
  await 'Prometheus reading all processes' all_up
  note="$prometheus reads all processes"
else
  echo '  prometheus   is not installed, and left out (apt-get install prometheus)'
fi

step 'first check'
for part in "$api/health" "$api_admin/ready" "$second_admin/ready" "$indexer/health" "$auditor/health" "$webhooks/ready"; do
  answers "$part" >/dev/null || fail "$part does not answer." "Look at the logs in $work/log"
done
checked=$("$dev_node" deploy/first-check.ts "$api" ${examples:+"$examples"} 2>&1) ||
  fail "$checked" "Look at $work/log/api.log, $work/log/api-2.log and $work/log/indexer.log"
note=$(head -n 1 <<<"$checked")
step

total=$(($(date +%s%3N) - started))
printf '\nHealthy and answering after %d.%d s.\n' $((total / 1000)) $((total / 100 % 10))
if $keep; then
  trap 'exit 0' INT TERM
  printf '%s\n' "Site and API: $api" "Logs: $work/log" 'Ctrl-C ends all of it.'
  wait -n "${pids[@]}" || true
  fail 'a part of it ended.' "Look at the logs in $work/log"
fi

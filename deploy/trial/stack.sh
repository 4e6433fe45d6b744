# shellcheck shell=bash
# What the scripts beside this one need: two local chains with sample delegations, and a database of its own on the server
# of TEST_DATABASE_URL. Needs `npm ci`, psql and curl. Sets $work, $DATABASE_URL, $REDIS_URL and $node.
work=$(mktemp -d)
chmod 755 "$work"
node=$(command -v "$PWD/node_modules/node/bin/node" || command -v node)
server=${TEST_DATABASE_URL:-postgres://postgres@127.0.0.1:5432/postgres}
database=mandate_trial_$$
export REDIS_URL=${REDIS_URL:-redis://127.0.0.1:6379}
export DATABASE_URL=${server%/*}/$database

fail() {
  printf 'Failed: %s\n' "$1" >&2
  exit 1
}
ok() { printf 'ok   %s\n' "$1"; }

# await SECONDS WHAT COMMAND...: fails unless the command succeeds within that time; prints how long it took.
await() {
  local limit=$1 what=$2 began
  shift 2
  began=$(date +%s%3N)
  until "$@" >/dev/null 2>&1; do
    [ $(($(date +%s%3N) - began)) -lt "${limit}000" ] || fail "$what: not within $limit s."
    sleep 0.1
  done
  ok "$what after $(seconds_since "$began") s"
}
seconds_since() { awk "BEGIN {printf \"%.1f\", ($(date +%s%3N) - $1) / 1000}"; }
answers() { curl -fsS -m 3 "$1"; }
status_of() { curl -s -m 3 -o /dev/null -w '%{http_code}' "$1"; }

# free_ports COUNT: ports that nobody listens on, below those that the system gives to outgoing connections.
free_ports() {
  "$node" -e '
    const free = async (port) => new Promise((done) => {
      const server = net.createServer().once("error", () => done(false)).listen(port, () => server.close(() => done(true)));
    });
    for (let port = 20000 + Math.floor(Math.random() * 9000), left = +process.argv[1]; left > 0; port++)
      if (await free(port)) left -= 1, console.log(port);' --input-type=module "$1"
}

begin_stack() {
  psql -q "$server" -c "create database $database"
  "$node" dev/src/sample-chains.ts "$work" >"$work/chains.log" 2>&1 &
  chains_pid=$!
  await 60 'local chains with sample delegations' test -f "$work/chains.json"
  chmod 644 "$work/chains.json"
}

end_stack() {
  [ -z "${chains_pid:-}" ] || kill "$chains_pid" 2>/dev/null || true
  psql -q "$server" -c "drop database if exists $database with (force)" || true
  rm -rf "$work"
}

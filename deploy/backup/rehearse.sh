#!/usr/bin/env bash
# Rehearses a restore: dumps the ledger, restores it elsewhere, indexes from there, and compares the result
# with a newly indexed ledger. Does not change the ledger itself.
set -euo pipefail
cd "$(dirname "$0")/../.."

usage() {
  cat <<'USAGE'
Usage: deploy/backup/rehearse.sh [--dump FILE]

  --dump FILE   a dump that is there already, instead of one that is made now

Settings are those of the indexer (docs/operating/configuration.md), with every chain that the ledger has. On the server of DATABASE_URL it makes two databases and drops
them: DATABASE_URL has to have the right to. Indexing the chains again takes as long as the first time.
USAGE
}
dump=''
while [ $# -gt 0 ]; do
  case $1 in
    --dump) dump=${2:?--dump takes a file} && shift 2 ;;
    --help) usage && exit 0 ;;
    *) usage >&2 && exit 2 ;;
  esac
done
: "${DATABASE_URL:?must name the database, like postgres://mandate@localhost/mandate}"

# With several servers, use the primary.
export PGTARGETSESSIONATTRS=read-write
# npm installs the right version of Node.
PATH=$PWD/node_modules/.bin:$PATH
live=$DATABASE_URL
work=$(mktemp -d)
restored=mandate_rehearsal_restored_$$
clean=mandate_rehearsal_clean_$$
indexer=''
# url_of NAME: prints the URL of another database on the same server.
url_of() { sed -E "s#^([a-z]+://[^/]*)/[^?]*#\1/$1#" <<<"$live"; }
ask() { psql "$1" -XAtc "$2"; }

finish() {
  local status=$?
  trap - EXIT INT TERM
  [ -z "$indexer" ] || stop_indexer
  ask "$live" "drop database if exists $restored with (force)" >/dev/null 2>&1 || true
  ask "$live" "drop database if exists $clean with (force)" >/dev/null 2>&1 || true
  if [ "$status" -eq 0 ]; then rm -rf "$work"; else echo "What was said and found is in $work" >&2; fi
  exit "$status"
}
trap finish EXIT
trap 'exit 130' INT TERM

# timed WHAT COMMAND...: runs a command and prints how long it took.
timed() {
  local what=$1 began
  began=$(date +%s%3N)
  shift
  "$@"
  awk -v what="$what" -v ms=$(($(date +%s%3N) - began)) 'BEGIN { printf "%s: %.1f s\n", what, ms / 1000 }'
}

stop_indexer() {
  kill "$indexer" 2>/dev/null || true
  wait "$indexer" || true
  indexer=''
}

# index NAME: migrates, and follows all chains up to their heads.
index() {
  local url
  url=$(url_of "$1")
  DATABASE_URL=$url node apps/indexer/src/main.ts migrate >>"$work/$1.log"
  DATABASE_URL=$url INDEXER_PORT=0 LOG_LEVEL=info node apps/indexer/src/main.ts run >>"$work/$1.log" 2>&1 &
  indexer=$!
  local since
  since=$(ask "$url" 'select now()')
  # Waits until every chain of the dump is followed again.
  until [ "$(ask "$url" "select count(*) >= $chains and bool_and(state = 'following' and head_number - block_number < 3
      and updated_at > '$since') from chain")" = t ]; do
    kill -0 "$indexer" 2>/dev/null || { echo "The indexer ended: $(tail -n 1 "$work/$1.log")" >&2 && return 1; }
    if ask "$url" "select string_agg(reason, '; ') from chain where state = 'tainted'" | grep .; then return 1; fi
    sleep 0.2
  done
  stop_indexer
}

if [ -z "$dump" ]; then
  make_dump() { dump=$(deploy/backup/backup.sh dump "$work"); }
  timed 'dump' make_dump
fi
ask "$live" "create database $restored" >/dev/null
timed 'restore' env DATABASE_URL="$(url_of "$restored")" deploy/backup/restore.sh "$dump" >"$work/restore.log"
tail -n 1 "$work/restore.log"
chains=$(ask "$(url_of "$restored")" 'select count(*) from chain')
timed 'from the dump to the heads of all chains' index "$restored"
ask "$live" "create database $clean" >/dev/null
timed 'all chains indexed again' index "$clean"

# Compares up to the newest block of each chain that both know as final: later ones may still be replaced.
final='select jsonb_object_agg(chain_id, least(finalized_number, block_number)) from chain'
at=$(ask "$live" "select jsonb_object_agg(key, least(value::bigint, ('$(ask "$(url_of "$clean")" "$final")'::jsonb ->> key)::bigint))
  from jsonb_each_text('$(ask "$(url_of "$restored")" "$final")'::jsonb)")
for name in "$restored" "$clean"; do
  psql "$(url_of "$name")" -Xq -v ON_ERROR_STOP=1 -v at="$at" -f deploy/backup/ledger-rows.sql >"$work/$name.rows"
done
rows=$(wc -l <"$work/$clean.rows")
if ! diff "$work/$restored.rows" "$work/$clean.rows" >"$work/differences"; then
  echo "$(grep -c '^[<>]' "$work/differences") rows differ up to $at, the first: $(grep -m 1 '^[<>]' "$work/differences")" >&2
  exit 1
fi
echo "$rows rows are the same, up to $at"

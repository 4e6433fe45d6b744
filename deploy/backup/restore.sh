#!/usr/bin/env bash
# Restores a dump into an empty database. Stop the indexer and the API first.
set -euo pipefail

usage() {
  cat <<'USAGE'
Usage: deploy/backup/restore.sh FILE

DATABASE_URL names the database, which must be there and empty: createdb mandate
USAGE
}
[ "${1:-}" != --help ] || { usage && exit 0; }
[ $# -eq 1 ] || { usage >&2 && exit 2; }
: "${DATABASE_URL:?must name the database, like postgres://mandate@localhost/mandate}"
# With several servers, use the primary.
export PGTARGETSESSIONATTRS=read-write
file=$1
here=$(dirname "$0")

if [ -n "$(psql "$DATABASE_URL" -XAtc "select 1 from pg_tables where schemaname = 'public' limit 1")" ]; then
  echo 'The database is not empty, and nothing was done to it. Make a new one, as in: createdb mandate' >&2
  exit 1
fi
pg_restore --dbname="$DATABASE_URL" --no-owner --no-privileges --single-transaction --exit-on-error "$file"
psql "$DATABASE_URL" -Xq -v ON_ERROR_STOP=1 -f "$here/after-loss.sql"
# Without statistics, the first queries would use bad plans.
psql "$DATABASE_URL" -Xqc 'analyze'
echo "Restored $file. Next: mandate-server migrate, then start the indexer and the API."

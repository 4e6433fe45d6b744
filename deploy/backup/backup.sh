#!/usr/bin/env bash
# Backs up the database in DATABASE_URL. Leaves either a complete file or none.
set -euo pipefail

usage() {
  cat <<'USAGE'
Usage: deploy/backup/backup.sh dump|base FOLDER

  dump   the database as one file, mandate-<time>.dump: for any later version of PostgreSQL
  base   the whole server as it is on disk, base-<time>: to be started as it is, or made a standby of

Prints what it made. DATABASE_URL says of what; `base` needs the right to replicate.
USAGE
}
[ "${1:-}" != --help ] || { usage && exit 0; }
[ $# -eq 2 ] || { usage >&2 && exit 2; }
: "${DATABASE_URL:?must name the database, like postgres://mandate@localhost/mandate}"
# Debian installs some of PostgreSQL's programs outside of PATH.
for programs in /usr/lib/postgresql/*/bin; do PATH=$PATH:$programs; done
kind=$1
folder=$2
mkdir -p "$folder"
time=$(date -u +%Y%m%dT%H%M%SZ)

case $kind in
  dump) made="$folder/mandate-$time.dump" ;;
  base) made="$folder/base-$time" ;;
  *) usage >&2 && exit 2 ;;
esac
# An incomplete file has another name.
part="$made.part"
trap 'rm -rf "$part"' EXIT

if [ "$kind" = dump ]; then
  pg_dump --dbname="$DATABASE_URL" --format=custom --no-owner --no-privileges --file="$part"
  # Verifies that the file can be read.
  pg_restore --list "$part" >/dev/null
else
  pg_basebackup --dbname="$DATABASE_URL" --pgdata="$part" --wal-method=stream --checkpoint=fast
  pg_verifybackup --quiet "$part"
fi
mv "$part" "$made"
echo "$made"

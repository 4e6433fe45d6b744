#!/bin/sh
# The entry point of the image and of a built folder. One word selects the part of the service.
set -eu
app=$(dirname "$(readlink -f "$0")")

role=${1:-}
[ $# -eq 0 ] || shift
case $role in
  api) exec node --max-old-space-size=512 --max-semi-space-size=16 "$app"/apps/api/dist/main.js "$@" ;;
  indexer) exec node --max-semi-space-size=16 "$app"/apps/indexer/dist/main.js "$@" ;;
  auditor) exec node --max-semi-space-size=16 "$app"/apps/auditor/dist/main.js "$@" ;;
  webhooks) exec node --max-semi-space-size=16 "$app"/apps/webhooks/dist/main.js "$@" ;;
  migrate | find-start | lower-marks | rebuild | repair | export | import | forget)
    exec node "$app"/apps/indexer/dist/main.js "$role" "$@" ;;
  keys) exec node "$app"/apps/api/dist/keys.js "$@" ;;
  # A container runs one of the four, and is healthy when that one answers.
  health)
    # shellcheck disable=SC2016
    exec node -e '
      const { API_PORT = 8080, INDEXER_PORT = 9464, AUDITOR_PORT = 9466, WEBHOOKS_PORT = 9467 } = process.env;
      const ask = (port) => fetch(`http://127.0.0.1:${port}/health`, { signal: AbortSignal.timeout(3_000) });
      ask(API_PORT).catch(() => ask(INDEXER_PORT)).catch(() => ask(AUDITOR_PORT)).catch(() => ask(WEBHOOKS_PORT)).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1));
    '
    ;;
  *)
    cat >&2 <<'USAGE'
Usage: mandate-server <role or command>

  api                     answers over HTTP, and serves the site
  indexer                 follows the chains; a second one is a standby
  auditor                 compares the ledger with the chains, and signs reports
  webhooks                delivers changes to endpoints; several share them
  migrate                 brings the database up to date; run it before a new version starts
  find-start, lower-marks, rebuild, repair, export, import, forget
                          work on the ledger of a chain: indexer --help describes them
  keys <command>          an operator's keys: create, list, change, rotate, revoke, log
  health                  exits 0 when the role beside it answers

Settings come from the environment: docs/operating/configuration.md lists them.
USAGE
    exit 2
    ;;
esac

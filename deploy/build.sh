#!/usr/bin/env bash
# Builds the production folder: deploy/build.sh <out-dir>
# The image and deploy/try.sh use the same folder. Nothing writes to it at run time.
set -euo pipefail

fail() {
  echo "$1" >&2
  exit 1
}
[ $# -eq 1 ] || fail 'Usage: deploy/build.sh <out-dir>   (an empty folder, or one that does not exist yet)'
mkdir -p "$1"
out=$(cd "$1" && pwd)
[ -z "$(ls -A "$out")" ] || fail "$out is not empty: choose another folder, or empty it."
cd "$(dirname "$0")/.."
[ -x node_modules/.bin/vite ] || fail 'The build tools are missing. Run: npm ci'
# npm installs Node 24.
PATH=$PWD/node_modules/.bin:$PATH
umask 022

PARTS=(packages/core packages/proof packages/store packages/read-model packages/config packages/nodes packages/fold packages/feed packages/tracing
  apps/api apps/indexer apps/auditor apps/webhooks)

for part in "${PARTS[@]}"; do mkdir -p "$out/$part"; done
node deploy/bundle.ts "$out"
cp -R packages/store/migrations "$out/packages/store"
mkdir "$out/backup" && cp deploy/backup/{backup,restore}.sh deploy/backup/after-loss.sql "$out/backup"

# Writes the production parts of the manifests and the lockfile: the same versions and digests, fewer
# packages.
node deploy/production-manifests.ts "$out" "${PARTS[@]}"
cp package-lock.json .npmrc "$out"
(cd "$out" && npm install --silent --package-lock-only --ignore-scripts)
node deploy/production-manifests.ts --check-lock package-lock.json "$out/package-lock.json"
# Runs no scripts of dependencies: none is needed.
(cd "$out" && npm ci --silent --ignore-scripts && npm sbom --sbom-format=cyclonedx >sbom.cdx.json)
# What the bundles contain is listed above, and not needed beside them.
node deploy/production-manifests.ts --unbundled "$out" "${PARTS[@]}"
(cd "$out" && npm prune --silent --ignore-scripts && rm .npmrc)
# Read by compilers and debuggers only: a quarter of the folder.
find "$out/node_modules" -type f -regex '.*\.\(map\|d\.[cm]?ts\)' -delete

vite build apps/web --outDir "$out/apps/web/dist" --emptyOutDir --logLevel warn
npm run --silent install:docs
# What it builds imports its packages from where it is built.
docs=$(mktemp -d -p apps/docs dist.XXXXXX)
trap 'rm -rf "$docs"' EXIT
ASTRO_TELEMETRY_DISABLED=1 apps/docs/node_modules/.bin/astro build --root apps/docs --outDir "$PWD/$docs" --silent
mkdir -p "$out/apps/docs" && cp -R "$docs" "$out/apps/docs/dist"
cp LICENSE "$out"
install -m 755 deploy/entry.sh "$out/mandate-server"
# Readable by everyone, writable by nobody.
chmod -R a+rX,a-w "$out"
echo "Built into $out: $(du -sm "$out" | cut -f1) MB. Its parts are listed in sbom.cdx.json."

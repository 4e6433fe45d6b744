#!/usr/bin/env bash
# Builds what runs in production into a folder of its own: deploy/build.sh <out-dir>
# The image and deploy/try.sh take the same folder. Nothing in it is written to at run time.
set -euo pipefail

fail() {
  echo "$1" >&2
  exit 1
}
[ $# -eq 1 ] || fail 'Usage: deploy/build.sh <out-dir>   (a folder that is empty, or not there yet)'
mkdir -p "$1"
out=$(cd "$1" && pwd)
[ -z "$(ls -A "$out")" ] || fail "$out is not empty: name another folder, or empty it."
cd "$(dirname "$0")/.."
[ -x node_modules/.bin/vite ] || fail 'The tools to build with are missing. Run: npm ci'
# Node 24 comes with the install.
PATH=$PWD/node_modules/.bin:$PATH
umask 022

PARTS=(packages/core packages/store packages/read-model packages/config packages/tracing apps/api apps/indexer)

for part in "${PARTS[@]}"; do
  mkdir -p "$out/$part"
  cp -R "$part/src" "$out/$part"
done
cp -R packages/store/migrations "$out/packages/store"
find "$out" \( -name '*.test.ts' -o -name '*.test-d.ts' -o -name testing \) -prune -exec rm -rf {} +

# What production needs of the manifests, and of the lockfile: the same versions and digests, fewer packages.
node deploy/production-manifests.ts "$out" "${PARTS[@]}"
cp package-lock.json .npmrc "$out"
(cd "$out" && npm install --silent --package-lock-only --ignore-scripts)
node deploy/production-manifests.ts --check-lock package-lock.json "$out/package-lock.json"
# No script of a dependency runs: none of them is needed.
(cd "$out" && npm ci --silent --ignore-scripts && npm sbom --sbom-format=cyclonedx >sbom.cdx.json && rm .npmrc)

vite build apps/web --outDir "$out/apps/web/dist" --emptyOutDir --logLevel warn
cp LICENSE "$out"
install -m 755 deploy/entry.sh "$out/mandate"
# Whoever runs it reads it; nobody writes it.
chmod -R a+rX,a-w "$out"
echo "Built into $out: $(du -sm "$out" | cut -f1) MB. Its parts are listed in sbom.cdx.json."

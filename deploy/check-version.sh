#!/usr/bin/env bash
# deploy/check-version.sh [v1.2.3]: fails unless all manifests and the chart have the same version and, with a
# tag, it is that one, the changelog has it and the pages install from npm.
set -euo pipefail
cd "$(dirname "$0")/.."
PATH=$PWD/node_modules/.bin:$PATH
version=$(node -p 'require("./package.json").version')
wrong=0
expect() {
  [ "$2" = "$version" ] || { echo "$1 says $2, package.json says $version: change one of them." >&2 && wrong=1; }
}
for manifest in packages/*/package.json apps/*/package.json examples/*/package.json ./*/package.json; do
  expect "$manifest" "$(node -p 'require(require("path").resolve(process.argv[1])).version' "$manifest")"
done
for field in version appVersion; do
  expect "$field of the chart" "$(sed -n "s/^$field: //p" deploy/helm/mandate/Chart.yaml)"
done
if [ $# -gt 0 ]; then
  [ "$1" = "v$version" ] || { echo "The tag is $1: it has to be v$version." >&2 && wrong=1; }
  grep -q "^## \[$version\] - [0-9]\{4\}-[0-9][0-9]-[0-9][0-9]$" CHANGELOG.md ||
    { echo "CHANGELOG.md has no section [$version] with a date: rename [Unreleased]." >&2 && wrong=1; }
  [ "$(node -p 'require("./docs/packages.json").published')" = true ] ||
    { echo 'docs/packages.json says that nothing is published: set it to true and run npm run build:docs.' >&2 && wrong=1; }
fi
exit "$wrong"

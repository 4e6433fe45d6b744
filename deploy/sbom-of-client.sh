#!/usr/bin/env bash
# deploy/sbom-of-client.sh <package.tgz>...: prints a CycloneDX list of everything that a project gets when it
# installs the packed client, or the packed hooks or command line with it.
set -euo pipefail
[ $# -ge 1 ] || { echo 'Usage: deploy/sbom-of-client.sh <package.tgz>...' >&2 && exit 2; }
mapfile -t packages < <(realpath "$@")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
echo '{ "name": "project", "version": "0.0.0", "private": true }' >package.json
npm install --silent --ignore-scripts --no-audit --no-fund "${packages[@]}"
npm sbom --sbom-format cyclonedx

#!/usr/bin/env bash
# deploy/check-tag.sh <commit>: fails unless the commit is on main. Needs the whole history and origin/main.
set -euo pipefail
[ $# -eq 1 ] || { echo 'Usage: deploy/check-tag.sh <commit>' >&2 && exit 2; }
git merge-base --is-ancestor "$1" refs/remotes/origin/main ||
  { echo "$1 is not part of main: merge it first, then tag the commit of main." >&2 && exit 1; }

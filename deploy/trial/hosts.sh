#!/usr/bin/env bash
# Sends webhooks to 100 hosts of an internet of its own, and to private addresses there: two network namespaces, joined by
# a wire, one with the hosts and their name server, one with the sender. Needs root, iproute2, openssl and dnsmasq.
set -euo pipefail
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
id=$$
out=mandate-out-$id
in=mandate-in-$id
finish() {
  for pid in ${servers:-}; do kill "$pid" 2>/dev/null || true; done
  ip netns del "$out" 2>/dev/null || true
  ip netns del "$in" 2>/dev/null || true
  rm -rf "$work"
}
trap finish EXIT
inside() { ip netns exec "$in" "$@"; }
outside() { ip netns exec "$out" "$@"; }

ip netns add "$out"
ip netns add "$in"
ip -n "$in" link add wire type veth peer name wire netns "$out"
for namespace in "$in" "$out"; do for link in lo wire; do ip -n "$namespace" link set "$link" up; done; done
# Public addresses: the sender's own, the name server's, and those of the hosts.
ip -n "$in" address add 93.184.0.2/16 dev wire
ip -n "$in" route add default via 93.184.0.1
ip -n "$out" address add 93.184.0.1/16 dev wire
for host in $(seq 100); do
  ip -n "$out" address add "93.184.1.$host/32" dev lo
  echo "93.184.1.$host host-$host.mandate.test"
done >"$work/hosts"
# Addresses that a cloud or a company has inside, reachable on purpose. The last one is the sender's own.
number=0
for address in 10.0.0.1 100.64.0.1 169.254.169.254 172.16.0.1 192.168.0.1 198.18.0.1; do
  ip -n "$out" address add "$address/32" dev lo
  number=$((number + 1))
  echo "$address inner-$number.mandate.test"
done >>"$work/hosts"
echo '93.184.0.2 inner-7.mandate.test' >>"$work/hosts"

openssl req -x509 -newkey rsa:2048 -nodes -days 1 -subj '/CN=mandate.test' -addext 'subjectAltName=DNS:*.mandate.test' \
  -keyout "$work/key.pem" -out "$work/cert.pem" 2>/dev/null
outside dnsmasq --no-daemon --no-resolv --no-hosts --addn-hosts="$work/hosts" --user=root --pid-file= >"$work/dns.log" 2>&1 &
servers=$!
for namespace in "$out" "$in"; do
  ip netns exec "$namespace" node deploy/trial/hosts.ts serve "$work" >"$work/$namespace" &
  servers="$servers $!"
done
for namespace in "$out" "$in"; do
  for _ in $(seq 100); do grep -q listening "$work/$namespace" || sleep 0.1; done
done
echo 'nameserver 93.184.0.1' >"$work/resolv.conf"
# `ip netns exec` has mounts of its own.
# shellcheck disable=SC2016
inside env NODE_EXTRA_CA_CERTS="$work/cert.pem" sh -c 'mount --bind "$1/resolv.conf" /etc/resolv.conf && node deploy/trial/hosts.ts send' - "$work"
refused=$(cat "$work/$out" "$work/$in" | grep -cv -e listening -e '^93\.184\.1\.') || true
[ "$refused" -eq 0 ] || { echo "FAIL $refused connections to refused addresses" && exit 1; }
echo 'ok   no connection to a refused address'

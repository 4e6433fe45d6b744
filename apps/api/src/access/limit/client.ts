/** Whom a request is counted for: an IPv4 address, or the /64 of an IPv6 address, which one client has whole. */
import { isIPv4, isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Only of connections that have ended already. */
const NOBODY = 'unknown';
/** Some proxies write the port, too. */
const WITH_PORT = /^(?:\[([^\]]*)\]|([\d.]+))(?::\d{1,5})?$/;

/**
 * Each of our proxies added the address it was asked from at the end of `X-Forwarded-For`. What stands before that
 * was written by whoever asked, and is not believed. Where a proxy wrote something that is no address, the nearest
 * address counts: a word must not become a client.
 */
export function clientOf(
  peer: string | undefined,
  forwardedFor: string | readonly string[] | undefined,
  trustedHops: number,
): string {
  let client = findClient(peer ?? '') ?? NOBODY;
  if (trustedHops === 0 || forwardedFor === undefined) return client;
  const chain = String(forwardedFor);
  let end = chain.length;
  for (let hop = 0; hop < trustedHops && end >= 0; hop++) {
    const comma = end === 0 ? -1 : chain.lastIndexOf(',', end - 1);
    client = findClient(chain.slice(comma + 1, end).trim()) ?? client;
    end = comma;
  }
  return client;
}

/** `null` if this is no address. */
export function findClient(text: string): string | null {
  if (isIPv4(text)) return text;
  if (isIPv6(text)) return clientOfIPv6(text);
  const [, bracketed, plain] = WITH_PORT.exec(text) ?? [];
  if (plain !== undefined) return isIPv4(plain) ? plain : null;
  return bracketed !== undefined && isIPv6(bracketed) ? clientOfIPv6(bracketed) : null;
}

function clientOfIPv6(text: string): string {
  const address = ipaddr.IPv6.parse(text);
  // A socket that listens to both kinds shows IPv4 in this form.
  if (address.isIPv4MappedAddress()) return address.toIPv4Address().toString();
  const network = address.parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(':')}::/64`;
}

const IPV6_CLIENT = /^([\da-f]+):([\da-f]+):([\da-f]+):([\da-f]+)::\/64$/;

/**
 * Returns the client and its networks, the narrowest first. Providers hand out IPv6 as /64, /56 or /48, so one person
 * may have 65,536 clients. IPv4 addresses are scarce and neighbours are different people, so each address stands alone.
 */
export function networksOf(client: string): string[] {
  const [, a, b, c, d = ''] = IPV6_CLIENT.exec(client) ?? [];
  if (a === undefined) return [client];
  const wider = (Number.parseInt(d, 16) & 0xff00).toString(16);
  return [client, `${a}:${b}:${c}:${wider}::/56`, `${a}:${b}:${c}::/48`];
}

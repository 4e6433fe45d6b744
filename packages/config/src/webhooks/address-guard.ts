/** Decides which addresses webhooks may connect to: public unicast ones. */
import { BlockList, isIPv4, isIPv6 } from 'node:net';

/** The special-purpose ranges of IANA's registries that are not globally reachable, and those of groups. */
const REFUSED_V4 = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
  ...['192.0.0.0/24', '192.0.2.0/24', '192.31.196.0/24', '192.52.193.0/24', '192.88.99.0/24'],
  ...['192.168.0.0/16', '192.175.48.0/24', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24'],
  ...['224.0.0.0/4', '240.0.0.0/4'],
  // The metadata and platform addresses of clouds that are in public ranges.
  ...['168.63.129.16/32'],
];
/** Only 2000::/3 is given out; these parts of it are not for hosts, or carry another address. */
const REFUSED_V6 = [...['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20']];
const PUBLIC_V6 = '2000::/3';
/** An IPv4 address in an IPv6 one: its last four bytes are what is connected to. */
const CARRYING = ['::ffff:0:0/96', '64:ff9b::/96'];

const v4 = listOf(REFUSED_V4, 'ipv4');
const v6 = listOf(REFUSED_V6, 'ipv6');
const publicV6 = listOf([PUBLIC_V6], 'ipv6');
const carrying = listOf(CARRYING, 'ipv6');

/** Returns whether an address is that of a host in the public internet. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !v4.check(address, 'ipv4');
  // A zone names an interface of this machine.
  if (!isIPv6(address) || address.includes('%')) return false;
  if (carrying.check(address, 'ipv6')) return isPublicAddress(readCarried(address));
  return publicV6.check(address, 'ipv6') && !v6.check(address, 'ipv6');
}

function listOf(ranges: readonly string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [network = '', prefix] = range.split('/');
    list.addSubnet(network, Number(prefix), family);
  }
  return list;
}

/** Returns the IPv4 address in the last four bytes. */
function readCarried(address: string): string {
  // URL writes an IPv6 address in its one short form, without dots.
  const [high = '0', low = '0'] = new URL(`http://[${address}]`).hostname.slice(1, -1).split(':').slice(-2);
  const [a, b] = [Number.parseInt(high || '0', 16), Number.parseInt(low || '0', 16)];
  return [a >> 8, a & 255, b >> 8, b & 255].join('.');
}

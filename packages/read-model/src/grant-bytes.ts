/** A grant as bytes, its wallets left out: what tells apart the grants of one pair. An amount may follow. */
import { FULL_RIGHTS, type Grant, type Kind } from '@mandate/core';

/** They are on disk: a number never changes its meaning. */
const KINDS: Readonly<Record<Kind, number>> = {
  all: 1,
  contract: 2,
  token: 3,
  erc721: 4,
  erc20: 5,
  erc1155: 6,
};
const KIND_BITS = 0x07;
const V2_BIT = 0x08;
/** Full rights, which nearly all delegations have, take no space. */
const RIGHTS_BIT = 0x10;

const ADDRESS_BYTES = 20;
const RIGHTS_BYTES = 32;
/** Kind, contract, token with its length, rights, amount with its length. */
export const MAX_GRANT_BYTES = 1 + ADDRESS_BYTES + 33 + RIGHTS_BYTES + 33;

/** Writes a grant and tells where it ends. */
export function writeGrant(grant: Grant, into: Buffer, start: number): number {
  const limited = grant.registry === 'v2' && grant.rights !== FULL_RIGHTS;
  into[start] = KINDS[grant.kind] | (grant.registry === 'v2' ? V2_BIT : 0) | (limited ? RIGHTS_BIT : 0);
  let at = start + 1;
  if ('contract' in grant) at += into.write(grant.contract.slice(2), at, 'hex');
  if ('tokenId' in grant) at = writeNumber(grant.tokenId, into, at);
  if (limited) at += into.write(grant.rights.slice(2), at, 'hex');
  return at;
}

/** A length, then the digits without leading zeros: most numbers are small. */
export function writeNumber(number: bigint, into: Buffer, start: number): number {
  const digits = number === 0n ? '' : number.toString(16);
  const even = digits.length % 2 === 0 ? digits : `0${digits}`;
  into[start] = even.length / 2;
  return start + 1 + into.write(even, start + 1, 'hex');
}

export function readNumber(bytes: Buffer, start: number): bigint {
  const end = start + 1 + byteAt(bytes, start);
  return end === start + 1 ? 0n : BigInt(`0x${bytes.toString('hex', start + 1, end)}`);
}

/** Where the grant that starts here ends, its amount not counted. */
export function endOfGrant(bytes: Buffer, start: number): number {
  const head = byteAt(bytes, start);
  const kind = head & KIND_BITS;
  let at = start + 1;
  if (kind !== KINDS.all) at += ADDRESS_BYTES;
  if (kind === KINDS.token || kind === KINDS.erc721 || kind === KINDS.erc1155) at += 1 + byteAt(bytes, at);
  return head & RIGHTS_BIT ? at + RIGHTS_BYTES : at;
}

/** Where its amount ends, if its kind has one. */
export function endOfAmount(bytes: Buffer, start: number, endOfGrant: number): number {
  const kind = byteAt(bytes, start) & KIND_BITS;
  const hasAmount = kind === KINDS.erc20 || kind === KINDS.erc1155;
  return hasAmount ? endOfGrant + 1 + byteAt(bytes, endOfGrant) : endOfGrant;
}

function byteAt(bytes: Buffer, at: number): number {
  const byte = bytes[at];
  if (byte === undefined) throw new RangeError('The read model has a record that ends too early.');
  return byte;
}

/** Encodes a grant without its wallets, as stored in the record of its pair. An amount may follow. */
import {
  FULL_RIGHTS,
  type Grant,
  getKind,
  type Kind,
  listKinds,
  REGISTRIES,
  REGISTRY_IDS,
  type Registry,
} from '@mandate/core';

// The first byte of a grant: the numbers of its kind and registry, and whether it is limited to a right. Records on
// disk have it, so a bit never changes its meaning. It is never 0xff, which marks a pair with many grants.
const KIND_BITS = 0x07;
const REGISTRY_SHIFT = 3;
/** Full rights, which nearly all delegations have, take no space. */
const RIGHTS_BIT = 0x10;

export interface Layout {
  readonly registry: Registry;
  readonly kind: Kind;
  readonly hasContract: boolean;
  readonly hasTokenId: boolean;
  readonly hasAmount: boolean;
}

const HEADS = {} as Record<Registry, Record<Kind, number>>;
/** Layouts by the first byte without the rights bit. */
const LAYOUTS: Layout[] = [];

for (const registry of REGISTRY_IDS) {
  const heads = {} as Record<Kind, number>;
  for (const kind of listKinds(registry)) {
    const { scope, answer, ledgerNumber } = getKind(registry, kind);
    const registryNumber = REGISTRIES[registry].ledgerNumber - 1;
    if (ledgerNumber > KIND_BITS || registryNumber > 1)
      throw new RangeError(`The first byte of a grant has no room for ${registry} ${kind}.`);
    heads[kind] = ledgerNumber | (registryNumber << REGISTRY_SHIFT);
    LAYOUTS[heads[kind]] = {
      registry,
      kind,
      hasContract: scope.includes('contract'),
      hasTokenId: scope.includes('tokenId'),
      hasAmount: answer === 'balance',
    };
  }
  HEADS[registry] = heads;
}

const ADDRESS_BYTES = 20;
const RIGHTS_BYTES = 32;
/** Kind, contract, token with its length, rights, amount with its length. */
export const MAX_GRANT_BYTES = 1 + ADDRESS_BYTES + 33 + RIGHTS_BYTES + 33;

/** Writes a grant and returns where it ends. */
export function writeGrant(grant: Grant, into: Buffer, start: number): number {
  const limited = 'rights' in grant && grant.rights !== FULL_RIGHTS;
  into[start] = HEADS[grant.registry][grant.kind] | (limited ? RIGHTS_BIT : 0);
  let at = start + 1;
  if ('contract' in grant) at += into.write(grant.contract.slice(2), at, 'hex');
  if ('tokenId' in grant) at = writeNumber(grant.tokenId, into, at);
  if (limited) at += into.write(grant.rights.slice(2), at, 'hex');
  return at;
}

/** Writes a length, then the digits without leading zeros: most numbers are small. Returns where they end. */
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

/** Returns a number of at most six bytes. `null` if it is longer. */
export function readSmallNumber(bytes: Buffer, start: number): number | null {
  const length = byteAt(bytes, start);
  if (length > 6) return null;
  return length === 0 ? 0 : bytes.readUIntBE(start + 1, length);
}

/** Returns where the grant that starts here ends, without its amount. */
export function endOfGrant(bytes: Buffer, start: number): number {
  const { hasContract, hasTokenId } = layoutOf(bytes, start);
  let at = start + 1;
  if (hasContract) at += ADDRESS_BYTES;
  if (hasTokenId) at += 1 + byteAt(bytes, at);
  return hasRights(bytes, start) ? at + RIGHTS_BYTES : at;
}

/** Returns where the amount of a grant ends: at the end of the grant if its kind has none. */
export function endOfAmount(bytes: Buffer, start: number, endOfGrant: number): number {
  const { hasAmount } = layoutOf(bytes, start);
  return hasAmount ? endOfGrant + 1 + byteAt(bytes, endOfGrant) : endOfGrant;
}

/** Returns what the grant at `start` consists of. */
export function layoutOf(bytes: Buffer, start: number): Layout {
  const head = byteAt(bytes, start);
  const layout = LAYOUTS[head & ~RIGHTS_BIT];
  if (!layout)
    throw new RangeError(`The read model has a grant of an unknown kind: its first byte is ${head}.`);
  return layout;
}

/** Returns whether the grant at `start` is limited to a right, which comes last. */
export const hasRights = (bytes: Buffer, start: number): boolean => (byteAt(bytes, start) & RIGHTS_BIT) !== 0;

function byteAt(bytes: Buffer, at: number): number {
  const byte = bytes[at];
  if (byte === undefined)
    throw new RangeError('The read model has a truncated record. Delete its folder and start again.');
  return byte;
}

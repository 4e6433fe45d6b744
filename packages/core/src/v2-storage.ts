import { parseAddress } from './address.ts';
import type { Hex } from './bytes.ts';
import { createDelegation, type Delegation, isPossibleGrantor, type V2Grant } from './delegation.ts';
import { type Keccak, keccak } from './keccak.ts';
import { REGISTRIES } from './registries.ts';
import { parseRights } from './rights.ts';
import { toWord } from './words.ts';

/** Returns the hash by which the contract names a delegation. Its last byte is the kind; every write returns it. */
export function v2Hash(grant: V2Grant, hash: Keccak = keccak): Hex {
  const packed = hash(
    join(
      grant.rights,
      grant.from,
      grant.to,
      'contract' in grant ? grant.contract : '0x',
      'tokenId' in grant ? toWord(grant.tokenId) : '0x',
    ),
  );
  // The number of the kind takes the place of the first byte, at the other end.
  return `0x${packed.slice(4)}0${REGISTRIES.v2.kinds[grant.kind].contractType}`;
}

/** Returns the slot of the first of the five words that hold a delegation. */
export function v2Location(name: Hex, hash: Keccak = keccak): Hex {
  return hash(join(name, toWord(0n)));
}

/** Returns the five storage slots of a delegation, in order: a storage proof covers these. */
export function v2Slots(name: Hex, hash: Keccak = keccak): readonly Hex[] {
  const first = BigInt(v2Location(name, hash));
  return [0n, 1n, 2n, 3n, 4n].map((offset) => toWord(first + offset));
}

export type V2Words = readonly [Hex, Hex, Hex, Hex, Hex];

/** Reads a delegation of a known kind from its five words; null when it does not stand. */
export function readV2Words(kind: V2Grant['kind'], words: V2Words): Delegation | null {
  const [first, second] = words.map((word) => word.slice(2)) as [string, string];
  const from = parseAddress(`0x${first.slice(24)}`);
  if (!isPossibleGrantor({ registry: 'v2', from })) return null;
  return createDelegation({
    registry: 'v2',
    kind,
    from,
    to: parseAddress(`0x${second.slice(24)}`),
    contract: parseAddress(`0x${first.slice(8, 24)}${second.slice(0, 24)}`),
    rights: parseRights(words[2]),
    tokenId: BigInt(words[3]),
    amount: BigInt(words[4]),
  });
}

function join(...parts: readonly Hex[]): Hex {
  return `0x${parts.map((part) => part.slice(2)).join('')}`;
}

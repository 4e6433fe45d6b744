import { concatHex, type Hex, numberToHex, sliceHex } from 'viem';
import { type Address, parseAddress } from './address.ts';
import { createDelegation, type Delegation, type Grant, type V2Grant } from './delegation.ts';
import { type Keccak, keccak } from './keccak.ts';
import { parseRights } from './rights.ts';

/** v2's numbers for the kinds, the last byte of every delegation hash. */
const TYPES = { all: 1, contract: 2, erc721: 3, erc20: 4, erc1155: 5 } as const;

export function kindOfV2Type(type: number): V2Grant['kind'] {
  const kinds = Object.keys(TYPES) as V2Grant['kind'][];
  const kind = kinds.find((candidate) => TYPES[candidate] === type);
  if (!kind) throw new RangeError(`The v2 registry has no delegation type ${type}.`);
  return kind;
}

/** The first word's `from` of a delegation that never was, and of one that was revoked. */
const NEVER = parseAddress(`0x${'0'.repeat(40)}`);
const REVOKED = parseAddress(`0x${'1'.padStart(40, '0')}`);

/** v2 marks absence with two addresses, so nothing from them ever stands. v1 has no such rule. */
export function isPossibleGrantor({ registry, from }: Grant | Delegation): boolean {
  return registry === 'v1' || !isAbsent(from);
}

/** The name that the contract gives a delegation: every write returns it. */
export function v2Hash(grant: V2Grant, hash: Keccak = keccak): Hex {
  const packed = hash(
    concatHex([
      grant.rights,
      grant.from,
      grant.to,
      'contract' in grant ? grant.contract : '0x',
      'tokenId' in grant ? word(grant.tokenId) : '0x',
    ]),
  );
  return concatHex([sliceHex(packed, 1), numberToHex(TYPES[grant.kind], { size: 1 })]);
}

/** The first of the five words that hold a delegation. */
export function v2Location(name: Hex, hash: Keccak = keccak): Hex {
  return hash(concatHex([name, word(0n)]));
}

/** The five storage slots of a delegation, in order: what a proof of it has to show. */
export function v2Slots(hash: Hex): readonly Hex[] {
  const first = BigInt(v2Location(hash));
  return [0n, 1n, 2n, 3n, 4n].map((offset) => word(BigInt.asUintN(256, first + offset)));
}

export type V2Words = readonly [Hex, Hex, Hex, Hex, Hex];

/** Reads a delegation of a known kind from its five words; null when it does not stand. */
export function readV2Words(kind: V2Grant['kind'], words: V2Words): Delegation | null {
  const from = parseAddress(sliceHex(words[0], 12));
  if (isAbsent(from)) return null;
  return createDelegation({
    registry: 'v2',
    kind,
    from,
    to: parseAddress(sliceHex(words[1], 12)),
    contract: parseAddress(concatHex([sliceHex(words[0], 4, 12), sliceHex(words[1], 0, 12)])),
    rights: parseRights(words[2]),
    tokenId: BigInt(words[3]),
    amount: BigInt(words[4]),
  });
}

function isAbsent(from: Address): boolean {
  return from === NEVER || from === REVOKED;
}

function word(value: bigint): Hex {
  return numberToHex(value, { size: 32 });
}

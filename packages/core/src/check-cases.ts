/**
 * The rules of a check as a table: the grants, the question, and the registry's answer. Every layer that answers
 * checks is tested with these cases.
 */
import { parseAddress, ZERO_ADDRESS } from './address.ts';
import { textToHex } from './bytes.ts';
import { type Answer, type Question, UNLIMITED } from './check.ts';
import data from './check-cases.json' with { type: 'json' };
import { createDelegation, createGrant, type Delegation, type DelegationFields } from './delegation.ts';
import { keccak } from './keccak.ts';
import type { Kind, Registry } from './registries.ts';
import { FULL_RIGHTS, parseRights, rightsFromText, rightsWithExpiry } from './rights.ts';

export interface CheckCase {
  readonly name: string;
  readonly given: readonly Delegation[];
  readonly question: Question;
  readonly answer: Answer;
}

const ADDRESSES = {
  vault: parseAddress('0x00000000000000000000000000000000000c01d0'),
  hot: parseAddress('0x0000000000000000000000000000000000000407'),
  other: parseAddress('0x0000000000000000000000000000000000007e57'),
  collection: parseAddress('0xc011ec7100000000000000000000000000000001'),
  game: parseAddress('0x9a3e000000000000000000000000000000000002'),
  zero: ZERO_ADDRESS,
  one: parseAddress('0x0000000000000000000000000000000000000001'),
} as const;

const hashed = keccak(textToHex('airdrop'));
const RIGHTS = {
  full: FULL_RIGHTS,
  claim: rightsFromText('claim'),
  vote: rightsFromText('vote'),
  hashed: parseRights(hashed),
  expiring: rightsWithExpiry(`0x${hashed.slice(2, 50)}`, 1_900_000_000),
} as const;

/** A grant or question in the file. Fields that it leaves out have their usual value. */
interface Row {
  readonly kind: string;
  readonly from?: string;
  readonly to?: string;
  readonly contract?: string;
  readonly tokenId?: string;
  readonly rights?: string;
  readonly amount?: string;
}

export const CHECK_CASES: readonly CheckCase[] = data.flatMap(({ registry, name, given, asks }) =>
  asks.map(({ answer, ...ask }) => ({
    name: `${registry}, ${name}: ${describe(ask)} is ${answer}`,
    given: given.map((row) => createDelegation(readRow(registry as Registry, row))),
    question: createGrant(readRow(registry as Registry, ask)),
    answer: typeof answer === 'string' ? readUint(answer) : answer,
  })),
);

function readRow(registry: Registry, row: Row): DelegationFields {
  return {
    registry,
    kind: row.kind as Kind,
    from: named(ADDRESSES, row.from ?? 'vault'),
    to: named(ADDRESSES, row.to ?? 'hot'),
    contract: named(ADDRESSES, row.contract ?? 'collection'),
    tokenId: readUint(row.tokenId ?? '7'),
    rights: named(RIGHTS, row.rights ?? 'full'),
    amount: row.amount === undefined ? null : readUint(row.amount),
  };
}

function readUint(text: string): bigint {
  return text === 'max' ? UNLIMITED : BigInt(text);
}

function named<T>(table: Readonly<Record<string, T>>, name: string): T {
  const value = table[name];
  if (value === undefined) throw new RangeError(`check-cases.json names "${name}", which is not defined.`);
  return value;
}

function describe({ kind, ...rest }: Row): string {
  return [kind, ...Object.entries(rest).map(([field, value]) => `${field} ${value}`)].join(', ');
}

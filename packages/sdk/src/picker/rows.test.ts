/** Which rows a picker has, and which of them may be chosen. Whatever was not answered is unknown. */
import { expect, test } from 'vitest';
import type { Eligibility } from '../answers.ts';
import { FULL_RIGHTS } from '../generated/kinds.ts';
import type { Address } from '../hex.ts';
import { type Facts, type Found, NO_FACTS, type PickerGrant } from './facts.ts';
import type { PickerQuestion } from './question.ts';
import { rowsOf, type SeenVaults } from './rows.ts';

const address = (digit: string): Address => `0x${digit.repeat(40)}`;
const [HOT, A, B, CONTRACT] = ['0', 'a', 'b', 'c'].map(address) as [Address, Address, Address, Address];
const BLOCK = { chainId: 1, number: 9, hash: null, timestamp: null };

const grantOf = (from: Address, fields: Partial<PickerGrant> = {}): PickerGrant => ({
  ...{ chainId: 1, registry: 'v2', type: 'ALL', from, to: HOT, contract: null, tokenId: null },
  ...{ rights: FULL_RIGHTS, tokenType: null, amount: null, expiresAt: null, block: 1 },
  ...fields,
});
const chain = { chainId: 1, known: true, registries: null, block: BLOCK, safeBlock: null } as const;
const found = (vaults: readonly Address[], fields: Partial<Found> = {}): Found => ({
  vaults: new Map(vaults.map((each) => [each, { address: each, grants: [grantOf(each)] }])),
  chains: [chain],
  unknown: [],
  last: null,
  ...fields,
});
const UNKNOWN_CHAIN = { chainId: 10, known: false, code: 'chain_lagging', detail: '' } as const;

function holdings(
  held: Readonly<Record<Address, bigint>>,
  unknown: Eligibility['unknown'] = [],
): Eligibility {
  const holders = Object.entries(held).map(([each, balance]) => {
    const grants = each === HOT ? [] : [grantOf(each as Address)];
    return { address: each as Address, balance, tokenIds: null, grants };
  });
  return {
    ...{ eligible: null, balance: 0n, complete: unknown.length === 0, holders, unknown },
    ...{ standard: 'ERC721', block: BLOCK, safeBlock: null },
  };
}
const unread = (reason: string, holder: Address | null = null) => ({ reason, detail: '', holder });

/** Lists the rows after each of these facts, as "reason" by the digit of the address. */
function rowsAfter(question: Partial<PickerQuestion>, ...steps: readonly Partial<Facts>[]): string {
  const seen: SeenVaults = new Map();
  let rows = '';
  for (const step of steps) {
    const all = rowsOf({ wallet: HOT, ...question }, { ...NO_FACTS, ...step }, seen);
    rows = all.map(({ key, verdict, reason }) => `${key[2]} ${verdict} ${reason}`).join(', ');
  }
  return rows;
}

const doubt = (vault: Address | null) =>
  ({ chainId: 1, known: false, code: 'under_audit', block: 9, vault }) as never;

test.each<[string, readonly Partial<Facts>[], string]>([
  ['a vault', [{ found: found([A]) }], 'a yes delegated'],
  ['a failure', [{ found: found([A]) }, { found: null }], 'a unknown chain-unknown'],
  ['a revocation', [{ found: found([A]) }, { found: found([]) }], 'a no gone'],
  [
    'a vault that is missing while a chain is unknown',
    [{ found: found([A]) }, { found: found([], { unknown: [UNKNOWN_CHAIN] }) }],
    'a unknown chain-unknown',
  ],
  [
    'a vault beyond the last one of the list',
    [{ found: found([B]) }, { found: found([A], { last: A }) }],
    'b unknown chain-unknown, a yes delegated',
  ],
  ['old answers', [{ found: found([A]), isStale: true }], 'a unknown chain-unknown'],
  ['a chain in doubt', [{ found: found([A]), doubts: [doubt(null)] }], 'a unknown chain-unknown'],
  [
    'a vault in doubt',
    [{ found: found([A, B]), doubts: [doubt(A)] }],
    'b yes delegated, a unknown vault-in-doubt',
  ],
  ['a change', [{ found: found([A]), changed: new Set([A]) }], 'a unknown changed'],
  [
    'strangers last, in the order in which they were found',
    [{ found: found([A, B]), strangers: { keys: new Set([A]), of: null } }],
    'b yes delegated, a yes delegated',
  ],
])('whole wallets: %s', (_, steps, rows) => {
  expect(rowsAfter({}, ...steps)).toBe(`0 yes delegated, ${rows}`);
});

test.each<[string, Partial<PickerQuestion>, readonly Partial<Facts>[], string]>([
  [
    'enough and too little',
    { min: 2n },
    [{ found: found([A, B]), holdings: holdings({ [HOT]: 0n, [A]: 2n, [B]: 1n }) }],
    '0 no holds-too-little, a yes delegated, b no holds-too-little',
  ],
  [
    'holdings that could not be read',
    {},
    [{ found: found([A]), holdings: null }],
    '0 unknown holding-unknown, a unknown holding-unknown',
  ],
  [
    'a vault whose tokens could not be read',
    {},
    [{ found: found([A, B]), holdings: holdings({ [HOT]: 0n, [B]: 1n }, [unread('contract_failed', A)]) }],
    '0 no holds-too-little, b yes delegated, a unknown holding-unknown',
  ],
  [
    'more vaults than one question reads',
    {},
    [{ found: found([A, B]), holdings: holdings({ [HOT]: 0n, [A]: 0n }, [unread('too_many_vaults')]) }],
    '0 no holds-too-little, b unknown not-read, a no holds-too-little',
  ],
  [
    'a vault that was left out, asked about alone',
    {},
    [
      {
        found: found([B]),
        holdings: holdings({ [HOT]: 1n }, [unread('too_many_vaults')]),
        alone: { key: B, holdings: holdings({ [B]: 1n }) },
      },
    ],
    '0 yes delegated, b yes delegated',
  ],
  [
    'a vault that revoked after the list',
    {},
    [{ found: found([A]), holdings: holdings({ [HOT]: 1n }) }],
    '0 yes delegated',
  ],
  [
    'holdings that do not matter: no vault without a delegation is a yes',
    { min: 0n },
    [
      { found: found([A, B]), holdings: holdings({ [HOT]: 0n, [A]: 0n, [B]: 0n }) },
      { found: found([A]), holdings: null },
    ],
    '0 yes delegated, a yes delegated, b unknown holding-unknown',
  ],
])('a contract: %s', (_, question, steps, rows) => {
  expect(rowsAfter({ contract: CONTRACT, ...question }, ...steps)).toBe(rows);
});

/** Compiles only while an unknown answer cannot be read as a no, and impossible questions are refused. */
import type { Block, Client, Delegation, DelegationV1 } from '@mandate/sdk';
import {
  type CheckAnswer,
  checkQueryOptions,
  type EligibilityAnswer,
  MandateProvider,
  matchAnswer,
  useCheck,
  useDelegations,
  useEligibility,
  useVaults,
} from './index.ts';
import { useGrant, useRevoke } from './wagmi/index.ts';

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
type Expect<T extends true> = T;

declare const client: Client;
const [to, from, contract] = ['0x01', '0x02', '0x03'] as const;
declare const check: ReturnType<typeof useCheck>;
declare const claim: ReturnType<typeof useEligibility>['answer'];
const { answer } = check;

export type Answers = [
  Expect<Equal<typeof answer.status, 'yes' | 'no' | 'unknown' | 'loading'>>,
  Expect<Equal<typeof answer, CheckAnswer>>,
  Expect<Equal<typeof claim, EligibilityAnswer>>,
  Expect<Equal<(typeof claim)['status'], 'yes' | 'no' | 'unknown' | 'loading'>>,
];

// @ts-expect-error An answer is no boolean.
export const mayEnter: boolean = answer;
// @ts-expect-error Nor is its status.
export const isAllowed: boolean = answer.status;
// @ts-expect-error It is never `false`.
if (answer === false) throw new Error('never');
// @ts-expect-error There is no value that is missing when the answer is unknown.
answer.value;
// @ts-expect-error There is no `data`, which would be undefined when the answer is unknown.
check.data;
// @ts-expect-error Only a known answer has a block.
answer.block;
// @ts-expect-error Only a yes has an amount: without one, 0 would be read as a no.
answer.amount;
// @ts-expect-error A misspelled status.
if (answer.status === 'false') throw new Error('never');

if (answer.status === 'no') {
  answer.block satisfies Block;
  // @ts-expect-error An unknown answer is not among the noes.
  answer.reason;
}
if (answer.status !== 'yes') {
  // @ts-expect-error What is not a yes may be unknown: it has no block yet.
  answer.block;
}

/** Every status needs its case. */
export const text: string | number = matchAnswer(answer, {
  yes: ({ amount }) => `${amount}`,
  no: () => 0,
  unknown: ({ detail }) => detail,
  loading: () => '…',
});
// @ts-expect-error The case of an unknown answer is missing.
matchAnswer(answer, { yes: () => 1, no: () => 0, loading: () => 0 });

export function label(given: CheckAnswer): string {
  switch (given.status) {
    case 'yes':
    case 'no':
    case 'loading':
      return given.status;
    default:
      given satisfies { status: 'unknown' };
      // @ts-expect-error What is left is the unknown answer.
      given satisfies never;
      return given.detail;
  }
}

export function useQuestions() {
  useCheck(null);
  useCheck({ registry: 'v1', kind: 'token', to, from, contract, tokenId: 7n, consistency: 'strict' });
  useCheck({ registry: 'v2', kind: 'erc20', to, from, contract, chainId: 8453, rights: '0x00' });
  // @ts-expect-error v1 has no such kind.
  useCheck({ registry: 'v1', kind: 'erc721', to, from, contract, tokenId: 7n });
  // @ts-expect-error v2 has no such kind, and v2 is the default.
  useCheck({ kind: 'token', to, from, contract, tokenId: 7n });
  // @ts-expect-error The token is missing.
  useCheck({ kind: 'erc721', to, from, contract });
  // @ts-expect-error Numbers lose digits.
  useCheck({ kind: 'erc721', to, from, contract, tokenId: 7 });
  // @ts-expect-error One of the two wallets is missing.
  useCheck({ kind: 'all', to });
  // @ts-expect-error Hooks ask about now.
  useCheck({ kind: 'all', to, from, atBlock: 1 });

  useEligibility({ wallet: to, contract, min: 2n });
  if (claim.status === 'yes') claim.balance satisfies bigint;
  // @ts-expect-error Null is not a no: it is a status of its own.
  claim.eligible;
  // @ts-expect-error The contract is missing.
  useEligibility({ wallet: to });

  const list = useDelegations({ wallet: from }).answer;
  if (list.status === 'known') list.given satisfies readonly Delegation[];
  // @ts-expect-error An unknown list is not an empty one.
  list.given;
  const listV1 = useDelegations({ wallet: from, registry: 'v1' }).answer;
  if (listV1.status === 'known') listV1.received satisfies readonly DelegationV1[];

  const vaults = useVaults({ to, contract, chainIds: [1, 8453], partial: true }).answer;
  if (vaults.status === 'partial') vaults.unknown.map(({ chainId }) => chainId);
  // @ts-expect-error Vaults may be missing from a list that is partly known.
  if (vaults.status === 'known') vaults.unknown;
  // @ts-expect-error `useVaults` finds vaults of a hot wallet.
  useVaults({ from });
}

// Servers.
const options = checkQueryOptions(client, { kind: 'all', to, from });
options.queryKey satisfies readonly (string | Readonly<Record<string, string>>)[];
// @ts-expect-error What is in the cache is packed: it is read through a hook.
options.queryFn({ signal: new AbortController().signal }).then(({ value }) => value);

MandateProvider({ baseUrl: '/', apiKey: 'mdt_pub_', pollMs: 1 });
MandateProvider({ client });
// @ts-expect-error A client has a URL and a key already.
MandateProvider({ client, apiKey: 'mdt_pub_' });
// @ts-expect-error One of the two is required.
MandateProvider({});

export function useWrites() {
  useGrant().mutate({ registry: 'v2', type: 'erc20', to, contract, amount: 5n });
  useRevoke().mutate({ registry: 'v2', type: 'erc20', to, contract });
  // @ts-expect-error The amount is missing.
  useGrant().mutate({ registry: 'v2', type: 'erc20', to, contract });
  // @ts-expect-error v1 has no rights.
  useGrant().mutate({ registry: 'v1', type: 'all', to, rights: '0x00' });
}

/** Random ledgers and scopes: what `/resolve` says, against every check of core over every pair of wallets. */

import { createRandom, integer, pick } from '@mandate/contracts';
import {
  type Address,
  apply,
  type Change,
  check,
  createDelegation,
  type Delegation,
  type DelegationFields,
  EMPTY_SET,
  FULL_RIGHTS,
  grantOf,
  identify,
  type Kind,
  parseAddress,
  type Registry,
  rightsFromText,
} from '@mandate/core';
import type { Begun } from '@mandate/store';
import { at, block } from '@mandate/testing/ledger/database';
import type { LedgerApi } from '@mandate/testing/service/ledger-api';
import { readSeed, size, TIMEOUT_MS } from '@mandate/testing/size';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Answer, startStage } from './testing/stage.ts';

const CHAINS = [1, 2];
const QUESTIONS = size(200, 20_000);
const BLOCKS = 60;
const random = createRandom(readSeed('resolve'));

const address = (end: string) => parseAddress(`0x${end.padStart(40, '0')}`);
/** Among them the two that v2 takes for nobody. */
const WALLETS = [
  ...['0', '1', 'a1', 'a2', 'b1', 'b2', 'b3'].map(address),
  parseAddress(`0x${'f'.repeat(40)}`),
];
const CONTRACTS = [address('c1'), address('c2')] as const;
const TOKENS = [0n, 2n ** 256n - 1n] as const;
const RIGHTS = [FULL_RIGHTS, rightsFromText('vote'), rightsFromText('claim')] as const;
const KINDS = {
  v1: ['all', 'contract', 'token'],
  v2: ['all', 'contract', 'erc721', 'erc20', 'erc1155'],
} as const;

const someone = () => WALLETS[integer(random, 0, WALLETS.length - 1)] ?? address('a1');

function createRandomDelegation(): Delegation {
  const registry = pick(random, ['v1', 'v2']);
  const kind: Kind = pick(random, KINDS[registry]);
  const from = someone();
  return createDelegation({
    ...{ registry, kind, from, to: random() < 0.15 ? from : someone(), contract: pick(random, CONTRACTS) },
    ...{ tokenId: pick(random, TOKENS), rights: pick(random, RIGHTS), amount: BigInt(integer(random, 1, 3)) },
  });
}

function createRandomChange(): Change {
  const chosen = random();
  if (chosen < 0.75) return { type: 'grant', delegation: createRandomDelegation() };
  if (chosen < 0.97) return { type: 'revoke', grant: grantOf(createRandomDelegation()) };
  return chosen < 0.99
    ? { type: 'revokePair', from: someone(), to: someone() }
    : { type: 'revokeAll', from: someone() };
}

/** Every row of a chain's ledger, and with it those that stand. */
function createHistory(): { rows: Begun[]; standing: Begun[] } {
  let set = EMPTY_SET;
  const rows: Begun[] = [];
  const standing = new Map<string, Begun>();
  for (let number = 2; number <= BLOCKS; number++) {
    const changes = integer(random, 0, 8);
    for (let log = 0; log < changes; log++) {
      const applied = apply(set, createRandomChange());
      set = applied.set;
      for (const { type, delegation } of applied.effects) {
        const identity = identify(delegation);
        const before = standing.get(identity);
        if (type === 'begun') standing.set(identity, { delegation, since: at(number, log), until: null });
        else if (before) {
          rows.push({ ...before, until: at(number, log) });
          standing.delete(identity);
        }
      }
    }
  }
  return { rows: [...rows, ...standing.values()], standing: [...standing.values()] };
}

let stage: LedgerApi;
const ledgers = new Map<number, readonly Begun[]>();
beforeAll(async () => {
  // The third chain only sees to it that both of the others have both registries.
  stage = await startStage(3);
  for (const chainId of CHAINS) {
    const { rows, standing } = createHistory();
    ledgers.set(chainId, standing);
    await stage.ledger.write(chainId, BLOCKS, ...rows);
  }
});
afterAll(() => stage?.close());

interface ResolveQuestion {
  readonly direction: 'from' | 'to';
  readonly wallet: Address;
  readonly scope: Partial<Pick<DelegationFields, 'contract' | 'tokenId' | 'rights'>>;
  readonly chainIds: readonly number[];
  readonly registries: readonly Registry[];
}

function createRandomQuestion(): ResolveQuestion {
  const contract = pick(random, CONTRACTS);
  const narrow = pick<ResolveQuestion['scope']>(random, [
    {},
    { contract },
    { contract, tokenId: pick(random, TOKENS) },
  ]);
  return {
    direction: pick(random, ['from', 'to']),
    wallet: someone(),
    scope: { ...narrow, rights: pick(random, RIGHTS) },
    chainIds: pick(random, [[1, 2], [1, 2], [1], [2]]),
    registries: pick(random, [['v1', 'v2'], ['v1', 'v2'], ['v1'], ['v2']]),
  };
}

/** The checks that a scope means. Of a token it is not said what standard it is of. */
function kindsOf(registry: Registry, { contract, tokenId }: ResolveQuestion['scope']): Kind[] {
  if (!contract) return ['all'];
  if (tokenId === undefined) return ['contract'];
  return registry === 'v1' ? ['token'] : ['erc721', 'erc1155'];
}

/** Whether any check of the scope says yes, or an amount, when these stand. */
function saysYes(
  from: Address,
  to: Address,
  { scope, registries }: ResolveQuestion,
  standing: readonly Begun[],
) {
  const questions = registries.flatMap((registry) =>
    kindsOf(registry, scope).map((kind) =>
      grantOf(createDelegation({ registry, kind, from, to, ...scope, amount: 1n })),
    ),
  );
  const byIdentity = new Map(standing.map(({ delegation }) => [identify(delegation), delegation]));
  return questions.some((question) => {
    const answer = check(question, (grant) => byIdentity.get(identify(grant)));
    return answer === true || (typeof answer === 'bigint' && answer > 0n);
  });
}

const BREADTH = ['all', 'contract', 'token'];
const rankOf = ({ delegation, since }: Begun) => {
  const scope = BREADTH.indexOf(BREADTH.includes(delegation.kind) ? delegation.kind : 'token');
  const isLimited = 'rights' in delegation && delegation.rights !== FULL_RIGHTS;
  return scope * 1e9 + (isLimited ? 5e8 : 0) + since.block * 1e3 + since.log;
};

/** Returns the right answer, by asking about every pair. */
function expectWallets(asked: ResolveQuestion): Answer['wallets'] {
  return WALLETS.toSorted().flatMap((other) => {
    const [from, to] = asked.direction === 'from' ? [asked.wallet, other] : [other, asked.wallet];
    const grants = asked.chainIds.flatMap((chainId) => {
      const standing = ledgers.get(chainId) ?? [];
      if (!saysYes(from, to, asked, standing)) return [];
      const satisfying = standing
        .filter(({ delegation }) => delegation.from === from && delegation.to === to)
        .filter((begun) => saysYes(from, to, asked, [begun]))
        .toSorted((a, b) => rankOf(a) - rankOf(b));
      const [broadest, narrowest] = [satisfying[0], satisfying.at(-1)];
      return broadest && narrowest
        ? [{ chainId, broadest: describeGrant(broadest), narrowest: describeGrant(narrowest) }]
        : [];
    });
    return grants.length > 0 ? [{ address: other, grants }] : [];
  });
}

/** A grant as the interface promises it, in lower case. */
function describeGrant({ delegation: d, since }: Begun): unknown {
  const tokenType = d.kind === 'erc721' || d.kind === 'erc20' || d.kind === 'erc1155' ? d.kind : null;
  return {
    registry: d.registry,
    type: tokenType ? 'token' : d.kind,
    from: d.from,
    to: d.to,
    contract: 'contract' in d ? d.contract : null,
    tokenId: 'tokenId' in d ? String(d.tokenId) : null,
    rights: 'rights' in d ? d.rights : null,
    tokenType,
    amount: 'amount' in d ? String(d.amount) : null,
    block: since.block,
    transaction: since.tx,
    expiresAt: null,
    since: block(since.block).timestamp,
  };
}

const lowerCase = <T>(value: T): T =>
  JSON.parse(JSON.stringify(value), (_, inner) => (typeof inner === 'string' ? inner.toLowerCase() : inner));

function pathOf({ direction, wallet, scope, chainIds, registries }: ResolveQuestion): string {
  const query = new URLSearchParams({ [direction]: wallet, numbers: 'string' });
  if (scope.contract) query.set('contract', scope.contract);
  if (scope.tokenId !== undefined) query.set('tokenId', String(scope.tokenId));
  if (scope.rights !== FULL_RIGHTS) query.set('rights', String(scope.rights));
  query.set('chainIds', chainIds.join(','));
  query.set('registries', registries.join(','));
  return `/resolve?${query}`;
}

async function ask(path: string) {
  const { status, headers, body } = await stage.get(path);
  expect(status, path).toBe(200);
  const answer = body as Answer;
  const link = /^<([^>]+)>; rel="next"$/.exec(String(headers['link'] ?? ''))?.[1] ?? null;
  return { ...answer, wallets: lowerCase(answer.wallets), link };
}

test('the wallets are those for which a check says yes, each with its broadest and narrowest grant', {
  timeout: TIMEOUT_MS,
}, async () => {
  let [found, apart] = [0, 0];
  for (let i = 0; i < QUESTIONS; i++) {
    const asked = createRandomQuestion();
    const expected = expectWallets(asked);
    const { wallets, next, link, chains } = await ask(pathOf(asked));
    expect(wallets, pathOf(asked)).toEqual(expected);
    expect([next, link]).toEqual([null, null]);
    const { hash, ...rest } = block(BLOCKS);
    const known = { known: true, registries: asked.registries, block: { hash, ...rest } };
    expect(chains).toEqual(asked.chainIds.map((chainId) => ({ chainId, ...known })));
    const grants = wallets.flatMap((wallet) => wallet.grants);
    found += grants.length;
    apart += grants.filter(
      (grant) => JSON.stringify(grant.broadest) !== JSON.stringify(grant.narrowest),
    ).length;
  }
  // A world in which nothing is granted would pass too.
  expect(found).toBeGreaterThan(QUESTIONS);
  expect(apart).toBeGreaterThan(QUESTIONS / 10);
});

test('the pages together are the whole', { timeout: TIMEOUT_MS }, async () => {
  let pages = 0;
  for (let i = 0; i < QUESTIONS / 10; i++) {
    const asked = createRandomQuestion();
    const joined: Answer['wallets'] = [];
    let path: string | null = `${pathOf(asked)}&limit=${integer(random, 1, 3)}`;
    while (path) {
      const { wallets, next, link }: Awaited<ReturnType<typeof ask>> = await ask(path);
      joined.push(...wallets);
      expect(next).toBe(link && new URL(link, 'http://any').searchParams.get('cursor'));
      path = link;
      pages++;
    }
    expect(joined, pathOf(asked)).toEqual(expectWallets(asked));
  }
  expect(pages).toBeGreaterThan(QUESTIONS / 8);
});

/** Compares `resolve` and `batch` with the contracts, wallet by wallet. */
import { createRandom, pick } from '@mandate/contracts';
import {
  createDelegation,
  type DelegationFields,
  grantOf,
  KINDS,
  type Kind,
  listKinds,
  type Question,
  REGISTRY_IDS,
} from '@mandate/core';
import { CONTRACTS, RIGHTS, randomQuestion, TOKEN_IDS, WALLETS } from '@mandate/testing/ledger/random-grants';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Address, batch, ChainNotSupportedError, type Resolved, resolve } from '../index.ts';
import { toBatchCheck } from '../testing/questions.ts';
import { isYes, SAFE_DEPTH, type SmallWorld, startSmallWorld } from '../testing/small-world.ts';

const SEED = Number(process.env['SEED'] ?? 20263);
const random = createRandom(SEED);

let world: SmallWorld;
beforeAll(async () => {
  world = await startSmallWorld(SEED, 30);
});
afterAll(() => world?.close());

/** The checks that together cover each scope. */
const SCOPES = {
  wallet: (kind: Kind) => kind === 'all',
  contract: (kind: Kind) => kind === 'contract',
  token: (kind: Kind) => KINDS[kind].scope.some((field) => field === 'tokenId'),
} as const;

function questionsOf(
  scope: keyof typeof SCOPES,
  fields: Omit<DelegationFields, 'registry' | 'kind'>,
): Question[] {
  return REGISTRY_IDS.flatMap((registry) =>
    listKinds(registry)
      .filter(SCOPES[scope])
      .map((kind) => grantOf(createDelegation({ ...fields, registry, kind, amount: 0n }))),
  );
}

interface ResolveQuestion {
  readonly scope: keyof typeof SCOPES;
  readonly isTo: boolean;
  readonly wallet: (typeof WALLETS)[number];
  readonly contract: (typeof CONTRACTS)[number];
  readonly tokenId: bigint;
  readonly rights: (typeof RIGHTS)[number];
}

function randomResolve(): ResolveQuestion {
  return {
    scope: pick(random, ['wallet', 'contract', 'token']),
    isTo: pick(random, [true, false]),
    wallet: pick(random, WALLETS),
    contract: pick(random, CONTRACTS),
    tokenId: pick(random, TOKEN_IDS),
    rights: pick(random, RIGHTS),
  };
}

async function resolveAll({
  scope,
  isTo,
  wallet,
  contract,
  tokenId,
  rights,
}: ResolveQuestion): Promise<string[]> {
  const found: string[] = [];
  let cursor: Address | null = null;
  do {
    const page: Resolved = await resolve(world.client, {
      rights,
      chainIds: [world.chainId],
      limit: 2,
      cursor: cursor ?? undefined,
      ...{ wallet: {}, contract: { contract }, token: { contract, tokenId } }[scope],
      ...(isTo ? { to: wallet } : { from: wallet }),
    });
    found.push(...page.wallets.map(({ address }) => address.toLowerCase()));
    cursor = page.nextCursor;
  } while (cursor);
  return found;
}

async function askEach(
  { scope, isTo, wallet, ...fields }: ResolveQuestion,
  block: number,
): Promise<string[]> {
  const found: string[] = [];
  for (const other of WALLETS) {
    const parties = isTo ? { to: wallet, from: other } : { to: other, from: wallet };
    const answers = await world.askContracts(questionsOf(scope, { ...parties, ...fields }), block);
    if (answers.some(isYes)) found.push(other);
  }
  return found.toSorted();
}

test('resolve returns exactly the wallets for which a contract says yes', async () => {
  const head = await world.headOf();
  let found = 0;
  for (let i = 0; i < 90; i++) {
    const asked = randomResolve();
    const ours = await resolveAll(asked);
    expect(ours).toEqual(await askEach(asked, head));
    found += ours.length;
  }
  process.stdout.write(`@mandate/sdk: 90 times resolved, ${found} wallets\n`);
  expect(found).toBeGreaterThan(20);
});

test('an unavailable chain is an error, unless `partial` is set', async () => {
  const [to] = WALLETS;
  const chainIds = [world.chainId, 999];
  await expect(resolve(world.client, { to, chainIds })).rejects.toThrow(ChainNotSupportedError);
  const { unknown, chains } = await resolve(world.client, { to, chainIds, partial: true });
  expect(chains.map(({ chainId }) => chainId)).toEqual([world.chainId]);
  expect(unknown).toMatchObject([{ chainId: 999, known: false, code: 'chain_not_supported' }]);
});

test('a batch of a thousand', async () => {
  const head = await world.headOf();
  const questions = Array.from({ length: 1_000 }, () => randomQuestion(random));
  const checks = questions.map((question) => toBatchCheck(question, world.chainId));
  const atBlock = head - 12;
  const { answers, chains } = await batch(world.client, checks, { atBlock });
  expect(chains).toMatchObject([{ chainId: world.chainId, known: true, block: { number: atBlock } }]);
  expect(answers.map(({ value }) => value)).toEqual(await world.askContracts(questions, atBlock));
  const strict = await batch(world.client, checks, { consistency: 'strict' });
  expect(strict.chains).toMatchObject([{ safeBlock: head - SAFE_DEPTH }]);
  expect(strict.answers.map(({ value }) => value)).toEqual(
    await world.askForLeast(questions, head - SAFE_DEPTH, head),
  );
  const elsewhere = await batch(world.client, [...checks.slice(1), { ...checks[0], chainId: 999 } as never]);
  expect(elsewhere.answers.at(-1)).toMatchObject({ value: null, code: 'chain_not_supported' });
});

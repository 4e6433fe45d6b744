/** Restricted keys under random operations and chains: answered exactly when the rules of the key allow it. */
import { readChains } from '@mandate/config';
import { createRandom, integer, pick, type Random } from '@mandate/contracts';
import { at, block, createTestLedger, delegate, row, wallets } from '@mandate/testing/ledger/database';
import { UNFOLLOWED } from '@mandate/testing/service/ledger-api';
import { readSeed, size, TIMEOUT_MS } from '@mandate/testing/size';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Api, createApi } from '../../app.ts';
import { OPERATIONS } from '../../operations/index.ts';
import { type KeyStage, PEPPER, startKeyStage } from './testing/key-stage.ts';

const REQUESTS = size(300, 1_000);
const KEYS = size(15, 50);
const CHAIN_IDS = [1, 10, 8453] as const;
const ORIGIN = 'https://app.example.com';
const { vault, hot } = wallets;
const CONTRACT = `0x${'c0'.repeat(20)}`;
const PARTIES = `from=${vault}&to=${hot}`;
const seed = readSeed('restricted');

/** The chains that a request names. None: the operation's default. */
type Chains = readonly number[];
interface Question {
  readonly path: string;
  readonly body?: object;
}

const one =
  (path: string) =>
  ([chainId]: Chains) => {
    return { path: chainId === undefined ? path : `${path}&chainId=${chainId}` };
  };
const several = (path: string) => (chains: Chains) => {
  return { path: chains.length === 0 ? path : `${path}&chainIds=${chains.join(',')}` };
};
const named = (chainId: number | undefined) => (chainId === undefined ? {} : { chainId });

/** Asks each operation that takes keys. A new operation has to be added here. */
const ASK: Readonly<
  Record<string, { readonly takes: 'one' | 'several' | 'batch'; ask(chains: Chains): Question }>
> = {
  v2List: { takes: 'one', ask: one(`/registry/v2/${vault}?numbers=string`) },
  v2CheckAll: { takes: 'one', ask: one(`/registry/v2/check/all?${PARTIES}`) },
  v2CheckContract: { takes: 'one', ask: one(`/registry/v2/check/contract?${PARTIES}&contract=${CONTRACT}`) },
  v2CheckErc721: {
    takes: 'one',
    ask: one(`/registry/v2/check/erc721?${PARTIES}&contract=${CONTRACT}&tokenId=7`),
  },
  v2CheckErc20: { takes: 'one', ask: one(`/registry/v2/check/erc20?${PARTIES}&contract=${CONTRACT}`) },
  v2CheckErc1155: {
    takes: 'one',
    ask: one(`/registry/v2/check/erc1155?${PARTIES}&contract=${CONTRACT}&tokenId=7`),
  },
  getEligibility: { takes: 'one', ask: one(`/eligibility?wallet=${hot}&contract=${CONTRACT}`) },
  getEligibilityOfMany: {
    takes: 'one',
    ask: ([chainId]) => {
      const wanted = { contract: CONTRACT, wallets: [hot], ...named(chainId) };
      return { path: '/eligibility', body: wanted };
    },
  },
  listTokens: { takes: 'one', ask: one(`/tokens?wallet=${hot}&contract=${CONTRACT}`) },
  checkTokens: {
    takes: 'one',
    ask: ([chainId]) => {
      const wanted = { contract: CONTRACT, wallet: hot, tokenIds: ['7'], ...named(chainId) };
      return { path: '/tokens', body: wanted };
    },
  },
  scoreVotes: {
    takes: 'one',
    ask: ([chainId = 1]) => {
      const options = { contract: CONTRACT, standard: 'ERC721' };
      const wanted = { options, network: String(chainId), snapshot: 'latest', addresses: [hot] };
      return { path: '/votes/score', body: wanted };
    },
  },
  getExclusiveWallet: { takes: 'one', ask: one(`/exclusive/wallet?vault=${vault}`) },
  getExclusiveOwner: { takes: 'one', ask: one(`/exclusive/owner?contract=${CONTRACT}&tokenId=7`) },
  listExclusiveVaults: { takes: 'one', ask: one(`/exclusive/vaults?wallet=${hot}`) },
  snapshot: {
    takes: 'one',
    ask: ([chainId = 1]) => ({ path: `/snapshots/${chainId}/0?contract=${CONTRACT}` }),
  },
  getNames: {
    takes: 'batch',
    ask: (chains) => {
      const asked = chains.length === 0 ? [1] : chains;
      return { path: `/names?of=${asked.map((chainId) => `${chainId}:${hot}`).join(',')}` };
    },
  },
  resolve: { takes: 'several', ask: several(`/resolve?to=${hot}`) },
  getWallet: { takes: 'several', ask: several(`/wallets/${hot}?limit=3`) },
  changes: { takes: 'several', ask: several('/changes?cursor=start') },
  batch: {
    takes: 'batch',
    ask: (chains) => {
      const check = { registry: 'v2', kind: 'all', from: vault, to: hot };
      const asked = chains.length === 0 ? [undefined] : chains;
      return { path: '/batch', body: { checks: asked.map((chainId) => ({ ...check, ...named(chainId) })) } };
    },
  },
};
/** No node answers here. */
const ASKS_NODES = [
  'getEligibility',
  'getEligibilityOfMany',
  'listTokens',
  'checkTokens',
  'getExclusiveOwner',
  'scoreVotes',
];
const IDS = Object.keys(ASK) as [string, ...string[]];

interface Restricted {
  readonly key: string;
  readonly kind: 'secret' | 'publishable';
  readonly operations: readonly string[] | null;
  readonly chains: readonly number[] | null;
}

let stage: KeyStage;
let api: Api;
beforeAll(async () => {
  stage = await startKeyStage();
  const { writer, write } = createTestLedger(stage.database);
  for (const chainId of CHAIN_IDS.slice(1)) {
    await writer.open(chainId, block(0), { head: 0, safe: 0, finalized: 0 });
    await write(chainId, 1, row(delegate('', { kind: 'all' }), at(1)));
  }
  api = await createApi({
    databaseUrl: stage.databaseUrl,
    chains: readChains({
      CHAINS: JSON.stringify(Object.fromEntries(CHAIN_IDS.map((id) => [id, UNFOLLOWED]))),
    }),
    peppers: [PEPPER],
    log: pino({ level: 'silent' }),
  });
});
afterAll(async () => {
  await api?.close();
  await stage?.close();
});

function drawSubset<T>(random: Random, all: readonly T[], share = random()): T[] {
  return all.filter(() => random() < share);
}

async function drawKey(random: Random): Promise<Restricted> {
  const kind = random() < 0.3 ? 'publishable' : 'secret';
  const operations = random() < 0.2 ? null : drawSubset(random, IDS);
  const chains = random() < 0.2 ? null : drawSubset(random, CHAIN_IDS);
  const origins = kind === 'publishable' ? [ORIGIN] : [];
  const { key } = await stage.createKey({ kind, origins, operations, chains });
  return { key, kind, operations, chains };
}

/** Draws the chains that a request names. */
function drawChains(random: Random, takes: 'one' | 'several' | 'batch'): Chains {
  if (random() < 0.25) return [];
  if (takes === 'one') return [pick(random, CHAIN_IDS)];
  const drawn = drawSubset(random, CHAIN_IDS, 0.6);
  return drawn.length > 0 ? drawn : [pick(random, CHAIN_IDS)];
}

/** By the rules alone: the operation, every chain that it covers, and for pages the method. */
function isAllowed({ kind, operations, chains }: Restricted, id: string, asked: Chains): boolean {
  const { takes, ask } = ASK[id] ?? expect.fail(id);
  const byDefault = takes === 'several' ? CHAIN_IDS : [1];
  const covered = asked.length > 0 ? asked : byDefault;
  if (kind === 'publishable' && ask([]).body !== undefined) return false;
  const hasChains = chains === null || covered.every((chainId) => chains.includes(chainId));
  return hasChains && (operations === null || operations.includes(id));
}

async function send({ key, kind }: Restricted, { path, body }: Question, isHead: boolean) {
  const method = isHead ? 'HEAD' : 'GET';
  const headers = { 'x-api-key': key, ...(kind === 'publishable' ? { origin: ORIGIN } : {}) };
  const answer = await api.app.inject(
    body
      ? {
          method: 'POST',
          url: path,
          headers: { ...headers, 'content-type': 'application/json' },
          payload: body,
        }
      : { method, url: path, headers },
  );
  const status = answer.statusCode;
  // The answer to HEAD has no body.
  const code = status === 403 && answer.body === '' ? 'key_not_allowed' : findCode(answer.body);
  return { status, code, said: `${path} ${JSON.stringify(body)}: ${status} ${answer.body}` };
}

function findCode(body: string): string | null {
  return /"code":"(\w+)"/.exec(body)?.[1] ?? null;
}

test('every operation that takes keys is asked', () => {
  const taking = OPERATIONS.filter(({ takesKeys }) => takesKeys).map(({ id }) => id);
  expect(taking.toSorted()).toEqual(IDS.toSorted());
});

test(
  `${REQUESTS} random operations with ${KEYS} restricted keys`,
  async () => {
    const random = createRandom(seed);
    const keys = await Promise.all(Array.from({ length: KEYS }, () => drawKey(random)));
    const outcomes = { allowed: 0, refused: 0 };
    for (let i = 0; i < REQUESTS; i++) {
      const key = keys[integer(random, 0, keys.length - 1)] ?? expect.fail();
      const id = pick(random, IDS);
      const { takes, ask } = ASK[id] ?? expect.fail(id);
      const chains = drawChains(random, takes);
      const { status, code, said } = await send(key, ask(chains), random() < 0.2);
      const allowed = isAllowed(key, id, chains);
      outcomes[allowed ? 'allowed' : 'refused']++;
      if (!allowed) expect([status, code], said).toEqual([403, 'key_not_allowed']);
      else if (ASKS_NODES.includes(id)) expect([200, 503], said).toContain(status);
      else expect(status, said).toBe(200);
    }
    process.stdout.write(`${JSON.stringify(outcomes)}\n`);
    expect(Math.min(outcomes.allowed, outcomes.refused)).toBeGreaterThan(REQUESTS / 10);
  },
  TIMEOUT_MS,
);

test('a refusal names what the key is for', async () => {
  const { key } = await stage.createKey({ operations: ['v2CheckAll', 'resolve'], chains: [10] });
  const ask = async (url: string) => {
    const { code, detail } = (await api.app.inject({ url, headers: { 'x-api-key': key } })).json();
    return `${code}: ${detail}`;
  };
  const change = 'Use another key, or change this one on the developer page.';
  expect(await ask(`/registry/v2/${vault}?chainId=10`)).toBe(
    `key_not_allowed: The key is not for the operation v2List. It is for: v2CheckAll, resolve. ${change}`,
  );
  expect(await ask(`/registry/v2/check/all?${PARTIES}`)).toBe(
    `key_not_allowed: The key is not for chain 1. It is for: 10. Ask about those only. ${change}`,
  );
  expect(await ask(`/resolve?to=${hot}`)).toBe(
    `key_not_allowed: The key is not for the chains 1, 8453. It is for: 10. Ask about those only. ${change}`,
  );
});

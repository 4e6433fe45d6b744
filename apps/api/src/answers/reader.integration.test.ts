/** Whatever the read model is worth, checks and lists have the same answers, and one that does not know is asked once. */

import { readChains } from '@mandate/config';
import { findChain } from '@mandate/core';
import { CHECK_CASES, type CheckCase } from '@mandate/core/check-cases';
import { followLedger, openReadModel } from '@mandate/read-model';
import { at, createTestDatabase, createTestLedger, row, wallets } from '@mandate/testing/ledger/database';
import { createFolder } from '@mandate/testing/process/folder';
import { UNFOLLOWED } from '@mandate/testing/service/ledger-api';
import { until } from '@mandate/testing/until';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApi } from '../app.ts';
import { checkPath } from '../testing/ask-ledger.ts';
import type { HostReadModel } from './read-model.ts';

const SERVED = { ...UNFOLLOWED, registries: findChain(1)?.registries };

type Lookups = Pick<HostReadModel, 'check' | 'list' | 'listDated' | 'findRows'>;

const db = await createTestDatabase();
const ledger = createTestLedger(db.database);
const folder = createFolder();
const opened = openReadModel({ dir: folder.path });
const log = pino({ level: 'silent' });
/** Each case on a chain of its own. */
const worlds: { readonly chainId: number; readonly cases: readonly CheckCase[] }[] = [];
for (const [, cases] of Map.groupBy(CHECK_CASES, ({ name }) => name.split(': ')[0])) {
  const chainId = await ledger.openChain();
  const given = cases[0]?.given ?? [];
  await ledger.write(chainId, 1, ...given.map((delegation, log) => row(delegation, at(1, log))));
  worlds.push({ chainId, cases });
}
const chainIds = worlds.map(({ chainId }) => chainId);
const follower = followLedger({ readModel: opened, databaseUrl: db.url, chainIds, log });
const model: HostReadModel = { ...opened, problem: follower.problem, isFollowing: follower.isFollowing };

/** Answers the opposite of what is right, from a log that the ledger has replaced. */
const stale: Lookups = {
  check(...asked) {
    const known = opened.check(...asked);
    const answer = known?.answer === false || known?.answer === 0n;
    return known && { ...known, answer, feed: 'replaced' };
  },
  list(chainId, list, page) {
    const known = opened.list(chainId, list, page, () => {});
    return known && { ...known, feed: 'replaced' };
  },
  listDated(...asked) {
    const known = opened.listDated(...asked);
    return known && { ...known, rows: [], feed: 'replaced' };
  },
  findRows(...asked) {
    const known = opened.findRows(...asked);
    return known && { ...known, rows: [], feed: 'replaced' };
  },
};
const missing: Lookups = {
  check: () => null,
  list: () => null,
  listDated: () => null,
  findRows: () => null,
};

/** Paths, and how many chains the read model is asked about: `/resolve` asks no other once it does not know one. */
const LISTS = [
  ...worlds.flatMap(({ chainId }) =>
    ['v1', 'v2'].map((registry) => {
      return { path: `/registry/${registry}/${wallets.vault}?chainId=${chainId}`, chains: 1 };
    }),
  ),
  { path: `/wallets/${wallets.vault}?limit=1000`, chains: worlds.length },
  { path: `/resolve?from=${wallets.vault}&limit=1000`, chains: 1 },
];
/** The answers of PostgreSQL alone, by path. */
const bodies = new Map<string, string>();

beforeAll(() =>
  until(
    'all chains are copied',
    async () => opened.states().filter(({ ready }) => ready).length === chainIds.length,
  ),
);
afterAll(async () => {
  await follower.close();
  await opened.close();
  await db.drop();
  folder.remove();
});

/** `take` returns the number of lookups since the last call of it. */
function countLookups(lookups: Lookups) {
  let count = 0;
  const counted = <A extends unknown[], T>(look: (...asked: A) => T) => {
    return (...asked: A): T => {
      count++;
      return look(...asked);
    };
  };
  const { check, list, listDated, findRows } = lookups;
  return {
    take(): number {
      const taken = count;
      count = 0;
      return taken;
    },
    readModel: {
      ...model,
      check: counted(check),
      list: counted(list),
      listDated: counted(listDated),
      findRows: counted(findRows),
    },
  };
}

describe.each<readonly [string, Lookups | null]>([
  ['PostgreSQL alone', null],
  ['a read model that knows', opened],
  ['a read model of a replaced log', stale],
  ['a read model that knows nothing', missing],
])('%s', async (_, lookups) => {
  const counted = lookups && countLookups(lookups);
  const isMiss = lookups === stale || lookups === missing;
  const chains = readChains({
    CHAINS: JSON.stringify(Object.fromEntries(chainIds.map((id) => [id, SERVED]))),
  });
  const readModel = counted?.readModel ?? null;
  const { app, close } = await createApi({ databaseUrl: db.url, chains, readModel, log });
  afterAll(close);

  async function get(url: string, headers = {}): Promise<string> {
    const { statusCode, body } = await app.inject({ url, headers });
    expect(statusCode, body).toBe(200);
    return body;
  }

  test('answers every case of the rules', async () => {
    for (const { chainId, cases } of worlds)
      for (const { name, question, answer } of cases) {
        const body = await get(checkPath(question, { chainId: String(chainId), numbers: 'string' }));
        expect(JSON.parse(body), name).toEqual(typeof answer === 'bigint' ? String(answer) : answer);
        if (counted) expect(counted.take()).toBe(1);
      }
  });

  test('lists the same', async () => {
    for (const { path, chains } of LISTS) {
      const body = await get(path);
      expect(body).toBe(bodies.get(path) ?? body);
      bodies.set(path, body);
      if (isMiss) expect(counted?.take(), path).toBe(chains);
      await get(path, { 'If-None-Match': 'W/"none"' });
      if (isMiss) expect(counted?.take(), path).toBe(chains);
    }
    expect([...bodies.values()].join('').length).toBeGreaterThan(LISTS.length * 4);
  });
});

/** A chain serves the registries that its ledger was made from: one without its history is refused, never `false`. */

import { readChains } from '@mandate/config';
import { type Address, findChain } from '@mandate/core';
import {
  at,
  block,
  createTestDatabase,
  createTestLedger,
  delegate,
  row,
  wallets,
} from '@mandate/testing/ledger/database';
import { createFolder } from '@mandate/testing/process/folder';
import { UNFOLLOWED } from '@mandate/testing/service/ledger-api';
import { until } from '@mandate/testing/until';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ask, type ReadModelApi, startReadModelApi, untilReading } from '../testing/read-model-api.ts';

const BASE = 8453;
const { v1, v2 } = { ...findChain(1)?.registries } as { v1: Address; v2: Address };
const CHAINS = JSON.stringify({ [BASE]: UNFOLLOWED, 360: { ...UNFOLLOWED, registries: { v2 } } });
const pair = `chainId=${BASE}&vault=${wallets.vault}&delegate=${wallets.hot}`;
const CHECK = `/registry/v1/check/all?${pair}`;
const OF_V2 = `/registry/v2/check/all?chainId=${BASE}&from=${wallets.vault}&to=${wallets.hot}`;
/** Short, long, strict, a list, a past one, and what goes beyond. */
const QUESTIONS = [
  CHECK,
  `${CHECK}&numbers=string`,
  `${CHECK}&consistency=strict`,
  `${CHECK}&atBlock=1`,
  `/registry/v1/${wallets.hot}?chainId=${BASE}`,
  `/snapshots/${BASE}/0?contract=${wallets.vault}&registries=v1`,
];

const folder = createFolder();
const db = await createTestDatabase();
const ledger = createTestLedger(db.database);
let services: readonly ReadModelApi[];
let next = 1;

beforeAll(async () => {
  const [base, shape] = [
    { v1, v2 },
    { v1, v2 },
  ];
  const marks = { head: 0, safe: 0, finalized: 0 };
  await ledger.writer.open(BASE, block(0), marks, base);
  await ledger.writer.open(360, block(0), marks, shape);
  for (const chainId of [BASE, 360]) await ledger.write(chainId, next);
  const chains = readChains({ CHAINS });
  services = [
    await startReadModelApi(db.url, folder.path, chains),
    await startReadModelApi(db.url, null, chains),
  ];
  if (services[0]) await untilReading(services[0], CHECK);
});
afterAll(async () => {
  for (const service of services ?? []) await service.close();
  await db.drop();
  folder.remove();
});

/** The ledger goes on with other registries, as after a restart of the indexer. */
async function goOnWith(registries: { v1?: Address; v2?: Address }, ...history: Parameters<typeof row>[0][]) {
  await ledger.writer.cover(BASE, block(next), registries);
  await ledger.write(BASE, ++next, ...history.map((delegation) => row(delegation, at(next))));
}

const said = async (path: string) =>
  Promise.all(services.map(async ({ url }) => (await ask(url, path)).code));
const networksOf = async ({ url }: ReadModelApi) => {
  const { networks } = JSON.parse((await ask(url, '/networks')).body);
  return networks.map(
    (one: { registries: { v1: string | null } }) => one.registries.v1?.toLowerCase() ?? null,
  );
};

test('a registry that was found is served, unless the operator named others', async () => {
  for (const path of QUESTIONS) expect([path, await said(path)]).toEqual([path, ['200', '200']]);
  for (const service of services) {
    expect(await networksOf(service)).toEqual([null, v1]);
    const { body } = await ask(service.url, `/resolve?to=${wallets.hot}&chainIds=${BASE},360`);
    expect(JSON.parse(body).chains).toMatchObject([
      { chainId: 360, registries: ['v2'] },
      { chainId: BASE, registries: ['v1', 'v2'] },
    ]);
  }
  expect(await said(CHECK.replace(String(BASE), '360'))).toEqual(Array(2).fill('400 chain_not_supported'));
});

test('one that the ledger does not have is refused at every moment, and the other answered', async () => {
  await goOnWith({ v1, v2 }, delegate('', { registry: 'v1', kind: 'all' }));
  await until('the grant is seen', async () => (await said(CHECK)).every((code) => code === '200'));
  const answeredFor: number[] = [];
  let ended = false;
  const asking = services.flatMap(({ url }) =>
    [CHECK, `${CHECK}&numbers=string`].map(async (path) => {
      while (!ended) {
        const { code, block: of } = await ask(url, path);
        if (code === '200') answeredFor.push(Number(of));
        else expect(code).toMatch(/^(400 chain_not_supported|503 chain_not_ready)$/);
      }
    }),
  );
  await until('all have asked', async () => answeredFor.length > 20);
  const last = next;
  await goOnWith({ v2 });
  await until('all are refused', async () =>
    (await said(CHECK)).every((code) => code === '400 chain_not_supported'),
  );
  ended = true;
  await Promise.all(asking);
  expect(Math.max(...answeredFor)).toBe(last);
  for (const path of QUESTIONS)
    expect([path, await said(path)]).toEqual([path, Array(2).fill('400 chain_not_supported')]);
  await until('v2 is answered', async () => (await said(OF_V2)).every((code) => code === '200'));
  for (const service of services) expect(await networksOf(service)).toEqual([null, null]);
});

test('one of another address is refused', async () => {
  await goOnWith({ v1: wallets.other, v2: wallets.other });
  await until('v2 is refused', async () =>
    (await said(OF_V2)).every((code) => code === '400 chain_not_supported'),
  );
  expect(await said(CHECK)).toEqual(Array(2).fill('400 chain_not_supported'));
});

test('a ledger that does not say is one of the registries that the settings name', async () => {
  await goOnWith({ v1, v2 });
  await until('both are served', async () => (await said(CHECK)).every((code) => code === '200'));
  await db.database.query(
    'update chain set registries = null, heartbeat = heartbeat + 1 where chain_id = $1',
    [BASE],
  );
  await until('v1 is refused', async () =>
    (await said(CHECK)).every((code) => code === '400 chain_not_supported'),
  );
  await until('v2 is answered', async () => (await said(OF_V2)).every((code) => code === '200'));
});

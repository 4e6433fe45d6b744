/** A past that was imported and is not verified yet is refused, whichever way it is asked for; the present is answered. */

import { at, block, delegate, row, wallets } from '@mandate/testing/ledger/database';
import type { LedgerApi } from '@mandate/testing/service/ledger-api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startStage } from '../operations/resolve/testing/stage.ts';

const { vault, hot } = wallets;
const contract = `0x${'c1'.padStart(40, '0')}`;
const [PROVED, HEAD] = [6, 9];
const ofContract = delegate('c1', { kind: 'contract', amount: null });
const second = delegate('c1', { kind: 'all', contract: null, amount: null });

let stage: LedgerApi;
beforeAll(async () => {
  stage = await startStage(1);
  await stage.ledger.write(1, HEAD, row(ofContract, at(3)), row(second, at(4)));
  await stage.ledger.writer.mark(1, block(HEAD), { head: HEAD, safe: 5, finalized: 7 }, 'following');
});
afterAll(() => stage?.close());

const query = `to=${hot}&from=${vault}&contract=${contract}`;
const PAST = [
  `/registry/v2/check/contract?${query}&atBlock=5`,
  `/registry/v2/check/contract?${query}&atTime=1700000005`,
  `/registry/v2/check/contract?${query}&blockTag=safe`,
  `/registry/v2/check/contract?${query}&consistency=strict`,
  `/registry/v2/check/contract?${query}&explain=true`,
  `/registry/v2/${vault}?atBlock=5`,
  `/registry/v2/${hot}?consistency=strict`,
  `/registry/v2/${vault}?firstGrant=true`,
  `/snapshots/1/5?contract=${contract}`,
  `/resolve?to=${hot}&contract=${contract}`,
  `/resolve?to=${hot}&contract=${contract}&consistency=strict`,
  `/wallets/${vault}`,
  `/wallets/${hot}?consistency=strict`,
  `/wallets/${hot}?atTime=1700000005`,
];
const PRESENT = [
  `/registry/v2/check/contract?${query}`,
  `/registry/v2/check/contract?${query}&blockTag=finalized`,
  `/registry/v2/check/contract?${query}&atBlock=${PROVED}`,
  `/registry/v2/${vault}`,
  `/registry/v2/${vault}?atBlock=${PROVED}`,
  `/snapshots/1/${PROVED}?contract=${contract}`,
];

const codeOf = async (path: string) => {
  const { statusCode, body } = await stage.api.app.inject(path);
  const code = statusCode === 200 ? '' : (JSON.parse(body) as { code: string }).code;
  return `${statusCode} ${code}`.trim();
};
const batch = async (when: object) => {
  const checks = [{ registry: 'v2', kind: 'contract', to: hot, from: vault, contract }];
  const { body } = await stage.api.app.inject({
    method: 'POST',
    url: '/batch',
    payload: { checks, ...when },
  });
  return JSON.parse(body) as { answers: { value: unknown; code?: string }[] };
};
const setAudit = (columns: string) => stage.database.query(`update chain set ${columns}`);

test('the past is refused until the logs agree with it', async () => {
  const { headers } = await stage.get(`/registry/v2/${vault}?limit=1&atBlock=5`);
  const [page = ''] = /[^<]+cursor=[\w-]+/.exec(String(headers['link'])) ?? [];
  for (const path of [...PAST, ...PRESENT, page]) expect([path, await codeOf(path)]).toEqual([path, '200']);

  await setAudit(`imported_block = 5, proved_block = ${PROVED}, scanned_block = 0`);
  for (const path of [...PAST, page])
    expect([path, await codeOf(path)]).toEqual([path, '503 history_unverified']);
  for (const path of PRESENT) expect([path, await codeOf(path)]).toEqual([path, '200']);
  expect(await batch({ atBlock: 5 })).toMatchObject({
    answers: [{ value: null, code: 'history_unverified' }],
  });
  expect(await batch({})).toMatchObject({ answers: [{ value: true }] });

  await setAudit('scanned_block = 4');
  expect(await codeOf(`/registry/v2/check/contract?${query}&atBlock=2`)).toBe('503 history_unverified');
  await setAudit('scanned_block = 5');
  for (const path of [...PAST, ...PRESENT, page]) expect([path, await codeOf(path)]).toEqual([path, '200']);
});

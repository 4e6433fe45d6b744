/** A page that was not asked for is refused: a missing or foreign delegation would go unnoticed. */

import { BLOCK, FROM, GRANT, TO } from '@mandate/testing/ledger/sample-grant';
import {
  answer,
  type MisbehavingServer,
  startMisbehavingServer,
} from '@mandate/testing/service/misbehaving-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, createClient } from '../index.ts';
import { type GetWalletParameters, getWallet } from './index.ts';

let server: MisbehavingServer;
let client: Client;
beforeAll(async () => {
  server = await startMisbehavingServer();
  client = createClient({ baseUrl: server.url, retries: 0 });
});
afterAll(() => server.close());

const ROW = { ...GRANT, chainId: 1, expiresAt: null };
const KNOWN = { chainId: 1, known: true, registries: ['v1', 'v2'], block: BLOCK };
const UNKNOWN = { chainId: 10, known: false, code: 'chain_lagging', detail: 'It is late.' };
const PAGE = { address: FROM, delegations: [ROW], chains: [KNOWN, UNKNOWN], next: 'abc' as string | null };

const ask = (body: object, parameters: Partial<GetWalletParameters> = {}) => {
  server.behave(answer(JSON.stringify(body)));
  return getWallet(client, { wallet: FROM, ...parameters });
};

test('a page has its delegations, its chains and the cursor of the next', async () => {
  const page = await ask(PAGE, { chainIds: [1, 10], limit: 1, atTime: new Date(1_800_000_000_999) });
  expect(server.requests[0]?.url).toBe(
    `/wallets/${FROM}?numbers=string&chainIds=1%2C10&limit=1&atTime=1800000000`,
  );
  expect(page).toEqual({
    address: FROM,
    delegations: [ROW],
    chains: [{ ...KNOWN, block: { chainId: 1, ...BLOCK }, safeBlock: null }, UNKNOWN],
    nextCursor: 'abc',
    accounts: null,
  });
  expect((await ask({ ...PAGE, next: null })).nextCursor).toBeNull();
  const { chains } = await ask(
    { ...PAGE, chains: [{ ...KNOWN, safeBlock: 18_999_990 }] },
    { consistency: 'strict' },
  );
  expect(chains[0]).toMatchObject({ safeBlock: 18_999_990 });
});

test('with accounts: true, the page says what the wallet is on each chain', async () => {
  const account = { kind: 'eip7702', codeAddress: TO, codeName: null, block: 7, blockHash: BLOCK.hash };
  const accounts = [
    { chainId: 1, account },
    { chainId: 10, account: null },
  ];
  expect((await ask({ ...PAGE, accounts }, { accounts: true })).accounts).toEqual(accounts);
  expect(server.requests.at(-1)?.url).toContain('accounts=true');
});

const other = `0x${'9'.repeat(40)}`;
test.each<[string, object, Partial<GetWalletParameters>]>([
  ['no account of a chain', { ...PAGE, accounts: [{ chainId: 1, account: null }] }, { accounts: true }],
  ['another wallet', { ...PAGE, address: TO }, {}],
  ['a delegation between others', { ...PAGE, delegations: [{ ...ROW, from: other }] }, {}],
  ['a delegation of the other direction', PAGE, { direction: 'to' }],
  ['a delegation of the other registry', PAGE, { registries: ['v1'] }],
  ['a chain that was not asked for', PAGE, { chainIds: [1] }],
  ['a chain twice', { ...PAGE, chains: [KNOWN, KNOWN] }, {}],
  ['a delegation of a chain that is not named', { ...PAGE, chains: [UNKNOWN] }, {}],
  ['a delegation of a chain that is not known', { ...PAGE, delegations: [{ ...ROW, chainId: 10 }] }, {}],
  ['a chain that is neither', { ...PAGE, chains: [{ chainId: 1 }] }, {}],
  ['a block after the time', PAGE, { atTime: BLOCK.timestamp - 1 }],
  ['no safe block', PAGE, { consistency: 'strict' }],
  ['no chain of a delegation', { ...PAGE, delegations: [GRANT] }, {}],
  ['an amount that has lost digits', { ...PAGE, delegations: [{ ...ROW, amount: 1e30 }] }, {}],
  ['a cursor of another type', { ...PAGE, next: 7 }, {}],
  ['no chains', { ...PAGE, chains: undefined }, {}],
])('%s is refused', async (_, body, parameters) => {
  await expect(ask(body, parameters)).rejects.toMatchObject({ code: 'unexpected_answer' });
});

test.each([
  [{ wallet: 'mira.eth' }, 'wallet'],
  [{ direction: 'both' }, 'direction'],
  [{ limit: 1_001 }, 'limit'],
  [{ cursor: 'a b' }, 'cursor'],
  [{ chainIds: [] }, 'chainIds'],
  [{ atBlock: 7 }, 'atBlock'],
])('%o is refused before it is sent', async (wrong, parameter) => {
  await expect(ask(PAGE, wrong as never)).rejects.toMatchObject({ errors: [{ parameter }] });
  expect(server.requests).toHaveLength(0);
});

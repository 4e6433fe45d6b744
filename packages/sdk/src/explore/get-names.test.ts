import { CONTRACT, TO } from '@mandate/testing/ledger/sample-grant';
import {
  answer,
  type MisbehavingServer,
  startMisbehavingServer,
} from '@mandate/testing/service/misbehaving-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, createClient } from '../index.ts';
import { type GetNamesParameters, getNames } from './index.ts';

let server: MisbehavingServer;
let client: Client;
beforeAll(async () => {
  server = await startMisbehavingServer();
  client = createClient({ baseUrl: server.url, retries: 0 });
});
afterAll(() => server.close());

const NAMED = {
  chainId: 1,
  address: TO,
  tokenId: null as string | null,
  known: true,
  isContract: false as boolean | null,
  ensName: 'mira.eth' as string | null,
  contract: null as object | null,
  token: null as object | null,
  account: {
    kind: 'plain',
    codeAddress: null,
    codeName: null,
    block: 7,
    blockHash: `0x${'b1'.repeat(32)}`,
  } as object | null,
};
const ART = {
  ...NAMED,
  address: CONTRACT.toLowerCase(),
  tokenId: String(2n ** 256n - 1n),
  isContract: true,
  ensName: null,
  contract: { standard: 'ERC721', name: 'Trams', symbol: null, decimals: null },
  token: { name: 'Seven', picture: null },
};
const RESOLVED = { name: 'mira.eth', known: true, address: TO };
const ASKED = { chainId: 1, address: TO };

const ask = (body: unknown, parameters: GetNamesParameters) => {
  server.behave(answer(JSON.stringify(body)));
  return getNames(client, parameters);
};

test('names of addresses and the address of a name', async () => {
  const of = [ASKED, { chainId: 1, address: CONTRACT, tokenId: 2n ** 256n - 1n }];
  expect(await ask({ addresses: [NAMED, ART], resolved: RESOLVED }, { of, name: 'Mira.eth' })).toEqual({
    addresses: [NAMED, { ...ART, tokenId: 2n ** 256n - 1n }],
    resolved: RESOLVED,
  });
  const unknown = { ...NAMED, known: false, isContract: null, ensName: null, account: null };
  expect((await ask({ addresses: [unknown], resolved: null }, { of: [ASKED] })).addresses).toEqual([unknown]);
});

test.each([
  ['too few', { addresses: [], resolved: null }],
  ['of another address', { addresses: [{ ...NAMED, address: CONTRACT }], resolved: null }],
  ['of another chain', { addresses: [{ ...NAMED, chainId: 10 }], resolved: null }],
  ['of a token', { addresses: [{ ...NAMED, tokenId: '7' }], resolved: null }],
  ['with a name that was not asked for', { addresses: [NAMED], resolved: RESOLVED }],
  ['with a standard that is none', { addresses: [{ ...ART, contract: { standard: 'X' } }], resolved: null }],
  ['without a field', { addresses: [{ ...NAMED, known: undefined }], resolved: null }],
])('an answer %s is refused', async (_, body) => {
  await expect(ask(body, { of: [ASKED] })).rejects.toMatchObject({ code: 'unexpected_answer' });
});

test.each<[GetNamesParameters, string]>([
  [{}, 'of'],
  [{ of: [] }, 'of'],
  [{ of: Array.from({ length: 26 }, () => ASKED) }, 'of'],
  [{ of: [{ chainId: 0, address: TO }] }, 'of'],
  [{ of: [{ chainId: 1, address: 'mira.eth' as typeof TO }] }, 'of'],
  [{ of: [{ chainId: 1, address: TO, tokenId: 7 as unknown as bigint }] }, 'of'],
  [{ name: '' }, 'name'],
])('%o is refused before it is sent', async (parameters, parameter) => {
  await expect(getNames(client, parameters)).rejects.toMatchObject({
    code: 'invalid_parameters',
    errors: [{ parameter }],
  });
});

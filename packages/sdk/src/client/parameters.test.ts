/** Tests that invalid parameters are reported before anything is sent. */

import { CONTRACT, FROM, TO } from '@mandate/testing/ledger/sample-grant';
import {
  answer,
  type MisbehavingServer,
  startMisbehavingServer,
} from '@mandate/testing/service/misbehaving-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Client,
  type ClientOptions,
  checkAll,
  checkErc20,
  checkErc721,
  createClient,
  InvalidParametersError,
  listDelegations,
  rightsFromText,
} from '../index.ts';

let server: MisbehavingServer;
let client: Client;
beforeAll(async () => {
  server = await startMisbehavingServer();
  client = createClient({ baseUrl: server.url });
});
afterAll(() => server.close());

const good = { to: TO, from: FROM, contract: CONTRACT, tokenId: 7n };

test.each([
  ['to', 'vitalik.eth'],
  ['to', `${TO} `],
  ['to', `${TO}\n`],
  ['to', TO.slice(0, -1)],
  ['to', `${TO}0`],
  ['to', TO.replace('0x', '0X')],
  ['to', undefined],
  ['to', null],
  ['from', ''],
  ['from', 7],
  ['contract', '0x'],
  ['tokenId', 7],
  ['tokenId', '7'],
  ['tokenId', -1n],
  ['tokenId', 2n ** 256n],
  ['tokenId', undefined],
  ['chainId', 0],
  ['chainId', 1.5],
  ['chainId', '1'],
  ['chainId', 1n],
  ['chainId', Number.NaN],
  ['rights', 'vote'],
  ['rights', '0x'],
  ['rights', null],
  ['chainid', 8453],
  ['limit', 7],
  ['constructor', 7],
])('%s: %s', async (parameter, value) => {
  server.behave(answer('true'));
  const asked = checkErc721(client, { ...good, [parameter]: value } as typeof good);
  const error = (await asked.catch((thrown: unknown) => thrown)) as InvalidParametersError;
  expect(error).toBeInstanceOf(InvalidParametersError);
  expect(error).toMatchObject({ code: 'invalid_parameters', status: null, requestId: null });
  expect(error.errors.map((wrong) => wrong.parameter)).toEqual([parameter]);
  expect(error.message).toContain(`"${parameter}" `);
  expect(server.requests).toHaveLength(0);
});

test('all of them at once', async () => {
  const wrong = { to: '0x', from: FROM, contract: '0x', tokenID: 7n } as unknown as typeof good;
  await expect(checkErc721(client, wrong)).rejects.toMatchObject({
    errors: [
      { parameter: 'to' },
      { parameter: 'contract' },
      { parameter: 'tokenId' },
      { parameter: 'tokenID' },
    ],
  });
});

test.each([
  ['limit', 0],
  ['limit', 1_001],
  ['limit', 1.5],
  ['cursor', ''],
  ['cursor', 'a b'],
  ['types', 'ERC721'],
])('of a list, %s: %s', async (parameter, value) => {
  await expect(listDelegations(client, { wallet: FROM, [parameter]: value })).rejects.toThrow(
    InvalidParametersError,
  );
});

test('undefined parameters count as missing', async () => {
  server.behave(answer('true'));
  await checkAll(client, { to: TO, from: FROM, chainId: undefined, rights: undefined });
  expect(server.requests[0]?.url).toBe(
    `/registry/v2/check/all?numbers=string&to=${TO}&from=${FROM}&chainId=1`,
  );
});

test('token ids are sent with every digit', async () => {
  server.behave(answer('true'));
  await checkErc721(client, { ...good, tokenId: 2n ** 256n - 1n });
  expect(server.requests[0]?.url).toContain(`tokenId=${2n ** 256n - 1n}&`);
});

describe('a key', () => {
  const apiKey = 'mdt_live_secret';
  test('is sent in v2, and shown to nobody', async () => {
    const keyed = createClient({ baseUrl: server.url, apiKey });
    server.behave(answer('true'));
    await checkAll(keyed, { to: TO, from: FROM });
    expect(server.requests[0]?.headers['x-api-key']).toBe(apiKey);
    expect(JSON.stringify(keyed)).not.toContain(apiKey);
  });

  test('is not sent without need', async () => {
    server.behave(answer('"0"'));
    await checkErc20(client, { to: TO, from: FROM, contract: CONTRACT });
    expect(server.requests[0]?.headers).not.toHaveProperty('x-api-key');
  });

  test('is not sent to the target of a redirect', async () => {
    server.behave(answer('', { Location: '/elsewhere' }, 307));
    await expect(
      checkAll(createClient({ baseUrl: server.url, apiKey }), { to: TO, from: FROM }),
    ).rejects.toThrow('redirects');
    expect(server.requests).toHaveLength(1);
  });
});

describe('a client', () => {
  test.each<[keyof ClientOptions, unknown]>([
    ['baseUrl', ''],
    ['baseUrl', 'mandate.example'],
    ['baseUrl', 'ftp://mandate.example'],
    ['baseUrl', 'https://mandate.example?x=1'],
    ['baseUrl', 'https://me:secret@mandate.example'],
    ['apiKey', ''],
    ['apiKey', 'mdt_live_x\n'],
    ['retries', -1],
    ['retries', Number.POSITIVE_INFINITY],
    ['timeoutMs', 0],
    ['timeoutMs', Number.NaN],
    ['timeoutMs', 2 ** 31],
  ])('refuses %s: %s', (name, value) => {
    const options = { baseUrl: 'https://mandate.example', [name]: value };
    expect(() => createClient(options)).toThrow(InvalidParametersError);
    expect(() => createClient(options)).toThrow(`"${name}"`);
  });

  test.each([
    ['https://mandate.example', 'https://mandate.example'],
    ['https://mandate.example/', 'https://mandate.example'],
    ['https://mandate.example/api//', 'https://mandate.example/api'],
  ])('%s', (baseUrl, clean) => expect(createClient({ baseUrl }).baseUrl).toBe(clean));

  test('of a page may be its own site', () => {
    Object.assign(globalThis, { location: { origin: 'https://mandate.example' } });
    expect(createClient({ baseUrl: '' }).baseUrl).toBe('https://mandate.example');
    expect(createClient({ baseUrl: '/api' }).baseUrl).toBe('https://mandate.example/api');
    Reflect.deleteProperty(globalThis, 'location');
  });
});

describe('rights from text', () => {
  test.each([
    ['vote', '0x766f746500000000000000000000000000000000000000000000000000000000'],
    ['é', '0xc3a9000000000000000000000000000000000000000000000000000000000000'],
    ['a'.repeat(32), `0x${'61'.repeat(32)}`],
  ])('%s', (text, bytes) => expect(rightsFromText(text)).toBe(bytes));

  test.each([
    ['', 'full rights'],
    ['a'.repeat(33), 'keccak-256'],
    ['é'.repeat(17), 'keccak-256'],
    [`0x${'00'.repeat(32)}`, 'already'],
  ])('refuses "%s"', (text, why) => {
    expect(() => rightsFromText(text)).toThrow(InvalidParametersError);
    expect(() => rightsFromText(text)).toThrow(why);
  });
});

/** Tests that anything but an exact answer throws, and never becomes `false`, `0n` or an empty list. */

import { inspect } from 'node:util';
import { FROM, TO } from '@mandate/testing/ledger/sample-grant';
import {
  answer,
  type Behave,
  BLOCK_HEADERS,
  type MisbehavingServer,
  startMisbehavingServer,
} from '@mandate/testing/service/misbehaving-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Client, ConnectionError, createClient, listDelegations, listDelegationsV1 } from '../index.ts';
import { CALLS, CHECKS, WHOLE } from '../testing/calls.ts';

let server: MisbehavingServer;
let client: Client;
let hasty: Client;
beforeAll(async () => {
  server = await startMisbehavingServer();
  client = createClient({ baseUrl: server.url, retries: 0 });
  hasty = createClient({ baseUrl: server.url, retries: 0, timeoutMs: 100 });
});
afterAll(() => server.close());

async function expectRefusal(asked: Promise<unknown>, code = 'unexpected_answer', what?: string) {
  const error = await asked.then(
    (value) => expect.fail(`It answered ${inspect(value)} to ${what}.`),
    (thrown: unknown) => thrown,
  );
  expect(error, what).toBeInstanceOf(ConnectionError);
  expect(error, what).toMatchObject({ code });
}

const BODIES = [
  '',
  ' ',
  '"maybe"',
  'maybe',
  'null',
  'undefined',
  'True',
  'tru',
  'true ',
  'true\n',
  'truefalse',
  '"true"',
  '"false"',
  '1',
  '0',
  '0.5',
  '1e3',
  '"1e3"',
  '"0.0"',
  '"-1"',
  '" 1"',
  '""',
  '"0x1"',
  `"${2n ** 256n}"`,
  `"${'9'.repeat(79)}"`,
  '"1',
  '{}',
  '{"value":true}',
  '[true]',
  '[{"type":"ALL"',
  '<!doctype html><title>Sign in to the Wi-Fi</title>',
];

describe.each(WHOLE)('$operation', ({ ask, answers }) => {
  const wrong = {
    boolean: ['"0"', '"7"', '[]'],
    balance: ['true', 'false', '7', '[]'],
    list: ['true'],
    page: ['[]'],
    stream: [],
  };
  const all = [...BODIES, ...wrong[answers]];
  test(`200 with something else: ${all.length} bodies`, async () => {
    for (const body of all) {
      server.behave(answer(body));
      await expectRefusal(ask(client), 'unexpected_answer', body);
    }
  });

  test('200 of another type', async () => {
    const body = { boolean: 'false', balance: '"0"', list: '[]', page: '{}', stream: '' }[answers];
    for (const type of ['text/html', 'text/plain', undefined]) {
      server.behave(answer(body, { 'Content-Type': type }));
      await expectRefusal(ask(client), 'unexpected_answer', type);
    }
  });

  test('another status without a problem', async () => {
    for (const status of [201, 204, 206, 301, 302, 304, 404, 418, 500, 502, 503]) {
      server.behave(answer(status === 204 || status === 304 ? '' : 'false', { Location: '/' }, status));
      await expectRefusal(ask(client), 'unexpected_answer', String(status));
    }
  });

  const broken: [string, Behave][] = [
    ['the connection is closed at once', (request) => request.socket.destroy()],
    [
      'the body is cut off',
      (_, response) => {
        response.writeHead(200, {
          'Content-Type': 'application/json',
          ...BLOCK_HEADERS,
          'Content-Length': '5',
        });
        response.write('fals', () => response.destroy());
      },
    ],
    [
      'a body in pieces is cut off',
      (_, response) => {
        response.writeHead(200, { 'Content-Type': 'application/json', ...BLOCK_HEADERS });
        response.write('[', () => response.destroy());
      },
    ],
  ];
  test.each(broken)('%s', async (_, behave) => {
    server.behave(behave);
    await expectRefusal(ask(client), 'network_error');
  });

  test('nothing comes', async () => {
    server.behave(() => {});
    await expectRefusal(ask(hasty), 'timeout');
  });

  test('a body that never ends', async () => {
    server.behave((_, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json', ...BLOCK_HEADERS });
      response.write('false');
    });
    await expectRefusal(ask(hasty), 'timeout');
  });

  test('nobody is there', async () => {
    await expectRefusal(ask(createClient({ baseUrl: 'http://127.0.0.1:9', retries: 0 })), 'network_error');
  });
});

describe.each([...CHECKS, ...CALLS.filter(({ answers }) => answers === 'list')])(
  'the block of $operation',
  ({ ask, answers }) => {
    const body = { boolean: 'false', balance: '"0"', list: '[]', page: '', stream: '' }[answers];
    test('as it should be', async () => {
      server.behave(answer(body));
      expect(await ask(client)).toMatchObject({
        block: { chainId: 1, number: 19_000_000, hash: `0x${'ab'.repeat(32)}`, timestamp: 1_700_000_000 },
      });
    });
    test.each(Object.keys(BLOCK_HEADERS))('without a readable %s', async (name) => {
      for (const value of [undefined, '', 'x', '-1', '1.5', '0x1', '1e3']) {
        server.behave(answer(body, { [name]: value }));
        await expectRefusal(ask(client), 'unexpected_answer', value);
      }
    });
    test('of another chain', async () => {
      server.behave(answer(body, { 'X-Chain-Id': '8453' }));
      await expectRefusal(ask(client));
    });
  },
);

const RECORD = {
  type: 'TOKEN',
  from: FROM,
  to: TO,
  contract: TO,
  tokenId: '7',
  rights: `0x${'00'.repeat(32)}`,
  tokenType: 'ERC1155',
  amount: '3',
};
const RECORD_V1 = { type: 'TOKEN', vault: FROM, delegate: TO, contract: TO, tokenId: '7' };

describe('records', () => {
  const list = (records: object[]) => {
    server.behave(answer(JSON.stringify(records)));
    return listDelegations(client, { wallet: FROM });
  };
  const listV1 = (records: object[]) => {
    server.behave(answer(JSON.stringify(records)));
    return listDelegationsV1(client, { wallet: FROM });
  };

  test('as they should be, with fields of a later version left out', async () => {
    expect((await list([{ ...RECORD, later: 1 }])).value).toEqual([{ ...RECORD, tokenId: 7n, amount: 3n }]);
    expect((await listV1([RECORD_V1])).value).toEqual([{ ...RECORD_V1, tokenId: 7n }]);
  });

  test.each([
    { type: 'SOME' },
    { type: 'ALL' },
    { type: 'CONTRACT' },
    { type: 'CONTRACT', tokenId: null, amount: null },
    { type: undefined },
    { from: '0x0' },
    { from: null },
    { to: `0x${'g'.repeat(40)}` },
    { from: TO },
    { contract: null },
    { tokenId: 7 },
    { tokenId: null },
    { tokenId: '7.0' },
    { tokenId: String(2n ** 256n) },
    { rights: undefined },
    { rights: '0x' },
    { rights: 'full' },
    { tokenType: null },
    { tokenType: 'ERC721' },
    { tokenType: 'ERC20' },
    { tokenType: 'ERC777' },
    { amount: 3 },
    { amount: null },
    { amount: undefined },
  ])('%j', async (change) => {
    await expectRefusal(list([RECORD, { ...RECORD, ...change }]));
  });

  test.each([
    { type: 'TOKEN' },
    { type: 'ERC721' },
    { type: 'ALL' },
    { tokenType: null },
    { type: 'ERC721', tokenType: 'ERC721' },
  ])('of exact types: %j', async (change) => {
    const listExact = (record: object) => {
      server.behave(answer(JSON.stringify([record])));
      return listDelegations(client, { wallet: FROM, types: 'exact' });
    };
    const exact = { ...RECORD, type: 'ERC1155' };
    expect((await listExact(exact)).value).toEqual([{ ...exact, tokenId: 7n, amount: 3n }]);
    await expectRefusal(listExact({ ...exact, ...change }));
  });

  test.each([
    { type: 'ALL' },
    { type: 'CONTRACT' },
    { tokenId: 7 },
    { vault: TO },
    { delegate: null },
    { tokenId: null },
  ])('of v1: %j', async (change) => {
    await expectRefusal(listV1([{ ...RECORD_V1, ...change }]));
  });

  test.each([
    [undefined, null],
    [`</registry/v2/${FROM}?limit=1&cursor=abc_-1>; rel="next"`, 'abc_-1'],
    [`</registry/v2/${FROM}?cursor=abc&limit=1>; rel="next"`, 'abc'],
  ])('the next page of Link %s', async (link, cursor) => {
    server.behave(answer('[]', { Link: link }));
    expect((await listDelegations(client, { wallet: FROM, limit: 1 })).nextCursor).toBe(cursor);
  });

  test('an unreadable Link header is not the end of the list', async () => {
    server.behave(answer('[]', { Link: '</elsewhere>; rel="next"' }));
    await expectRefusal(listDelegations(client, { wallet: FROM, limit: 1 }));
  });
});

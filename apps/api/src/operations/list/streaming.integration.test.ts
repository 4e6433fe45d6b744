import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { FULL_RIGHTS } from '@mandate/core';
import { at, delegate, row, wallets } from '@mandate/testing/ledger/database';
import { CONFIGURED, type LedgerApi, startLedgerApi } from '@mandate/testing/service/ledger-api';
import { until } from '@mandate/testing/until';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createListPages } from '../../answers/list-pages.ts';
import { createServer } from '../../http/server.ts';
import { createPin } from '../../request/at-block.ts';
import { createServedChains } from '../../request/chains.ts';
import { createCursors } from '../../request/cursor.ts';
import { LISTS } from '../index.ts';
import { addRoute } from '../routes.ts';
import { createListHandler } from './handler.ts';

/** So many that they never fit between a service and a client that does not read. */
const ROWS = 30_000;
const SELF_ROWS = 1_500;
const LIST = `/registry/v2/${wallets.vault}`;
const SELF_LIST = `/registry/v2/${wallets.other}`;
const STALL_MS = 500;

let service: LedgerApi;
let url: string;
/** The same lists from a reader that counts what it is asked. */
let counted: ReturnType<typeof createServer>;
let statements = 0;

beforeAll(async () => {
  service = await startLedgerApi();
  const { ledger, chainId } = service;
  const many = Array.from({ length: ROWS }, (_, log) => row(delegate(log.toString(16)), at(2, log)));
  await ledger.write(chainId, 2, ...many);
  const own = { from: wallets.other, to: wallets.other, rights: FULL_RIGHTS };
  const selves = Array.from({ length: SELF_ROWS }, (_, log) =>
    row(delegate(log.toString(16), own), at(3, log)),
  );
  await ledger.write(chainId, 3, ...selves);
  url = await service.listen();

  const list: typeof ledger.reader.list = (request) => {
    statements++;
    return ledger.reader.list(request);
  };
  counted = createServer(pino({ level: 'silent' }));
  for (const operation of LISTS) {
    const cursors = createCursors(ledger.reader.getCursorSecret);
    const pin = createPin(ledger.reader, { wait: async () => {} });
    const chains = createServedChains(CONFIGURED, async () => false);
    const readerFor = () => ({ ...ledger.reader, list });
    const lists = createListPages(null, () => {});
    await addRoute(
      counted,
      operation,
      createListHandler(operation, { readerFor, lists, pin, cursors, chains }),
    );
  }
  // Making the rows took the time of this process: it may refuse lists for a moment.
  await until('lists are answered', async () => (await service.api.app.inject(SELF_LIST)).statusCode === 200);
});
afterAll(() => service?.close());

/** The part of a body that arrived, and whether that was all of it. */
async function readOn(response: IncomingMessage): Promise<{ text: string; complete: boolean }> {
  let text = '';
  try {
    for await (const chunk of response.setEncoding('utf8')) text += chunk;
  } catch {
    // The connection broke. What came before is looked at all the same.
  }
  return { text, complete: response.complete };
}

async function begin(): Promise<IncomingMessage> {
  const [response] = (await once(get(url + LIST, { agent: false }), 'response')) as [IncomingMessage];
  expect(response.statusCode).toBe(200);
  // Nobody reads: what is written fills the buffers on the way, and then the service waits.
  await delay(STALL_MS);
  return response;
}

test('a long list arrives whole at a slow reader', async () => {
  const { text, complete } = await readOn(await begin());
  expect(complete).toBe(true);
  expect(JSON.parse(text)).toHaveLength(ROWS);
});

test('a list whose block is replaced in its midst breaks off, and is no JSON', async () => {
  const { ledger, chainId } = service;
  await ledger.write(chainId, 4);
  const [before, parent] = await ledger.writer.listReplaceable(chainId);
  if (!before || !parent) throw new Error('There is no block to go back from.');
  const response = await begin();
  expect(response.headers['x-block-number']).toBe('4');
  await ledger.writer.rewind(chainId, before, parent);
  const { text, complete } = await readOn(response);
  expect(text.length).toBeGreaterThan(1_000);
  expect(complete).toBe(false);
  expect(() => JSON.parse(text)).toThrow();
});

test('a long list is not read for its headers', async () => {
  statements = 0;
  const head = await counted.inject({ method: 'HEAD', url: LIST });
  expect(head.statusCode).toBe(200);
  expect(head.headers['x-block-number']).toBe('3');
  expect(head.body).toBe('');
  expect(statements).toBeLessThanOrEqual(2);
  const whole = await counted.inject(LIST);
  expect(whole.json()).toHaveLength(ROWS);
  expect(statements).toBeGreaterThan(100);
});

test('a short list is read for its headers, so that they are those of the list', async () => {
  const [head, whole] = await Promise.all([
    counted.inject({ method: 'HEAD', url: `/registry/v2/${wallets.hot}?limit=10` }),
    counted.inject(`/registry/v2/${wallets.hot}?limit=10`),
  ]);
  for (const name of ['content-length', 'content-type', 'link', 'x-block-hash'])
    expect(head.headers[name], name).toEqual(whole.headers[name]);
});

test('what a wallet gave itself costs its list no statement a row', async () => {
  statements = 0;
  // The page is full exactly where the outgoing ones end; all of the incoming were listed before.
  const pages = await Promise.all(
    [SELF_ROWS / 2, 500, 1_000].map(async (limit) => {
      let [path, rows]: [string | undefined, number] = [`${SELF_LIST}?limit=${limit}`, 0];
      while (path) {
        const page: Awaited<ReturnType<typeof counted.inject>> = await counted.inject(path);
        rows += page.json().length;
        path = /<([^>]+)>/.exec(String(page.headers['link'] ?? ''))?.[1];
      }
      return rows;
    }),
  );
  expect(pages).toEqual([SELF_ROWS, SELF_ROWS, SELF_ROWS]);
  expect(statements).toBeLessThan(100);
});

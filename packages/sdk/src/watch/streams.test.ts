/**
 * Tests streams that break, stall or send something unexpected: no change may be missed or repeated, and no
 * partial snapshot may look complete.
 */

import { CONTRACT, FROM, GRANT } from '@mandate/testing/ledger/sample-grant';
import {
  answer,
  BLOCK_HEADERS,
  JSON_TYPE,
  type MisbehavingServer,
  problem,
  startMisbehavingServer,
} from '@mandate/testing/service/misbehaving-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type ChainDoubt,
  type Client,
  ConnectionError,
  CursorExpiredError,
  createClient,
  readSnapshot,
  type WatchedChange,
  watchChanges,
} from '../index.ts';

let server: MisbehavingServer;
let client: Client;
beforeAll(async () => {
  server = await startMisbehavingServer();
  client = createClient({ baseUrl: server.url, retries: 0 });
});
afterAll(() => server.close());

const refused = (asked: Promise<unknown>) =>
  expect(asked).rejects.toMatchObject({ name: 'ConnectionError', code: 'unexpected_answer' });

const CHANGE = {
  ...GRANT,
  since: undefined,
  id: '1-a',
  chainId: 1,
  change: 'granted',
  undone: false,
  amountBefore: null,
  log: 0,
  timestamp: 1_600_000_000,
};
const event = (id: string, change?: object) =>
  change
    ? `event: change\nid: ${id}\ndata: ${JSON.stringify(change)}\n\n`
    : `event: cursor\nid: ${id}\ndata: {"cursor":"${id}"}\n\n`;

describe('a watch', () => {
  const EVENTS = { ...JSON_TYPE, 'Content-Type': 'text/event-stream; charset=utf-8' };
  async function take(count: number, watching: AsyncGenerator<WatchedChange>) {
    const taken: string[] = [];
    for await (const { change, cursor } of watching) {
      taken.push(`${change.block} ${cursor}`);
      if (taken.length === count) break;
    }
    return taken;
  }

  test('continues where it broke: an incomplete event does not count', async () => {
    const parts = [
      event('1-1-a') + event('1-2-a', CHANGE) + event('1-3-a', { ...CHANGE, block: 3 }).slice(0, -20),
      `retry: 2000\r\n\r\n${event('1-2-a')}: a word\n\n${event('1-3-a', { ...CHANGE, block: 3 })}`,
      event('1-3-a') + event('1-4-a', { ...CHANGE, block: 4 }),
    ];
    server.behave((_, response, count) => {
      response.writeHead(200, EVENTS);
      response.write(parts[count - 1] ?? '', () => response.destroy());
    });
    expect(await take(3, watchChanges(client))).toEqual(['2 1-2-a', '3 1-3-a', '4 1-4-a']);
    expect(server.requests.map(({ url }) => new URL(url, server.url).searchParams.get('cursor'))).toEqual([
      null,
      '1-2-a',
      '1-3-a',
    ]);
  });

  test('tells what is in doubt after each connect and whenever it changes, and nothing is known between', async () => {
    const state = (fields: object) =>
      `event: chain\nid: 1-1-a\ndata: ${JSON.stringify({ chainId: 1, known: false, code: 'chain_lagging', block: 9, vault: null, ...fields })}\n\n`;
    const audit = { code: 'under_audit', vault: FROM };
    const parts = [
      state({}) + state({ chainId: 10 }) + event('1-1-a') + state({ known: true, code: null }) + state(audit),
      event('1-1-a') + event('1-2-a', CHANGE),
    ];
    server.behave((_, response, count) => {
      response.writeHead(200, EVENTS);
      response.write(parts[count - 1] ?? '', () => response.destroy());
    });
    const told: unknown[] = [];
    const onUnknown = (unknown: readonly ChainDoubt[] | null) =>
      told.push(unknown?.map(({ chainId, code, vault }) => `${chainId} ${code} ${vault}`));
    expect(await take(1, watchChanges(client, { onUnknown }))).toEqual(['2 1-2-a']);
    expect(told).toEqual([
      ['1 chain_lagging null', '10 chain_lagging null'],
      ['10 chain_lagging null'],
      ['10 chain_lagging null', `1 under_audit ${FROM}`],
      undefined,
      [],
    ]);
  });

  test('tells the blocks of each connect', async () => {
    const reached = [{ chainId: 1, block: 9 }];
    const first = `event: cursor\nid: 1-1-a\ndata: ${JSON.stringify({ cursor: '1-1-a', chains: reached })}\n\n`;
    // An earlier version of the service names none.
    const parts = [first, event('1-1-a') + event('1-2-a', CHANGE)];
    server.behave((_, response, count) => {
      response.writeHead(200, EVENTS);
      response.write(parts[count - 1] ?? '', () => response.destroy());
    });
    const told: unknown[] = [];
    await take(1, watchChanges(client, { onConnect: (blocks) => told.push(blocks) }));
    expect(told).toEqual([reached, []]);
  });

  test('reconnects after an outage, and ends when its cursor is rejected', async () => {
    server.behave((request, response, count) => {
      if (count === 1) answer(event('1-1-a') + event('1-2-a', CHANGE), EVENTS)(request, response, 1);
      else if (count === 2)
        problem(503, 'overloaded', { headers: { 'Retry-After': '0' } })(request, response, 2);
      else problem(400, 'cursor_expired')(request, response, 3);
    });
    await expect(take(2, watchChanges(client))).rejects.toThrow(CursorExpiredError);
    expect(server.requests).toHaveLength(3);
  });

  test('a service that never answered is an error', async () => {
    const nobody = createClient({ baseUrl: 'http://127.0.0.1:9', retries: 0 });
    await expect(watchChanges(nobody).next()).rejects.toThrow(ConnectionError);
  });

  test.each([
    ['no cursor', event('', CHANGE)],
    ['half a record', event('1-2-a', { ...CHANGE, to: undefined })],
    ['a wallet that was not asked for', event('1-2-a', { ...CHANGE, from: CONTRACT, to: CONTRACT })],
    ['no JSON', 'event: change\nid: 1-2-a\ndata: granted\n\n'],
  ])('%s', async (_, body) => {
    server.behave(answer(body, EVENTS));
    await refused(watchChanges(client, { wallet: FROM }).next());
  });

  test('something else', async () => {
    server.behave(answer('<!doctype html>', { 'Content-Type': 'text/html' }));
    await refused(watchChanges(client).next());
  });

  test('the signal ends it at once', async () => {
    const stopping = new AbortController();
    server.behave((_, response) => void response.writeHead(200, EVENTS).write(event('1-1-a')));
    const next = watchChanges(client, { signal: stopping.signal }).next();
    setTimeout(() => stopping.abort(new Error('enough')), 50);
    await expect(next).rejects.toThrow('enough');
  });
});

describe('a snapshot', () => {
  const { since: _, expiresAt: __, ...record } = { ...GRANT, log: 0 };
  const LINES = { ...BLOCK_HEADERS, 'Content-Type': 'application/jsonl; charset=utf-8' };
  async function read(more: object = {}) {
    const records: object[] = [];
    const asked = { chainId: 1, block: 19_000_000, contract: CONTRACT, ...more };
    for await (const one of readSnapshot(client, asked)) records.push(one);
    return records;
  }
  const line = (change: object = {}) => `${JSON.stringify({ ...record, ...change })}\n`;

  test('as it should be', async () => {
    server.behave(answer(line() + line(), LINES));
    expect(await read()).toEqual([record, record]);
    server.behave(answer('', LINES));
    expect(await read()).toEqual([]);
  });

  test.each([
    ['of another contract', line() + line({ type: 'CONTRACT', contract: FROM })],
    ['of the other registry', line({ registry: 'v1', rights: null })],
    ['of a later block', line({ block: 19_000_001 })],
    ['half a record', line({ to: null })],
  ])('%s', async (_, body) => {
    server.behave(answer(body, LINES));
    await refused(read({ registries: ['v2'] }));
  });

  test('of another block, or of none', async () => {
    server.behave(answer(line(), LINES));
    await refused(read({ block: 18_000_000 }));
    server.behave(answer(line(), { ...LINES, 'X-Block-Number': undefined }));
    await refused(read());
  });

  test('cut within a line, or between two', async () => {
    server.behave(answer((line() + line()).slice(0, -5), LINES));
    await expect(read()).rejects.toMatchObject({ code: 'network_error' });
    server.behave((_, response) => {
      response.writeHead(200, { ...JSON_TYPE, ...LINES });
      response.write(line(), () => response.destroy());
    });
    await expect(read()).rejects.toMatchObject({ code: 'network_error' });
  });

  test('a stream that stalls is not waited for', async () => {
    server.behave((_, response) => void response.writeHead(200, { ...JSON_TYPE, ...LINES }).write(line()));
    const hasty = createClient({ baseUrl: server.url, retries: 0, timeoutMs: 100 });
    const asked = { chainId: 1, block: 19_000_000, contract: CONTRACT };
    const reading = readSnapshot(hasty, asked);
    await reading.next();
    await expect(reading.next()).rejects.toMatchObject({ code: 'timeout' });
  });
});

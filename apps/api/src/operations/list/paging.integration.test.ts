import { setTimeout as delay } from 'node:timers/promises';
import { createRandom, integer } from '@mandate/contracts';
import type { Delegation, Registry } from '@mandate/core';
import {
  createHubDraw,
  createMovingLedger,
  HUB,
  type MovingLedger,
} from '@mandate/testing/chain/moving-ledger';
import { type LedgerApi, startLedgerApi } from '@mandate/testing/service/ledger-api';
import { readSeed, size, TIMEOUT_MS } from '@mandate/testing/size';
import { afterAll, beforeAll, expect, test } from 'vitest';

const ROWS = 10_000;
const ROUNDS = size(2, 20);
const seed = readSeed('paging');
const random = createRandom(seed);

let service: LedgerApi;
let moving: MovingLedger;
let url: string;

beforeAll(async () => {
  service = await startLedgerApi();
  moving = createMovingLedger(service.ledger, service.chainId, seed, { draw: createHubDraw() });
  await moving.open();
  await moving.advance({ changes: ROWS, onlyGrants: true });
  url = await service.listen();
});
afterAll(() => service?.close());

interface Read {
  readonly rows: unknown[];
  readonly block: { readonly number: number; readonly hash: string | null };
}

const pathOf = (registry: Registry) => `/registry/${registry}/${HUB}?numbers=string`;
const blockOf = ({ headers }: Response) => {
  return { number: Number(headers.get('x-block-number')), hash: headers.get('x-block-hash') };
};
const nextOf = ({ headers }: Response) => /^<([^>]+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1];

/** Follows the links to the last page, each page as long as it happens to be. */
async function readPages(
  first: string,
  mostRows: number,
  between = async (_page: number) => {},
): Promise<Read> {
  const rows: unknown[] = [];
  const blocks = new Map<string, Read['block']>();
  let path: string | undefined = first;
  for (let page = 1; path; page++) {
    const limited = new URL(path, url);
    limited.searchParams.set('limit', String(integer(random, 1, mostRows)));
    const response: Response = await fetch(limited);
    expect(response.status).toBe(200);
    rows.push(...((await response.json()) as unknown[]));
    blocks.set(JSON.stringify(blockOf(response)), blockOf(response));
    path = nextOf(response);
    if (path) await between(page);
  }
  const [block] = blocks.values();
  if (!block || blocks.size > 1) throw new Error(`The pages name ${blocks.size} blocks.`);
  return { rows, block };
}

/** Row by row: what the model had at the block, and what the ledger says it had. */
async function assertExact({ rows, block }: Read, registry: Registry): Promise<void> {
  const expected = moving.listAt(block.number, registry, HUB);
  expect(rows.map(comparable)).toEqual(expected.map(describeRecord));
  const { chainId, ledger } = service;
  const request = { chainId, registry, wallet: HUB, atBlock: block.number, limit: 10 * ROWS };
  const outgoing = (await ledger.reader.list({ ...request, direction: 'from' }))?.rows ?? [];
  const incoming = (await ledger.reader.list({ ...request, direction: 'to' }))?.rows ?? [];
  const stored = [...outgoing, ...incoming.filter(({ delegation }) => delegation.from !== HUB)];
  expect(stored.map(({ delegation }) => delegation)).toEqual(expected);
}

const comparable = (record: unknown) => JSON.parse(JSON.stringify(record).toLowerCase()) as unknown;

/** A record as the interface promises it, in lower case and with its numbers as texts. */
function describeRecord(delegation: Delegation): unknown {
  const { registry, kind, from, to } = delegation;
  const tokenType = kind === 'all' || kind === 'contract' ? null : kind;
  const scope = {
    type: tokenType ? 'token' : kind,
    contract: 'contract' in delegation ? delegation.contract : null,
    tokenid: 'tokenId' in delegation ? String(delegation.tokenId) : null,
  };
  if (registry === 'v1') return { ...scope, delegate: to, vault: from };
  const amount = 'amount' in delegation ? String(delegation.amount) : null;
  return { ...scope, from, to, rights: delegation.rights, tokentype: tokenType, amount };
}

/** However fast pages are read: no two of them in a row see the same head. */
async function waitForBlock(): Promise<void> {
  const number = moving.head();
  while (moving.head() === number) await delay(1);
}

/** Blocks that grant and revoke, one after the other, until the work is done. */
async function whileMoving<T>(work: () => Promise<T>): Promise<T> {
  let isDone = false;
  const writing = (async () => {
    while (!isDone) await moving.advance({ changes: integer(random, 2, 40) });
  })();
  try {
    return await work();
  } finally {
    isDone = true;
    await writing;
  }
}

test('the pages of a list that changes under them are the list of one block', {
  timeout: TIMEOUT_MS,
}, async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const before = moving.head();
    const mostRows = round % 2 === 0 ? 1_000 : 400;
    const read = await whileMoving(() => readPages(pathOf('v2'), mostRows, waitForBlock));
    expect(moving.head()).toBeGreaterThan(read.block.number + 10);
    expect(read.block.number).toBeGreaterThanOrEqual(before);
    expect(read.rows.length).toBeGreaterThan(ROWS * 0.9);
    await assertExact(read, 'v2');
    await assertExact(await whileMoving(() => readPages(pathOf('v1'), 40)), 'v1');
  }
});

test('the whole list, streamed while it changes, is the list of one block', {
  timeout: TIMEOUT_MS,
}, async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const read = await whileMoving(async () => {
      const response = await fetch(`${url}${pathOf('v2')}`);
      return { rows: (await response.json()) as unknown[], block: blockOf(response) };
    });
    await assertExact(read, 'v2');
  }
});

test('a reorg above the block of a list changes nothing about it', async () => {
  let pinned = 0;
  const read = await readPages(pathOf('v2'), 1_000, async (page) => {
    if (page === 1) pinned = moving.head();
    await moving.advance({ changes: 100 });
    if (page % 3 === 0) await moving.reorg(pinned + integer(random, 0, 1));
  });
  expect(read.block.number).toBe(pinned);
  await assertExact(read, 'v2');
});

test('a reorg below the block of a list ends it', async () => {
  await moving.advance({ changes: 10 });
  const first = await fetch(`${url}${pathOf('v2')}&limit=10`);
  const next = `${url}${nextOf(first)}`;
  expect((await fetch(next)).status).toBe(200);
  await moving.reorg(moving.head() - 1);
  // Whether its number is taken again or not: it is another block.
  for (let blocks = 0; blocks < 3; blocks++) {
    const response = await fetch(next);
    expect([response.status, await response.json()]).toMatchObject([400, { code: 'cursor_expired' }]);
    await moving.advance({ changes: 10 });
  }
  await assertExact(await readPages(pathOf('v2'), 1_000), 'v2');
});

test('what is final may be kept for ever, what is not may not be kept at all', async () => {
  const cacheControl = async (path: string) => (await fetch(`${url}${path}`)).headers.get('cache-control');
  const first = await fetch(`${url}${pathOf('v2')}&limit=10`);
  const next = nextOf(first) ?? '';
  const finalize = async (block: number) => {
    await moving.settle(block, block);
    await moving.advance({ changes: 10 });
  };
  expect(await cacheControl(next)).toBe('no-store');
  await finalize(blockOf(first).number - 1);
  expect(await cacheControl(next)).toBe('no-store');
  await finalize(blockOf(first).number);
  expect(await cacheControl(next)).toBe('public, max-age=31536000, immutable');
  // Without a cursor it is the newest block's, and soon another.
  expect(await cacheControl(`${pathOf('v2')}&limit=10`)).toBe('no-store');
});

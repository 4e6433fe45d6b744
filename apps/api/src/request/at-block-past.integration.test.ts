/** Asks random ledgers, whose blocks come at irregular times or at the same, for what stood at a block or a time. */
import { integer } from '@mandate/contracts';
import { createDelegation, FULL_RIGHTS, grantOf, parseAddress } from '@mandate/core';
import { createMovingLedger, type MovingLedger } from '@mandate/testing/chain/moving-ledger';
import { at, row } from '@mandate/testing/ledger/database';
import { type LedgerApi, startLedgerApi } from '@mandate/testing/service/ledger-api';
import { readSeed, size, TIMEOUT_MS } from '@mandate/testing/size';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ask, checkPath, listPath, writeList } from '../testing/ask-ledger.ts';

const LEDGERS = size(6, 200);
const BLOCKS = 20;
const TIMES = 12;
const seed = readSeed('past');

let service: LedgerApi;
let url: string;
beforeAll(async () => {
  service = await startLedgerApi();
  url = await service.listen();
});
afterAll(() => service?.close());

const seen = { times: 0, blocks: 0, equal: 0, between: 0, final: 0, open: 0, unnamed: 0, reorgs: 0 };

/** Half of the blocks come in the same second as the one before, and some hours later. */
async function grow(moving: MovingLedger): Promise<void> {
  const { random } = moving;
  for (let block = 0; block < BLOCKS; block++) {
    const seconds = random() < 0.5 ? 0 : integer(random, 1, random() < 0.2 ? 5_000 : 5);
    if (seconds === 0) seen.equal++;
    await moving.advance({ changes: random() < 0.4 ? 0 : integer(random, 1, 4), seconds });
    if (random() < 0.15 && moving.head() > moving.safe()) {
      await moving.reorg(integer(random, moving.safe(), moving.head() - 1));
      seen.reorgs++;
    }
    if (random() < 0.3) {
      const safe = integer(random, moving.safe(), moving.head());
      await moving.settle(safe, integer(random, moving.finalized(), safe));
    }
  }
  // All questions are about times before the newest block.
  await moving.advance({ changes: 1, seconds: 7 });
}

/** The newest block that is not after a time. */
function lastBy(moving: MovingLedger, time: number): number {
  let number = 0;
  while (number < moving.head() && moving.blockAt(number + 1).timestamp <= time) number++;
  return number;
}

/** Requires that the answers at a moment say what the model has at a block. */
async function expectState(moving: MovingLedger, when: Record<string, string>, number: number) {
  const question = moving.randomQuestion();
  const wallet = moving.wallets[integer(moving.random, 0, 2)] ?? moving.wallets[0];
  const [checked, v1, v2] = await Promise.all([
    ask(url, checkPath(question, when)),
    ask(url, listPath('v1', wallet, when)),
    ask(url, listPath('v2', wallet, when)),
  ]);
  const story = `${JSON.stringify(when)} is block ${number} of ${moving.head()}`;
  expect([checked.status, checked.text], story).toEqual([200, String(moving.answerAt(number, question))]);
  expect(v1.text, story).toBe(writeList(moving.listAt(number, 'v1', wallet)));
  expect(v2.text, story).toBe(writeList(moving.listAt(number, 'v2', wallet)));
  return checked.headers;
}

/** The headers name a block of the chain, or no more than its number. */
function expectNamed(moving: MovingLedger, headers: Headers): number {
  const number = Number(headers.get('x-block-number'));
  const { hash, timestamp } = moving.blockAt(number);
  if (headers.get('x-block-hash') === null) seen.unnamed++;
  else expect(headers.get('x-block-hash')).toBe(hash);
  expect(headers.get('x-block-timestamp')).toBe(headers.has('x-block-hash') ? String(timestamp) : null);
  return number;
}

function expectKept(headers: Headers, isFinal: boolean): void {
  const kept = 'public, max-age=31536000, immutable';
  expect(headers.get('cache-control')).toBe(isFinal ? kept : 'no-store');
  if (isFinal) seen.final++;
  else seen.open++;
}

async function expectTime(moving: MovingLedger, time: number): Promise<void> {
  const number = lastBy(moving, time);
  const headers = await expectState(moving, { atTime: String(time) }, number);
  const named = expectNamed(moving, headers);
  expect(named).toBeLessThanOrEqual(number);
  if (moving.blockAt(number).timestamp < time) seen.between++;
  // May be kept only when a final block is after it.
  if (headers.get('cache-control') !== 'no-store') {
    expect(moving.blockAt(moving.finalized()).timestamp).toBeGreaterThan(time);
  }
  seen.times++;
}

async function expectBlock(moving: MovingLedger, number: number): Promise<void> {
  const headers = await expectState(moving, { atBlock: String(number) }, number);
  expect(expectNamed(moving, headers)).toBe(number);
  expectKept(headers, number <= moving.finalized());
  seen.blocks++;
}

test(`${LEDGERS} ledgers: a time is the newest block that is not after it`, {
  timeout: 3 * TIMEOUT_MS,
}, async () => {
  for (let i = 0; i < LEDGERS; i++) {
    const moving = createMovingLedger(service.ledger, service.chainId, seed + i);
    await moving.open();
    await grow(moving);
    const [first, last] = [moving.blockAt(0).timestamp, moving.blockAt(moving.head()).timestamp - 1];
    for (let asked = 0; asked < TIMES; asked++) {
      const near = moving.blockAt(integer(moving.random, 0, moving.head() - 1)).timestamp;
      const time =
        asked % 2 === 0 ? near + integer(moving.random, -1, 1) : integer(moving.random, first, last);
      await expectTime(moving, Math.min(Math.max(time, first), last));
      await expectBlock(moving, integer(moving.random, 0, moving.head()));
    }
    const before = await ask(url, checkPath(moving.randomQuestion(), { atTime: String(first - 1) }));
    const after = await ask(url, checkPath(moving.randomQuestion(), { atTime: String(last + 1) }));
    expect([before.code, after.code]).toEqual(['invalid_parameters', 'block_not_reached']);
  }
  process.stdout.write(`past: ${JSON.stringify(seen)}\n`);
  for (const [what, times] of Object.entries(seen)) expect(times, what).toBeGreaterThan(0);
});

const vault = parseAddress(`0x${'7a'.repeat(20)}`);
const other = parseAddress(`0x${'7b'.repeat(20)}`);
const hot = parseAddress(`0x${'40'.repeat(20)}`);
const given = (registry: 'v1' | 'v2', from = vault) =>
  createDelegation({ registry, kind: 'all', from, to: hot, rights: FULL_RIGHTS });

test('in a range that is not certain nothing is said of a v1 vault, outside it and of others it is', async () => {
  const { ledger, chainId } = service;
  await ledger.writer.forget(chainId);
  await ledger.writer.open(
    chainId,
    { number: 0, hash: `0x${'a'.padEnd(64, '0')}`, timestamp: 1_700_000_000 },
    { head: 0, safe: 0, finalized: 0 },
  );
  await ledger.write(
    chainId,
    1,
    row(given('v1'), at(1)),
    row(given('v2'), at(1, 1)),
    row(given('v1', other), at(1, 2)),
  );
  const [from, until] = [4, 9];
  const batch = await ledger.createBatch(chainId, 12, {
    uncertain: [{ from: vault, fromBlock: from, untilBlock: until }],
  });
  await ledger.writer.commit(chainId, batch);
  const codes = async (number: number, ...paths: ((when: Record<string, string>) => string)[]) => {
    const moments = [{ atBlock: String(number) }, { atTime: String(1_700_000_000 + number) }];
    const asked = await Promise.all(moments.flatMap((when) => paths.map((path) => ask(url, path(when)))));
    return asked.map(({ status, code }) => code ?? status);
  };
  const ofCheck =
    (registry: 'v1' | 'v2', wallet = vault) =>
    (when: Record<string, string>) =>
      checkPath(grantOf(given(registry, wallet)), when);
  const ofList =
    (registry: 'v1' | 'v2', wallet = vault) =>
    (when: Record<string, string>) =>
      listPath(registry, wallet, when);
  for (let number = 1; number < 12; number++) {
    const isKnown = number < from || number >= until;
    const concerned = await codes(number, ofCheck('v1'), ofList('v1'), ofList('v1', hot));
    expect(concerned, `block ${number}`).toEqual(Array(6).fill(isKnown ? 200 : 'history_uncertain'));
    const others = await codes(
      number,
      ofCheck('v2'),
      ofList('v2'),
      ofCheck('v1', other),
      ofList('v1', other),
    );
    expect(others, `block ${number}`).toEqual(Array(8).fill(200));
  }
});

test('a ledger that is older than its memory of times goes back below where that begins, and still answers', async () => {
  const { ledger, chainId, database } = service;
  const moving = createMovingLedger(ledger, chainId, seed);
  await moving.open();
  for (let block = 0; block < 6; block++) await moving.advance({ changes: 2 });
  await database.query('update chain set dated_from = 5 where chain_id = $1', [chainId]);
  await moving.reorg(3);
  const question = moving.randomQuestion();
  const statusOf = async (when: Record<string, string>) => (await ask(url, checkPath(question, when))).status;
  expect(await statusOf({ consistency: 'strict' })).toBe(200);
  expect(await statusOf({ explain: 'true' })).toBe(200);
  // Before that, not every block in which something happened is known.
  const time = (number: number) => ({ atTime: String(moving.blockAt(number).timestamp) });
  expect(await statusOf(time(2))).toBe(400);
  for (let block = 0; block < 4; block++) await moving.advance({ changes: 2 });
  expect(await statusOf(time(4))).toBe(400);
  await expectTime(moving, moving.blockAt(5).timestamp);
  await expectTime(moving, moving.blockAt(6).timestamp);
});

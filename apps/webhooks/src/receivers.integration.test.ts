/** Workers deliver to receivers that rotate their secret, get too much, fail, or are gone. */
import type { ServerResponse } from 'node:http';
import { parseAddress } from '@mandate/core';
import { at, delegate, row } from '@mandate/testing/ledger/database';
import { until } from '@mandate/testing/until';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NO_CEILINGS, openStage } from './testing/stage.ts';

const OTHER = parseAddress(`0x${'0f'.repeat(20)}`);
const MAX_TRIES = 8;
const DAY_MS = 24 * 3_600_000;
let stage: Awaited<ReturnType<typeof openStage>>;
let worker: ReturnType<typeof stage.start>;
beforeAll(async () => {
  stage = await openStage([1, 2, 3, 4]);
  for (const chainId of [1, 2, 3, 4]) {
    await stage.ledger.openChain(chainId);
    await stage.ledger.write(chainId, 1);
  }
  worker = stage.start();
});
afterAll(() => stage?.close());

test('an endpoint that is gone is switched off, and one that redirects or fails is tried again later', async () => {
  const gone = await stage.subscribe('/gone', { chainIds: [1] }, [1]);
  const moved = await stage.subscribe('/redirecting', { chainIds: [1] }, [1]);
  stage.receiver.behave('/gone', (_, response) => void response.writeHead(410).end());
  stage.receiver.behave(
    '/redirecting',
    (_, response) => void response.writeHead(307, { location: '/all' }).end(),
  );
  await stage.ledger.write(1, 2, row(delegate('a'), at(2)));
  const get = ({ id }: { id: string }) => stage.hooks.get(stage.owner, id);
  await until('the endpoint is off', async () => (await get(gone))?.state === 'off');
  await until('the failure is seen', async () =>
    (await get(moved))?.lanes.some(({ failures }) => failures === 1),
  );
  expect((await get(moved))?.lanes[1]).toMatchObject({
    lastError: 'The answer was 307.',
    behind: 1,
    failingNumber: 1,
  });
  const before = Date.now();
  const nextTry = (await get(moved))?.lanes[1]?.nextTry?.getTime() ?? 0;
  expect(nextTry - before).toBeGreaterThan(0);
  expect(nextTry - before).toBeLessThan(6_000);
});

test('after the last try the endpoint is paused, and goes on from where it was once its owner resumes it', async () => {
  const { id } = await stage.subscribe('/failing', { chainIds: [2] }, [2]);
  const get = () => stage.hooks.get(stage.owner, id);
  stage.receiver.behave('/failing', (_, response) => void response.writeHead(500).end());
  await stage.ledger.write(2, 2, row(delegate('a'), at(2)));
  await until('the first try failed', async () =>
    (await get())?.lanes.some(({ failures }) => failures === 1),
  );
  // A day later.
  await stage.db.database.query(
    `with late as (update webhook_lane set failures = $2, next_try = now(), version = version + 1
       where endpoint_id = $1 and chain_id = 2)
     update webhook_endpoint set changed_at = clock_timestamp() where id = $1`,
    [id, MAX_TRIES - 1],
  );
  const paused = await until('it is paused', async () => {
    const endpoint = await get();
    return endpoint?.state === 'paused' && endpoint;
  });
  const [failed] = stage.receiver.events('/failing');
  expect(paused.reason).toBe(
    `delegation.granted ${failed?.id} was not delivered after the last try: The answer was 500.`,
  );
  await stage.ledger.write(2, 3, row(delegate('b'), at(3)));
  stage.receiver.behave('/failing', (_, response) => void response.end());
  await stage.hooks.resume(stage.owner, id);
  const events = await stage.receive('/failing', 4);
  expect(events.map(({ data }) => data.block)).toEqual([2, 2, 2, 3]);
});

test('during a rotation both secrets verify an event, and afterwards only the new one', async () => {
  const { id, secret: first } = await stage.subscribe('/rotating', { chainIds: [3] }, [3]);
  const send = async () => {
    const testId = await stage.hooks.requestTest(stage.owner, id);
    const event = await until('the test arrives', () =>
      stage.receiver.all('/rotating').find((each) => each.id === testId),
    );
    return (secret: string) =>
      new Webhook(secret).verify(event.text, event.headers as Record<string, string>);
  };
  const second = await stage.rotate(id, DAY_MS);
  const verifyDuring = await send();
  verifyDuring(first);
  verifyDuring(second);
  const third = await stage.rotate(id, 0);
  const verifyAfter = await send();
  verifyAfter(third);
  expect(() => verifyAfter(second)).toThrow();
});

test("an owner's ceiling holds back the events of this owner only, and nothing is lost", async () => {
  await stage.stop(worker);
  const slow = stage.start({ ...NO_CEILINGS, eventsPerMinute: 5 });
  await stage.subscribe('/held', { chainIds: [4] }, [4]);
  await stage.subscribe('/free', { chainIds: [4], owner: OTHER, wallets: [OTHER] }, [4]);
  const grants = [2, 3, 4, 5, 6, 7, 8, 9].map((number) => row(delegate(`${number}`), at(number)));
  await stage.ledger.write(4, 9, ...grants);
  await stage.receive('/held', 4);
  await stage.ledger.write(4, 10, row(delegate('a', { from: OTHER }), at(10)));
  await stage.receive('/free', 1);
  expect(stage.receiver.events('/held').length).toBeLessThan(grants.length);
  await stage.stop(slow);
  stage.start();
  const events = await stage.receive('/held', 9);
  expect(events.map(({ data }) => data.block)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10]);
});

test('a worker keeps its lease while an endpoint that it lost still waits for an answer', async () => {
  const { id } = await stage.subscribe('/hanging', { chainIds: [3] }, [3]);
  const asked: ServerResponse[] = [];
  stage.receiver.behave('/hanging', (_, response) => void asked.push(response));
  await stage.hooks.requestTest(stage.owner, id);
  await until('the receiver hangs', () => asked.length > 0);
  const read = async (sql: string) => {
    const { rows } = await stage.db.database.query<{ value: Date | number }>(sql, [id]);
    return rows[0]?.value ?? 0;
  };
  await read('update webhook_endpoint set holder = null where id = $1 returning fence as value');
  await until('it is taken again', () =>
    read('select fence as value from webhook_endpoint where id = $1 and fence > 1'),
  );
  const renewed = () =>
    read(
      'select alive_until as value from webhook_worker w join webhook_endpoint e on e.holder = w.id where e.id = $1',
    );
  const before = await renewed();
  await until('the lease is renewed', async () => (await renewed()) > before);
  expect(asked.map(({ destroyed }) => destroyed)).toEqual([false]);
  stage.receiver.behave('/hanging', (_, response) => void response.end());
  asked[0]?.end();
});

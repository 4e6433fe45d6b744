/** Runs `examples/feed-worker` by the command of its README. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Address, createClient, listChanges, listDelegations, listDelegationsV1 } from '@mandate/sdk';
import { until } from '@mandate/testing/until';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ExampleProcess, startExample, stopExamples } from './example-process.ts';
import { world } from './world.ts';

const folder = mkdtempSync(join(tmpdir(), 'mandate-feed-'));
const startWorker = (data: string) =>
  startExample('feed-worker', { MANDATE_URL: world.api, DATA: join(folder, data) });
/** A reorg of the sample world comes every half a minute: this worker waits for one while others go on. */
let waiting: ExampleProcess;
beforeAll(() => {
  waiting = startWorker('waiting');
});
afterAll(async () => {
  await stopExamples();
  rmSync(folder, { recursive: true, force: true });
});

/** The grants of a wallet: one list of the service, and some rows of the copy. */
interface Place {
  readonly chainId: number;
  readonly registry: string;
  readonly from: string;
}

const nameOf = ({ chainId, registry, from }: Place) => `${chainId} ${registry} ${from}`.toLowerCase();
const isOf = ({ from }: Place, row: { readonly from: string }) =>
  row.from.toLowerCase() === from.toLowerCase();

/** Returns the rows of the copy by place. An id begins with chain, registry, type and the wallet that gave it. */
function readCopy(data: string): Map<string, string[]> {
  const database = new DatabaseSync(join(folder, data, 'copy.db'), { timeout: 5_000 });
  const rows = database.prepare('select id, amount from delegation').all();
  database.close();
  return Map.groupBy(
    rows.map(({ id, amount }) => `${id} ${amount ?? ''}`),
    (row) => {
      const [chainId, registry = '', , from = ''] = row.split(' ');
      return nameOf({ chainId: Number(chainId), registry, from });
    },
  );
}

const countCopied = (data: string) => [...readCopy(data).values()].flat().length;

/** Lists every place that the feed has ever named. */
async function listPlaces(): Promise<Place[]> {
  const client = createClient({ baseUrl: world.api });
  const places = new Map<string, Place>();
  for (let cursor = 'start', more = true; more; ) {
    const page = await listChanges(client, { cursor, limit: 1_000 });
    for (const change of page.changes) places.set(nameOf(change), change);
    ({ cursor, more } = page);
  }
  return [...places.values()];
}

async function readService(place: Place): Promise<string> {
  const client = createClient({ baseUrl: world.api });
  const { chainId, registry } = place;
  const asked = { wallet: place.from as Address, chainId };
  const write = (...fields: readonly unknown[]) => fields.join(' ').toLowerCase();
  if (registry === 'v1') {
    const { value } = await listDelegationsV1(client, asked);
    const given = value.filter(({ vault }) => isOf(place, { from: vault }));
    return describeRows(
      given.map(({ type, vault, delegate, contract, tokenId }) =>
        write(chainId, 'v1', type, vault, delegate, contract, null, tokenId, null, null),
      ),
    );
  }
  const { value } = await listDelegations(client, asked);
  return describeRows(
    value
      .filter((row) => isOf(place, row))
      .map(({ type, from, to, contract, tokenType, tokenId, rights, amount }) =>
        write(chainId, 'v2', type, from, to, contract, tokenType, tokenId, rights, amount),
      ),
  );
}

const describeRows = (rows: readonly string[]) => [...new Set(rows)].toSorted().join('\n');

/** The world changes every three seconds: a list that differs is read again. */
async function assertSame(data: string): Promise<void> {
  let differing = await listPlaces();
  await until('the copy has what the service has', async () => {
    const expected = await Promise.all(differing.map(readService));
    const copy = readCopy(data);
    differing = differing.filter((place, i) => describeRows(copy.get(nameOf(place)) ?? []) !== expected[i]);
    return differing.length === 0;
  });
  expect(countCopied(data)).toBeGreaterThan(300);
  const copied = [...readCopy(data).keys()];
  const named = new Set((await listPlaces()).map(nameOf));
  expect(copied.filter((name) => !named.has(name))).toEqual([]);
}

describe('feed-worker', () => {
  test('continues where it was, whether it was stopped or killed', async () => {
    const start = () => startWorker('stopped');
    let worker = start();
    await worker.find(/^(0 delegations)/);
    await assertSame('stopped');
    await worker.stop('SIGINT');
    worker = start();
    expect(Number(await worker.find(/^(\d+) delegations\. Continues after [\w.-]+\.$/))).toBeGreaterThan(300);
    await worker.find(/^(\d+ #\d+) /);
    await worker.stop('SIGKILL');
    worker = start();
    await assertSame('stopped');
    const before = countCopied('stopped');
    await worker.stop('SIGKILL');
    // Killed while it reads the whole history again.
    rmSync(join(folder, 'stopped'), { recursive: true });
    worker = start();
    await worker.find(/(, 50 in all)$/);
    await worker.stop('SIGKILL');
    expect(countCopied('stopped')).toBeLessThan(before);
    start();
    await assertSame('stopped');
  });

  test('has what the service has, after a reorg', async () => {
    await waiting.find(/(undone: \w+)/);
    await assertSame('waiting');
  });
});

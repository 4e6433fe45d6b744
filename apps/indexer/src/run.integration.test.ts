import { setTimeout as delay } from 'node:timers/promises';
import { type ConfiguredChain, readChains, startAdminListener } from '@mandate/config';
import { encodeGrant, type LocalChain, startLocalChain, writeChains } from '@mandate/contracts';
import { createDelegation, FULL_RIGHTS, parseAddress } from '@mandate/core';
import { createNode } from '@mandate/nodes';
import { createLocks, createReader, createWriter } from '@mandate/store';
import { createTestDatabase, type TestDatabase } from '@mandate/testing/ledger/database';
import { until } from '@mandate/testing/until';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findStart } from './commands/find-start.ts';
import { forget } from './commands/forget.ts';
import { rebuild } from './commands/rebuild.ts';
import { createFollower } from './follow/follower.ts';
import { createMetrics } from './observe/metrics.ts';
import { createStatus, describeReadiness } from './observe/status.ts';
import { run } from './run.ts';
import { CAREFUL } from './testing/reading.ts';

const vault = parseAddress('0xaaaa00000000000000000000000000000000000a');
const hot = parseAddress('0x0000000000000000000000000000000000000407');
const data = encodeGrant(
  createDelegation({ registry: 'v2', kind: 'all', from: vault, to: hot, rights: FULL_RIGHTS }),
);

let chain: LocalChain;
let other: LocalChain;
let db: TestDatabase;
const cleanups: (() => Promise<void>)[] = [];
beforeEach(async () => {
  [chain, other, db] = await Promise.all([
    startLocalChain(),
    startLocalChain({ chainId: 8453 }),
    createTestDatabase(),
  ]);
});
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  await Promise.all([chain.stop(), other.stop(), db.drop()]);
});

const configure = (local: LocalChain): ConfiguredChain => {
  const [chain] = readChains({ CHAINS: writeChains([local], 50) });
  if (!chain) throw new Error('No chain is configured.');
  return chain;
};

/** Starts a separate indexer, like another process. */
function start(chains: readonly ConfiguredChain[]) {
  const stopping = new AbortController();
  const locks = createLocks(db.url);
  const metrics = createMetrics(chains);
  const status = createStatus(chains);
  const running = run({
    chains,
    writer: createWriter(db.database),
    locks,
    observers: [metrics, status],
    log: pino({ level: 'silent' }),
    signal: stopping.signal,
  });
  const stop = async () => {
    stopping.abort();
    await running;
    await locks.close();
  };
  cleanups.push(stop);
  return { metrics, status, stop };
}

const isAtHead = ({ chainId, client }: LocalChain) =>
  until('the ledger is at the head', async () => {
    const [{ hash }, checkpoints] = await Promise.all([
      client.getBlock(),
      createReader(db.database).listCheckpoints(),
    ]);
    return checkpoints.find((checkpoint) => checkpoint.chainId === chainId && checkpoint.block.hash === hash);
  });

describe('run', () => {
  test('follows all chains, and one without an available node does not stop another', async () => {
    const { status } = start([configure(chain), configure({ ...other, url: 'http://127.0.0.1:1' })]);
    await chain.send({ from: vault, to: chain.registries.v2, data });
    await chain.mine(3);
    await isAtHead(chain);
    const [first, second] = status.list();
    expect(first).toMatchObject({ state: 'following', ready: true, problem: null });
    expect(second).toMatchObject({
      state: 'failing',
      ready: false,
      problem: expect.stringContaining('127.0.0.1:1 does not answer'),
    });
  });

  test('follows a chain whose id has more than 31 bits', async () => {
    const large = await startLocalChain({ chainId: 2 ** 31 + 5 });
    cleanups.push(() => large.stop());
    start([configure(large)]);
    await large.mine(3);
    expect(await isAtHead(large)).toMatchObject({ chainId: 2 ** 31 + 5, state: 'following' });
  });

  test('refuses a node of another chain, and reports it', async () => {
    const { status } = start([configure({ ...chain, url: other.url })]);
    const problem = await until('the problem is shown', () => status.list()[0]?.problem);
    expect(problem).toMatch(/serves chain 8453, not 31337\. Correct its URL\./);
    expect(await createReader(db.database).listCheckpoints()).toEqual([]);
  });

  test('refuses a node whose chain has no registry, and reports it', async () => {
    const { status } = start([{ ...configure(chain), registries: { v2: hot } }]);
    expect(await until('the problem is shown', () => status.list()[0]?.problem)).toMatch(
      /has no code at 0x.*407 on chain 31337/,
    );
  });

  test('a standby waits, and takes over when the first one ends', async () => {
    const first = start([configure(chain)]);
    await isAtHead(chain);
    const second = start([configure(chain)]);
    await delay(300);
    expect(second.status.list()[0]).toMatchObject({ state: 'standby', ready: true });
    await first.stop();
    await chain.send({ from: vault, to: chain.registries.v2, data });
    await chain.mine();
    await isAtHead(chain);
    expect(second.status.list()[0]).toMatchObject({ state: 'following', events: 1 });
  });

  test('counts its work, and serves health, readiness and metrics', async () => {
    const { metrics, status } = start([configure(chain)]);
    const admin = await startAdminListener(
      { host: '127.0.0.1', port: 0 },
      { ready: () => describeReadiness(status.list()), metrics: () => metrics.registry.metrics() },
    );
    cleanups.push(async () => admin.close());
    const get = async (path: string) => {
      const response = await fetch(`http://127.0.0.1:${admin.port}${path}`);
      return { status: response.status, text: await response.text() };
    };
    expect(await get('/health')).toEqual({ status: 200, text: '{"status":"ok"}\n' });
    await chain.mine(4);
    await chain.send({ from: vault, to: chain.registries.v2, data });
    await chain.mine(2);
    await isAtHead(chain);
    await chain.reorg(1, [{ transaction: { from: hot, to: chain.registries.v2, data }, block: 0 }]);
    await isAtHead(chain);
    await until('the chain is ready', () => status.list()[0]?.ready);
    expect(await get('/ready')).toMatchObject({
      status: 200,
      text: expect.stringContaining('"state":"following"'),
    });
    const { text } = await get('/metrics');
    expect(text).toContain('mandate_reorgs_total{chain="31337"} 1');
    expect(text).toContain('mandate_events_total{chain="31337"} 2');
    expect(text).toContain('mandate_indexed_block{chain="31337"} 7');
    expect((await get('/nothing')).status).toBe(404);
  });
});

test('the start of a chain is found by bisection', async () => {
  await chain.mine(40);
  const later = parseAddress('0x00000000000000000000000000000000000000c0');
  await chain.client.setCode({ address: later, bytecode: '0x6001' });
  await chain.mine(30);
  const probes: number[] = [];
  const start = await findStart(createNode(chain.url, chain.chainId), [later], (block) => probes.push(block));
  expect([41, 42]).toContain(start);
  expect(probes.length).toBeLessThan(9);
});

describe('forget', () => {
  test('removes a chain once it is confirmed, and an indexer that follows it reads it again', async () => {
    const writer = createWriter(db.database);
    expect(await forget(31_337, true, writer)).toContain('not in the ledger');
    await chain.send({ from: vault, to: chain.registries.v2, data });
    await chain.mine(3);
    start([configure(chain), configure(other)]);
    await isAtHead(chain);
    await isAtHead(other);
    const listRows = async () =>
      (await db.database.query('select chain_id, since_block from delegation')).rows;
    const rows = await listRows();
    expect(rows).toEqual([{ chain_id: 31_337, since_block: 2 }]);

    expect(await forget(31_337, false, writer)).toMatch(/up to block 4\. To remove .* with --yes\./);
    expect(await listRows()).toEqual(rows);
    expect(await forget(31_337, true, writer)).toContain('up to block 4. All of it was removed.');
    await isAtHead(chain);
    expect(await listRows()).toEqual(rows);
  });

  test('of a chain that is not followed removes all of it, and leaves other chains unchanged', async () => {
    await chain.send({ from: vault, to: chain.registries.v2, data });
    await chain.mine(3);
    const { stop } = start([configure(chain), configure(other)]);
    await isAtHead(chain);
    await isAtHead(other);
    await stop();
    const { rows: tables } = await db.database.query<{ name: string }>(
      `select table_name as name from information_schema.columns
       where table_schema = 'public' and column_name = 'chain_id' and table_name not like 'node%' order by 1`,
    );
    const ofChain = () =>
      Promise.all(
        tables.map(async ({ name }) => {
          const { rows } = await db.database.query(`select from ${name} where chain_id = 31337`);
          return [name, rows.length > 0] as const;
        }),
      );
    expect(await ofChain()).toContainEqual(['delegation', true]);
    await forget(31_337, true, createWriter(db.database));
    // The row tells receivers of its changes that the log has ended.
    expect(await ofChain()).toEqual(tables.map(({ name }) => [name, name === 'feed_reset']));
    expect((await createWriter(db.database).findCheckpoint(8453))?.state).toBe('following');
  });
});

describe('rebuild', () => {
  const prepare = async () => {
    const configured = configure(chain);
    const writer = createWriter(db.database);
    const source = createNode(chain.url, chain.chainId);
    const follower = createFollower({ ...configured, startBlock: 1, reading: CAREFUL }, source, writer);
    const stepUntil = async (type: string) => {
      for (let i = 0; i < 40; i++) if ((await follower.step()).type === type) return;
      throw new Error(`never ${type}`);
    };
    return { configured, writer, source, stepUntil };
  };

  test('starts a tainted chain from the last block that the nodes agree on', async () => {
    await chain.send({ from: vault, to: chain.registries.v2, data });
    await chain.mine(30);
    const { configured, writer, source, stepUntil } = await prepare();
    await stepUntil('idle');
    const replaced = { transaction: { from: hot, to: chain.registries.v2, data }, block: 0 };
    await chain.reorg(28, [replaced]);
    await stepUntil('tainted');
    expect(await rebuild(configured, source, writer)).toBe(
      'Chain 31337 starts again from block 0; it was at 31.',
    );
    await stepUntil('idle');
    expect((await writer.findCheckpoint(31_337))?.state).toBe('following');
    const { rows } = await db.database.query('select since_block from delegation order by 1');
    expect(rows).toEqual([{ since_block: 2 }, { since_block: 4 }]);
  });

  test('does not change a chain that is not tainted', async () => {
    const { configured, writer, source, stepUntil } = await prepare();
    expect(await rebuild(configured, source, writer)).toContain('not in the ledger');
    await stepUntil('idle');
    expect(await rebuild(configured, source, writer)).toContain('not tainted: nothing was changed');
  });
});

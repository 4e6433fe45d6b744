import { readChains } from '@mandate/config';
import { writeChains } from '@mandate/contracts';
import { createLocks } from '@mandate/store';
import { createMisbehavingNode, type MisbehavingNode } from '@mandate/testing/chain/misbehaving-node';
import { until } from '@mandate/testing/until';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ChainStatus, createStatus } from '../observe/status.ts';
import { run } from '../run.ts';
import { findCheckpoint, type Imported, startImported } from './testing/imported.ts';

let imported: Imported;
let node: MisbehavingNode;
beforeAll(async () => {
  imported = await startImported();
  node = await createMisbehavingNode(imported.chain.url);
});
afterAll(async () => {
  await node?.stop();
  await imported?.stop();
});

test('an imported chain is proved, then served, then verified', async () => {
  const operator = await imported.open();
  await operator.import(imported.exported.file);
  const chains = readChains({ CHAINS: writeChains([{ ...imported.chain, url: node.url }], 50) });
  const status = createStatus(chains);
  const stopping = new AbortController();
  const locks = createLocks(operator.url);
  const refused = { error: { code: -32_000, message: 'not now' } };
  const refuse = (...methods: string[]) =>
    node.misbehave({ answer: ({ method }, honest) => (methods.includes(method) ? refused : honest) });
  const running = run({
    chains,
    writer: operator.writer,
    locks,
    observers: [status],
    log: pino({ level: 'silent' }),
    signal: stopping.signal,
  });
  const see = (matches: (chain: ChainStatus) => boolean) =>
    until('the status says so', () => status.list().some(matches));

  refuse('eth_call');
  await see(({ state, ready, problem }) => state === 'proving' && !ready && !!problem?.includes('not now'));
  expect(await findCheckpoint(operator)).toMatchObject({ state: 'backfilling' });
  refuse('eth_getLogs');
  await see(({ state, ready }) => state === 'following' && ready);
  await see(({ problem }) => !!problem?.startsWith('Questions about the past are refused'));
  await until('the chain is followed', async () => (await findCheckpoint(operator))?.state === 'following');
  expect((await findCheckpoint(operator))?.verifiedFrom).toBeGreaterThan(0);
  node.misbehave(null);
  await until('all of it is verified', async () => (await findCheckpoint(operator))?.verifiedFrom === 0);
  await see(({ problem }) => problem === null);
  stopping.abort();
  await running;
  await locks.close();
});

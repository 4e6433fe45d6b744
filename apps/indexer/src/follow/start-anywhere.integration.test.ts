/** A chain starts on the kind of node that anyone can use: it has no old state and accepts little at once. */
import { readChains } from '@mandate/config';
import { encodeGrant, type LocalChain, startLocalChain, v1Abi } from '@mandate/contracts';
import { createDelegation, FULL_RIGHTS, parseAddress } from '@mandate/core';
import { createLocks, createWriter } from '@mandate/store';
import {
  type Behaviour,
  createMisbehavingNode,
  type MisbehavingNode,
} from '@mandate/testing/chain/misbehaving-node';
import { both, forgetState, limitBatches, limitRanges } from '@mandate/testing/chain/misbehaviours';
import { createTestDatabase, type TestDatabase } from '@mandate/testing/ledger/database';
import { until } from '@mandate/testing/until';
import { pino } from 'pino';
import { encodeFunctionData } from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createStatus } from '../observe/status.ts';
import { run } from '../run.ts';

const vault = parseAddress('0xaaaa00000000000000000000000000000000000a');
const hot = parseAddress('0x0000000000000000000000000000000000000407');
const QUIET_BLOCKS = 1_200;

let chain: LocalChain;
let db: TestDatabase;
let node: MisbehavingNode;
beforeAll(async () => {
  [chain, db] = await Promise.all([startLocalChain({ chainId: 1 }), createTestDatabase()]);
  node = await createMisbehavingNode(chain.url, { bloom: 'computed' });
  await chain.mine(QUIET_BLOCKS);
  const { v1, v2 } = chain.registries;
  if (!v1) throw new Error('The catalogue has lost v1.');
  for (const [registry, to] of [
    ['v1', v1],
    ['v2', v2],
  ] as const) {
    const grant = createDelegation({ registry, kind: 'all', from: vault, to: hot, rights: FULL_RIGHTS });
    await chain.send({ from: vault, to, data: encodeGrant(grant) });
  }
  await chain.mine();
  const data = encodeFunctionData({ abi: v1Abi, functionName: 'revokeDelegate', args: [hot] });
  await chain.send({ from: vault, to: v1, data });
  await chain.mine(QUIET_BLOCKS);
});
afterAll(async () => {
  await Promise.all([chain?.stop(), node?.stop(), db?.drop()]);
});

/** Returns code at its newest block only, as nodes without old state do. */
const forgetCode: Behaviour = {
  answer({ method, params: [, at] }, honest) {
    if (method !== 'eth_getCode' || at === 'latest') return honest;
    return { error: { code: -32_000, message: 'missing trie node' } };
  },
};

test('no start block, no old state, three calls a batch, a thousand blocks a range: it reaches the head', async () => {
  const wide = { code: -32_602, message: 'block range is limited to 1000 blocks' };
  const limits = both(
    both(
      limitRanges(1_000, () => wide),
      forgetState(),
    ),
    forgetCode,
  );
  node.misbehave({ ...limits, ...limitBatches(3) });
  const fields = { nodes: [node.url], maxQuietSeconds: 'unlimited', pollMs: 50 };
  const chains = readChains({ CHAINS: JSON.stringify({ 1: fields }) });
  const status = createStatus(chains);
  const lines: string[] = [];
  const stopping = new AbortController();
  const locks = createLocks(db.url);
  const running = run({
    chains,
    locks,
    writer: createWriter(db.database),
    signal: stopping.signal,
    observers: [status],
    log: pino({ level: 'info' }, { write: (line: string) => void lines.push(line) }),
  });
  const head = 2 * QUIET_BLOCKS + 2;
  await until('the head is indexed', () => status.list()[0]?.indexed === head);
  const reached = status.list()[0];
  stopping.abort();
  await running;
  await locks.close();

  expect(reached).toMatchObject({
    state: 'following',
    indexed: head,
    events: 3,
    problem: null,
    estimate: null,
  });
  const { rows } = await db.database.query(
    'select registry, since_block, until_block from delegation order by registry',
  );
  expect(rows).toEqual([
    { registry: 1, since_block: QUIET_BLOCKS + 2, until_block: QUIET_BLOCKS + 3 },
    { registry: 2, since_block: QUIET_BLOCKS + 2, until_block: null },
  ]);
  const said = '2,402 blocks; at 10,000 blocks a range about 3 calls, 1 s';
  expect(lines.join('')).toContain(`left to read: ${said}`);
});

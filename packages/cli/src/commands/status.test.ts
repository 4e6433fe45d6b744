/** Tests `mandate status` with a terminal. */

import {
  answer,
  type MisbehavingServer,
  startMisbehavingServer,
} from '@mandate/testing/service/misbehaving-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { typeCommand } from '../testing/type-command.ts';

let server: MisbehavingServer;
beforeAll(async () => {
  server = await startMisbehavingServer();
});
afterAll(() => server.close());

const CHAIN = {
  chainId: 1,
  name: 'Ether\x1b[31meum',
  state: 'ready',
  detail: null,
  indexed: { number: 9, hash: `0x${'1'.repeat(64)}`, timestamp: 1 },
  head: 9,
  safe: 8,
  finalized: 7,
  lagBlocks: 0,
  lagSeconds: 7,
  heardMsAgo: 900,
  maxLag: { ms: 1, blockAgeMs: null },
  nodes: [
    {
      label: 'node-a',
      state: 'agreed',
      inQuorum: true,
      head: 9,
      outvoted: 0,
      lastOutvoted: null,
      lastError: null,
      today: { calls: 36_000, cost: 0.108 },
    },
    {
      label: 'node-b',
      state: 'failed',
      inQuorum: false,
      head: null,
      outvoted: 2,
      lastOutvoted: 1,
      lastError: { kind: 'rate_limited', timestamp: 1_699_999_982 },
      today: { calls: 12, cost: null },
    },
  ],
};
const UNREAD = {
  ...CHAIN,
  chainId: 8453,
  name: 'Base',
  state: 'chain_not_ready',
  detail: 'Base has not been read yet.',
  indexed: null,
  head: null,
  safe: null,
  finalized: null,
  lagBlocks: null,
  lagSeconds: null,
  heardMsAgo: null,
  nodes: [],
};

test('status prints the names of chains without control characters', async () => {
  server.behave(answer(JSON.stringify({ chains: [CHAIN, UNREAD] })));
  const { out, code } = await typeCommand(server.url, 'status');
  expect(code).toBe(1);
  expect(out).toBe(`CHAIN            ID  STATE            BLOCK      AGE  BEHIND  UPDATED  NODES
Ether [31meum     1  ready                9  7 s ago       0  1 s ago    1/2
Base           8453  chain_not_ready

! Base has not been read yet.`);
  const one = await typeCommand(server.url, 'status --chain 1');
  expect(one.code).toBe(0);
  expect(
    one.out.split('\n\n')[1],
  ).toBe(`NODE    STATE   HEAD  OUTVOTED  LAST ERROR              CALLS TODAY  COST TODAY
node-a  agreed     9                                          36000        0.11
node-b  failed               2  rate_limited, 30 s ago           12`);
  expect((await typeCommand(server.url, 'status --chain 5')).code).toBe(3);
});

import {
  createRandom,
  integer,
  type LocalChain,
  type Random,
  randomWrite,
  SMART_WALLETS,
  startLocalChain,
} from '@mandate/contracts';
import { type Delegation, grantOf, identify } from '@mandate/core';
import { createReader } from '@mandate/store';
import { replay, settle } from '@mandate/testing/ledger/history';
import { type Service, startService } from '@mandate/testing/service/service';
import { readSeed, size, TIMEOUT_MS } from '@mandate/testing/size';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FeedClient, startFeedClient } from './testing/feed-client.ts';

const ROUNDS = size(8, 100);
const WRITES = 6;
const DEEPEST = 4;

let chains: LocalChain[];
let service: Service;
let clients: FeedClient[];

beforeAll(async () => {
  chains = await Promise.all(
    [31_337, 31_338].map((chainId) => startLocalChain({ chainId, smartWallets: SMART_WALLETS })),
  );
  service = await startService({ chains });
  clients = (['events', 'pages'] as const).map((mode) =>
    startFeedClient({ mode, query: {}, cursor: 'start', url: () => service.url }),
  );
});
afterAll(async () => {
  await Promise.all((clients ?? []).map((client) => client.close()));
  await service?.close();
  await Promise.all((chains ?? []).map((chain) => chain.stop()));
});

/** Some blocks, some of which are replaced by others. */
async function play(chain: LocalChain, random: Random, client: FeedClient | undefined): Promise<void> {
  for (let block = 0; block < DEEPEST; block++) {
    for (let write = 0; write < WRITES; write++) await chain.send(randomWrite(chain, random));
    await chain.mine();
  }
  await service.catchUp(chain);
  const depth = integer(random, 1, DEEPEST);
  const others = Array.from({ length: depth }, (_, block) => {
    return { transaction: randomWrite(chain, random), block };
  });
  await chain.reorg(depth, others);
  client?.disconnect();
  await chain.mine();
  await service.catchUp(chain);
}

async function holdAgainstLists({ changes }: FeedClient): Promise<void> {
  for (const { chainId } of chains) {
    const standing = new Map<string, Delegation>();
    for (const change of changes) if (change.chainId === chainId) replay(standing, change);
    expect(standing.size).toBeGreaterThan(0);
    expect(standing).toEqual(await listStanding(chainId));
  }
}

test(
  `after ${ROUNDS} reorgs of real chains, what the feed told is what stands`,
  async () => {
    const random = createRandom(readSeed('feed of real chains'));
    for (let round = 0; round < ROUNDS; round++) {
      const chain = chains[round % chains.length];
      if (chain) await play(chain, random, clients[round % clients.length]);
    }
    const ends = await createReader(service.database).listLogEnds();
    const total = ends.reduce((sum, { changes }) => sum + changes, 0);
    for (const client of clients) {
      await expect.poll(() => client.changes.length).toBeGreaterThanOrEqual(total);
      expect(client.changes).toHaveLength(total);
      await holdAgainstLists(client);
    }
    const undone = clients[0]?.changes.filter((change) => change.undone).length;
    expect(undone).toBeGreaterThan(ROUNDS);
    process.stdout.write(
      `feed of real chains: ${total} changes, ${undone} of them undone by ${ROUNDS} reorgs\n`,
    );
  },
  TIMEOUT_MS,
);

test('from a block or its time, the feed leads from the lists before it to the lists of now', async () => {
  for (const chain of chains) {
    const { chainId } = chain;
    const now = await listStanding(chainId);
    const newest = await chain.client.getBlock();
    for (const back of [-1n, 0n, 5n, 12n]) {
      const number = newest.number - back;
      const { timestamp } =
        back < 0n
          ? { timestamp: newest.timestamp + 1n }
          : await chain.client.getBlock({ blockNumber: number });
      const before = await listStanding(chainId, Number(number) - 1);
      for (const [mode, cursor] of [
        ['events', `block:${chainId}:${number}`],
        ['pages', `time:${timestamp}`],
      ] as const) {
        const query = { chainIds: String(chainId) };
        const client = startFeedClient({ mode, query, cursor, url: () => service.url });
        const replayed = () => {
          const standing = new Map(before);
          for (const change of client.changes) settle(standing, change);
          return standing;
        };
        await expect.poll(replayed, { message: cursor }).toEqual(now);
        await client.close();
        expect(client.broken).toEqual([]);
      }
    }
  }
});

/** Lists what every wallet gave, by the list that the interface answers from. */
async function listStanding(chainId: number, atBlock?: number): Promise<Map<string, Delegation>> {
  const reader = createReader(service.database);
  const givers = new Set(clients.flatMap(({ changes }) => changes.map(({ delegation }) => delegation.from)));
  const standing = new Map<string, Delegation>();
  for (const wallet of givers) {
    for (const registry of ['v1', 'v2'] as const) {
      const read = await reader.list({
        chainId,
        registry,
        wallet,
        direction: 'from',
        limit: 10_000,
        ...(atBlock !== undefined && { atBlock }),
      });
      for (const { delegation } of read?.rows ?? []) standing.set(identify(grantOf(delegation)), delegation);
    }
  }
  return standing;
}

/** An archive node with `stateOnly` settles old revocations, and is trusted for nothing else. */

import { type ConfiguredChain, readChains } from '@mandate/config';
import { connectNodes, createNode, type Source } from '@mandate/nodes';
import { createWriter } from '@mandate/store';
import {
  type Behaviour,
  createMisbehavingNode,
  type MisbehavingNode,
} from '@mandate/testing/chain/misbehaving-node';
import { both, change, closeConnections, forgetState } from '@mandate/testing/chain/misbehaviours';
import { createTestDatabase, type TestDatabase } from '@mandate/testing/ledger/database';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { findStart } from '../commands/find-start.ts';
import { followedChain } from '../testing/followed-chain.ts';
import { type LivelyChain, SEED, startLivelyChain } from '../testing/lively-chain.ts';
import { createFollower } from './follower.ts';

let lively: LivelyChain;
let db: TestDatabase;
let nodes: readonly MisbehavingNode[];
let honest: readonly object[];
beforeAll(async () => {
  [lively, db] = await Promise.all([startLivelyChain(), createTestDatabase()]);
  nodes = await Promise.all([1, 2, 3, 4].map(() => createMisbehavingNode(lively.chain.url)));
  await follow(createNode(lively.chain.url, lively.chain.chainId));
  honest = await listRows();
});
afterAll(async () => {
  await Promise.all([...(nodes ?? []).map((node) => node.stop()), lively?.chain.stop(), db?.drop()]);
});
beforeEach(async () => {
  for (const node of nodes) node.misbehave(null);
  await createWriter(db.database).forget(lively.chain.chainId);
});

/** The first of four nodes vote, and have to agree if there are two; the others are for state only. */
function connect(voters: 1 | 2, stateNodes: 0 | 1 | 2): Source {
  const { v1, v2 } = lively.chain.registries;
  const fields = {
    nodes: nodes
      .slice(0, voters + stateNodes)
      .map(({ url }, i) => ({ url, label: `n${i}`, stateOnly: i >= voters })),
    registries: { v1, v2 },
  };
  const CHAINS = JSON.stringify({ [lively.chain.chainId]: fields });
  const [chain] = readChains({ CHAINS }) as [ConfiguredChain];
  return connectNodes(chain);
}

async function follow(source: Source): Promise<void> {
  const follower = createFollower(followedChain(lively.chain), source, createWriter(db.database));
  for (let steps = 0; steps < 200; steps++) if ((await follower.step()).type === 'idle') return;
  throw new Error('The head was never reached.');
}

async function listRows(): Promise<object[]> {
  const { rows } = await db.database.query<Record<string, unknown>>(
    'select * from delegation order by since_block, since_log, from_address, to_address, registry, kind',
  );
  return rows.map(({ id: _, ...row }) => row);
}

/** Makes a node lie about storage. */
const lieAboutState = () => change('eth_getStorageAt', () => `0x${'0'.repeat(63)}7`);

/** Records the methods that the node is asked for. */
function listen(methods: Set<string>): Behaviour {
  return {
    answer({ method }, said) {
      methods.add(method);
      return said;
    },
  };
}

describe(`voters without old state (seed ${SEED})`, () => {
  beforeEach(() => {
    for (const node of nodes.slice(0, 2)) node.misbehave(forgetState());
  });

  test('without state nodes: ends are inferred', async () => {
    await follow(connect(2, 0));
    expect(await listRows()).not.toEqual(honest);
  });

  test('a state node has it, and is used for nothing else', async () => {
    const methods = new Set<string>();
    nodes[2]?.misbehave(listen(methods));
    await follow(connect(2, 1));
    expect(await listRows()).toEqual(honest);
    expect([...methods].toSorted()).toEqual(['eth_chainId', 'eth_getStorageAt']);
  });

  test('the same with a single voter', async () => {
    nodes[1]?.misbehave(null);
    await follow(connect(1, 1));
    expect(await listRows()).toEqual(honest);
  });

  test('an unavailable state node is waited for: nothing is inferred instead', async () => {
    nodes[2]?.misbehave(closeConnections());
    await expect(follow(connect(2, 1))).rejects.toThrow('does not answer');
  });

  test('a state node without the state: ends are inferred, as without it', async () => {
    await follow(connect(2, 0));
    const inferred = await listRows();
    await createWriter(db.database).forget(lively.chain.chainId);
    nodes[2]?.misbehave(forgetState());
    await follow(connect(2, 1));
    expect(await listRows()).toEqual(inferred);
  });

  test('two state nodes have to agree if the quorum is two', async () => {
    await follow(connect(2, 2));
    expect(await listRows()).toEqual(honest);
    await createWriter(db.database).forget(lively.chain.chainId);
    nodes[3]?.misbehave(lieAboutState());
    await expect(follow(connect(2, 2))).rejects.toThrow('Fewer than 2 nodes agree on storage');
  });
});

describe('one voter with old state, and one without', () => {
  beforeEach(() => nodes[0]?.misbehave(forgetState()));

  test('stop the chain', async () => {
    await expect(follow(connect(2, 0))).rejects.toThrow('Fewer than 2 nodes agree on storage');
  });

  test('a state node is the second node that has to agree', async () => {
    await follow(connect(2, 1));
    expect(await listRows()).toEqual(honest);
  });

  test('a state node that disagrees is not believed', async () => {
    nodes[2]?.misbehave(lieAboutState());
    await expect(follow(connect(2, 1))).rejects.toThrow('Fewer than 2 nodes agree on storage');
  });
});

test('voters that have the state and contradict each other stop the chain', async () => {
  nodes[0]?.misbehave(lieAboutState());
  await expect(follow(connect(2, 1))).rejects.toThrow('Fewer than 2 nodes agree on storage');
});

test('it finds the first block of a registry', async () => {
  const forgetCode: Behaviour = {
    answer: ({ method, params: [, at] }, said) =>
      method === 'eth_getCode' && at !== 'latest'
        ? { error: { code: -32_000, message: 'missing trie node' } }
        : said,
  };
  for (const node of nodes.slice(0, 2)) node.misbehave(both(forgetCode, forgetState()));
  const { v2 } = lively.chain.registries;
  await expect(findStart(connect(2, 0), [v2])).rejects.toThrow();
  expect(await findStart(connect(2, 1), [v2])).toBe(
    await findStart(createNode(lively.chain.url, lively.chain.chainId), [v2]),
  );
});

/**
 * The lies that a single node can still tell. Each of them makes the ledger wrong; beside each is the setup that
 * would have seen it. If one of these tests fails, something has improved: move the case to
 * `distrust.integration.test.ts` and correct the docs.
 */

import { encodeHeader, hashHeader, type RpcBlock } from '@mandate/proof';
import type { Behaviour, Context } from '@mandate/testing/chain/misbehaving-node';
import * as node from '@mandate/testing/chain/misbehaviours';
import { refuseProofs } from '@mandate/testing/service/misproving';
import { type Hex, numberToHex, pad } from 'viem';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SEED } from '../testing/lively-chain.ts';
import { type Phase, type Setup, startTrials, type Trials } from '../testing/trial.ts';
import { receiptsRoot } from './receipts-root.ts';

let trials: Trials;
beforeAll(async () => {
  trials = await startTrials();
});
afterAll(() => trials?.stop());

const { EVERYWHERE } = node;
const ALONE = ['bloom', 'receipts', 'bloom and receipts', 'nothing'] as const;
const PROVEN = ['receipts', 'bloom and receipts'] as const;
const HASHED = ['receipts and hashes', 'receipts, hashes and proofs'] as const;
const WITH_PROOFS = 'receipts, hashes and proofs';
const IN_QUORUM = 'one honest node';
const BACKFILL = 'in a backfill';
const HEAD = 'at the head';

interface Case {
  readonly lie: () => Behaviour;
  readonly phase: Phase;
  readonly hiddenFrom: readonly Setup[];
  readonly seenBy: readonly Setup[];
}

/** Changes the logs of one block. */
const inBlock = (
  block: 'twins' | 'single',
  lie: (logs: readonly node.RawLog[]) => readonly node.RawLog[],
  consistency?: node.Consistency,
) => {
  const isThere = ({ blockNumber }: node.RawLog) => Number(blockNumber) === trials[block];
  return node.changeLogs(
    (logs) => [...logs.filter((log) => !isThere(log)), ...lie(logs.filter(isThere))],
    consistency,
  );
};

const inHeaders = (fields: Record<string, Hex>) =>
  node.change('eth_getBlockByNumber', (block: object) => ({ ...block, ...fields }));

const lieAboutStorage = () => node.change('eth_getStorageAt', () => pad('0x1', { size: 32 }));

const CASES: Record<string, Case> = {
  'a range of old blocks without some of those that hold logs': {
    lie: () => node.dropBlocks(3, EVERYWHERE),
    phase: BACKFILL,
    hiddenFrom: [...ALONE, ...HASHED],
    seenBy: [IN_QUORUM],
  },
  'a range of old blocks without any logs': {
    lie: () => node.sendNoLogs(),
    phase: BACKFILL,
    hiddenFrom: [...ALONE, ...HASHED],
    seenBy: [IN_QUORUM],
  },
  'logs left out, in a chain without blooms and known receipts': {
    lie: () => node.dropLogs(3),
    phase: HEAD,
    hiddenFrom: ['nothing'],
    seenBy: ['bloom', ...PROVEN, IN_QUORUM],
  },
  'a block emptied, in a chain without blooms and known receipts': {
    lie: () => node.dropBlocks(3),
    phase: HEAD,
    hiddenFrom: ['nothing'],
    seenBy: ['bloom', ...PROVEN, IN_QUORUM],
  },
  'a log forged, in a chain without blooms and known receipts': {
    lie: () => node.forgeGrant(trials.chain.registries.v2, trials.single),
    phase: HEAD,
    hiddenFrom: ['nothing'],
    seenBy: ['bloom', ...PROVEN, IN_QUORUM],
  },
  'one of two logs with the same topics, as v1 events of one name have': {
    lie: () => inBlock('twins', (logs) => logs.slice(1), EVERYWHERE),
    phase: HEAD,
    hiddenFrom: ['bloom', 'nothing'],
    seenBy: [...PROVEN, IN_QUORUM],
  },
  'the data of a log: v2 rights, amounts and whether it grants, all of v1': {
    lie: () => inBlock('single', (logs) => logs.map((log) => ({ ...log, data: pad('0x', { size: 64 }) }))),
    phase: HEAD,
    hiddenFrom: ['bloom', 'nothing'],
    seenBy: [...PROVEN, IN_QUORUM],
  },
  'the position of a log in its block': {
    lie: () =>
      inBlock('single', (logs) => logs.map((log) => ({ ...log, logIndex: numberToHex(7) })), EVERYWHERE),
    phase: HEAD,
    hiddenFrom: ['bloom', 'nothing'],
    seenBy: [...PROVEN, IN_QUORUM],
  },
  'the transaction of a log, told alike with logs and receipts': {
    lie: () =>
      inBlock(
        'single',
        (logs) => logs.map((log) => ({ ...log, transactionHash: pad('0xbad', { size: 32 }) })),
        EVERYWHERE,
      ),
    phase: HEAD,
    hiddenFrom: [...ALONE, ...HASHED],
    seenBy: [IN_QUORUM],
  },
  'a block emptied whose bloom is more than half full, as on busy chains': {
    lie: () => node.both(inHeaders({ logsBloom: `0x${'ff'.repeat(256)}` }), node.dropBlocks(3)),
    phase: HEAD,
    hiddenFrom: ['bloom', 'nothing'],
    seenBy: [...PROVEN, IN_QUORUM],
  },
  'a block emptied, with an empty bloom in its header': {
    lie: () => node.both(inHeaders({ logsBloom: `0x${'00'.repeat(256)}` }), node.sendNoLogs()),
    phase: HEAD,
    hiddenFrom: ['bloom', 'bloom and receipts', 'nothing'],
    seenBy: ['receipts', ...HASHED, IN_QUORUM],
  },
  'blocks changed: headers, receipts and logs': {
    lie: () =>
      node.both(
        inHeaders({ logsBloom: `0x${'00'.repeat(256)}`, receiptsRoot: receiptsRoot([]) }),
        node.both(
          node.sendNoLogs(),
          node.change('eth_getBlockReceipts', () => []),
        ),
      ),
    phase: HEAD,
    hiddenFrom: ALONE,
    seenBy: [...HASHED, IN_QUORUM],
  },
  'storage, by claiming to have none of old blocks: revocations are then placed by guess': {
    lie: node.forgetState,
    phase: BACKFILL,
    hiddenFrom: [...ALONE, ...HASHED],
    seenBy: [IN_QUORUM],
  },
  "storage, which says whom v1's unnamed revocations ended": {
    lie: lieAboutStorage,
    phase: HEAD,
    hiddenFrom: [...ALONE, 'receipts and hashes'],
    seenBy: [IN_QUORUM],
  },
  'storage, by refusing to prove it': {
    lie: () => node.both(refuseProofs(), lieAboutStorage()),
    phase: HEAD,
    hiddenFrom: [WITH_PROOFS],
    seenBy: [IN_QUORUM],
  },
};

describe(`a single node can hide (seed ${SEED})`, () => {
  const cases = Object.entries(CASES);

  const hidden = cases.flatMap(([name, { hiddenFrom, ...rest }]) =>
    hiddenFrom.map((setup) => ({ name, setup, ...rest })),
  );
  test.for(hidden)('$name, from $setup', async ({ lie, phase, setup }) => {
    const met = await (await trials.open(setup, phase)).meet(lie());
    const honest = trials.honest.get(met.block);
    expect(met.hash).toBe(honest?.hash);
    expect(met.rows).not.toEqual(honest?.rows);
  });

  const seen = cases.flatMap(([name, { seenBy, ...rest }]) =>
    seenBy.map((setup) => ({ name, setup, ...rest })),
  );
  test.for(seen)('$name, not from $setup', async ({ lie, phase, setup }) => {
    const met = await (await trials.open(setup, phase)).meet(lie());
    const isHashed = HASHED.some((hashed) => hashed === setup);
    const alone = isHashed ? 'WrongHashError' : 'LyingNodeError';
    expect(met.errors.at(-1)?.name).toBe(setup === IN_QUORUM ? 'QuorumError' : alone);
    expect(met.rows).toEqual(trials.honest.get(met.block)?.rows);
  });
});

/** Empties every block from a number on, and gives it the hash that such a block would have. */
function inventBlocks(first: number): Behaviour {
  type RawBlock = RpcBlock & { readonly hash: Hex };
  const hashes = new Map<string, string>();
  const invent = async (block: RawBlock, { ask }: Context): Promise<RawBlock> => {
    const number = Number(block.number);
    if (number < first) return block;
    const parent = (await ask('eth_getBlockByNumber', numberToHex(number - 1), false)) as RawBlock;
    const { hash: parentHash } = await invent(parent, { ask } as Context);
    const invented = { ...block, parentHash, receiptsRoot: receiptsRoot([]) };
    const hash = hashHeader(encodeHeader(invented));
    hashes.set(hash, block.hash);
    return { ...invented, hash };
  };
  const blocks = ['eth_getBlockByNumber', 'eth_getBlockByHash'].map((method) =>
    node.change(method, (block: RawBlock, _, context) => invent(block, context)),
  );
  return {
    async answer(call, honest, context) {
      const asked = JSON.stringify(call.params);
      const isInvented = [...hashes.keys()].some((hash) => asked.includes(hash));
      if (isInvented && ['eth_getLogs', 'eth_getBlockReceipts'].includes(call.method)) return { result: [] };
      const [byNumber, byHash] = blocks as [Behaviour, Behaviour];
      return node.both(byNumber, byHash).answer?.(call, honest, context) ?? honest;
    },
  };
}

test.for(HASHED)(
  'a single node can hide blocks that only it has, with hashes of their own, from %s',
  async (setup) => {
    const met = await (await trials.open(setup, HEAD)).meet(inventBlocks(trials.twins));
    const honest = trials.honest.get(met.block);
    expect(met.block).toBe(trials.head);
    expect(met.hash).not.toBe(honest?.hash);
    expect(met.rows).not.toEqual(honest?.rows);
  },
);

test('blocks that only one node has are seen by an honest node', async () => {
  const met = await (await trials.open(IN_QUORUM, HEAD)).meet(inventBlocks(trials.twins));
  expect(met.errors.at(-1)?.name).toBe('QuorumError');
  expect(met.rows).toEqual(trials.honest.get(met.block)?.rows);
});

test('a transaction that differs between logs and receipts is seen', async () => {
  const trial = await trials.open('receipts', HEAD);
  const met = await trial.meet(
    inBlock('single', (logs) => logs.map((log) => ({ ...log, transactionHash: pad('0xbad', { size: 32 }) }))),
  );
  expect(met.errors[0]?.name).toBe('LyingNodeError');
});

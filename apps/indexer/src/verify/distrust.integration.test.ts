/** No lie that a block's bloom, its receipts root or the quorum can see gets into the ledger. */

import { createNode, createQuorum } from '@mandate/nodes';
import type { Behaviour } from '@mandate/testing/chain/misbehaving-node';
import * as node from '@mandate/testing/chain/misbehaviours';
import { proveOldStorage, refuseProofs } from '@mandate/testing/service/misproving';
import { size } from '@mandate/testing/size';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SEED } from '../testing/lively-chain.ts';
import { type Phase, type Setup, startTrials, type TrialResult, type Trials } from '../testing/trial.ts';

let trials: Trials;
beforeAll(async () => {
  trials = await startTrials();
});
afterAll(() => trials?.stop());

/** The error that stops the follower. Otherwise it continues to the head, waits below it, or does either. */
type Outcome = `${string}Error` | 'goes on' | 'waits' | 'goes on or waits';
type Lie = () => Behaviour;

/** Checks that the rows are exactly those that an honest run to that block writes. */
function expectRight({ block, hash, rows }: TrialResult) {
  const honest = trials.honest.get(block);
  expect(hash).toBe(honest?.hash ?? '0x');
  expect(rows).toEqual(honest?.rows ?? []);
}

async function judge(
  setup: Setup,
  phase: Phase,
  lie: Lie,
  outcome: Outcome,
  timeoutMs?: number,
): Promise<Error | undefined> {
  const trial = await trials.open(setup, phase, timeoutMs);
  const met = await trial.meet(lie());
  expectRight(met);
  const error = met.errors.at(-1);
  const waits = error && met.steps.at(-1) !== 'idle' ? error.name : 'waits';
  const end = met.block === trials.head ? 'goes on' : waits;
  if (outcome !== 'goes on or waits') expect(end, error?.message).toBe(outcome);
  const recovered = await trial.recover();
  expect(recovered.block).toBe(trials.head);
  expectRight(recovered);
  return error;
}

const BACKFILL = 'in a backfill';
const HEAD = 'at the head';
const PHASES = [BACKFILL, HEAD] as const;
const OLD_BLOCK = 20;
/** They decide which requests a server that lags gets. */
const SEEDS = [1, 2].slice(0, size(1, 2));

const forge = (block: () => number) => (where?: node.Consistency) =>
  node.forgeGrant(trials.chain.registries.v2, block(), where);

describe(`a node that lies about logs (seed ${SEED})`, () => {
  interface LogLie {
    readonly name: string;
    readonly tell: (where?: node.Consistency) => Behaviour;
    /** When the lie is told at all, and when it is seen without a second node. */
    readonly phases: readonly Phase[];
    readonly seenAlone: readonly Phase[];
  }
  /** Lies that a single node can still hide are in `what-one-node-can-hide.integration.test.ts`. */
  const LIES: readonly LogLie[] = [
    {
      name: 'keeps back one in three',
      tell: (where) => node.dropLogs(3, where),
      phases: PHASES,
      seenAlone: PHASES,
    },
    {
      name: 'empties one block in three',
      tell: (where) => node.dropBlocks(3, where),
      phases: PHASES,
      seenAlone: [HEAD],
    },
    { name: 'sends none', tell: (where) => node.sendNoLogs(where), phases: PHASES, seenAlone: [HEAD] },
    { name: 'forges a grant', tell: forge(() => OLD_BLOCK), phases: [BACKFILL], seenAlone: [BACKFILL] },
    { name: 'forges a new grant', tell: forge(() => trials.single), phases: [HEAD], seenAlone: [HEAD] },
    {
      name: 'calls all final, empties some',
      tell: (where) => node.both(node.finalizeEarly(), node.dropBlocks(3, where)),
      phases: PHASES,
      seenAlone: [HEAD],
    },
  ];

  const alone = LIES.flatMap(({ seenAlone, ...lie }) =>
    seenAlone.flatMap((phase) => (['bloom', 'receipts'] as const).map((setup) => ({ ...lie, phase, setup }))),
  );
  test.for(alone)('$name, $phase: seen by $setup', async ({ tell, phase, setup }) => {
    await judge(setup, phase, () => tell(), 'LyingNodeError');
  });
  // A bloom is compared with the logs: receipts change nothing.
  const byReceipts = alone.filter(({ setup }) => setup === 'receipts');
  test.for(byReceipts)('$name, receipts too, $phase: seen by $setup', async ({ tell, phase, setup }) => {
    await judge(setup, phase, () => tell(node.EVERYWHERE), 'LyingNodeError');
  });

  const told = LIES.flatMap(({ phases, ...lie }) => phases.map((phase) => ({ ...lie, phase })));
  test.for(told)('$name, $phase: contradicted by one honest node', async ({ tell, phase }) => {
    await judge('one honest node', phase, () => tell(), 'QuorumError');
  });
  test.for(told)('$name, $phase: outvoted by two honest nodes', async ({ tell, phase }) => {
    await judge('two honest nodes', phase, () => tell(), 'goes on');
  });

  test('forges a grant in an empty block: its logs are not requested, because the bloom is empty', async () => {
    const tell = forge(() => trials.empty);
    await judge('bloom', HEAD, tell, 'goes on');
    await judge('receipts', HEAD, tell, 'LyingNodeError');
  });
});

describe('a node that lies about storage, on a chain with proofs', () => {
  const ALONE = 'receipts, hashes and proofs';
  const lie = () => node.change('eth_getStorageAt', () => `0x${'1'.padStart(64, '0')}`);

  test.for(PHASES)('%s, and proves it truly: only the proof is used', async (phase) => {
    await judge(ALONE, phase, lie, 'goes on');
  });
  test.for(PHASES)('%s, and gives the storage of another block: is not believed', async (phase) => {
    const error = await judge(ALONE, phase, () => node.both(proveOldStorage(), lie()), 'UnprovenError');
    expect(error?.message).toMatch(/^No node proves storage of block \d+: 127\.0\.0\.1:\d+ .*hash/);
  });
  test.for(PHASES)('%s: one honest proof is enough', async (phase) => {
    const setup = 'two honest nodes and proofs';
    await judge(setup, phase, () => node.both(proveOldStorage(), lie()), 'goes on');
    await judge(setup, phase, () => node.both(refuseProofs(), lie()), 'goes on');
  });
  test('honest nodes without proofs are asked for storage, as on other chains', async () => {
    await judge(ALONE, BACKFILL, refuseProofs, 'goes on');
  });
  test('a header with another state root is seen by its hash', async () => {
    const stateRoot = `0x${'11'.repeat(32)}`;
    const change = () => node.change('eth_getBlockByNumber', (block: object) => ({ ...block, stateRoot }));
    const error = await judge(ALONE, HEAD, change, 'WrongHashError');
    expect(error?.message).toMatch(/header of block \d+ 0x.*set "header": false in its settings$/);
  });
});

describe('a node that is behind', () => {
  const SETUPS = ['bloom', 'receipts', 'nothing', 'one honest node'] as const;
  const cases = PHASES.flatMap((phase) => SETUPS.map((setup) => ({ phase, setup })));

  test.for(cases)('by 10 blocks, $phase, with $setup: is waited for', async ({ phase, setup }) => {
    await judge(setup, phase, () => node.lag(10), 'waits');
  });
  test.for(PHASES)('by 5000 blocks, %s: is waited for', async (phase) => {
    await judge('nothing', phase, () => node.lag(5_000), 'waits');
    await judge('one honest node', phase, () => node.lag(5_000), 'waits');
  });
  test.for(cases)('at times, $phase, with $setup: the ledger stays right', async ({ phase, setup }) => {
    for (const seed of SEEDS) {
      await judge(setup, phase, () => node.balance(node.lag(10), seed), 'goes on or waits');
    }
  });
  test.for(cases)(
    'with its logs only, $phase, with $setup: the ledger stays right',
    async ({ phase, setup }) => {
      await judge(setup, phase, () => node.onlyForLogs(node.lag(10), 'calls'), 'goes on or waits');
      await judge(setup, phase, () => node.onlyForLogs(node.lag(70), 'requests'), 'goes on or waits');
    },
  );
  test('at times, at the head, with no logs instead of an error for blocks it lacks', async () => {
    const silent: Behaviour = {
      answer: ({ method }, said) => (method === 'eth_getLogs' && 'error' in said ? { result: [] } : said),
    };
    for (const seed of SEEDS) {
      const lie = () => node.both(node.balance(node.lag(10), seed), silent);
      await judge('nothing', HEAD, lie, 'goes on or waits');
    }
  });
  test.for(PHASES)('%s: two others continue without it', async (phase) => {
    await judge('two honest nodes', phase, () => node.lag(10), 'goes on');
    await judge('two honest nodes', phase, () => node.lag(5_000), 'goes on');
    await judge('two honest nodes', phase, () => node.balance(node.lag(10), 1), 'goes on');
  });
});

describe('a node that fails', () => {
  const SHORT_MS = 250;
  const FAILURES: readonly [name: string, lie: Lie, alone: Outcome, withOne: Outcome][] = [
    ['serves another chain', () => node.serveChain(1), 'WrongNodeError', 'QuorumError'],
    ['limits requests', () => node.limitRate(60), 'RateLimitedError', 'RateLimitedError'],
    ['closes connections', node.closeConnections, 'NodeUnavailableError', 'QuorumError'],
    ['hangs', node.hang, 'NodeUnavailableError', 'QuorumError'],
    ['answers in HTML', node.answerInHtml, 'NodeUnavailableError', 'QuorumError'],
    ['sends other blocks', node.sendOtherBlocks, 'NodeUnavailableError', 'QuorumError'],
    // Logs are requested for one block at a time.
    ['sends logs of one block for many', node.sendFirstLogs, 'goes on', 'goes on'],
  ];
  const timeoutOf = (name: string) => (name === 'hangs' ? SHORT_MS : undefined);

  test.for(FAILURES)('%s: alone it does not make the ledger wrong', async ([name, lie, outcome]) => {
    await judge('nothing', HEAD, lie, outcome, timeoutOf(name));
  });
  test.for(FAILURES)(
    '%s: as one of two it does not make the ledger wrong, and the quorum is not lowered',
    async ([name, lie, , outcome]) => {
      await judge('one honest node', HEAD, lie, outcome, timeoutOf(name));
    },
  );
  test.for(FAILURES)('%s: as one of three it does not delay the chain', async ([, lie]) => {
    await judge('two honest nodes', BACKFILL, lie, 'goes on');
    await judge('two honest nodes', HEAD, lie, 'goes on');
  });

  test.for(PHASES)('has no old state, %s: nothing is inferred that another node knows', async (phase) => {
    await judge('one honest node', phase, node.forgetState, 'QuorumError');
    await judge('two honest nodes', phase, node.forgetState, 'goes on');
  });

  test('the error names a node of another chain', async () => {
    const error = await judge('nothing', HEAD, () => node.serveChain(5), 'WrongNodeError');
    expect(error?.message).toMatch(/^127\.0\.0\.1:\d+ serves chain 5, not 31337\. Correct its URL\.$/);
  });

  test('the error names the node that is missing for the quorum', async () => {
    const error = await judge('one honest node', HEAD, node.closeConnections, 'QuorumError');
    expect(error?.message).toMatch(/^Fewer than 2 nodes agree on .*127\.0\.0\.1:\d+ does not answer/);
  });

  test('a quorum of more nodes than there are is refused', () => {
    expect(() => createQuorum([createNode(trials.chain.url, trials.chain.chainId)], 2)).toThrow(
      'A quorum of 2 needs at least that many nodes',
    );
  });

  test('limits requests for a while: following continues by itself', async () => {
    await judge('nothing', BACKFILL, () => node.limitRate(1, 1), 'goes on');
  });
});

describe('a node that limits ranges', () => {
  const COMPLAINTS: readonly [name: string, complain: node.Complaint][] = [
    // `range-hints.test.ts` of packages/nodes has the other wordings.
    ['like a rate limit', () => ({ code: -32_005, message: 'limit exceeded' })],
    [
      'with a range',
      (first, last) => ({
        code: -32_602,
        message: `this block range should work: [0x${first.toString(16)}, 0x${last.toString(16)}]`,
      }),
    ],
  ];
  test.for(COMPLAINTS)('%s: gets smaller ranges', async ([, complain]) => {
    await judge('receipts', BACKFILL, () => node.limitRanges(10, complain), 'goes on');
    await judge('one honest node', BACKFILL, () => node.limitRanges(10, complain), 'goes on');
  });
});

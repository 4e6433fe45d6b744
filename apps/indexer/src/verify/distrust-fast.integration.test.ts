/** In the fast form, a quorum sees every lie, and a single node can hide no more than the docs say. */

import type { Behaviour } from '@mandate/testing/chain/misbehaving-node';
import * as node from '@mandate/testing/chain/misbehaviours';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SEED } from '../testing/lively-chain.ts';
import { FAST } from '../testing/reading.ts';
import { type Setup, startTrials, type TrialResult, type Trials } from '../testing/trial.ts';

let trials: Trials;
beforeAll(async () => {
  trials = await startTrials();
});
afterAll(() => trials?.stop());

const SHORT_MS = 2_000;

async function open(setup: Setup, timeoutMs?: number) {
  return trials.open(setup, 'at the head', timeoutMs, FAST);
}

/** Checks that the rows are exactly those that an honest run to that block writes. */
function expectRight({ block, hash, rows }: TrialResult) {
  const honest = trials.honest.get(block);
  expect(hash).toBe(honest?.hash);
  expect(rows).toEqual(honest?.rows);
}

const FORGED = () => node.forgeGrant(trials.chain.registries.v2, trials.single);
const FORGED_EVERYWHERE = () => node.forgeGrant(trials.chain.registries.v2, trials.single, node.EVERYWHERE);

const LIES: readonly [name: string, lie: () => Behaviour][] = [
  ['keeps back one log in three', () => node.dropLogs(3)],
  ['empties one block in three', () => node.dropBlocks(3)],
  ['sends no logs', () => node.sendNoLogs()],
  ['sends no logs and no receipts', () => node.sendNoLogs(node.EVERYWHERE)],
  ['forges a grant', FORGED],
  ['forges a grant and its receipt', FORGED_EVERYWHERE],
  ['calls all final, empties some', () => node.both(node.finalizeEarly(), node.dropBlocks(3))],
];

describe(`a node that lies about logs, in the fast form (seed ${SEED})`, () => {
  test.for(LIES)('%s: contradicted by one honest node', async ([, lie]) => {
    const trial = await open('one honest node');
    const met = await trial.meet(lie());
    expect(met.errors.at(-1)?.name).toBe('QuorumError');
    expectRight(met);
    expectRight(await trial.recover());
  });

  test.for(LIES)('%s: outvoted by two honest nodes', async ([, lie]) => {
    const met = await (await open('two honest nodes')).meet(lie());
    expect(met.block).toBe(trials.head);
    expectRight(met);
  });

  const SEEN: readonly [name: string, lie: () => Behaviour, setups: readonly Setup[]][] = [
    ['forges a grant', FORGED, ['bloom', 'receipts', 'bloom and receipts']],
    ['forges a grant and its receipt', FORGED_EVERYWHERE, ['bloom', 'receipts', 'bloom and receipts']],
    ['keeps back one log in three', () => node.dropLogs(3), ['receipts', 'bloom and receipts']],
  ];
  const seen = SEEN.flatMap(([name, lie, setups]) => setups.map((setup) => ({ name, lie, setup })));
  test.for(seen)('$name: seen by $setup', async ({ lie, setup }) => {
    const trial = await open(setup);
    const met = await trial.meet(lie());
    expect(met.errors.at(-1)?.name).toBe('LyingNodeError');
    expectRight(met);
    expectRight(await trial.recover());
  });

  const ALONE = ['bloom', 'receipts', 'bloom and receipts', 'nothing'] as const;
  test.for(ALONE)('empties every block: hidden from %s, until the blocks are read again', async (setup) => {
    const met = await (await open(setup)).meet(node.sendNoLogs());
    expect(met.block).toBe(trials.head);
    expect(met.rows).not.toEqual(trials.honest.get(met.block)?.rows);
  });
});

describe('a node that is behind, in the fast form', () => {
  test('is waited for, and the other two nodes are not delayed', async () => {
    for (const blocks of [10, 5_000]) {
      const trial = await open('one honest node');
      expectRight(await trial.meet(node.lag(blocks)));
      expectRight(await trial.recover());
      const met = await (await open('two honest nodes')).meet(node.lag(blocks));
      expect(met.block).toBe(trials.head);
      expectRight(met);
    }
  });

  test.for(['nothing', 'one honest node'] as const)(
    'at times, with %s: the ledger stays right',
    async (setup) => {
      for (const seed of [1, 2, 3]) {
        const trial = await open(setup);
        expectRight(await trial.meet(node.balance(node.lag(10), seed)));
        expectRight(await trial.recover());
      }
    },
  );
});

describe('a node that fails, in the fast form', () => {
  const FAILURES: readonly [name: string, lie: () => Behaviour][] = [
    ['serves another chain', () => node.serveChain(1)],
    ['closes connections', node.closeConnections],
    ['hangs', node.hang],
    ['answers in HTML', node.answerInHtml],
    ['sends other blocks', node.sendOtherBlocks],
  ];
  test.for(FAILURES)(
    '%s: as one of two it stops the chain, as one of three it does not',
    async ([name, lie]) => {
      const timeoutMs = name === 'hangs' ? SHORT_MS : undefined;
      const trial = await open('one honest node', timeoutMs);
      const met = await trial.meet(lie());
      expect(met.block).toBeLessThan(trials.head);
      expectRight(met);
      expectRight(await trial.recover());
      const three = await (await open('two honest nodes', timeoutMs)).meet(lie());
      expect(three.block).toBe(trials.head);
      expectRight(three);
    },
  );
});

/** Compares the newest row of each grant, standing or ended, with the registries' storage at a recent block. */
import type { AuditPass, Checkpoint, NewestRow } from '@mandate/store';
import type { AuditedChain } from '../audited-chain.ts';
import { type ChosenBlocks, createChooseBlocks } from './choose-blocks.ts';
import {
  createExpect,
  type Expected,
  grantsOf,
  listDifferences,
  type StorageDifference,
} from './expected.ts';
import { type HalfStep, judge } from './half.ts';
import type { Ledger } from './logs-half.ts';
import { createReadAgreed, createReadAlone } from './read-storage.ts';
import { createTally } from './tally.ts';

const PAGE_ROWS = 2_000;

export interface StorageHalf {
  /** Compares the next page of grants. `null` if the chain has no blocks to compare at yet. */
  step(pass: AuditPass, checkpoint: Checkpoint): Promise<HalfStep | null>;
  /** Compares these rows at a recent block, outside of a pass. */
  compare(
    list: (at: number) => Promise<readonly NewestRow[]>,
    checkpoint: Checkpoint,
  ): Promise<HalfStep | null>;
}

export function createStorageHalf(
  audited: AuditedChain,
  ledger: Ledger,
  { pageRows = PAGE_ROWS }: { readonly pageRows?: number } = {},
): StorageHalf {
  const { chainId } = audited.chain;
  const blocks = createChooseBlocks(chainId, audited.source, ledger.store);
  const expect = createExpect(chainId, ledger);
  const read = createReadAgreed(audited);
  const confirm = createConfirm(audited, expect);

  async function compareAt(newest: readonly NewestRow[], chosen: ChosenBlocks): Promise<HalfStep> {
    const known = await expect.rows(newest, chosen.at);
    const expected = [...known, ...(await expect.nothing(known, chosen.at))];
    const differing = listDifferences(expected, await read(grantsOf(expected), chosen.at));
    const counts = { rowsProved: known.length, questions: expected.length };
    if (differing.size === 0) return { progress: null, counts, findings: [], denied: new Map() };
    const all = await confirm(
      [...differing.values()].map((each) => each.expected),
      chosen,
    );
    await blocks.assertHeld(chosen);
    return { progress: null, counts, ...judge({ chainId, half: 'storage' }, all, describeAt(chosen)) };
  }

  /** Chooses blocks, and newer ones while nodes do not have their state. */
  async function withBlocks(
    checkpoint: Checkpoint,
    work: (chosen: ChosenBlocks) => Promise<HalfStep>,
  ): Promise<HalfStep | null> {
    for (;;) {
      const chosen = await blocks.choose(checkpoint);
      if (!chosen) return null;
      try {
        return await work(chosen);
      } catch (error) {
        if (!blocks.learn(error)) throw error;
      }
    }
  }

  return {
    step: (pass, checkpoint) =>
      withBlocks(checkpoint, async (chosen) => {
        const request = { at: chosen.at.number, after: pass.afterGrant, limit: pageRows };
        const { rows, next } = await ledger.rows.listNewest(chainId, request);
        const compared = await compareAt(rows, chosen);
        return {
          ...compared,
          progress: { half: 'storage', provedBlock: chosen.at.number, afterGrant: next },
        };
      }),
    compare: (list, checkpoint) =>
      withBlocks(checkpoint, async (chosen) => compareAt(await list(chosen.at.number), chosen)),
  };
}

/** Asks each node alone, at the second block, about everything that differs at the first. */
function createConfirm(
  { registries, voters, confirmations }: AuditedChain,
  expect: ReturnType<typeof createExpect>,
) {
  const alone = voters.map((node) => ({ node, read: createReadAlone(node, registries) }));
  return async (differing: readonly Expected[], { second }: ChosenBlocks) => {
    const tally = createTally<StorageDifference>(confirmations);
    const failures: unknown[] = [];
    const expected = await expect.again(differing, second);
    let asked = 0;
    for (const { node, read } of alone) {
      if (asked > 0 && !tally.isOpen()) break;
      try {
        tally.add(node.name, listDifferences(expected, await read(grantsOf(expected), second)));
        asked++;
      } catch (error) {
        failures.push(error);
      }
    }
    if (asked === 0) throw failures[0];
    return tally.list();
  };
}

const describeAt =
  ({ at, second }: ChosenBlocks) =>
  ({ expected, stored, means }: StorageDifference) => ({
    blocks: [at, second].map(({ number, hash }) => ({ number, hash })),
    ledger: { stands: expected.stands, amount: expected.amount?.toString() ?? null },
    chain: { stands: stored.stands, amount: stored.amount?.toString() ?? null },
    by: means,
  });

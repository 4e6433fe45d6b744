/** Audits one chain: continues its pass, starts the next one when it is due, and looks at disputes. */
import type { ConfiguredChain } from '@mandate/config';
import type { CallBudget, NodeObserver } from '@mandate/nodes';
import {
  type AuditPass,
  type Checkpoint,
  createAuditedRows,
  createAuditRecords,
  createAuditStore,
  createReader,
  type Database,
} from '@mandate/store';
import { connectAudited } from './audited-chain.ts';
import { createLogsHalf } from './halves/logs-half.ts';
import { createStorageHalf } from './halves/storage-half.ts';
import { keepStep, type PassParts, type PassStep, stepPass } from './pass.ts';

/** A vault that is disputed more often than this has its own pages. */
const MAX_DISPUTED_ROWS = 10_000;
const MAX_DISPUTES = 100;

export interface ChainAuditOptions {
  readonly database: Database;
  readonly observers?: readonly NodeObserver[];
  readonly budget?: CallBudget | undefined;
  /** Returns the calls to the chain's nodes since the last time. */
  readonly takeCalls?: (() => number) | undefined;
  /** The least time from the start of one pass to the start of the next. */
  readonly passMs: number;
}

export interface ChainAudit {
  /** Takes one step. `waiting`: nothing is due. */
  step(): Promise<PassStep>;
}

export function createChainAudit(chain: ConfiguredChain, options: ChainAuditOptions): ChainAudit {
  const { database, observers = [], budget, takeCalls = () => 0, passMs } = options;
  const { chainId } = chain;
  const reader = createReader(database);
  const records = createAuditRecords(database);
  const ledger = { rows: createAuditedRows(database), store: createAuditStore(database) };
  let connected: { readonly parts: PassParts; readonly registries: string; readonly nodes: number } | null =
    null;

  /** Connects again if the indexer has found another registry. */
  function connect(checkpoint: Checkpoint) {
    const registries = checkpoint.registries ?? chain.registries;
    const key = JSON.stringify(registries);
    if (connected?.registries === key) return connected;
    const audited = connectAudited(chain, registries, { observers, budget });
    const parts = {
      records,
      logs: createLogsHalf(audited, ledger),
      storage: createStorageHalf(audited, ledger),
      takeCalls,
    };
    connected = { parts, registries: key, nodes: audited.voters.length };
    return connected;
  }

  async function findPass(checkpoint: Checkpoint, nodes: number): Promise<AuditPass | null> {
    const open = await records.passes.findOpen(chainId);
    if (open) return open;
    const { last } = await records.passes.summarize(chainId);
    if (last && Date.now() - last.startedAt.getTime() < passMs) return null;
    const final = Math.min(checkpoint.finalized ?? -1, checkpoint.block.number);
    // Each node reads logs up to a block of its own, so there have to be some final ones above.
    const untilBlock = final - nodes;
    return untilBlock < 0 ? null : records.passes.start(chainId, untilBlock);
  }

  return {
    async step() {
      const checkpoint = (await reader.listCheckpoints()).find((each) => each.chainId === chainId);
      // While a chain is read for the first time, or is tainted, nobody gets answers from it.
      if (checkpoint?.state !== 'following') return { type: 'waiting' };
      const { parts, nodes } = connect(checkpoint);
      const pass = await findPass(checkpoint, nodes);
      const disputed = await settleDisputes(chainId, parts, ledger.rows, checkpoint, pass);
      if (disputed) return disputed;
      return pass ? stepPass(parts, pass, checkpoint) : { type: 'waiting' };
    },
  };
}

/** Compares the vaults that answers were disputed about. `null` if there are none. */
async function settleDisputes(
  chainId: number,
  parts: PassParts,
  rows: ReturnType<typeof createAuditedRows>,
  checkpoint: Checkpoint,
  pass: AuditPass | null,
): Promise<PassStep | null> {
  const { records, storage } = parts;
  const disputes = await records.events.listDisputes(chainId, MAX_DISPUTES);
  if (disputes.length === 0) return null;
  const vaults = [...new Set(disputes.map(({ vault }) => vault))];
  const step = await storage.compare(async (at) => {
    const ofVaults = await Promise.all(
      vaults.map((vault) => rows.listOfVault(chainId, vault, at, MAX_DISPUTED_ROWS)),
    );
    return ofVaults.flat();
  }, checkpoint);
  if (!step) return null;
  const { questions = 0 } = step.counts;
  const kept = await keepStep(parts, pass?.id ?? 0, { ...step, counts: { questions } });
  await records.events.markSeen(disputes.map(({ id }) => id));
  return { type: 'stepped', step, ...kept };
}

/** Takes steps until nothing is due. Returns the number of steps. */
export async function auditOnce(audit: ChainAudit): Promise<number> {
  for (let steps = 0; ; steps++) {
    const { type } = await audit.step();
    if (type === 'waiting') return steps;
  }
}

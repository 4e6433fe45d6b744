/** Metrics of each chain as the API would answer now, read from the database at each scrape. */
import { blockAgeMsOf } from '@mandate/feed';
import { type Checkpoint, type Reader, within } from '@mandate/store';
import { Gauge, type Registry } from 'prom-client';
import type { ServedChain, ServedChains } from '../request/chains.ts';
import { findDoubt } from '../request/freshness.ts';

export interface ChainMetricsDependencies {
  readonly reader: Pick<Reader, 'listCheckpoints'>;
  /** Reads how long ago an auditor last worked on each chain. */
  readonly readAuditIdle: () => Promise<ReadonlyMap<number, number>>;
  readonly chains: ServedChains;
}

/** `ready`, or the code of the error that questions about the chain are answered with. */
const STATES = ['ready', 'chain_not_ready', 'chain_lagging', 'chain_tainted'] as const;
const LAG_USED = 'How much of the lag that the chain may have it has: above 1 it is answered with 503';
/** A scrape does not wait for a database that hangs: that it does is what it has to say. */
const WAIT_TIMEOUT_MS = 2_000;

/** Gives the function that brings the gauges up to date. While the database is away there are no chains to show. */
export function addChainMetrics(
  registry: Registry,
  { reader, readAuditIdle, chains }: ChainMetricsDependencies,
): () => Promise<void> {
  const registers = [registry];
  const labelNames = ['chain', 'name'];
  const gauge = (name: string, help: string) =>
    new Gauge({ name: `mandate_api_chain_${name}`, help, labelNames, registers });

  const isUp = new Gauge({
    name: 'mandate_api_database_up',
    help: 'Whether the database answered this scrape: 1 or 0',
    registers,
  });
  const state = new Gauge({
    name: 'mandate_api_chain_state',
    help: '1 for the state that the chain is in: ready, or the code of the error that it is answered with',
    labelNames: [...labelNames, 'state'],
    registers,
  });
  const ofCheckpoint = [
    [gauge('block', 'The block that answers are true for'), ({ block }) => block.number],
    [gauge('block_timestamp_seconds', 'When the block that answers are true for was made'), timestampOf],
    [gauge('head_block', "The chain's newest block, as the indexer last saw it"), ({ head }) => head],
    [gauge('lag_seconds', 'How old the block that answers are true for is'), lagSecondsOf],
    [gauge('ahead_seconds', 'How far in the future that block is, by the clock of this host'), aheadOf],
    [gauge('lag_blocks', 'Blocks between the head and the block that answers are true for'), lagOf],
    [gauge('heard_seconds', 'How long the indexer has been silent, as this process saw it'), silentOf],
    [gauge('lag_used', LAG_USED), lagUsedOf],
    [gauge('vaults_under_audit', 'Vaults whose questions are refused until they are repaired'), markedOf],
  ] satisfies [Gauge, (checkpoint: Checkpoint, chain: ServedChain) => number][];

  const auditIdle = gauge(
    'audit_idle_seconds',
    'How long ago an auditor last worked on the chain, if one ever did',
  );

  async function findCheckpoints(): Promise<Map<number, Checkpoint> | null> {
    const listed = await within(WAIT_TIMEOUT_MS, reader.listCheckpoints());
    return listed && new Map(listed.map((checkpoint) => [checkpoint.chainId, checkpoint]));
  }

  function showAudit(idle: ReadonlyMap<number, number> | null): void {
    auditIdle.reset();
    for (const { chainId, name } of chains.list()) {
      const seconds = idle?.get(chainId);
      if (seconds !== undefined) auditIdle.set({ chain: String(chainId), name }, seconds);
    }
  }

  function show(chain: ServedChain, checkpoint: Checkpoint | null): void {
    const labels = { chain: String(chain.chainId), name: chain.name };
    const now = findDoubt(chain, checkpoint)?.code ?? 'ready';
    for (const one of STATES) state.set({ ...labels, state: one }, one === now ? 1 : 0);
    if (!checkpoint) return;
    for (const [gauge, read] of ofCheckpoint) gauge.set(labels, read(checkpoint, chain));
  }

  return async function lookAtChains() {
    const [checkpoints, idle] = await Promise.all([
      findCheckpoints(),
      within(WAIT_TIMEOUT_MS, readAuditIdle()),
    ]);
    showAudit(idle);
    isUp.set(checkpoints ? 1 : 0);
    state.reset();
    for (const [gauge] of ofCheckpoint) gauge.reset();
    if (!checkpoints) return;
    for (const chain of chains.list()) show(chain, checkpoints.get(chain.chainId) ?? null);
  };
}

const timestampOf = ({ block }: Checkpoint) => block.timestamp;
const lagSecondsOf = ({ block }: Checkpoint) => blockAgeMsOf(block) / 1_000;
const aheadOf = ({ block }: Checkpoint) => Math.max(0, block.timestamp - Date.now() / 1_000);
const lagOf = ({ head, block }: Checkpoint) => Math.max(0, head - block.number);
const markedOf = (_: Checkpoint, { auditMarks }: ServedChain) => auditMarks.count();
const silentOf = ({ heartbeat }: Checkpoint, { pulse }: ServedChain) => pulse.ageMs(heartbeat) / 1_000;

function lagUsedOf({ block, heartbeat }: Checkpoint, { maxLag, pulse }: ServedChain): number {
  const ofBlock = maxLag.blockAgeMs === null ? 0 : blockAgeMsOf(block) / maxLag.blockAgeMs;
  return Math.max(ofBlock, pulse.ageMs(heartbeat) / maxLag.ms);
}

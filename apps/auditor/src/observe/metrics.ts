/** The auditor's metrics. Figures come from the database, so that they survive a restart. */
import type { ConfiguredChain } from '@mandate/config';
import { addNodeMetrics, type NodeObserver } from '@mandate/nodes';
import { type AuditRecords, type AuditSummary, within } from '@mandate/store';
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';

/** A scrape does not wait for a database that hangs. */
const READ_TIMEOUT_MS = 2_000;
const SECOND_MS = 1_000;

export interface Metrics extends NodeObserver {
  readonly registry: Registry;
  held(chain: ConfiguredChain, isHeld: boolean): void;
  failed(chain: ConfiguredChain): void;
  denied(chain: ConfiguredChain, differences: ReadonlyMap<string, number>): void;
}

export function createMetrics(
  chains: readonly ConfiguredChain[],
  records: Pick<AuditRecords, 'readAudit'>,
): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const label = ({ chainId }: ConfiguredChain) => ({ chain: String(chainId) });
  const named = (name: string, help: string) => ({
    name: `mandate_auditor_${name}`,
    help,
    labelNames: ['chain'] as const,
    registers,
  });
  const held = new Gauge(named('held', 'Whether this process audits the chain: 1 or 0'));
  const errors = new Counter(named('errors_total', 'Steps that failed'));
  const denied = new Counter(
    named('denied_total', 'Differences that one node showed and enough others denied'),
  );
  for (const of of chains.map(label)) {
    held.set(of, 0);
    errors.inc(of, 0);
    denied.inc(of, 0);
  }
  addAuditMetrics();
  const nodes = addNodeMetrics(registry, chains);

  /** Adds the figures that the database has. */
  function addAuditMetrics(): void {
    const read = createReadAll(chains, records);
    const figures: readonly (readonly [string, string, (summary: AuditSummary) => number | null])[] = [
      ['questions_total', 'Questions to storage', ({ questions }) => questions],
      [
        'differences_total',
        'Confirmed differences between ledger and chain',
        ({ differences }) => differences,
      ],
      ['unconfirmed_total', 'Differences that no second node confirmed', ({ unconfirmed }) => unconfirmed],
      ['disputes_total', 'Proofs that contradicted the ledger in an answer', ({ disputes }) => disputes],
      ['marked_vaults', 'Vaults that are not answered for', ({ marks }) => marks],
      ['coverage_ratio', 'The share of rows that the last pass compared', ({ coverage }) => coverage],
      [
        'oldest_unaudited_seconds',
        'The age of the oldest row that no finished pass has compared',
        ({ oldestUnaudited }) =>
          oldestUnaudited === null ? 0 : Math.max(0, Date.now() / SECOND_MS - oldestUnaudited),
      ],
      [
        'last_pass_timestamp_seconds',
        'When the last pass finished',
        ({ last }) => (last ? last.finishedAt.getTime() / SECOND_MS : null),
      ],
    ];
    for (const [name, help, find] of figures) {
      const set = async (metric: Gauge<'chain'> | Counter<'chain'>) => {
        metric.reset();
        for (const { chain, summary } of await read()) {
          const value = find(summary);
          if (value !== null) metric.inc(label(chain), value);
        }
      };
      const options = named(name, help);
      if (name.endsWith('_total'))
        new Counter({
          ...options,
          collect: async function () {
            await set(this);
          },
        });
      else
        new Gauge({
          ...options,
          collect: async function () {
            await set(this);
          },
        });
    }
  }

  return {
    registry,
    ...nodes,
    held(chain, isHeld) {
      held.set(label(chain), Number(isHeld));
      if (isHeld) nodes.held(chain);
      else nodes.released(chain);
    },
    failed: (chain) => errors.inc(label(chain)),
    denied(chain, differences) {
      for (const count of differences.values()) denied.inc(label(chain), count);
    },
  };
}

/** Reads once for all metrics of a scrape. */
function createReadAll(chains: readonly ConfiguredChain[], records: Pick<AuditRecords, 'readAudit'>) {
  type Summaries = readonly { readonly chain: ConfiguredChain; readonly summary: AuditSummary }[];
  let asking: Promise<Summaries> | null = null;

  async function readAll(): Promise<Summaries> {
    const summaries: { chain: ConfiguredChain; summary: AuditSummary }[] = [];
    for (const chain of chains) summaries.push({ chain, summary: await records.readAudit(chain.chainId) });
    return summaries;
  }

  return (): Promise<Summaries> => {
    asking ??= within(READ_TIMEOUT_MS, readAll())
      .then((summaries) => summaries ?? [])
      .finally(() => {
        asking = null;
      });
    return asking;
  };
}

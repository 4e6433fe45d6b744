/**
 * Reads the registries' logs again, range by range, and compares the rows that they make with those of the ledger. The
 * rows before a range were compared with the earlier ranges, so each range is folded on top of the ledger's own.
 */
import { type Address, findAmount, type Registry } from '@mandate/core';
import {
  compareRows,
  createBlockRanges,
  createFoldRange,
  decodeLogs,
  type RowDifference,
} from '@mandate/fold';
import { NodeBehindError, type Source } from '@mandate/nodes';
import type { AuditedRows, AuditPass, AuditStore } from '@mandate/store';
import type { AuditedChain } from '../audited-chain.ts';
import { type HalfStep, judge } from './half.ts';
import { rememberState } from './remembered-state.ts';
import { createTally } from './tally.ts';

export interface Ledger {
  readonly rows: AuditedRows;
  readonly store: AuditStore;
}

interface Span {
  readonly first: number;
  readonly last: number;
}

/** What differs from one node's logs, by grant, and the number of rows that began in the range. */
interface Compared {
  readonly differences: ReadonlyMap<string, RowDifference>;
  readonly begun: number;
}

/** Compares the next range. */
export type LogsHalf = (pass: AuditPass) => Promise<HalfStep>;

export function createLogsHalf(audited: AuditedChain, ledger: Ledger): LogsHalf {
  const { chain, voters, confirmations } = audited;
  const { chainId, startBlock, quorum } = chain;
  const ranges = createBlockRanges();
  const state = rememberState(audited.source);
  const compareWith = createCompareWith({ ...audited, source: state.source }, ledger, ranges);

  /** Asks as many nodes as the quorum, and more of them about differences. `null` if the range is too large. */
  async function compare(span: Span) {
    const tally = createTally<RowDifference>(confirmations);
    const failures: unknown[] = [];
    let [begun, read] = [0, 0];
    for (const node of voters) {
      if (read >= quorum && !tally.isOpen()) break;
      try {
        const compared = await compareWith(node, span, read);
        if (!compared) return null;
        tally.add(node.name, compared.differences);
        begun = compared.begun;
        read++;
      } catch (error) {
        failures.push(error);
      }
    }
    if (read < quorum) throw failures[0];
    return { all: tally.list(), begun };
  }

  return async ({ scannedBlock, untilBlock }) => {
    const first = scannedBlock + 1;
    const from = Math.max(first, startBlock);
    const last = Math.min(untilBlock, from + ranges.size - 1);
    const compared = await compare({ first, last }).finally(() => state.forget());
    if (!compared) {
      ranges.shrink(last - from + 1);
      return { progress: null, counts: {}, findings: [], denied: new Map() };
    }
    return {
      progress: { half: 'logs', scannedBlock: last },
      counts: { rowsScanned: compared.begun },
      ...judge({ chainId, half: 'logs' }, compared.all, (difference) => ({
        blocks: [first, last],
        amount: findAmount(difference.delegation)?.toString() ?? null,
        ledger: difference.ledger,
        chain: difference.chain,
      })),
    };
  };
}

/** Compares a range with the logs of one node. `null` if it has too many revocations to settle at once. */
function createCompareWith(
  { chain, registries, source }: AuditedChain,
  { rows, store }: Ledger,
  ranges: ReturnType<typeof createBlockRanges>,
) {
  const { chainId, startBlock } = chain;
  const byAddress = new Map<Address, Registry>();
  for (const registry of ['v1', 'v2'] as const) {
    const address = registries[registry];
    if (address) byAddress.set(address, registry);
  }
  const foldRange = createFoldRange(source, registries, (at, grants, v1Grantors) =>
    store.listStood(chainId, at, grants, v1Grantors),
  );

  /** Reads the logs up to a block of its own: each node's answer rests on another block. */
  async function readEvents(node: Source, { first, last }: Span, beyond: number) {
    const startedAt = performance.now();
    const from = Math.max(first, startBlock);
    if (from > last) return [];
    const end = last + beyond;
    const range = await node.getRange([...byAddress.keys()], from, end, { known: end });
    if (!range.last) throw new NodeBehindError(`${node.name} does not have block ${end}.`);
    ranges.succeeded(last - from + 1, range.logs.length, performance.now() - startedAt);
    return decodeLogs(
      range.logs.filter(({ block }) => block <= last),
      byAddress,
    );
  }

  return async (node: Source, span: Span, beyond: number): Promise<Compared | null> => {
    const { first, last } = span;
    const events = await readEvents(node, span, beyond);
    const folded = await foldRange({ first, last, events });
    if (!folded) return null;
    // The first range has the rows before the chain's start block, too, which no log can have made.
    const touched = await store.listTouched(chainId, first, last);
    const unknown = await rows.listUnknown(chainId, first, last);
    for (const { from } of folded.uncertain) unknown.add(from);
    const differences = compareRows({ first, last, rows: touched, folded, unknown });
    return {
      differences: new Map(
        differences.map((each) => [[each.grant, each.kind, ...each.chain].join('\n'), each]),
      ),
      begun: touched.filter(({ since }) => since.block >= first).length,
    };
  };
}

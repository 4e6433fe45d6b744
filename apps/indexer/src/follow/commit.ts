/** Turns the logs of some blocks into rows, and writes them with the checkpoint. */
import { type Address, type Registry, ZERO_ADDRESS } from '@mandate/core';
import {
  countReads,
  createSettle,
  decodeLogs,
  type Event,
  fold,
  type Settle,
  type Touched,
  touchedBy,
} from '@mandate/fold';
import type { Log, Source } from '@mandate/nodes';
import type { Batch, Block, EventfulBlock, Unsettled, Writer } from '@mandate/store';
import { digestLogs } from '../verify/digest-logs.ts';
import { type FollowedChain, isFollowing } from './following.ts';
import type { SeenHead } from './head-watch.ts';

/** A step that would read the state of more grants takes fewer blocks. */
const MAX_READS = 20_000;

/** The blocks that the ledger has after a commit. */
type Reached = Pick<Batch, 'block' | 'replaceable' | 'eventful'> & { readonly marks: SeenHead };

interface Settling {
  readonly unsettled: readonly Unsettled[];
  readonly settleAt: Block | null;
}

/** Events decoded from logs, without reading the ledger. */
export interface Decoded {
  readonly logs: readonly Log[];
  readonly events: readonly Event[];
  readonly touched: Touched;
}

export interface Committer {
  decode(logs: readonly Log[]): Decoded;
  /** Writes the rows. Returns null, and writes nothing, if too much state would have to be read at once. */
  commit(
    parent: Block,
    decoded: Decoded,
    reached: Reached,
    settling: Settling,
  ): Promise<{ readonly events: number; readonly unsettled: number } | null>;
}

export function createCommitter(
  chain: FollowedChain,
  source: Source,
  writer: Writer,
  warn?: (message: string) => void,
): Committer {
  const { chainId } = chain;
  const registries = new Map<Address, Registry>();
  for (const registry of ['v1', 'v2'] as const) {
    const address = chain.registries[registry];
    if (address) registries.set(address, registry);
  }
  // Without a v1 registry there are no v1 events, so the address is never used.
  const settle: Settle = createSettle(source, chain.registries.v1 ?? ZERO_ADDRESS, warn);

  return {
    decode(logs) {
      const events = decodeLogs(logs, registries);
      return { logs, events, touched: touchedBy(events) };
    },
    async commit(parent, { logs, events, touched }, reached, { unsettled, settleAt }) {
      const { grants, v1Grantors } = touched;
      const vaults = new Set([...v1Grantors, ...(settleAt ? unsettled.map(({ from }) => from) : [])]);
      const isQuiet = events.length === 0 && vaults.size === 0;
      const live = isQuiet ? [] : await writer.listLive(chainId, grants, [...vaults]);
      if (reached.block.number > parent.number + 1 && countReads(events, live) > MAX_READS) return null;
      const folded = await fold(events, live, {
        settle,
        unsettled: new Map(unsettled.map(({ from, last }) => [from, last])),
        settleAt,
      });
      const state = isFollowing(reached.block, reached.marks) ? 'following' : 'backfilling';
      await writer.commit(chainId, {
        ...folded.rows,
        ...reached,
        eventful: withDigests(reached, logs),
        // Writes only marks that the nodes name: an operator may have lowered the ledger's own meanwhile.
        marks: reached.marks.said,
        parent,
        state,
      });
      return { events: events.length, unsettled: folded.unsettled };
    },
  };
}

/** Adds digests of the logs. Safe blocks need none, because they are not read again. */
function withDigests({ eventful, marks }: Reached, logs: readonly Log[]): readonly EventfulBlock[] {
  const safe = marks.said.safe ?? -1;
  if (eventful.every(({ number }) => number <= safe)) return eventful;
  const byBlock = Map.groupBy(logs, ({ block }) => block);
  return eventful.map((block) => ({ ...block, logsDigest: digestLogs(byBlock.get(block.number) ?? []) }));
}

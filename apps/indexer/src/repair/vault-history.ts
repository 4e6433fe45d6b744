/** Reads the whole history of some wallets again from the logs, independently of the ledger's rows. */
import { type Address, type Registries, type Registry, ZERO_ADDRESS } from '@mandate/core';
import { countReads, createBlockRanges, createSettle, decodeLogs, type Event, fold } from '@mandate/fold';
import { type Log, NodeBehindError, type Source } from '@mandate/nodes';
import type { Begun, Block, LiveRow } from '@mandate/store';
import type { Hex } from 'viem';
import type { Evidence } from '../verify/verify.ts';
import { verifyRange } from '../verify/verify-range.ts';

/** A range that would read the state of more grants is made smaller. */
const MAX_READS = 20_000;

export interface VaultHistory {
  /** The last block that was read. Its hash is null before anything was read. */
  readonly last: { readonly number: number; readonly hash: Hex | null };
  /** The rows of these wallets, in the order in which they began. */
  readonly rows: readonly Begun[];
  /** The blocks with events of these wallets. */
  readonly eventful: readonly Block[];
}

export interface VaultReader {
  /** Returns the history before the first block that can hold a delegation. */
  start(): VaultHistory;
  /**
   * Continues a history up to a block. Throws if the nodes have another block with its number. `take` gets all logs of the
   * registries.
   */
  continue(history: VaultHistory, upTo: Block, take?: (logs: readonly Log[]) => void): Promise<VaultHistory>;
}

export interface VaultReaderOptions {
  readonly registries: Registries;
  readonly evidence: Evidence;
  readonly startBlock: number;
  readonly vaults: ReadonlySet<Address>;
  /** Gets the last block of each range that was read, and the block to read up to. */
  readonly onRange: (block: number, upTo: number) => void;
}

export function createVaultReader(
  source: Source,
  { registries, evidence, startBlock, vaults, onRange }: VaultReaderOptions,
): VaultReader {
  const names = new Map<Address, Registry>(
    (['v1', 'v2'] as const).flatMap((name) => {
      const address = registries[name];
      return address ? [[address, name]] : [];
    }),
  );
  const addresses = [...names.keys()];
  const settle = createSettle(source, registries.v1 ?? ZERO_ADDRESS);
  const ranges = createBlockRanges();

  async function readRange(first: number, last: number) {
    const startedAt = performance.now();
    const range = await source.getRange(addresses, first, last);
    if (!range.last) throw new NodeBehindError(`${source.name} does not have block ${last}.`);
    ranges.succeeded(last - first + 1, range.logs.length, performance.now() - startedAt);
    const events = decodeLogs(range.logs, names).filter(({ change }) => vaults.has(grantorOf(change)));
    const numbers = new Set(events.map(({ at }) => at.block));
    const logs = range.logs.filter(({ block }) => numbers.has(block));
    const eventful = await verifyRange(source, evidence, addresses, range.last, logs);
    return { range, last: range.last, events, eventful };
  }

  /** Folds the events of a range. `null` if too much state would have to be read at once. */
  async function foldRange(rows: readonly Begun[], events: readonly Event[], blocks: number) {
    if (events.length === 0) return rows;
    const live = listLive(rows, events);
    if (blocks > 1 && countReads(events, live) > MAX_READS) return null;
    const folded = await fold(events, live, { settle, unsettled: new Map(), settleAt: null });
    const [unknown] = folded.rows.uncertain;
    if (unknown)
      throw new Error(
        `No node has the state of block ${unknown.fromBlock} and the one before, which show what v1 vault ${unknown.from} ` +
          'revoked there. Add a node that has it, e.g. an archive node with "stateOnly", and run the command again.',
      );
    const ends = new Map(folded.rows.ended.map(({ id, until }) => [id, until]));
    return [...rows.map((row, id) => ({ ...row, until: ends.get(id) ?? row.until })), ...folded.rows.begun];
  }

  return {
    start: () => ({ last: { number: startBlock - 1, hash: null }, rows: [], eventful: [] }),
    async continue({ last, rows, ...before }, upTo, take = () => {}) {
      const eventful = [...before.eventful];
      while (last.number < upTo.number) {
        const first = last.number + 1;
        const to = Math.min(upTo.number, last.number + Math.min(ranges.size, source.rangeBlocks));
        const read = await readRange(first, to);
        if (last.hash !== null && read.range.known?.hash !== last.hash)
          throw new NodeBehindError(`${source.name} replaced block ${last.number} meanwhile.`);
        const folded = await foldRange(rows, read.events, to - first + 1);
        if (!folded) {
          ranges.shrink(to - first + 1);
          continue;
        }
        rows = folded;
        last = { number: to, hash: read.last.hash };
        for (const { number, hash, timestamp } of read.eventful) eventful.push({ number, hash, timestamp });
        take(read.range.logs);
        onRange(to, upTo.number);
      }
      if (last.hash !== null && last.hash !== upTo.hash)
        throw new NodeBehindError(`${source.name} has another block ${upTo.number} than the ledger.`);
      return { last, rows, eventful };
    },
  };
}

function grantorOf(change: Event['change']): Address {
  if (change.type === 'grant') return change.delegation.from;
  return change.type === 'revoke' ? change.grant.from : change.from;
}

/** Lists the open rows of the wallets that act in these events. A row's id is its place in the history. */
function listLive(rows: readonly Begun[], events: readonly Event[]): LiveRow[] {
  const acting = new Set(events.map(({ change }) => grantorOf(change)));
  return rows.flatMap(({ delegation, since, until }, id) =>
    until === null && acting.has(delegation.from) ? [{ id, delegation, since }] : [],
  );
}

/**
 * Compares an imported history with the logs, one range of blocks at a time. The rows before a range were checked
 * with the earlier ranges. So if folding the logs of the range gives exactly the imported rows, the history is right
 * up to the range's end.
 */
import { type Address, findAmount, identify, type Registry } from '@mandate/core';
import { createBlockRanges, createFoldRange, decodeLogs, type FoldedRows } from '@mandate/fold';
import { NodeBehindError, type Source } from '@mandate/nodes';
import type { Audited, AuditedRow, AuditStore, Begun, Block, Position } from '@mandate/store';
import type { FollowedChain } from '../follow/following.ts';
import { verifyRange } from '../verify/verify-range.ts';

/** Scans the next range. Returns where the imported history differs from the logs, if it does. */
export type Scan = (audited: Audited) => Promise<string | null>;

export function createScan(chain: FollowedChain, source: Source, store: AuditStore): Scan {
  const { chainId, evidence } = chain;
  const registries = new Map<Address, Registry>();
  for (const registry of ['v1', 'v2'] as const) {
    const address = chain.registries[registry];
    if (address) registries.set(address, registry);
  }
  const addresses = [...registries.keys()];
  const foldRange = createFoldRange(source, chain.registries, (at, grants, v1Grantors) =>
    store.listStood(chainId, at, grants, v1Grantors),
  );
  const ranges = createBlockRanges();

  async function read(first: number, last: number) {
    const startedAt = performance.now();
    const range = await source.getRange(addresses, first, last);
    if (!range.last) throw new NodeBehindError(`${source.name} does not have block ${last}.`);
    ranges.succeeded(last - first + 1, range.logs.length, performance.now() - startedAt);
    const eventful = await verifyRange(source, evidence, addresses, range.last, range.logs);
    return { events: decodeLogs(range.logs, registries), eventful };
  }

  return async ({ imported, scanned }) => {
    const first = scanned + 1;
    const last = Math.min(imported, scanned + Math.min(ranges.size, source.rangeBlocks));
    const { events, eventful } = await read(first, last);
    const rows = await foldRange({ first, last, events });
    if (!rows) {
      ranges.shrink(last - first + 1);
      return null;
    }
    refuseUnknown(rows);
    const ofBlocks = findDifference(
      (await store.listEventful(chainId, first, last)).map(describeBlock),
      eventful.map(describeBlock),
    );
    const ofRows = findDifference(
      describeTouched(await store.listTouched(chainId, first, last), first, last),
      describeFolded(rows),
    );
    const difference = ofBlocks ?? ofRows;
    if (!difference) await store.markScanned(chainId, scanned, last);
    return difference;
  };
}

function refuseUnknown({ uncertain: [unknown] }: FoldedRows): void {
  if (!unknown) return;
  throw new Error(
    `No node has the state of block ${unknown.fromBlock} and the one before, which show what v1 vault ${unknown.from} ` +
      'revoked there. Add a node that has it (an archive node), or import the ledger again with a digest.',
  );
}

const describeBlock = ({ number, hash, timestamp }: Block) => `block ${number} ${hash} at ${timestamp}`;

function describeBegun({ delegation, since, until }: Begun): string {
  const amount = findAmount(delegation);
  const of = `${identify(delegation)}${amount === null ? '' : ` of ${amount}`}`;
  return `${of} from ${placeOf(since)} ${until ? `to ${placeOf(until)}` : 'on'}`;
}

const describeEnded = (id: number, until: Position) => `the end of row ${id} in ${placeOf(until)}`;

const placeOf = ({ block, log, tx }: Position) => `block ${block}, log ${log}, transaction ${tx}`;

/** Describes the rows as they were when the range ended. */
function describeTouched(rows: readonly AuditedRow[], first: number, last: number): string[] {
  return rows.map(({ id, ...row }) => {
    const until = row.until && row.until.block <= last ? row.until : null;
    return row.since.block < first && until ? describeEnded(id, until) : describeBegun({ ...row, until });
  });
}

function describeFolded({ begun, ended }: FoldedRows): string[] {
  return [...begun.map(describeBegun), ...ended.map(({ id, until }) => describeEnded(id, until))];
}

function findDifference(imported: readonly string[], logged: readonly string[]): string | null {
  const [inFile, inLogs] = [new Set(imported), new Set(logged)];
  const invented = imported.find((each) => !inLogs.has(each));
  if (invented) return `The logs of the chain have no ${invented}`;
  const missing = logged.find((each) => !inFile.has(each));
  return missing ? `The logs of the chain have ${missing}` : null;
}

/** Turns the logs of blocks into the rows of the ledger that they end and begin. */
import {
  type Address,
  type Change,
  type Delegation,
  decode,
  effectsOf,
  type Grant,
  grantOf,
  identify,
  listOutgoing,
  type Registry,
  type UnidentifiedRevocation,
  type V1Delegation,
} from '@mandate/core';
import type { Batch, End, LiveRow, Position, Uncertain } from '@mandate/store';
import type { Hex } from 'viem';
import type { Log } from './source.ts';

export interface Event {
  readonly change: Change | UnidentifiedRevocation;
  readonly at: Position;
  readonly blockHash: Hex;
}

export type Rows = Pick<Batch, 'ended' | 'begun' | 'uncertain'>;

/** What an unidentified revocation ended. */
export interface Resolution {
  readonly changes: readonly Change[];
  /** The later block that shows it, when none of the nodes has the state of its own. */
  readonly shownAt: number | null;
}

/** A vault's unidentified revocations in one block. */
export interface Unidentified {
  readonly from: Address;
  readonly at: readonly Position[];
  readonly blockHash: Hex;
  /** The vault did nothing else in v1 in that block. */
  readonly alone: boolean;
}

/** Finds out which of a vault's grants a block's unidentified revocations ended. */
export type Resolve = (revocation: Unidentified, grants: readonly V1Delegation[]) => Promise<Resolution>;

export function decodeLogs(logs: readonly Log[], registries: ReadonlyMap<Address, Registry>): Event[] {
  return logs.map((log) => {
    const registry = registries.get(log.address);
    if (!registry) throw new RangeError(`A log of ${log.address}, which is no registry.`);
    const at = { block: log.block, log: log.log, tx: log.tx };
    return { change: decode(registry, log), at, blockHash: log.blockHash };
  });
}

/** Which standing rows have to be known before these events can be folded. */
export function touchedBy(events: readonly Event[]): { grants: Grant[]; v1Grantors: Address[] } {
  const grants = new Map<string, Grant>();
  const v1Grantors = new Set<Address>();
  for (const { change } of events) {
    if (change.type === 'grant' || change.type === 'revoke') {
      const grant = change.type === 'grant' ? grantOf(change.delegation) : change.grant;
      grants.set(identify(grant), grant);
    } else v1Grantors.add(change.from);
  }
  return { grants: [...grants.values()], v1Grantors: [...v1Grantors] };
}

/**
 * Within a block the named changes go first, then storage settles those that name no one: it shows the end
 * of the block only.
 */
export async function fold(
  events: readonly Event[],
  live: readonly LiveRow[],
  resolve: Resolve,
): Promise<Rows> {
  const ledger = openLedger(live);
  const uncertain: Uncertain[] = [];
  for (const ofBlock of byBlock(events)) {
    for (const { change, at } of ofBlock) {
      if (change.type !== 'revokeUnidentified') ledger.apply(change, { ...at, inferred: false });
    }
    for (const revocation of listUnidentified(ofBlock)) {
      const unknown = await settle(ledger, revocation, resolve);
      if (unknown) uncertain.push(unknown);
    }
  }
  return { ...ledger.rows(), uncertain };
}

/** Ends what the revocation ended. Returns the blocks of which it can't be said what stood in them. */
async function settle(
  ledger: ReturnType<typeof openLedger>,
  revocation: Unidentified,
  resolve: Resolve,
): Promise<Uncertain | null> {
  const { from, at } = revocation;
  const grants = ledger.listV1(from);
  const last = at.at(-1);
  if (grants.length === 0 || !last) return null;
  const { changes, shownAt } = await resolve(revocation, grants);
  for (const change of changes) ledger.apply(change, { ...last, inferred: shownAt !== null });
  return shownAt === null ? null : { from, fromBlock: last.block, untilBlock: shownAt };
}

function listUnidentified(events: readonly Event[]): Unidentified[] {
  const ofVaults = Map.groupBy(events, ({ change }) => vaultOf(change));
  return [...ofVaults].flatMap(([from, ofVault]) => {
    const unidentified = ofVault.filter(({ change }) => change.type === 'revokeUnidentified');
    const [first] = unidentified;
    if (!from || !first) return [];
    const alone = unidentified.length === ofVault.length;
    return [{ from, at: unidentified.map(({ at }) => at), blockHash: first.blockHash, alone }];
  });
}

function vaultOf(change: Event['change']): Address | null {
  if (change.type === 'grant') return change.delegation.registry === 'v1' ? change.delegation.from : null;
  if (change.type === 'revoke') return change.grant.registry === 'v1' ? change.grant.from : null;
  return change.from;
}

function* byBlock(events: readonly Event[]): Iterable<readonly Event[]> {
  for (let first = 0; first < events.length; ) {
    const block = events[first]?.at.block;
    let next = first;
    while (events[next]?.at.block === block && next < events.length) next++;
    yield events.slice(first, next);
    first = next;
  }
}

/** The rows in play: those that stand in the database, and those that these events begin. */
function openLedger(live: readonly LiveRow[]) {
  type Begun = { delegation: Delegation; since: Position; until: End | null };
  const set = new Map<string, Delegation>();
  const open = new Map<string, LiveRow | Begun>();
  const ended: (LiveRow & { until: End })[] = [];
  const begun: Begun[] = [];
  for (const row of live) {
    set.set(identify(row.delegation), row.delegation);
    open.set(identify(row.delegation), row);
  }
  return {
    apply(change: Change, at: End): void {
      for (const { type, delegation } of effectsOf(set, change)) {
        const key = identify(delegation);
        if (type === 'begun') {
          const { inferred: _, ...since } = at;
          const row: Begun = { delegation, since, until: null };
          begun.push(row);
          set.set(key, delegation);
          open.set(key, row);
          continue;
        }
        const row = open.get(key);
        if (!row) throw new Error(`The row of ${key} ends and was never open.`);
        if ('id' in row) ended.push({ ...row, until: at });
        else row.until = at;
        set.delete(key);
        open.delete(key);
      }
    },
    listV1: (from: Address) => listOutgoing(set, 'v1', from).filter((d) => d.registry === 'v1'),
    rows: () => ({ ended, begun }),
  };
}

/** Turns the logs of blocks into ledger rows that begin and end. */
import {
  type Address,
  type Change,
  type Delegation,
  decode,
  effectsOf,
  type Grant,
  identify,
  type Registry,
  type UnidentifiedRevocation,
  type V1Delegation,
} from '@mandate/core';
import type { Log } from '@mandate/nodes';
import {
  type Batch,
  type Block,
  type End,
  type LiveRow,
  type Position,
  type Settled,
  UNSETTLED,
  type Uncertain,
} from '@mandate/store';
import type { Hex } from 'viem';
import { placeRevocations } from './place-revocations.ts';
import type { OwnBlockQuestion, Settle, SettledRevocation, Unidentified } from './settle-revocations.ts';

export interface Event {
  readonly change: Change | UnidentifiedRevocation;
  readonly at: Position;
  readonly blockHash: Hex;
}

export type FoldedRows = Pick<Batch, 'ended' | 'begun' | 'uncertain' | 'settled'>;

export interface Folded {
  readonly rows: FoldedRows;
  /** The number of vaults whose revocations are still not settled. */
  readonly unsettled: number;
}

export interface FoldOptions {
  readonly settle: Settle;
  /** Vaults with earlier unsettled revocations, and the last of them. */
  readonly unsettled: ReadonlyMap<Address, Position>;
  /** The last block of the step, if a node may have its state: it settles revocations that are still open. */
  readonly settleAt: Block | null;
}

export function decodeLogs(logs: readonly Log[], registries: ReadonlyMap<Address, Registry>): Event[] {
  return logs.map((log) => {
    const registry = registries.get(log.address);
    if (!registry) throw new RangeError(`There is a log of ${log.address}, which is not a registry.`);
    const at = { block: log.block, log: log.log, tx: log.tx };
    return { change: decode(registry, log), at, blockHash: log.blockHash };
  });
}

/** The standing rows that must be known before events can be folded. */
export interface Touched {
  readonly grants: readonly Grant[];
  /** Wallets whose v1 grants must all be known. */
  readonly v1Grantors: readonly Address[];
}

export function touchedBy(events: readonly Event[]): Touched {
  const grants = new Map<string, Grant>();
  const v1Grantors = new Set<Address>();
  for (const { change } of events) {
    if (change.type === 'grant' || change.type === 'revoke') {
      const grant = change.type === 'grant' ? change.delegation : change.grant;
      grants.set(identify(grant), grant);
    } else v1Grantors.add(change.from);
  }
  return { grants: [...grants.values()], v1Grantors: [...v1Grantors] };
}

/**
 * Applies the events to the live rows. Within a block, changes that name their grant come first, and the revocations of
 * delegates that were granted again. Then storage settles the others, because it shows only the end of the block.
 */
export async function fold(
  events: readonly Event[],
  live: readonly LiveRow[],
  { settle, unsettled, settleAt }: FoldOptions,
): Promise<Folded> {
  const ledger = openLedger(live);
  const doubts = openDoubts(unsettled);
  const told = await askAll(events, live, settle);
  for (const ofBlock of byBlock(events)) {
    const unidentified = listUnidentified(ofBlock).map((revocation) => ({
      revocation,
      told: told.get(keyOf(revocation)),
    }));
    applyInOrder(ledger, doubts, ofBlock, placeRevocations(ofBlock, unidentified));
    for (const { revocation, told: shown } of unidentified) {
      const stood = ledger.listV1(revocation.from).length > 0;
      applyTold(ledger, doubts, revocation, stood ? shown : NOTHING_STOOD);
    }
  }
  if (settleAt) await settleDoubts(ledger, doubts, settleAt, settle);
  return { rows: { ...ledger.rows(), ...doubts.rows() }, unsettled: doubts.list().length };
}

type Ledger = ReturnType<typeof openLedger>;
type Doubts = ReturnType<typeof openDoubts>;

/** Applies the changes that name their grant, and the revocations of which `placed` tells whom they revoked. */
function applyInOrder(
  ledger: Ledger,
  doubts: Doubts,
  ofBlock: readonly Event[],
  placed: ReadonlyMap<Position, readonly Change[]>,
): void {
  for (const { change, at } of ofBlock) {
    if (change.type !== 'revokeUnidentified') ledger.apply(change, at, false);
    else for (const each of placed.get(at) ?? []) ledger.apply(each, at, doubts.has(change.from));
  }
}

function applyTold(
  ledger: Ledger,
  doubts: Doubts,
  { from, at }: Unidentified,
  told: SettledRevocation | null | undefined,
): void {
  const last = at.at(-1) ?? at[0];
  if (!told) {
    doubts.open(from, last);
    return;
  }
  // After an earlier unsettled revocation, either of the two may have ended a grant.
  const inferred = told.byState && doubts.has(from);
  for (const change of told.changes) ledger.apply(change, last, inferred);
  if (told.byState) doubts.settle(from, last.block);
}

/**
 * Settles open revocations by the state of a later block, which shows the grants that are gone. They ended with the
 * vault's last revocation at the latest.
 */
async function settleDoubts(ledger: Ledger, doubts: Doubts, at: Block, settle: Settle): Promise<void> {
  const open = doubts.list();
  const shown = await settle.atBlock(
    open.map(({ from }) => ledger.listV1(from)),
    at,
  );
  for (const [i, { from, last }] of open.entries()) {
    const changes = shown[i];
    if (!changes) continue;
    for (const change of changes) ledger.apply(change, last, true);
    doubts.settle(from, at.number);
  }
}

const NOTHING_STOOD: SettledRevocation = { changes: [], byState: true, times: new Map() };

const keyOf = ({ from, blockHash }: Unidentified) => `${blockHash}:${from}`;

/** Settles all revocations of these events at once, for every grant that a vault may have had by then. */
async function askAll(
  events: readonly Event[],
  live: readonly LiveRow[],
  settle: Settle,
): Promise<ReadonlyMap<string, SettledRevocation | null>> {
  const asked = listReads(events, live);
  const told = await settle.atOwnBlock(asked);
  return new Map(asked.map(({ revocation }, i) => [keyOf(revocation), told[i] ?? null]));
}

function listReads(events: readonly Event[], live: readonly LiveRow[]): OwnBlockQuestion[] {
  if (!events.some(({ change }) => change.type === 'revokeUnidentified')) return [];
  const known = new Map<Address, Map<string, V1Delegation>>();
  const add = (delegation: Delegation) => {
    if (delegation.registry !== 'v1') return;
    const ofVault = known.get(delegation.from) ?? new Map<string, V1Delegation>();
    known.set(delegation.from, ofVault.set(identify(delegation), delegation));
  };
  for (const { delegation } of live) add(delegation);
  return [...byBlock(events)].flatMap((ofBlock) => {
    const again = new Map<Address, V1Delegation[]>();
    for (const { change } of ofBlock) {
      if (change.type === 'revokeUnidentified' && !again.has(change.from)) again.set(change.from, []);
      if (change.type !== 'grant') continue;
      const { delegation } = change;
      const stood = known.get(delegation.from)?.get(identify(delegation));
      if (stood) again.get(stood.from)?.push(stood);
      add(delegation);
    }
    return listUnidentified(ofBlock).flatMap((revocation) => {
      const grants = [...(known.get(revocation.from)?.values() ?? [])];
      const grantedAgain = again.get(revocation.from) ?? [];
      return grants.length > 0 ? [{ revocation, grants, grantedAgain }] : [];
    });
  });
}

/** Counts the grants whose state `fold` would read. */
export function countReads(events: readonly Event[], live: readonly LiveRow[]): number {
  return listReads(events, live).reduce((sum, { grants }) => sum + grants.length, 0);
}

/** Tracks, block by block, the vaults with unsettled revocations. */
function openDoubts(before: ReadonlyMap<Address, Position>) {
  const open = new Map(before);
  const uncertain: Uncertain[] = [];
  const settled: Settled[] = [];
  return {
    has: (from: Address) => open.has(from),
    list: () => [...open].map(([from, last]) => ({ from, last })),
    open(from: Address, { block, log, tx }: Position): void {
      open.set(from, { block, log, tx });
      uncertain.push({ from, fromBlock: block, untilBlock: UNSETTLED, log, tx });
    },
    settle(from: Address, block: number): void {
      if (!open.delete(from)) return;
      if (before.has(from) && !settled.some((each) => each.from === from)) settled.push({ from, block });
      for (const [i, span] of uncertain.entries()) {
        if (span.from === from && span.untilBlock === UNSETTLED)
          uncertain[i] = { ...span, untilBlock: block };
      }
    },
    rows: () => ({ uncertain, settled }),
  };
}

function listUnidentified(events: readonly Event[]): Unidentified[] {
  if (!events.some(({ change }) => change.type === 'revokeUnidentified')) return [];
  const ofVaults = Map.groupBy(events, ({ change }) => vaultOf(change));
  return [...ofVaults].flatMap(([from, ofVault]) => {
    const unidentified = ofVault.filter(({ change }) => change.type === 'revokeUnidentified');
    const [first, ...others] = unidentified;
    if (!from || !first) return [];
    const alone = unidentified.length === ofVault.length;
    const at = [first.at, ...others.map((event) => event.at)] as const;
    return [{ from, at, blockHash: first.blockHash, alone }];
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

/** Tracks the rows that stand in the database, and those that these events begin. */
function openLedger(live: readonly LiveRow[]) {
  type Begun = { delegation: Delegation; since: Position; until: End | null };
  const set = new Map<string, Delegation>();
  const open = new Map<string, LiveRow | Begun>();
  const v1 = new Map<Address, Map<string, V1Delegation>>();
  const ended: (LiveRow & { until: End })[] = [];
  const begun: Begun[] = [];
  const stand = (key: string, row: LiveRow | Begun) => {
    const { delegation } = row;
    set.set(key, delegation);
    open.set(key, row);
    if (delegation.registry !== 'v1') return;
    v1.set(delegation.from, (v1.get(delegation.from) ?? new Map()).set(key, delegation));
  };
  for (const row of live) stand(identify(row.delegation), row);
  return {
    apply(change: Change, at: Position, inferred: boolean): void {
      for (const { type, delegation } of effectsOf(set, change)) {
        const key = identify(delegation);
        if (type === 'begun') {
          const row: Begun = { delegation, since: at, until: null };
          begun.push(row);
          stand(key, row);
          continue;
        }
        const row = open.get(key);
        if (!row) throw new Error(`The row of ${key} ends but was never open.`);
        const until = { ...at, inferred };
        if ('id' in row) ended.push({ ...row, until });
        else row.until = until;
        set.delete(key);
        open.delete(key);
        v1.get(delegation.from)?.delete(key);
      }
    },
    listV1: (from: Address) => [...(v1.get(from)?.values() ?? [])],
    rows: () => ({ ended, begun }),
  };
}

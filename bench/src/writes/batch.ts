/** Creates batches of events as the indexer does: looks up the current rows, then ends and begins rows. */
import type { Random } from '@mandate/contracts';
import { createDelegation, type Delegation, FULL_RIGHTS, findAmount, grantOf, identify } from '@mandate/core';
import type { Batch, Begun, Block, End, Ended } from '@mandate/store';
import {
  blockOf,
  CHAIN_ID,
  contractOf,
  delegationOf,
  granteeOf,
  granterOf,
  hasEnded,
  hashOf,
  type WrittenLedger,
} from './written-ledger.ts';

/** The number of blocks below the head that a reorg may replace. */
export const REPLACEABLE = 64;
/** The distance of the chain's head from a backfill. */
const AHEAD = 1_000_000;
/** The shares of ten events that are grants and revocations; the others change an amount. */
const [GRANTS, REVOCATIONS] = [6, 2.5];

interface Event {
  readonly delegation: Delegation;
  readonly revokes: boolean;
}

/** By the identity of the grant that each touches. */
export type Events = ReadonlyMap<string, Event>;

export function chooseEvents(rows: number, count: number, random: Random): Events {
  const events = new Map<string, Event>();
  while (events.size < count) {
    const event = chooseEvent(rows, random);
    events.set(identify(grantOf(event.delegation)), event);
  }
  return events;
}

export interface Span {
  readonly parent: Block;
  readonly blocks: number;
  readonly state: Batch['state'];
  /** Gives blocks with the same number another hash. */
  readonly fork?: number;
}

/** Creates the blocks after `parent`, with the events spread over them. */
export async function createBatch(
  { writer }: WrittenLedger,
  events: Events,
  { parent, blocks, state, fork = 0 }: Span,
): Promise<Batch> {
  const grants = [...events.values()].map(({ delegation }) => grantOf(delegation));
  const live = grants.length > 0 ? await writer.listLive(CHAIN_ID, grants, []) : [];
  const standing = new Map(live.map((row) => [identify(grantOf(row.delegation)), row]));
  const [begun, ended]: [Begun[], Ended[]] = [[], []];
  for (const [i, [identity, { delegation, revokes }]] of [...events].entries()) {
    const at = placeOf(parent.number + 1 + Math.floor((i * blocks) / events.size), i);
    const row = standing.get(identity);
    if (row) ended.push({ ...row, until: at });
    if (!(row && revokes)) begun.push({ delegation, since: at, until: null });
  }
  const places = [...begun.map(({ since }) => since), ...ended.map(({ until }) => until)];
  const eventful = [...new Set(places.map(({ block }) => block))].map((n) => blockOf(n, fork));
  const block = blockOf(parent.number + blocks, fork);
  const marks =
    state === 'following'
      ? { head: block.number, safe: block.number - 1, finalized: block.number - REPLACEABLE }
      : { head: block.number + AHEAD, safe: block.number, finalized: block.number };
  return { parent, block, begun, ended, eventful, replaceable: [], uncertain: [], marks, state };
}

const placeOf = (block: number, log: number): End => ({
  block,
  log,
  tx: hashOf(block, 0xf000_0000 + log),
  inferred: false,
});

/** Chooses a new grant, or a current row to revoke or to give another amount. */
function chooseEvent(rows: number, random: Random): Event {
  const below = (n: number) => Math.floor(random() * n);
  const dice = random() * 10;
  if (dice < GRANTS) {
    const delegation = createDelegation({
      registry: 'v2',
      kind: (['all', 'contract', 'erc721', 'erc20', 'erc1155'] as const)[below(5)] ?? 'all',
      // Every second wallet is new to the ledger.
      from: granterOf(1 + below(2 * rows)),
      to: granteeOf(1 + below(2 * rows)),
      contract: contractOf(1 + below(rows)),
      tokenId: BigInt(below(1e9)),
      rights: FULL_RIGHTS,
      amount: BigInt(below(1e9)),
    });
    return { delegation, revokes: false };
  }
  const revokes = dice < GRANTS + REVOCATIONS;
  for (;;) {
    const n = 1 + below(rows);
    if (hasEnded(n)) continue;
    const delegation = delegationOf(n);
    if (revokes) return { delegation, revokes };
    const amount = findAmount(delegation);
    if (amount === null) continue;
    const changed = { ...delegation, amount: amount + 1n + BigInt(below(1e9)) };
    return { delegation: createDelegation(changed), revokes };
  }
}

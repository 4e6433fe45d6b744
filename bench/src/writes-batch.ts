/** Creates batches of events as the indexer does: looks up the current rows, then ends and begins rows. */
import type { Random } from '@mandate/contracts';
import { createDelegation, type Delegation, FULL_RIGHTS, findAmount, grantOf, identify } from '@mandate/core';
import type { Batch, Begun, Block, End, Ended } from '@mandate/store';
import {
  blockOf,
  CHAIN_ID,
  contractsOf,
  delegationOf,
  hasEnded,
  hashOf,
  numbered,
  type WrittenLedger,
  walletsOf,
} from './writes-ledger.ts';

/** The number of blocks below the head that a reorg may replace. */
export const REPLACEABLE = 64;
/** The distance of the chain's head from a backfill. */
const AHEAD = 1_000_000;
/** The shares of ten events that are grants and revocations; the others change an amount. */
const [GRANTS, REVOCATIONS] = [6, 2.5];

/**
 * The grants that events touch, by identity, as they should be afterwards. A grant equal to the current row
 * is revoked.
 */
export type Events = ReadonlyMap<string, Delegation>;

export function chooseEvents(rows: number, count: number, random: Random): Events {
  const events = new Map<string, Delegation>();
  while (events.size < count) {
    const delegation = chooseEvent(rows, random);
    events.set(identify(grantOf(delegation)), delegation);
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
  const live = events.size > 0 ? await writer.listLive(CHAIN_ID, [...events.values()].map(grantOf), []) : [];
  const standing = new Map(live.map((row) => [identify(grantOf(row.delegation)), row]));
  const [begun, ended]: [Begun[], Ended[]] = [[], []];
  for (const [i, [identity, delegation]] of [...events].entries()) {
    const at = placeOf(parent.number + 1 + Math.floor((i * blocks) / events.size), i);
    const row = standing.get(identity);
    if (row) ended.push({ ...row, until: at });
    const isRevoked = row && findAmount(row.delegation) === findAmount(delegation);
    if (!isRevoked) begun.push({ delegation, since: at, until: null });
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

/** Returns a new grant, or a current row as it is or with another amount. */
function chooseEvent(rows: number, random: Random): Delegation {
  const below = (n: number) => Math.floor(random() * n);
  const dice = random() * 10;
  if (dice < GRANTS) {
    const thing = below(contractsOf(rows));
    return createDelegation({
      registry: 'v2',
      kind: (['all', 'contract', 'erc721', 'erc20', 'erc1155'] as const)[below(5)] ?? 'all',
      // Every second wallet is new to the ledger.
      from: numbered('aa', below(2 * walletsOf(rows))),
      to: numbered('bb', below(2 * walletsOf(rows))),
      contract: numbered('cc', thing),
      tokenId: BigInt(below(1e9)),
      rights: FULL_RIGHTS,
      amount: BigInt(below(1e9)),
    });
  }
  const revokes = dice < GRANTS + REVOCATIONS;
  for (;;) {
    const n = 1 + below(rows);
    if (hasEnded(n)) continue;
    const delegation = delegationOf(rows, n);
    if (revokes) return delegation;
    const amount = findAmount(delegation);
    if (amount !== null) return createDelegation({ ...delegation, amount: amount + 1n + BigInt(below(1e9)) });
  }
}

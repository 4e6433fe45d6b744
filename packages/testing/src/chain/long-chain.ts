/**
 * A chain with a long history that is computed, not mined: every event, header and storage word is derived
 * from its number.
 */
import {
  createDelegation,
  type Delegation,
  type DelegationFields,
  EVENT_TOPICS,
  FULL_RIGHTS,
  getKind,
  parseAddress,
} from '@mandate/core';
import type { Hex } from 'viem';

export const CHAIN_ID = 31_337;
export const V1 = parseAddress(`0x${'01'.repeat(20)}`);
export const V2 = parseAddress(`0x${'02'.repeat(20)}`);

/** One event in eleven revokes the grant before it. */
const GRANTS_OF_ELEVEN = 10;
/** Two events per block, and events in every tenth block. On most chains, fewer events share a block. */
const EVENTS_PER_BLOCK = 2;
const BLOCKS_APART = 10;
const FIRST_BLOCK = 100;
/** One grant in ten is in v1. */
const V1_OF = 10;
const FIRST_TIME = 1_600_000_000;
const BLOCK_SECONDS = 12;
/**
 * Blocks after the last event, so that all events are final and far enough from the head to be read in
 * ranges.
 */
const QUIET_BLOCKS = 300;

export interface ChainEvent {
  readonly delegation: Delegation;
  readonly revokes: boolean;
  readonly block: number;
  readonly log: number;
}

export type LongChain = ReturnType<typeof createLongChain>;

export function createLongChain(rows: number) {
  const events = Math.ceil((rows * (GRANTS_OF_ELEVEN + 1)) / GRANTS_OF_ELEVEN);
  const blockOf = (event: number) => FIRST_BLOCK + Math.floor(event / EVENTS_PER_BLOCK) * BLOCKS_APART;
  const last = blockOf(events - 1);

  function eventOf(number: number): ChainEvent {
    const revokes = number % (GRANTS_OF_ELEVEN + 1) === GRANTS_OF_ELEVEN;
    const delegation = delegationOf(revokes ? number - 1 : number);
    return { delegation, revokes, block: blockOf(number), log: number % EVENTS_PER_BLOCK };
  }

  return {
    events,
    head: last + QUIET_BLOCKS,
    finalized: last + QUIET_BLOCKS / 2,
    eventOf,
    *listEvents(first: number, lastBlock: number): Iterable<ChainEvent> {
      const from = Math.max(0, Math.ceil((first - FIRST_BLOCK) / BLOCKS_APART)) * EVENTS_PER_BLOCK;
      for (let number = from; number < events && blockOf(number) <= lastBlock; number++)
        yield eventOf(number);
    },
  };
}

const address = (prefix: string, number: number) =>
  parseAddress(`0x${prefix}${number.toString(16).padStart(40 - prefix.length, '0')}`);

const V1_KINDS = ['all', 'contract', 'token'] as const;
const V2_KINDS = ['all', 'contract', 'erc721', 'erc20', 'erc1155'] as const;

/** Each wallet makes about forty grants to thousands of others. */
function delegationOf(number: number): Delegation {
  const fields: Omit<DelegationFields, 'registry' | 'kind'> = {
    from: address('f0', Math.floor(number / 40)),
    to: address('70', number % 5_003),
    contract: address('c0', number % 50),
    tokenId: BigInt(number),
    rights: FULL_RIGHTS,
    amount: BigInt(number + 1),
  };
  if (number % V1_OF === 0)
    return createDelegation({ ...fields, registry: 'v1', kind: V1_KINDS[(number / V1_OF) % 3] ?? 'all' });
  return createDelegation({ ...fields, registry: 'v2', kind: V2_KINDS[number % 5] ?? 'all' });
}

const word = (value: bigint | number | string) =>
  (typeof value === 'string' ? value.slice(2) : value.toString(16)).padStart(64, '0');
const hex = (value: number): Hex => `0x${value.toString(16)}`;
const hashOf = (number: number): Hex => `0x${word(number).replace(/^0{4}/, 'b10c')}`;
const ZEROS: Hex = `0x${'0'.repeat(512)}`;

export function headerOf(number: number) {
  return {
    number: hex(number),
    hash: hashOf(number),
    parentHash: number === 0 ? hashOf(0xffff) : hashOf(number - 1),
    timestamp: hex(FIRST_TIME + BLOCK_SECONDS * number),
    logsBloom: ZEROS,
    receiptsRoot: hashOf(number),
  };
}

export function logOf({ delegation, revokes, block, log }: ChainEvent) {
  const { registry, kind, from, to } = delegation;
  const { event } = getKind(registry, kind);
  const contract = 'contract' in delegation ? [word(delegation.contract)] : [];
  const tokenId = 'tokenId' in delegation ? [word(delegation.tokenId)] : [];
  const amount = 'amount' in delegation ? [word(revokes ? 0n : delegation.amount)] : [word(revokes ? 0 : 1)];
  const parties = [word(from), word(to), ...contract];
  const indexed = registry === 'v2' ? parties : [];
  const rights = 'rights' in delegation ? [word(delegation.rights)] : [];
  const data = [...(registry === 'v1' ? parties : []), ...tokenId, ...rights, ...amount];
  return {
    address: registry === 'v1' ? V1 : V2,
    topics: [EVENT_TOPICS.get(event), ...indexed.map((topic) => `0x${topic}`)],
    data: `0x${data.join('')}`,
    blockNumber: hex(block),
    blockHash: hashOf(block),
    logIndex: hex(log),
    transactionIndex: '0x0',
    transactionHash: hashOf(block),
  };
}

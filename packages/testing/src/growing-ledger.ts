/** A wallet's delegations that change block by block, and a model of them to compare answers with. */
import { createRandom, integer, pick } from '@mandate/contracts';
import {
  type Address,
  createDelegation,
  type Delegation,
  FULL_RIGHTS,
  grantOf,
  identify,
  listKinds,
  parseAddress,
  type Registry,
  rightsFromText,
  UNLIMITED,
} from '@mandate/core';
import type { Block } from '@mandate/store';
import { at, block, type createTestLedger } from './database.ts';

const SELF = 0.03;
const V1 = 0.05;

interface LedgerRow {
  readonly delegation: Delegation;
  readonly since: ReturnType<typeof at>;
  until: ReturnType<typeof at> | null;
}

export interface GrowingLedger {
  readonly wallet: Address;
  readonly head: () => Block;
  /** Adds a block with this many grants and revocations, and optionally a new final block. */
  grow(grants: number, revocations: number, finalized?: number): Promise<void>;
  /** Goes back to a block. The blocks that follow have other hashes. */
  rewind(to: number): Promise<void>;
  /** Lists the delegations at a block, in the order of the interface. */
  listAt(block: number, registry: Registry): Delegation[];
}

export function createGrowingLedger(
  ledger: ReturnType<typeof createTestLedger>,
  chainId: number,
  start: Block,
  seed: number,
): GrowingLedger {
  const random = createRandom(seed);
  const wallet = createAddress(0xca11);
  const blocks: Block[] = [start];
  let rows: LedgerRow[] = [];
  let made = 0;
  let forks = 0;
  const head = () => blocks.at(-1) ?? start;

  function createGrant(): Delegation {
    const other = createAddress(integer(random, 1, 5_000));
    const isSelf = random() < SELF;
    const [from, to] = random() < 0.5 ? [wallet, other] : [other, wallet];
    const isV1 = random() < V1;
    return createDelegation({
      registry: isV1 ? 'v1' : 'v2',
      kind: isV1 ? 'token' : pick(random, ['contract', ...listKinds('v2').slice(2)]),
      from: isSelf ? wallet : from,
      to: isSelf ? wallet : to,
      // Each one is different, because a standing delegation must never be granted again.
      contract: createAddress(++made),
      tokenId: pick(random, [0n, 1n, UNLIMITED]),
      rights: pick(random, [FULL_RIGHTS, rightsFromText('vote')]),
      amount: pick(random, [1n, UNLIMITED]),
    });
  }

  async function grow(grants: number, revocations: number, finalized?: number): Promise<void> {
    const next = block(head().number + 1, 'abcde'[forks % 5]);
    const standing = rows.filter(({ until }) => until === null);
    const revoked = new Set(
      Array.from({ length: revocations }, () => standing[integer(random, 0, standing.length - 1)]),
    );
    const ending = [...revoked].filter((row) => row !== undefined);
    const begun = Array.from({ length: grants }, (_, log): LedgerRow => {
      return { delegation: createGrant(), since: at(next.number, log), until: null };
    });
    const live = await ledger.writer.listLive(
      chainId,
      ending.map(({ delegation }) => grantOf(delegation)),
      [],
    );
    const ends = ending.map((row, index) => ({ row, until: at(next.number, grants + index) }));
    const known = new Map(live.map((row) => [identify(row.delegation), row]));
    const ended = ends.flatMap(({ row, until }) => {
      const standing = known.get(identify(row.delegation));
      return standing ? [{ ...standing, until }] : [];
    });
    const batch = await ledger.createBatch(chainId, next.number, { block: next, begun, ended });
    const marks = { ...batch.marks, ...(finalized === undefined ? {} : { finalized }) };
    await ledger.writer.commit(chainId, { ...batch, marks });
    for (const { row, until } of ends) row.until = until;
    rows.push(...begun);
    blocks.push(next);
  }

  async function rewind(to: number): Promise<void> {
    const target = blocks.find(({ number }) => number === to);
    if (!target) throw new Error(`There is no block ${to} to go back to.`);
    await ledger.writer.rewind(chainId, head(), target);
    rows = rows.filter(({ since }) => since.block <= to);
    for (const row of rows) if (row.until && row.until.block > to) row.until = null;
    blocks.splice(blocks.indexOf(target) + 1);
    forks++;
  }

  function listAt(number: number, registry: Registry): Delegation[] {
    const stood = rows
      .filter(({ since, until }) => since.block <= number && (until === null || until.block > number))
      .map(({ delegation }) => delegation)
      .filter((delegation) => delegation.registry === registry);
    const outgoing = stood.filter(({ from }) => from === wallet);
    return [...outgoing, ...stood.filter(({ from }) => from !== wallet)];
  }

  return { wallet, head, grow, rewind, listAt };
}

function createAddress(number: number): Address {
  return parseAddress(`0x${number.toString(16).padStart(40, '0')}`);
}

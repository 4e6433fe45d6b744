/** Random histories with everything that can happen to a ledger, and the result of replaying a log of changes. */
import {
  type Address,
  createDelegation,
  type Delegation,
  FULL_RIGHTS,
  findAmount,
  grantOf,
  identify,
  KINDS,
  listKinds,
  parseAddress,
  rightsFromText,
  UNLIMITED,
} from '@mandate/core';
import type { Begun, Block, Change, End, Ended } from '@mandate/store';
import type { createTestLedger } from './database.ts';

type Random = () => number;

export type RandomHistory = ReturnType<typeof createRandomHistory>;

/** Uses few grants, so that each is granted, changed and revoked many times. */
export function createRandomHistory(
  ledger: Pick<ReturnType<typeof createTestLedger>, 'writer' | 'createBatch'>,
  chainId: number,
  first: Block,
  random: Random,
) {
  const past: { readonly block: Block; readonly standing: ReadonlyMap<string, Delegation> }[] = [
    { block: first, standing: new Map() },
  ];
  let forks = 0;
  const last = () => past.at(-1) ?? { block: first, standing: new Map<string, Delegation>() };

  return {
    /** Returns the standing delegations, by identity. */
    standing: () => last().standing,
    /** Commits the next blocks in one batch, with this many logs in each. */
    async grow(blocks: number, logs: number) {
      const before = last().standing;
      const standing = new Map(before);
      const made: Made[] = [];
      const added: { block: Block; standing: ReadonlyMap<string, Delegation> }[] = [];
      for (let i = 1; i <= blocks; i++) {
        const block = createBlock(last().block.number + i, forks);
        for (let log = 0; log < logs; log++) {
          happen(random, standing, made, { block: block.number, log, tx: txOf(block, log), inferred: false });
        }
        added.push({ block, standing: new Map(standing) });
      }
      const grants = [...before.values()].map(grantOf);
      const live = await ledger.writer.listLive(chainId, grants, []);
      const rows = new Map(live.map((row) => [identify(row.delegation), row]));
      const begun = made.flatMap(({ since, ...row }): Begun[] => (since ? [{ ...row, since }] : []));
      const ended = made.flatMap(({ since, until, delegation }): Ended[] => {
        const standing = rows.get(identify(delegation));
        return since || !until || !standing ? [] : [{ ...standing, until }];
      });
      const all = added.map(({ block }) => block);
      const newest = all.at(-1) ?? first;
      const batch = { block: newest, replaceable: all.slice(0, -1), begun, ended };
      await ledger.writer.commit(chainId, await ledger.createBatch(chainId, newest.number, batch));
      past.push(...added);
    },
    /** Goes back by this many blocks, or to the first. The blocks that follow have other hashes. */
    async rewind(blocks: number) {
      const target = past[Math.max(0, past.length - 1 - blocks)];
      if (!target) return;
      await ledger.writer.rewind(chainId, last().block, target.block);
      past.splice(past.indexOf(target) + 1);
      forks++;
    },
  };
}

/** A row that a batch begins, ends, or both. Without `since`, it stood before. */
interface Made {
  readonly delegation: Delegation;
  readonly since: End | null;
  until: End | null;
}

/** Applies one random log: a grant, another amount, a revocation, or v1's revocation of all grants of a vault. */
function happen(random: Random, standing: Map<string, Delegation>, made: Made[], at: End): void {
  const begin = (delegation: Delegation) => {
    standing.set(identify(grantOf(delegation)), delegation);
    made.push({ delegation, since: at, until: null });
  };
  const end = (identity: string, delegation: Delegation) => {
    standing.delete(identity);
    const own = made.findLast(
      (row) => row.until === null && identify(grantOf(row.delegation)) === identity && row.since !== null,
    );
    if (own) own.until = at;
    else made.push({ delegation, since: null, until: at });
  };
  const delegation = createAny(random);
  const identity = identify(grantOf(delegation));
  const there = standing.get(identity);
  if (random() < 0.05) {
    for (const [each, d] of [...standing])
      if (d.registry === 'v1' && d.from === delegation.from) end(each, d);
  } else if (!there) begin(delegation);
  else if (findAmount(there) === findAmount(delegation)) end(identity, there);
  else {
    end(identity, there);
    begin(delegation);
  }
}

const WALLETS = [1, 2, 3].map((n) => addressOf(n));
const CONTRACTS = [11, 12].map((n) => addressOf(n));

function createAny(random: Random): Delegation {
  const one = <T>(choices: readonly T[]): T => choices[Math.floor(random() * choices.length)] as T;
  const registry = one(['v1', 'v2', 'v2'] as const);
  return createDelegation({
    registry,
    // Amounts change, so kinds that have one are drawn twice as often.
    kind: one([
      ...listKinds(registry),
      ...listKinds(registry).filter((kind) => KINDS[kind].answer === 'balance'),
    ]),
    from: one(WALLETS),
    to: one(WALLETS),
    contract: one(CONTRACTS),
    tokenId: one([0n, UNLIMITED]),
    rights: one([FULL_RIGHTS, rightsFromText('vote')]),
    amount: one([1n, 7n, UNLIMITED]),
  });
}

function addressOf(number: number): Address {
  return parseAddress(`0x${number.toString(16).padStart(40, '0')}`);
}

function createBlock(number: number, fork: number): Block {
  const digits = (fork + 1).toString(16).padStart(8, '0') + number.toString(16).padStart(56, '0');
  return { number, hash: `0x${digits}`, timestamp: 1_700_000_000 + number };
}

function txOf({ hash }: Block, log: number): Block['hash'] {
  return `0x${log.toString(16).padStart(4, '0')}${hash.slice(6)}`;
}

type Replayed = Pick<Change, 'type' | 'undone' | 'delegation' | 'amountBefore'>;

/**
 * Applies a change to the standing delegations. Throws if that makes no sense, because a change is missing or
 * repeated.
 */
export function replay(standing: Map<string, Delegation>, change: Replayed): void {
  const { type, undone, delegation } = change;
  const identity = identify(grantOf(delegation));
  const there = standing.get(identity);
  const [old] = sidesOf(change);
  if (JSON.stringify(there ?? null, text) !== JSON.stringify(old ?? null, text)) {
    throw new Error(
      `${undone ? 'undone ' : ''}${type} of ${identity}, where ${there ? 'it' : 'nothing'} stands.`,
    );
  }
  settle(standing, change);
}

/** Applies a change whatever stands: a feed that begins at a block may repeat what led to that block. */
export function settle(standing: Map<string, Delegation>, change: Replayed): void {
  const identity = identify(grantOf(change.delegation));
  const [, now] = sidesOf(change);
  if (now) standing.set(identity, now);
  else standing.delete(identity);
}

/** Returns what stands before a change and after it. */
function sidesOf({ type, undone, delegation, amountBefore }: Replayed): (Delegation | null)[] {
  const earlier = type === 'amountChanged' ? createDelegation({ ...delegation, amount: amountBefore }) : null;
  const [before, after] = type === 'revoked' ? [delegation, null] : [earlier, delegation];
  return undone ? [after, before] : [before, after];
}

function text(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}

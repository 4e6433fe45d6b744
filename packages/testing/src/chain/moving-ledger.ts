/** A ledger of a few wallets in which much happens: grants, amounts, revocations, reorgs; and a model of each block. */
import { createRandom, integer, pick, type Random } from '@mandate/contracts';
import {
  type Address,
  type Answer,
  check,
  createDelegation,
  type Delegation,
  FULL_RIGHTS,
  type Grant,
  grantOf,
  identify,
  listKinds,
  listSatisfying,
  parseAddress,
  type Question,
  type Registry,
  rightsFromText,
  UNLIMITED,
} from '@mandate/core';
import type { Batch, Block, End } from '@mandate/store';
import { at, type createTestLedger } from '../ledger/database.ts';

/** A delegation as it stands, and where it began. */
interface Placed {
  readonly delegation: Delegation;
  readonly since: Batch['begun'][number]['since'];
}
type State = ReadonlyMap<string, Placed>;

interface ModelBlock {
  readonly block: Block;
  /** The delegations at its end. */
  readonly state: State;
  /** The delegations that it revoked, or whose amount it lowered. */
  readonly lowered: ReadonlySet<string>;
  /** The grants that it revoked, whether or not it granted them again afterwards. */
  readonly interrupted: ReadonlySet<string>;
}

export interface Advance {
  readonly changes: number;
  /** Nothing is revoked, and no amount lowered. */
  readonly onlyGrants?: boolean;
  /** How much later than its parent the block is made. */
  readonly seconds?: number;
}

const WALLETS = [0xa1, 0xb2, 0xc3].map((n) => createAddress(n)) as [Address, ...Address[]];
const [CONTRACT, OTHER_CONTRACT] = [createAddress(0xc0de), createAddress(0xc0df)];
const VOTE = rightsFromText('vote');
const START_S = 1_700_000_000;

interface MovingOptions {
  readonly provisional?: boolean;
  /** Draws the delegations that are granted. */
  readonly draw?: (random: Random) => Delegation;
}

export type MovingLedger = ReturnType<typeof createMovingLedger>;

export function createMovingLedger(
  ledger: ReturnType<typeof createTestLedger>,
  chainId: number,
  seed: number,
  { provisional = false, draw = randomDelegation }: MovingOptions = {},
) {
  const random = createRandom(seed);
  const first: Block = { number: 0, hash: hashOf(random), timestamp: START_S };
  let blocks: ModelBlock[] = [{ block: first, state: new Map(), lowered: new Set(), interrupted: new Set() }];
  let marks = { safe: 0, finalized: 0, provisional };
  const last = () => blocks.at(-1) as ModelBlock;
  const get = (number: number) => {
    const found = blocks[number];
    if (!found) throw new RangeError(`There is no block ${number}.`);
    return found;
  };

  /** In the place of whatever the chain was before. */
  async function open(): Promise<void> {
    await ledger.writer.forget(chainId);
    await ledger.writer.open(chainId, first, { head: 0, ...marks });
    await ledger.writer.mark(chainId, first, { head: 0, ...marks }, 'following');
  }

  /** The next block. */
  async function advance({ changes, onlyGrants = false, seconds = 12 }: Advance): Promise<void> {
    const parent = last();
    const number = parent.block.number + 1;
    const block = { number, hash: hashOf(random), timestamp: parent.block.timestamp + seconds };
    const { begun, endings, ...after } = change(random, parent.state, number, { changes, onlyGrants, draw });
    const ends = [...endings.values()].map(({ delegation }) => grantOf(delegation));
    const live = await ledger.writer.listLive(chainId, ends, []);
    const ended = live.map((row) => {
      const until = endings.get(identify(row.delegation))?.until;
      if (!until) throw new Error('A row ends that was not to end.');
      return { ...row, until };
    });
    await ledger.writer.commit(chainId, {
      parent: parent.block,
      ended,
      begun,
      block,
      replaceable: [],
      eventful: begun.length > 0 || ended.length > 0 ? [block] : [],
      uncertain: [],
      marks: { head: number, ...marks },
      state: 'following',
    });
    blocks.push({ block, ...after });
  }

  /** More of the chain is safe, and final: never less, and never above the head. */
  async function settle(safe: number, finalized = marks.finalized): Promise<void> {
    marks = { safe, finalized, provisional };
    await ledger.writer.mark(chainId, last().block, { head: last().block.number, ...marks }, 'following');
  }

  async function reorg(to: number): Promise<void> {
    await ledger.writer.rewind(chainId, last().block, get(to).block);
    blocks = blocks.slice(0, to + 1);
  }

  /** Finds the grants that stood without interruption since the safe block, with their smallest amounts. */
  function findSteady(): State {
    const since = blocks.slice(marks.safe + 1);
    const steady = [...get(marks.safe).state].flatMap(([identity, { delegation }]) => {
      const now = last().state.get(identity);
      if (!now || since.some(({ interrupted }) => interrupted.has(identity))) return [];
      const later = since.flatMap(({ state }) => state.get(identity)?.delegation ?? []);
      const amount = [delegation, ...later].map(amountOf).reduce((a, b) => (a < b ? a : b));
      return [[identity, { ...now, delegation: createDelegation({ ...now.delegation, amount }) }] as const];
    });
    return new Map(steady);
  }

  return {
    wallets: WALLETS,
    contract: CONTRACT,
    random,
    open,
    advance,
    settle,
    reorg,
    head: () => last().block.number,
    /** The block that a strict answer names. */
    namedStrictly: () => get(provisional ? marks.safe : last().block.number).block,
    safe: () => marks.safe,
    finalized: () => marks.finalized,
    blockAt: (number: number) => get(number).block,
    answerAt: (number: number, question: Question) => answerOf(get(number).state, question),
    listAt: (number: number, registry: Registry, wallet: Address) =>
      listOf(get(number).state, registry, wallet),
    strictAnswer: (question: Question) => answerOf(findSteady(), question),
    strictList: (registry: Registry, wallet: Address) => listOf(findSteady(), registry, wallet),
    /** Whether a block after this one took something from what satisfies a question. */
    isLoweredSince(number: number, question: Question): boolean {
      const grants = listSatisfying(question).map((grant) => identify(grant));
      return blocks.slice(number + 1).some(({ lowered }) => grants.some((grant) => lowered.has(grant)));
    },
    /** Picks from what stood at the safe block or stands now, or from anything. */
    randomQuestion: (): Question => {
      const { state } = random() < 0.5 ? get(marks.safe) : last();
      return grantOf(drawDelegation(random, [...state.values()], draw));
    },
  };
}

/** Draws what a block does to what stood before it. Half of it is about what stands. */
function change(
  random: Random,
  before: State,
  number: number,
  { changes, onlyGrants, draw }: Required<Omit<Advance, 'seconds'>> & Required<Pick<MovingOptions, 'draw'>>,
) {
  const placed = [...before.values()];
  const drawn = Array.from({ length: changes }, () => drawDelegation(random, placed, draw));
  // One thing a block happens to a grant, or two: a revocation, and the same grant again.
  const effects = [...new Map(drawn.map((each) => [identify(each), each]))]
    .map(([identity, delegation]) => decide(random, before.get(identity)?.delegation ?? null, delegation))
    .filter(({ isLower }) => !(isLower && onlyGrants));
  const begun: Batch['begun'][number][] = [];
  const endings = new Map<string, { readonly delegation: Delegation; readonly until: End }>();
  for (const [i, { stood, next, isInterrupted }] of effects.entries()) {
    // Another amount begins where the one before it ends. A revocation has a log of its own.
    const [first, second] = [at(number, 2 * i), at(number, 2 * i + 1)];
    if (stood) endings.set(identify(stood), { delegation: stood, until: { ...first, inferred: false } });
    if (next) begun.push({ delegation: next, since: isInterrupted ? second : first, until: null });
  }
  const state = new Map(before);
  for (const identity of endings.keys()) state.delete(identity);
  for (const { delegation, since } of begun) state.set(identify(delegation), { delegation, since });
  const listStood = (which: (effect: Effect) => boolean) =>
    new Set(effects.flatMap((effect) => (effect.stood && which(effect) ? [identify(effect.stood)] : [])));
  return {
    state,
    lowered: listStood(({ isLower }) => isLower),
    interrupted: listStood(({ isInterrupted }) => isInterrupted),
    begun,
    endings,
  };
}

type Effect = ReturnType<typeof decide>;

/** Revokes a standing grant, changes its amount, or revokes it and grants it again. */
function decide(random: Random, stood: Delegation | null, delegation: Delegation) {
  const next = stood && random() < 0.5 ? null : delegation;
  const isChange = stood && next && amountOf(next) !== amountOf(stood) && random() < 0.7;
  const isInterrupted = stood !== null && !isChange;
  const isLower = isInterrupted || (stood !== null && next !== null && amountOf(next) < amountOf(stood));
  return { stood, next, isLower, isInterrupted };
}

function drawDelegation(
  random: Random,
  placed: readonly Placed[],
  draw: (random: Random) => Delegation,
): Delegation {
  const { delegation } = placed[integer(random, 0, placed.length - 1)] ?? {};
  if (!delegation || random() < 0.5) return draw(random);
  return createDelegation({ ...delegation, amount: randomAmount(random) });
}

function answerOf(state: State, question: Question): Answer {
  return check(question, (grant: Grant) => state.get(identify(grant))?.delegation);
}

/** Lists what a wallet gave, then what it was given, each in its order. */
function listOf(state: State, registry: Registry, wallet: Address): Delegation[] {
  const placed = [...state.values()]
    .filter(({ delegation }) => delegation.registry === registry)
    .toSorted((a, b) => a.since.block - b.since.block || a.since.log - b.since.log)
    .map(({ delegation }) => delegation);
  const incoming = placed.filter(({ from, to }) => to === wallet && from !== wallet);
  return [...placed.filter(({ from }) => from === wallet), ...incoming];
}

/** So few that they meet: the same grant comes and goes, and broader ones cover narrower ones. */
export function randomDelegation(random: Random): Delegation {
  const isV1 = random() < 0.3;
  return createDelegation({
    registry: isV1 ? 'v1' : 'v2',
    kind: isV1
      ? pick(random, ['all', 'contract', 'token'])
      : pick(random, ['all', 'contract', 'erc721', 'erc20', 'erc20', 'erc1155', 'erc1155']),
    from: WALLETS[integer(random, 0, 1)] as Address,
    to: WALLETS[integer(random, 1, 2)] as Address,
    contract: pick(random, [CONTRACT, CONTRACT, OTHER_CONTRACT]),
    tokenId: 7n,
    rights: pick(random, [FULL_RIGHTS, FULL_RIGHTS, VOTE]),
    amount: randomAmount(random),
  });
}

export const HUB = createAddress(0xca11);
const SELF = 0.03;
const V1 = 0.05;

/** Returns a draw of delegations from and to `HUB`. Each is about another contract, so that its lists become long. */
export function createHubDraw(): (random: Random) => Delegation {
  let made = 0;
  return (random) => {
    const other = random() < SELF ? HUB : createAddress(integer(random, 1, 5_000));
    const [from, to] = random() < 0.5 ? [HUB, other] : [other, HUB];
    const isV1 = random() < V1;
    return createDelegation({
      registry: isV1 ? 'v1' : 'v2',
      kind: isV1 ? 'token' : pick(random, ['contract', ...listKinds('v2').slice(2)]),
      ...{ from, to, contract: createAddress(++made) },
      tokenId: pick(random, [0n, 1n, UNLIMITED]),
      rights: pick(random, [FULL_RIGHTS, VOTE]),
      amount: pick(random, [1n, UNLIMITED]),
    });
  };
}

const randomAmount = (random: Random) => BigInt(integer(random, 1, 5));

function amountOf(delegation: Delegation): bigint {
  return 'amount' in delegation ? delegation.amount : 0n;
}

function hashOf(random: Random): `0x${string}` {
  const digits = Array.from({ length: 8 }, () =>
    integer(random, 0, 2 ** 32 - 1)
      .toString(16)
      .padStart(8, '0'),
  );
  return `0x${digits.join('')}`;
}

function createAddress(number: number): Address {
  return parseAddress(`0x${number.toString(16).padStart(40, '0')}`);
}

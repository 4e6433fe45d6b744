/** Plays random delegations, transfers and reorgs, and compares answers about eligibility with brute force. */
import { setTimeout as delay } from 'node:timers/promises';
import {
  createRandom,
  installResolver,
  integer,
  type LocalChain,
  pick,
  type Random,
  startLocalChain,
} from '@mandate/contracts';
import {
  type Address,
  createDelegation,
  type Delegation,
  GLOBAL_IDENTIFIER,
  grantOf,
  listKinds,
  type Rights,
  rightsWithExpiry,
} from '@mandate/core';
import { startService } from '@mandate/testing/service';
import type { Difference } from '../compare.ts';
import { createListAt } from '../extensions/contract-lists.ts';
import { type Block, type RestingChain, readBlocks } from '../extensions/resting-chain.ts';
import { findSteady } from '../extensions/steady.ts';
import type { Command } from '../history.ts';
import { play } from '../play.ts';
import { createService, type Service } from '../service.ts';
import { MULTICALL, RIGHTS, SMART, WALLETS } from '../world.ts';
import { type Expected, findStandard, judge } from './judge.ts';
import { judgeExclusive } from './judge-exclusive.ts';
import {
  type Asked,
  ask,
  chooseAsked,
  DENSE,
  IDENTIFIER,
  nameAsked,
  RIVALS,
  type Told,
} from './questions.ts';
import { ART, IDS, mintTokens, moveToken, TOKEN_CODE, TOKENS } from './tokens.ts';

const STATUS_MS = 20;
const COMMANDS_A_HISTORY = 150;
const COMMANDS_A_COMPARISON = 8;
const QUESTIONS_A_COMPARISON = 60;
const FINALITY_BLOCKS = 16;
const MAX_REORG_DEPTH = 6;

export interface EligibilityTally {
  commands: number;
  reorgs: number;
  questions: number;
  /** Answers that are not known, because the contract misbehaves. */
  unknown: number;
}

export interface EligibilityOptions {
  readonly commands: number;
  readonly seed: number;
  /** Changes an answer of the service, to prove that a run sees it. */
  readonly mislead?: (told: Told) => Told;
  readonly onProgress?: (tally: EligibilityTally) => void;
}

export async function runEligibility(options: EligibilityOptions) {
  const tally: EligibilityTally = { commands: 0, reorgs: 0, questions: 0, unknown: 0 };
  const random = createRandom(options.seed);
  while (tally.commands < options.commands) {
    const commands = Math.min(COMMANDS_A_HISTORY, options.commands - tally.commands);
    const differences = await playHistory(random, commands, options, tally);
    if (differences.length > 0) return { tally, differences };
  }
  return { tally, differences: [] };
}

async function playHistory(
  random: Random,
  commands: number,
  options: EligibilityOptions,
  tally: EligibilityTally,
): Promise<Difference[]> {
  const startsAt = Math.floor(Date.now() / 1_000) - 20_000;
  const chain = await startLocalChain({
    finalityBlocks: FINALITY_BLOCKS,
    smartWallets: [...SMART, MULTICALL],
    contracts: TOKEN_CODE,
    startsAt: [startsAt, startsAt + 12],
  });
  await chain.client.setBlockTimestampInterval({ interval: 12 });
  const resolver = await installResolver(chain);
  await mintTokens(chain);
  await chain.mine(FINALITY_BLOCKS);
  const running = await startService({ chains: [chain] });
  const service = createService(running.url);
  try {
    for (let played = 0; played < commands; ) {
      const some = Math.min(COMMANDS_A_COMPARISON, commands - played);
      for (let i = 0; i < some; i++) await act(chain, random, tally, startsAt);
      played += some;
      tally.commands += some;
      await chain.mine();
      await running.catchUp(chain);
      await waitForMarks(chain, service);
      const differences = await compare({ chain, resolver }, service, random, options, tally);
      options.onProgress?.(tally);
      if (differences.length > 0) return differences;
    }
    return [];
  } finally {
    await running.close();
    await chain.stop();
  }
}

/** Waits until the service knows the safe and the final block. */
async function waitForMarks(chain: LocalChain, service: Service): Promise<void> {
  const { safe, finalized } = await readBlocks(chain);
  for (;;) {
    const { chains } = JSON.parse((await service.get('/status', {})).body) as Status;
    const [known] = chains;
    if (known?.safe === safe.number && known.finalized === finalized.number) return;
    await delay(STATUS_MS);
  }
}

interface Status {
  readonly chains: readonly { readonly safe: number | null; readonly finalized: number | null }[];
}

/** Makes one random change. */
async function act(
  chain: LocalChain,
  random: Random,
  tally: EligibilityTally,
  startsAt: number,
): Promise<void> {
  const dice = integer(random, 0, 19);
  if (dice < 12) return play(chain, { type: 'send', command: chooseCommand(random, startsAt) });
  await chain.mine();
  if (dice < 19) return moveToken(chain, random);
  await chain.reorg(integer(random, 1, MAX_REORG_DEPTH));
  tally.reorgs++;
}

/** Chooses rights: any of the world, or some that expire within the history. */
function chooseRights(random: Random, startsAt: number): Rights {
  if (integer(random, 0, 1) === 0) return pick(random, RIGHTS);
  // Blocks come every 12 seconds, so that rights also expire at the very second of one.
  const expiresAt = startsAt + 12 * integer(random, 20, 400) + integer(random, -1, 1);
  return rightsWithExpiry(pick(random, [IDENTIFIER, IDENTIFIER, GLOBAL_IDENTIFIER]), expiresAt);
}

/** Overwrites one of few amounts, so that a vault often has several, with different rights. */
function chooseAmount(random: Random): Delegation {
  const token = pick(random, DENSE.tokens);
  return createDelegation({
    registry: 'v2',
    kind: token.standard === 'ERC20' ? 'erc20' : 'erc1155',
    from: DENSE.vault,
    to: DENSE.wallet,
    contract: token.address,
    tokenId: IDS[0],
    rights: pick(random, DENSE.rights),
    amount: BigInt(integer(random, 0, 4)),
  });
}

/** Grants or revokes one of few exclusive delegates of a vault. One that is granted again keeps its place in the list. */
function chooseRival(random: Random): Command {
  const delegation = createDelegation({
    registry: 'v2',
    kind: pick(random, ['all', 'erc721']),
    from: RIVALS.vault,
    to: pick(random, RIVALS.wallets),
    contract: ART.address,
    tokenId: IDS[0],
    rights: RIVALS.rights,
    amount: null,
  });
  return integer(random, 0, 2) === 0
    ? { write: 'revoke', grant: grantOf(delegation) }
    : { write: 'grant', delegation };
}

function chooseCommand(random: Random, startsAt: number): Command {
  const which = integer(random, 0, 5);
  if (which < 2) return { write: 'grant', delegation: chooseAmount(random) };
  if (which < 3) return chooseRival(random);
  const registry = pick(random, ['v1', 'v2']);
  const tokenKind = registry === 'v1' ? 'token' : 'erc721';
  const from = pick(random, WALLETS);
  const dice = integer(random, 0, 11);
  if (registry === 'v1' && dice === 0) return { write: 'revokeAllDelegates', from };
  if (registry === 'v1' && dice === 1) return { write: 'revokeDelegate', from, to: pick(random, WALLETS) };
  const delegation = createDelegation({
    registry,
    // Only whole wallets, collections and their tokens have exclusive delegates.
    kind:
      integer(random, 0, 1) === 0
        ? pick(random, ['all', 'contract', tokenKind])
        : pick(random, listKinds(registry)),
    from,
    to: pick(random, WALLETS),
    contract: pick(random, [ART, ...TOKENS]).address,
    tokenId: pick(random, IDS),
    rights: chooseRights(random, startsAt),
    amount: BigInt(integer(random, 0, 4)),
  });
  return dice < 5 ? { write: 'revoke', grant: grantOf(delegation) } : { write: 'grant', delegation };
}

async function compare(
  { chain, resolver }: { readonly chain: LocalChain; readonly resolver: Address },
  service: Service,
  random: Random,
  { mislead = (told) => told }: EligibilityOptions,
  tally: EligibilityTally,
): Promise<Difference[]> {
  const resting = await readBlocks(chain);
  const all = Array.from({ length: QUESTIONS_A_COMPARISON }, () => chooseAsked(random, resting));
  const steadyAt = createSteadyAt(resting);
  const compared = await Promise.all(
    all.map(async (asked) => {
      const told = mislead(await ask(service, chain.chainId, asked));
      tally.questions++;
      if ('eligible' in told && told.eligible === null) tally.unknown++;
      const expected = await expect({ ...resting, resolver }, steadyAt, asked, told);
      const ours = show(told);
      return ours === expected ? [] : [{ question: nameAsked(asked), ours, registry: expected }];
    }),
  );
  return compared.flat();
}

type SteadyAt = (safe: number) => ReturnType<typeof findSteady>;

/** The ledger may know an older safe block than the chain has now. */
function createSteadyAt(resting: RestingChain): SteadyAt {
  const listAt = createListAt(resting.chain);
  const known = new Map<number, ReturnType<typeof findSteady>>();
  return (number) => {
    const safe = resting.blocks[number] ?? resting.safe;
    const steady = known.get(number) ?? findSteady({ ...resting, safe }, listAt);
    known.set(number, steady);
    return steady;
  };
}

/** Returns the answer that the contracts give, at the block that the service names. */
async function expect(
  resting: RestingChain & { readonly resolver: Address },
  steadyAt: SteadyAt,
  asked: Asked,
  told: Told,
): Promise<string> {
  const { chain, blocks, resolver } = resting;
  const { hash } = blockOf(asked, resting);
  const standard = asked.standard ?? (await findStandard(chain, asked, hash));
  if (standard === 'unknown') return 'standard_unknown';
  if (standard === 'ERC1155' && asked.tokenId === null) return 'invalid_parameters';
  if (!('block' in told)) return 'an answer';
  const safe = told.block.safeNumber;
  const isStrict = asked.moment['consistency'] === 'strict';
  if (isStrict !== (safe !== null)) return 'a safe block exactly in strict answers';
  const hashes = safe === null ? [hash] : [hash, blocks[safe]?.hash ?? hash];
  const steady = safe === null ? null : (await steadyAt(safe)).delegations;
  const { exclusive } = asked;
  const judged = { chain, hashes, steady, resolver };
  const expected = exclusive
    ? await judgeExclusive(judged, { ...asked, exclusive }, standard)
    : await judge(judged, asked, standard);
  return `${showExpected(expected)} ${standard} ${hash}`;
}

/** Returns the block that a question is about. */
function blockOf({ moment }: Asked, { blocks, latest, safe, finalized }: RestingChain): Block {
  const { atBlock, atTime, blockTag } = moment;
  if (atBlock !== undefined) return blocks[Number(atBlock)] ?? latest;
  if (atTime !== undefined) return blocks.findLast(({ timestamp }) => timestamp <= Number(atTime)) ?? latest;
  return blockTag === 'safe' ? safe : blockTag === 'finalized' ? finalized : latest;
}

const showExpected = ({ eligible, balance, complete }: Expected) =>
  `${eligible} ${balance} ${complete ? 'complete' : 'incomplete'}`;

function show(told: Told): string {
  return 'code' in told ? told.code : `${showExpected(told)} ${told.standard} ${told.block.hash}`;
}

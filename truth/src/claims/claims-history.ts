/** Draws histories in which grants expire, compete and come again, amounts change, and tokens move. */
import { createRandom, integer, pick, type Random } from '@mandate/contracts';
import {
  createDelegation,
  type Delegation,
  GLOBAL_IDENTIFIER,
  grantOf,
  identify,
  listKinds,
  parseRights,
  parseRightsIdentifier,
  type Registry,
  type Rights,
  type RightsIdentifier,
  rightsFromText,
  rightsWithExpiry,
} from '@mandate/core';
import { type Command, countCommands, type History, type Step, seedOf, within } from '../history.ts';
import { MARKERS, RIGHTS, WALLETS } from '../world.ts';
import { ART, COIN, IDS, ITEMS, TOKENS, type Token } from './tokens.ts';

/** The time of a chain's first block, the seconds between two blocks, and the first block of a history. */
export const START_S = 1_700_000_000;
export const BLOCK_S = 12;
export const FIRST_BLOCK = 20;
export const MAX_REORG_DEPTH = 6;

/** The identifier that expiring rights of the world have, another one, and the global one. */
const IDENTIFIER = parseRightsIdentifier(RIGHTS[3].slice(0, 50));
export const IDENTIFIERS = [
  IDENTIFIER,
  parseRightsIdentifier(`0x${'34'.repeat(24)}`),
  GLOBAL_IDENTIFIER,
] as const;

/** One vault that grants one wallet amounts of few tokens, again and again, with two rights. */
export const DENSE = {
  vault: WALLETS[0],
  wallet: WALLETS[1],
  tokens: [COIN, ITEMS],
  rights: [RIGHTS[0], RIGHTS[1]],
} as const;
/** One vault that names few wallets its exclusive delegate, again and again, with one right: several grants stand at once. */
export const RIVALS = {
  vault: WALLETS[0],
  wallets: [WALLETS[1], WALLETS[2], WALLETS[3]],
  rights: RIGHTS[3],
} as const;

const ROUNDS = 20;
const REORG_SHARE = 0.3;
const KNOWN_SHARE = 0.3;
const REVOCATION_SHARE = 0.4;
/** More would only make the resolver slow: it walks all of them for each question. */
const MAX_DELEGATIONS = 150;
const NEVER = 2 ** 40 - 1;
const [NOBODY = WALLETS[0]] = MARKERS;

/** How much happens between two comparisons. */
export interface Pace {
  readonly blocks: number;
  readonly writes: readonly [least: number, most: number];
  /** The share of blocks with a token that moves. */
  readonly moves: number;
  /** The share of writes about the amounts of one wallet. */
  readonly amounts: number;
  readonly registries: readonly [Registry, ...Registry[]];
  /** The contracts of tokens that are granted. Some are granted more often. */
  readonly tokens?: readonly [Token, ...Token[]];
}

export function drawHistory(pace: Pace, seed: number, number: number, commands: number): History {
  const random = createRandom(seedOf(seed, number));
  const write = createWrite(random, pace);
  const steps: Step[] = [];
  let left = commands;
  let block = FIRST_BLOCK;
  const count = ([least, most]: readonly [number, number]) => ({ length: integer(random, least, most) });
  for (let round = 0; round < ROUNDS && left > 0; round++) {
    const drawn: Step[] = [];
    for (let i = 0; i < pace.blocks; i++) {
      const now = START_S + BLOCK_S * block++;
      for (const command of Array.from(count(pace.writes), () => write(now)))
        drawn.push({ type: 'send', command });
      if (random() < pace.moves) drawn.push({ type: 'move', choice: integer(random, 0, 2 ** 31 - 2) });
      drawn.push({ type: 'mine', blocks: 1 });
    }
    if (random() < REORG_SHARE) {
      const again = Array.from(count(pace.writes), () => write(START_S + BLOCK_S * block));
      drawn.push({ type: 'reorg', depth: integer(random, 1, MAX_REORG_DEPTH), commands: again });
    }
    const played = within(drawn, left);
    steps.push(...(round > 0 ? [{ type: 'compare' } as const] : []), ...played);
    left -= played.reduce((sum, step) => sum + countCommands(step), 0);
  }
  return steps;
}

function createWrite(
  random: Random,
  { amounts, registries, tokens = [ART, ...TOKENS] }: Pace,
): (now: number) => Command {
  const known = new Map<string, Delegation>();

  /** Takes some of those that were given before: they are revoked, or keep their place in the list. */
  function choose(now: number): Delegation {
    const [first, ...others] = [...known.values()];
    if (first && (known.size >= MAX_DELEGATIONS || random() < KNOWN_SHARE))
      return pick(random, [first, ...others]);
    return chooseDelegation(random, pick(random, registries), tokens, now);
  }

  return (now) => {
    if (random() < amounts) return { write: 'grant', delegation: chooseAmount(random) };
    const dice = integer(random, 0, 23);
    const from = pick(random, WALLETS);
    if (registries.includes('v1') && dice === 0) return { write: 'revokeAllDelegates', from };
    if (registries.includes('v1') && dice === 1)
      return { write: 'revokeDelegate', from, to: pick(random, WALLETS) };
    const delegation = dice < 8 ? chooseRival(random) : choose(now);
    known.set(identify(delegation), delegation);
    return random() < REVOCATION_SHARE
      ? { write: 'revoke', grant: grantOf(delegation) }
      : { write: 'grant', delegation };
  };
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

function chooseRival(random: Random): Delegation {
  return createDelegation({
    registry: 'v2',
    kind: pick(random, ['all', 'contract', 'erc721']),
    from: RIVALS.vault,
    to: pick(random, RIVALS.wallets),
    contract: ART.address,
    tokenId: IDS[0],
    rights: RIVALS.rights,
  });
}

function chooseDelegation(
  random: Random,
  registry: Registry,
  tokens: readonly [Token, ...Token[]],
  now: number,
): Delegation {
  const tokenKind = registry === 'v1' ? 'token' : 'erc721';
  return createDelegation({
    registry,
    // Only whole wallets, collections and their tokens have exclusive delegates.
    kind:
      integer(random, 0, 1) === 0
        ? pick(random, ['all', 'contract', tokenKind])
        : pick(random, listKinds(registry)),
    from: pick(random, WALLETS),
    // Only few delegations to nobody, because they often win.
    to: integer(random, 1, 12) === 1 ? NOBODY : pick(random, WALLETS),
    contract: pick(random, tokens).address,
    tokenId: pick(random, IDS),
    rights: chooseRights(random, now),
    amount: BigInt(integer(random, 0, 4)),
  });
}

/** Chooses rights of the world, or some that are likely to expire with one of the next blocks, at its very second. */
function chooseRights(random: Random, now: number): Rights {
  const form = integer(random, 1, 20);
  if (form <= 7) return pick(random, RIGHTS);
  // All 32 bytes are text, so the last five are an expiry in the year 15000.
  if (form === 8) return rightsFromText('a'.repeat(32));
  const identifier: RightsIdentifier = pick(random, [IDENTIFIER, ...IDENTIFIERS]);
  const soon = now + BLOCK_S * integer(random, 0, 12) + integer(random, -1, 1);
  const rights = rightsWithExpiry(identifier, pick(random, [0, NEVER, soon, soon, soon]));
  return form === 9 ? parseRights(`${rights.slice(0, 50)}abcdef${rights.slice(56)}`) : rights;
}

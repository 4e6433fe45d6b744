/** Random delegations and questions, with few wallets so that they often match, and numbers up to 2^256-1. */
import { createRandom, integer, pick, type Random } from '@mandate/contracts';
import {
  type Address,
  createDelegation,
  type Delegation,
  FULL_RIGHTS,
  grantOf,
  KINDS,
  type Kind,
  listKinds,
  parseAddress,
  type Question,
  rightsFromText,
  UNLIMITED,
} from '@mandate/core';

type Some<T> = readonly [T, ...T[]];

const walletOf = (i: number) => parseAddress(`0x${`5d4${i}`.repeat(10)}`);
export const WALLETS = [walletOf(1), walletOf(2), walletOf(3), walletOf(4), walletOf(5)] as const;
export const CONTRACTS = [walletOf(7), walletOf(8), walletOf(9)] as const;
const LIMITED = [rightsFromText('vote'), rightsFromText('claim')] as const;
export const RIGHTS = [FULL_RIGHTS, FULL_RIGHTS, ...LIMITED] as const;

const EXACT = [1n, 2n ** 53n + 1n, 2n ** 128n + 1n, UNLIMITED - 1n, UNLIMITED] as const;
/** Numbers at the limits of exactness, and some of full length. */
export const TOKEN_IDS = [0n, 2n ** 53n, 2n ** 255n, ...EXACT, ...randomNumbers(3)] as const;
const AMOUNTS = [255n, ...EXACT, ...randomNumbers(5)] as const;

function randomNumbers(count: number): bigint[] {
  const random = createRandom(count);
  const digits = () => Array.from({ length: 64 }, () => integer(random, 0, 15).toString(16)).join('');
  return Array.from({ length: count }, () => BigInt(`0x${digits()}`));
}

/** Whom delegations and questions are about. */
interface Parties {
  readonly from: Some<Address>;
  readonly to: Some<Address>;
  readonly contracts: Some<Address>;
  readonly askedFrom: Some<Address>;
}

const USUAL: Parties = { from: WALLETS, to: WALLETS, contracts: CONTRACTS, askedFrom: WALLETS };
const [ZERO, ONE] = [parseAddress(`0x${'0'.repeat(40)}`), parseAddress(`0x${'0'.repeat(39)}1`)];
/** Storage marks absence with these two addresses, so v2 has no delegations from them; v1 has. */
export const WITH_MARKERS: Parties = {
  from: [...WALLETS, ONE],
  to: [...WALLETS, ZERO, ONE],
  contracts: [...CONTRACTS, ZERO],
  askedFrom: [...WALLETS, ...WALLETS, ZERO, ONE],
};

/** Returns a delegation that a wallet can make. Broad ones are rare: they would satisfy every question. */
export function randomGrant(random: Random, parties = USUAL): Delegation {
  const registry = pick(random, ['v1', 'v2', 'v2']);
  const kind: Kind = pick(random, listKinds(registry));
  const isBroad = KINDS[kind].type !== 'TOKEN';
  if (isBroad && integer(random, 1, 6) > 1) return randomGrant(random, parties);
  return createDelegation({
    registry,
    kind,
    from: pick(random, parties.from),
    to: pick(random, parties.to),
    contract: pick(random, parties.contracts),
    tokenId: pick(random, TOKEN_IDS),
    // Limits most broad grants to a right, so that they leave other questions open.
    rights: pick(random, isBroad ? [...LIMITED, FULL_RIGHTS] : RIGHTS),
    amount: pick(random, AMOUNTS),
  });
}

/** Returns a question: every other time one that a written delegation answers, unless it was revoked. */
export function randomQuestion(
  random: Random,
  parties = USUAL,
  written: readonly Delegation[] = [],
): Question {
  const known = written[integer(random, 0, 2 * written.length)];
  if (known) return grantOf(known);
  const { registry } = randomGrant(random);
  return grantOf(
    createDelegation({
      registry,
      kind: pick(random, listKinds(registry)),
      from: pick(random, parties.askedFrom),
      to: pick(random, WALLETS),
      contract: pick(random, parties.contracts),
      tokenId: pick(random, TOKEN_IDS),
      rights: pick(random, RIGHTS),
      amount: 1n,
    }),
  );
}

/** Random delegations and questions, with few wallets so that they often match, and numbers up to 2^256-1. */
import { createRandom, integer, pick, type Random } from '@mandate/contracts';
import {
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
} from '@mandate/core';

const walletOf = (i: number) => parseAddress(`0x${`5d4${i}`.repeat(10)}`);
export const WALLETS = [walletOf(1), walletOf(2), walletOf(3), walletOf(4), walletOf(5)] as const;
export const CONTRACTS = [walletOf(7), walletOf(8), walletOf(9)] as const;
export const RIGHTS = [FULL_RIGHTS, FULL_RIGHTS, rightsFromText('vote'), rightsFromText('claim')] as const;

const MAX_UINT256 = 2n ** 256n - 1n;
/** Numbers at the limits of exactness, and some of full length. */
export const TOKEN_IDS = [
  0n,
  1n,
  2n ** 53n,
  2n ** 53n + 1n,
  2n ** 255n,
  MAX_UINT256 - 1n,
  MAX_UINT256,
  ...randomNumbers(3),
] as const;
const AMOUNTS = [
  1n,
  2n ** 53n + 1n,
  2n ** 128n + 1n,
  MAX_UINT256 - 1n,
  MAX_UINT256,
  ...randomNumbers(5),
] as const;

function randomNumbers(count: number): bigint[] {
  const random = createRandom(count);
  const digits = () => Array.from({ length: 64 }, () => integer(random, 0, 15).toString(16)).join('');
  return Array.from({ length: count }, () => BigInt(`0x${digits()}`));
}

export function randomGrant(random: Random): Delegation {
  const registry = pick(random, ['v1', 'v2', 'v2']);
  const kind: Kind = pick(random, listKinds(registry));
  const isBroad = KINDS[kind].type !== 'TOKEN';
  // Broad grants are rare: they would satisfy every question.
  if (isBroad && integer(random, 1, 6) > 1) return randomGrant(random);
  return createDelegation({
    registry,
    kind,
    from: pick(random, WALLETS),
    to: pick(random, WALLETS),
    contract: pick(random, CONTRACTS),
    tokenId: pick(random, TOKEN_IDS),
    // Limits broad grants to a right, so that they leave other questions open.
    rights: pick(random, isBroad ? [rightsFromText('vote'), rightsFromText('claim'), FULL_RIGHTS] : RIGHTS),
    amount: pick(random, AMOUNTS),
  });
}

export function randomQuestion(random: Random): Question {
  return grantOf(
    createDelegation({
      ...(randomGrant(random) as Extract<Delegation, { kind: 'erc1155' }>),
      from: pick(random, WALLETS),
      to: pick(random, WALLETS),
    }),
  );
}

/** Random delegations and questions of both registries: few wallets, so that they often meet, and numbers up to 2^256-1. */
import { integer, pick, type Random } from '@mandate/contracts';
import {
  createDelegation,
  type Delegation,
  FULL_RIGHTS,
  grantOf,
  type Kind,
  listKinds,
  parseAddress,
  type Question,
  rightsFromText,
  UNLIMITED,
} from '@mandate/core';

const wallet = (i: number) => parseAddress(`0x${`c0d${i}`.repeat(10)}`);
const WALLETS = [wallet(1), wallet(2), wallet(3), wallet(4)] as const;
/** Storage marks absence with these two, so v2 has no delegations from them; v1 has. */
const SENTINELS = [
  parseAddress('0x0000000000000000000000000000000000000000'),
  parseAddress('0x0000000000000000000000000000000000000001'),
] as const;
const CONTRACTS = [wallet(7), wallet(8), SENTINELS[0]] as const;
const RIGHTS = [FULL_RIGHTS, rightsFromText('vote'), rightsFromText('claim')] as const;
const TOKEN_IDS = [0n, 1n, 2n ** 53n + 1n, 2n ** 255n, UNLIMITED - 1n, UNLIMITED] as const;
const AMOUNTS = [1n, 255n, 2n ** 128n + 1n, UNLIMITED - 1n, UNLIMITED] as const;

/** Returns a delegation that a wallet can make. Broad ones are rare: they would satisfy every question. */
export function randomDelegation(random: Random): Delegation {
  const registry = pick(random, ['v1', 'v2', 'v2']);
  const kind: Kind = pick(random, listKinds(registry));
  if ((kind === 'all' || kind === 'contract') && integer(random, 1, 6) > 1) return randomDelegation(random);
  return createDelegation({
    registry,
    kind,
    from: pick(random, [...WALLETS, SENTINELS[1]]),
    to: pick(random, [...WALLETS, ...SENTINELS]),
    contract: pick(random, CONTRACTS),
    tokenId: pick(random, TOKEN_IDS),
    rights: pick(random, RIGHTS),
    amount: pick(random, AMOUNTS),
  });
}

/** Returns a question: every other time one that a delegation answers, unless it was revoked. */
export function randomQuestion(random: Random, written: readonly Delegation[] = []): Question {
  const known = integer(random, 0, 2 * written.length);
  if (written[known]) return grantOf(written[known]);
  const { registry } = randomDelegation(random);
  return grantOf(
    createDelegation({
      registry,
      kind: pick(random, listKinds(registry)),
      from: pick(random, [...WALLETS, ...WALLETS, ...SENTINELS]),
      to: pick(random, WALLETS),
      contract: pick(random, CONTRACTS),
      tokenId: pick(random, TOKEN_IDS),
      rights: pick(random, RIGHTS),
      amount: 1n,
    }),
  );
}

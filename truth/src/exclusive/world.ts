/** A small world of vaults, wallets and tokens, in which delegations expire within seconds of each other. */
import { integer, pick, type Random } from '@mandate/contracts';
import {
  type Address,
  createDelegation,
  FULL_RIGHTS,
  GLOBAL_IDENTIFIER,
  parseAddress,
  parseRights,
  parseRightsIdentifier,
  type Rights,
  type RightsIdentifier,
  rightsFromText,
  rightsWithExpiry,
  type V2Delegation,
} from '@mandate/core';

const ZERO = parseAddress(`0x${'0'.repeat(40)}`);
export const VAULTS = [
  parseAddress('0xaaaa00000000000000000000000000000000000a'),
  parseAddress('0xbbbb00000000000000000000000000000000000b'),
  parseAddress('0xcccc00000000000000000000000000000000000c'),
] as const;
/** Vaults delegate to each other, and now and then to nobody. */
export const WALLETS = [
  ...VAULTS,
  parseAddress('0xdddd00000000000000000000000000000000000d'),
  parseAddress('0xeeee00000000000000000000000000000000000e'),
  ZERO,
] as const;
export const COLLECTIONS = [
  parseAddress('0x1111000000000000000000000000000000000001'),
  parseAddress('0x2222000000000000000000000000000000000002'),
] as const;
export const TOKEN_IDS = [0n, 7n, 2n ** 256n - 1n] as const;
/** Nobody mints it. */
export const NO_TOKEN_ID = 8n;

export const IDENTIFIERS = [
  parseRightsIdentifier(`0x${'12'.repeat(24)}`),
  parseRightsIdentifier(`0x${'34'.repeat(24)}`),
  GLOBAL_IDENTIFIER,
] as const;

const NEVER = 2 ** 40 - 1;

/** Creates rights that are likely to expire with one of the next blocks, at its very second. */
function createRights(random: Random, now: number): Rights {
  const form = integer(random, 1, 20);
  if (form === 1) return FULL_RIGHTS;
  if (form === 2) return rightsFromText('vote');
  // All 32 bytes are text, so the last five are an expiry in the year 15000.
  if (form === 3) return rightsFromText('a'.repeat(32));
  const identifier: RightsIdentifier = pick(random, [IDENTIFIERS[0], ...IDENTIFIERS]);
  const expiry = pick(random, [0, now - 1, now, NEVER, NEVER, now + integer(random, 1, 12)]);
  const rights = rightsWithExpiry(identifier, expiry);
  return form === 4 ? parseRights(`${rights.slice(0, 50)}abcdef${rights.slice(56)}`) : rights;
}

export function createRandomDelegation(random: Random, from: Address, now: number): V2Delegation {
  return createDelegation({
    registry: 'v2',
    kind: pick(random, ['all', 'all', 'all', 'contract', 'erc721', 'erc721', 'erc20', 'erc1155']),
    from,
    // Only few delegations to nobody, because they often win.
    to: pick(random, integer(random, 1, 12) === 1 ? [ZERO] : WALLETS),
    contract: pick(random, COLLECTIONS),
    tokenId: pick(random, [...TOKEN_IDS]),
    rights: createRights(random, now),
    amount: 1n,
  }) as V2Delegation;
}

/** Few grants of one vault that never expire, so that several of the same rank often stand at once, and are given again. */
export function createRival(random: Random): V2Delegation {
  return createDelegation({
    registry: 'v2',
    kind: pick(random, ['all', 'contract', 'erc721']),
    from: VAULTS[0],
    to: pick(random, WALLETS.slice(2, 5) as [Address, ...Address[]]),
    contract: COLLECTIONS[0],
    tokenId: TOKEN_IDS[0],
    rights: rightsWithExpiry(IDENTIFIERS[0], NEVER),
    amount: null,
  }) as V2Delegation;
}

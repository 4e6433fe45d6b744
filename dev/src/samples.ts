/** Generates random delegations that look like real ones. */
import { integer, pick, type Random } from '@mandate/contracts';
import {
  type Address,
  createDelegation,
  type Delegation,
  FULL_RIGHTS,
  identify,
  type Registry,
  type Rights,
  rightsFromText,
  rightsWithExpiry,
  UNLIMITED,
} from '@mandate/core';
import { keccak256, parseUnits, slice, stringToHex } from 'viem';
import { COLLECTOR, HOT_WALLETS, VAULTS } from './cast.ts';
import { ERC20S, ERC721S, ERC1155S } from './collections.ts';
import { ITEM_IDS, ITEMS_PER_VAULT, listTokens } from './holdings.ts';

const DAY_S = 86_400;
/** Rights expire at fixed times, so that they are the same in every run. */
const FIRST_EXPIRY = Date.UTC(2027, 0, 1) / 1000;
const EXPIRY_DAYS = 730;
/** Wallets with expiring rights put the first bytes of the name's hash before the time. */
const CLAIM_IDENTIFIER = slice(keccak256(stringToHex('claim')), 0, 24);

/** Returns rights to claim until the beginning of a day, e.g. 2030-01-01. */
export const claimUntil = (day: string): Rights => rightsWithExpiry(CLAIM_IDENTIFIER, Date.parse(day) / 1000);

/** Returns this many different delegations in the order in which they are made. */
export function listSamples(random: Random, registries: readonly Registry[], count: number): Delegation[] {
  const samples = new Map<string, Delegation>();
  while (samples.size < count) {
    const delegation = randomDelegation(random, registries);
    samples.set(identify(delegation), delegation);
  }
  return [...samples.values()];
}

/** The commoner ones several times. */
const KINDS = {
  v1: ['all', 'contract', 'contract', 'token', 'token'],
  v2: ['all', 'contract', 'contract', 'erc721', 'erc721', 'erc721', 'erc20', 'erc20', 'erc1155'],
} as const;

export function randomDelegation(random: Random, registries: readonly Registry[]): Delegation {
  const registry = registries.includes('v1') && random() < 0.25 ? 'v1' : 'v2';
  const kind = pick(random, KINDS[registry]);
  const parties = randomParties(random);
  return createDelegation({ registry, kind, ...parties, ...randomScope(random, kind, parties.from) });
}

/** Each vault mostly delegates to a few hot wallets of its own. Some delegate to the collector. */
function randomParties(random: Random): { from: Address; to: Address } {
  const from = random() < 0.15 ? COLLECTOR : pick(random, VAULTS);
  if (from !== COLLECTOR && random() < 0.12) return { from, to: COLLECTOR };
  const own = HOT_WALLETS[VAULTS.indexOf(from) + integer(random, 0, 2)];
  return { from, to: own && random() < 0.75 ? own : pick(random, HOT_WALLETS) };
}

function randomScope(random: Random, kind: Delegation['kind'], from: Address) {
  const rights = randomRights(random);
  if (kind === 'erc20') {
    const { contract } = pick(random, ERC20S);
    return { rights, contract, amount: randomAmount(random, contract) };
  }
  if (kind === 'erc1155') {
    const { contract } = pick(random, ERC1155S);
    const tokenId = BigInt(integer(random, 1, ITEM_IDS.length));
    return { rights, contract, tokenId, amount: randomAmount(random, contract) };
  }
  const collection = pick(random, ERC721S);
  const [first = 0n, ...others] = listTokens(collection).get(from) ?? [];
  return { rights, contract: collection.contract, tokenId: pick(random, [first, ...others]) };
}

/** Returns a round sum or, sometimes, an unlimited amount for a currency, and a small number for anything else. */
export function randomAmount(random: Random, contract: Address): bigint {
  const currency = ERC20S.find((known) => known.contract === contract);
  if (!currency) return BigInt(integer(random, 1, Number(ITEMS_PER_VAULT)));
  if (random() < 0.1) return UNLIMITED;
  return parseUnits(String(integer(random, 1, 200) * 50), currency.decimals);
}

function randomRights(random: Random): Rights {
  const dice = random();
  if (dice < 0.65) return FULL_RIGHTS;
  if (dice < 0.8) return rightsFromText('claim');
  if (dice < 0.92) return rightsFromText('vote');
  return rightsWithExpiry(CLAIM_IDENTIFIER, FIRST_EXPIRY + integer(random, 0, EXPIRY_DAYS) * DAY_S);
}

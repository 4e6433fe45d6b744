/** A small world, so that its wallets often meet. Histories and questions use it. */
import {
  type Address,
  createGrant,
  FULL_RIGHTS,
  identify,
  listKinds,
  parseAddress,
  parseRights,
  type Question,
  REGISTRY_IDS,
  type Registry,
  rightsFromText,
  rightsWithExpiry,
  UNLIMITED,
} from '@mandate/core';
import { keccak256, sliceHex, stringToHex } from 'viem';

/** Two wallets with keys and two smart wallets. */
export const KEYED = [
  parseAddress('0xaaaa00000000000000000000000000000000000a'),
  parseAddress('0xbbbb00000000000000000000000000000000000b'),
] as const;
export const SMART = [
  parseAddress('0xcccc00000000000000000000000000000000000c'),
  parseAddress('0xdddd00000000000000000000000000000000000d'),
] as const;
export const WALLETS = [...KEYED, ...SMART] as const;

/** The contract through which several smart wallets act in one transaction. */
export const MULTICALL = parseAddress('0xeeee00000000000000000000000000000000000e');

/** v2 treats these two specially. Nobody can act as them, but anybody can ask about them. */
export const MARKERS = [parseAddress(`0x${'0'.repeat(40)}`), parseAddress(`0x${'1'.padStart(40, '0')}`)];

export const CONTRACTS = [
  parseAddress('0x1111000000000000000000000000000000000001'),
  parseAddress('0x2222000000000000000000000000000000000002'),
] as const;
export const TOKEN_IDS = [0n, 2n ** 64n + 1n, UNLIMITED] as const;
export const AMOUNTS = [0n, 1n, 2n, 2n ** 128n, UNLIMITED] as const;

const hash = keccak256(stringToHex('airdrop'));
/** All four forms seen in practice. The last two begin with the same 24 bytes. */
export const RIGHTS = [
  FULL_RIGHTS,
  rightsFromText('vote'),
  parseRights(hash),
  rightsWithExpiry(sliceHex(hash, 0, 24), 1_900_000_000),
] as const;

/** The registries that a question may be about: both, or one. */
export const REGISTRY_CHOICES: readonly [readonly Registry[], ...(readonly Registry[])[]] = [
  REGISTRY_IDS,
  ...REGISTRY_IDS.map((id) => [id]),
];

/** Every pair, scope and right of this world. */
export const QUESTIONS: readonly Question[] = [
  ...REGISTRY_IDS.flatMap((registry) => listQuestions(registry, WALLETS, WALLETS)),
  ...listQuestions('v2', MARKERS, KEYED.slice(0, 1)),
];

function listQuestions(registry: Registry, from: readonly Address[], to: readonly Address[]): Question[] {
  const every = product({
    kind: listKinds(registry),
    from,
    to,
    contract: CONTRACTS,
    tokenId: TOKEN_IDS,
    rights: RIGHTS,
  }).map((fields) => createGrant({ ...fields, registry }));
  return [...new Map(every.map((question) => [identify(question), question])).values()];
}

type Choices = Record<string, readonly unknown[]>;
type Choice<C extends Choices> = { [Field in keyof C]: C[Field][number] };

/** Returns every combination of one value per field. */
function product<C extends Choices>(choices: C): Choice<C>[] {
  return Object.entries(choices).reduce<object[]>(
    (partial, [field, values]) =>
      partial.flatMap((chosen) => values.map((value) => ({ ...chosen, [field]: value }))),
    [{}],
  ) as Choice<C>[];
}

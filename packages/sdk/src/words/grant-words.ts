/** Describes the scope and rights of a grant. */

import { describeRights } from '../generated/describe-rights.ts';
import { type Kind, type KindName, REGISTRIES, type TokenType } from '../registries.ts';
import { shorten } from './shorten.ts';
import { writeDay } from './write-day.ts';

interface KindWords {
  /** The scope of a grant of the kind. */
  readonly name: string;
  /** The same where there is room for the standard. */
  readonly long: string;
  /** The choice of what to grant or to check. */
  readonly choice: string;
  /** The object of the question "May … act for all of …?" */
  readonly subject: string;
}

const OF_TOKENS: Readonly<Record<TokenType, KindWords>> = {
  ERC721: { name: 'NFT', long: 'One NFT (ERC721)', choice: 'One NFT', subject: 'an NFT of' },
  ERC1155: {
    name: 'Item',
    long: 'Some of an item (ERC1155)',
    choice: 'Some of an item',
    subject: 'an item of',
  },
  ERC20: {
    name: 'Currency',
    long: 'An amount of a currency (ERC20)',
    choice: 'A currency',
    subject: 'a currency of',
  },
};

const named = (name: string, subject: string, choice = name): KindWords => ({
  name,
  long: name,
  choice,
  subject,
});

/** Returns the words for a kind. v1 does not know of which standard a token is. */
function wordsOf({ type, tokenType }: Kind): KindWords {
  if (type === 'ALL') return named('Whole wallet', 'all of');
  if (type === 'CONTRACT') return named('Whole contract', 'everything in one contract of', 'Contract');
  return tokenType === null ? named('Token', 'a token of') : OF_TOKENS[tokenType as TokenType];
}

const WORDS = Object.values(REGISTRIES).flatMap((kinds) =>
  Object.entries<Kind>(kinds).map(([kind, facts]) => [kind, wordsOf(facts)]),
);

export const KIND_WORDS: Readonly<Record<KindName, KindWords>> = Object.fromEntries(WORDS);

/** Returns the long and the short form. Null stands for v1, which has no rights. */
export function writeRights(rights: string | null): [string, string] {
  const described = rights === null ? ({ form: 'full' } as const) : describeRights(rights);
  if (rights === null || described.form === 'full') return ['Full rights', 'full rights'];
  if (described.form === 'text') return [`Only “${described.text}”`, `“${described.text}”`];
  if (described.form === 'opaque') return [`Only ${shorten(rights)}`, shorten(rights)];
  const until = `until ${writeDay(described.expiresAt)}`;
  return [`Only ${shorten(described.identifier)} ${until}`, until];
}

const UNLIMITED = 2n ** 256n - 1n;
const GROUPED = new Intl.NumberFormat('en');

export const isUnlimited = (amount: bigint) => amount === UNLIMITED;

/** Writes every digit: amounts are in the token's smallest unit, because its decimals are unknown here. */
export function writeAmount(amount: bigint): string {
  return amount === UNLIMITED ? 'Unlimited' : GROUPED.format(amount);
}

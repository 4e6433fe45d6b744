/** Describes the scope and rights of a grant. */

import { describeRights, type Kind, REGISTRIES } from '@mandate/sdk';
import { type GrantKind, REGISTRY_NAMES } from './grant-kinds.ts';
import { shorten } from './shorten.ts';
import { writeDay } from './write-moment.ts';

interface KindWords {
  /** The scope of a grant of the kind. */
  readonly name: string;
  /** The choice of what to check. */
  readonly check: string;
  /** The object of the question "May … act for all of …?" */
  readonly subject: string;
}

/** Returns the words for a kind. Those for a token begin with its standard, which v1 does not know. */
function wordsOf({ type, tokenType, scope }: Kind): KindWords {
  if (type === 'ALL') return { name: 'Whole wallet', check: 'Whole wallet', subject: 'all of' };
  if (type === 'CONTRACT')
    return { name: 'Whole contract', check: 'Contract', subject: 'everything in one contract of' };
  if (tokenType === null) return { name: 'Token', check: 'Token', subject: 'a token of' };
  return scope.includes('tokenId')
    ? { name: `${tokenType} token`, check: tokenType, subject: 'a token of' }
    : { name: `${tokenType} amount`, check: tokenType, subject: 'a currency of' };
}

const WORDS = REGISTRY_NAMES.flatMap((registry) =>
  Object.entries<Kind>(REGISTRIES[registry]).map(([kind, facts]) => [kind, wordsOf(facts)]),
);

export const KIND_WORDS: Readonly<Record<GrantKind, KindWords>> = Object.fromEntries(WORDS);

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

/** What a grant covers, in words. */

import { describeRights } from '../api/rights.ts';
import type { GrantKind } from './grant-kinds.ts';
import { shorten } from './shorten.ts';

export const KIND_NAMES: Readonly<Record<GrantKind, string>> = {
  all: 'Whole wallet',
  contract: 'Whole contract',
  erc721: 'ERC721 token',
  erc1155: 'ERC1155 token',
  erc20: 'ERC20 amount',
  token: 'Token',
};

interface Scope {
  readonly registry: 'v1' | 'v2';
  readonly type: string;
  readonly tokenType: string | null;
}

export function kindOf({ type, tokenType, registry }: Scope): GrantKind {
  if (type === 'ALL') return 'all';
  if (type === 'CONTRACT') return 'contract';
  if (registry === 'v1' || tokenType === null) return 'token';
  return tokenType.toLowerCase() as GrantKind;
}

/** In full, and short. Null: of v1, which knows none. */
export function writeRights(rights: string | null): [string, string] {
  const described = rights === null ? ({ form: 'full' } as const) : describeRights(rights);
  if (rights === null || described.form === 'full') return ['Full rights', 'full rights'];
  if (described.form === 'text') return [`Only “${described.text}”`, `“${described.text}”`];
  if (described.form === 'opaque') return [`Only ${shorten(rights)}`, shorten(rights)];
  const until = `until ${writeDay(described.expiresAt)}`;
  return [`Only ${shorten(described.identifier)} ${until}`, until];
}

const DAY = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' });

function writeDay(seconds: number): string {
  return DAY.format(new Date(seconds * 1000));
}

const UNLIMITED = 2n ** 256n - 1n;
const GROUPED = new Intl.NumberFormat('en');

export const isUnlimited = (amount: bigint) => amount === UNLIMITED;

/** Every digit: amounts are in the token's smallest unit, since its decimals are not known here. */
export function writeAmount(amount: bigint): string {
  return amount === UNLIMITED ? 'Unlimited' : GROUPED.format(amount);
}

/** The decimals of a token, which scale the amount that a holder types. */
import { isUsable } from '@mandate/sdk/words';
import { rescale } from './units.ts';

/**
 * A number comes from the wallet's own node. `null` if it is unknown, so that amounts are in the smallest unit. `disputed`: the service
 * states other decimals, so that no amount can be typed.
 */
export type Decimals = number | null | 'disputed';

type Stated = number | null | undefined;

/** The service does not scale what a holder signs: a wrong number of decimals would multiply it. */
export function judgeDecimals({ wallet, service }: { wallet: Stated; service: Stated }): Decimals {
  if (!isUsable(wallet)) return null;
  return isUsable(service) && service !== wallet ? 'disputed' : wallet;
}

interface TypedAmount {
  readonly amount: string;
  /** The decimals that the amount was typed with. */
  readonly amountDecimals: number;
}

/** Writes a typed amount in the unit of now. It stays the same amount when the decimals become known. */
export function inUnitOf<Draft extends TypedAmount>(draft: Draft, decimals: Decimals): Draft {
  const amountDecimals = typeof decimals === 'number' ? decimals : 0;
  return { ...draft, amount: rescale(draft.amount, draft.amountDecimals, amountDecimals), amountDecimals };
}

export const DISPUTED =
  'Your wallet’s node and the service disagree about the decimals of this token: an amount could be ten or a million times too large. Check the contract.';

/** Describes an answer in words. */
import type { TokenContract } from '@mandate/sdk/explore';
import { isUnlimited, isUsable, writeAmount, writeSymbol, writeUnits } from '@mandate/sdk/words';
import type { Question } from '../question/check-kinds.ts';
import { isPast } from '../question/moments.ts';

export interface Verdict {
  /** `refuted`: the service claims something that its proof does not show. */
  readonly kind: 'yes' | 'no' | 'unknown' | 'refuted';
  readonly headline: string;
  readonly note?: string;
}

/** The decimals of most currencies. Only the contract knows its own. */
const USUAL_DECIMALS = 18;

/** Takes the token of an amount, in its own words. */
export function describeAnswer(
  { check, moment }: Question,
  value: boolean | bigint,
  token?: TokenContract | null,
): Verdict {
  if (!value) return { kind: 'no', headline: 'No', note: describeNothing(moment) };
  if (typeof value === 'boolean') {
    return { kind: 'yes', headline: isPast(moment) ? 'Yes, could act' : 'Yes, may act' };
  }
  if (isUnlimited(value)) {
    return { kind: 'yes', headline: 'Unlimited', note: 'Any amount.' };
  }
  if (check.hasTokenId) {
    return { kind: 'yes', headline: writeAmount(value), note: 'So many of this item it may act for.' };
  }
  return describeAmount(value, token);
}

function describeNothing(moment: Question['moment']): string {
  if (isPast(moment)) return 'No delegation allowed this at that time.';
  return moment?.when === 'strict'
    ? 'No delegation has allowed this without a break since the safe block.'
    : 'No delegation allows this at the block of the answer.';
}

/** Without the word of the contract, the amount is in the smallest unit, and in the note with the decimals of most currencies. */
function describeAmount(value: bigint, token: TokenContract | null | undefined): Verdict {
  const written = writeAmount(value);
  return isUsable(token?.decimals)
    ? {
        kind: 'yes',
        headline: `${writeUnits(value, token.decimals)} ${writeSymbol(token.symbol)}`,
        note: `That is ${written} in the smallest unit: the contract says that it has ${token.decimals} decimals.`,
      }
    : {
        kind: 'yes',
        headline: written,
        note: `In the smallest unit of the token. With ${USUAL_DECIMALS} decimals that is ${writeUnits(value, USUAL_DECIMALS)}.`,
      };
}

/** Describes an answer in words. */
import type { TokenContract } from '@mandate/sdk/explore';
import { isUsable, writeUnits } from '../../names/write-units.ts';
import type { Question } from '../question/check-kinds.ts';
import { isPast } from '../question/moments.ts';

export interface Verdict {
  /** `refuted`: the service claims something that its proof does not show. */
  readonly kind: 'yes' | 'no' | 'unknown' | 'refuted';
  readonly headline: string;
  readonly note?: string;
}

const UNLIMITED = 2n ** 256n - 1n;
const GROUPED = new Intl.NumberFormat('en');
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
  if (value === UNLIMITED) {
    return { kind: 'yes', headline: 'Unlimited', note: 'The answer is 2^256-1: any amount.' };
  }
  if (check.hasTokenId) {
    return { kind: 'yes', headline: GROUPED.format(value), note: 'The amount of this token it may act for.' };
  }
  return {
    kind: 'yes',
    headline: GROUPED.format(value),
    note: describeAmount(value, token),
  };
}

function describeNothing(moment: Question['moment']): string {
  if (isPast(moment)) return 'No delegation gave this at that time.';
  return moment?.when === 'strict'
    ? 'No delegation has given this without interruption since the safe block.'
    : 'No delegation gives this at the block of the answer.';
}

/** Without the word of the contract, the amount is shown with the decimals that most currencies have. */
function describeAmount(value: bigint, token: TokenContract | null | undefined): string {
  return isUsable(token?.decimals)
    ? `In the smallest unit of the token. Its contract says that this is ${writeUnits(value, token.decimals)} ${token.symbol ?? 'units'}.`
    : `In the smallest unit of the token. With ${USUAL_DECIMALS} decimals that is ${writeUnits(value, USUAL_DECIMALS)}.`;
}

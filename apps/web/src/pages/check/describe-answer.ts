/** Describes an answer in words. */
import type { Question } from './check-kinds.ts';
import { isPast } from './moments.ts';

export interface Verdict {
  /** `refuted`: the service claims something that its proof does not show. */
  readonly kind: 'yes' | 'no' | 'unknown' | 'refuted';
  readonly headline: string;
  readonly note?: string;
}

const UNLIMITED = 2n ** 256n - 1n;
const GROUPED = new Intl.NumberFormat('en');
/** The decimals of most currencies. Only the contract knows its own. */
const USUAL_DECIMALS = 18n;
const WHOLE = 10n ** USUAL_DECIMALS;

export function describeAnswer({ check, moment }: Question, value: boolean | bigint): Verdict {
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
    note: `In the smallest unit of the token. With ${USUAL_DECIMALS} decimals that is ${writeWhole(value)}.`,
  };
}

function describeNothing(moment: Question['moment']): string {
  if (isPast(moment)) return 'No delegation covered this at that time.';
  return moment?.when === 'strict'
    ? 'No delegation has covered this without interruption since the safe block.'
    : 'No delegation covers this.';
}

/** Omits trailing zeros. */
function writeWhole(value: bigint): string {
  const rest = (value % WHOLE).toString().padStart(Number(USUAL_DECIMALS), '0').replace(/0+$/, '');
  return `${GROUPED.format(value / WHOLE)}${rest && `.${rest}`}`;
}

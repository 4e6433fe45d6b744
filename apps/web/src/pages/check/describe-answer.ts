/** An answer in words. */
import type { Question } from './check-kinds.ts';
import { isPast } from './moments.ts';

export interface Verdict {
  readonly kind: 'yes' | 'no' | 'unknown';
  readonly headline: string;
  readonly note?: string;
}

const UNLIMITED = 2n ** 256n - 1n;
const GROUPED = new Intl.NumberFormat('en');
/** As most currencies have. Which this one has only its contract knows. */
const USUAL_DECIMALS = 18n;
const WHOLE = 10n ** USUAL_DECIMALS;

export function describeAnswer({ check, moment }: Question, value: boolean | bigint): Verdict {
  if (!value) return { kind: 'no', headline: 'No', note: describeNothing(moment) };
  if (typeof value === 'boolean') {
    return { kind: 'yes', headline: isPast(moment) ? 'Yes, could act' : 'Yes, may act' };
  }
  if (value === UNLIMITED) {
    return { kind: 'yes', headline: 'Unlimited', note: 'The answer is 2^256-1: it may act for any amount.' };
  }
  if (check.hasTokenId) {
    return { kind: 'yes', headline: GROUPED.format(value), note: 'So many of this token it may act for.' };
  }
  return {
    kind: 'yes',
    headline: GROUPED.format(value),
    note: `In the smallest unit of the token. With ${USUAL_DECIMALS} decimals that is ${writeWhole(value)}.`,
  };
}

function describeNothing(moment: Question['moment']): string {
  if (isPast(moment)) return 'No delegation stood then that covers this.';
  return moment?.when === 'strict'
    ? 'No delegation that covers this stood without interruption since the safe block.'
    : 'No delegation stands that covers this.';
}

/** Every digit that is not a zero at the end. */
function writeWhole(value: bigint): string {
  const rest = (value % WHOLE).toString().padStart(Number(USUAL_DECIMALS), '0').replace(/0+$/, '');
  return `${GROUPED.format(value / WHOLE)}${rest && `.${rest}`}`;
}

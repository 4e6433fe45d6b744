/** An answer in words. */
import type { Question } from './check-kinds.ts';

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

export function describeAnswer({ check }: Question, value: boolean | bigint): Verdict {
  if (typeof value === 'boolean') {
    return value ? { kind: 'yes', headline: 'Yes, may act' } : { kind: 'no', headline: 'No' };
  }
  if (value === 0n) return { kind: 'no', headline: 'No', note: 'For an amount of 0.' };
  if (value === UNLIMITED) {
    return { kind: 'yes', headline: 'Unlimited', note: 'The answer is 2^256-1: it may act for any amount.' };
  }
  if (check.kind === 'erc1155') {
    return { kind: 'yes', headline: GROUPED.format(value), note: 'So many of this token it may act for.' };
  }
  return {
    kind: 'yes',
    headline: GROUPED.format(value),
    note: `In the smallest unit of the token. With ${USUAL_DECIMALS} decimals that is ${writeWhole(value)}.`,
  };
}

/** Every digit that is not a zero at the end. */
function writeWhole(value: bigint): string {
  const rest = (value % WHOLE).toString().padStart(Number(USUAL_DECIMALS), '0').replace(/0+$/, '');
  return `${GROUPED.format(value / WHOLE)}${rest && `.${rest}`}`;
}

/** Delegations in words, for pages that show them to people. */
export { findUnsolicited } from './find-unsolicited.ts';
export { isUnlimited, KIND_WORDS, writeAmount, writeRights } from './grant-words.ts';
export { shorten } from './shorten.ts';
export { MIN_STRANGERS, UNSOLICITED, WINDOW_HOURS } from './unsolicited.ts';
export { writeCount, writeNumber } from './write-count.ts';
export { writeDay } from './write-day.ts';
export { isUsable, writeSymbol, writeUnits } from './write-units.ts';

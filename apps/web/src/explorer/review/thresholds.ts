/** Limits of a review. */

/** Older delegations are worth a look. */
export const OLD_YEARS = 2;
/** Fewer strangers are no pattern. */
export const MIN_STRANGERS = 10;
/** Strangers that granted within this time belong together. */
export const WINDOW_HOURS = 24;
/** A review asks about this many delegates, because each question costs calls to a node. */
export const MAX_LOOKUPS = 50;

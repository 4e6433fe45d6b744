/** Limits of a review. */

/** Older delegations are worth a look. */
export const OLD_YEARS = 2;
/** A review asks about this many delegates, because each question costs calls to a node. */
export const MAX_LOOKUPS = 50;

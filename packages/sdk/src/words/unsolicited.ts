/** A crowd of strangers who delegated to one wallet. */

/** Fewer strangers are no pattern. */
export const MIN_STRANGERS = 10;
/** Strangers that granted within this time belong together. */
export const WINDOW_HOURS = 24;

/** How a delegation of such a crowd is marked. */
export const UNSOLICITED = {
  label: 'Maybe unsolicited',
  explanation: `One of at least ${MIN_STRANGERS} wallets that delegated to this wallet within ${WINDOW_HOURS} hours and that nothing else connects with it. Maybe nobody asked for it. It gives nobody power over this wallet.`,
};

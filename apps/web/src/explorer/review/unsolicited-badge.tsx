import { ExplainedBadge } from '../../ui/badge/explained-badge.tsx';
import { MIN_STRANGERS, WINDOW_HOURS } from './thresholds.ts';

const EXPLANATION = `One of at least ${MIN_STRANGERS} wallets that delegated to this wallet within ${WINDOW_HOURS} hours and that nothing else connects with it. Maybe nobody asked for it. It gives nobody power over this wallet.`;

/** Marks a delegation of many by strangers. Hover, focus and touch explain it. */
export function UnsolicitedBadge() {
  return <ExplainedBadge explanation={EXPLANATION}>Maybe unsolicited</ExplainedBadge>;
}

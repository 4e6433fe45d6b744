import { UNSOLICITED } from '@mandate/sdk/words';
import { ExplainedBadge } from '../../ui/badge/explained-badge.tsx';

/** Marks a delegation of many by strangers. Hover, focus and touch explain it. */
export function UnsolicitedBadge() {
  return <ExplainedBadge explanation={UNSOLICITED.explanation}>{UNSOLICITED.label}</ExplainedBadge>;
}

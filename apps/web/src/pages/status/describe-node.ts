import type { NodeStatus } from '@mandate/sdk';
import { describeAge } from '../../components/clock.ts';

/** Words for the kinds of errors, now and in the past. A newer service may know more of them. */
const ERRORS: Readonly<Record<string, readonly [now: string, past: string]>> = {
  unavailable: ['Does not answer', 'Did not answer'],
  rate_limited: ['Limits requests', 'Limited requests'],
  too_large: ['Sends too much at once', 'Sent too much at once'],
  malformed: ['Sends malformed answers', 'Sent a malformed answer'],
  wrong_chain: ['Serves another chain', 'Served another chain'],
  refused: ['Refuses questions', 'Refused a question'],
  over_budget: ['Its budget allows no more calls', 'Its budget allowed no more calls'],
};
const UNKNOWN_ERROR = ['Does not answer', 'Did not answer'] as const;

/** Says in a few words how a node fares. `head` is the newest block of the chain. */
export function describeNode({ state, head: own, lastError }: NodeStatus, head: number | null): string {
  switch (state) {
    case 'agreed':
      return 'Agrees';
    case 'behind':
      return describeLag(own !== null && head !== null ? head - own : 0);
    case 'outvoted':
      return 'Contradicts the others';
    case 'undecided':
      return 'Too few nodes agree';
    case 'failed':
      return (ERRORS[lastError?.kind ?? ''] ?? UNKNOWN_ERROR)[0];
    case 'state_only':
      return 'For state only';
    case 'unknown':
      return 'Not known';
  }
}

function describeLag(blocks: number): string {
  if (blocks <= 0) return 'Behind';
  return blocks === 1 ? '1 block behind' : `${blocks.toLocaleString('en')} blocks behind`;
}

/** Lists what went wrong before, which its present state may not show. */
export function listTroubles(
  { state, outvoted, lastOutvoted, lastError }: NodeStatus,
  now: number,
): string[] {
  const troubles = [];
  if (outvoted > 0) {
    const times = outvoted === 1 ? 'once' : `${outvoted.toLocaleString('en')} times`;
    const last =
      lastOutvoted === null ? '' : `, ${outvoted === 1 ? '' : 'last '}${describeAge(now - lastOutvoted)}`;
    troubles.push(`Outvoted ${times}${last}`);
  }
  if (lastError) {
    const what = state === 'failed' ? 'Last tried' : (ERRORS[lastError.kind] ?? UNKNOWN_ERROR)[1];
    troubles.push(`${what} ${describeAge(now - lastError.timestamp)}`);
  }
  return troubles;
}

/** The calls of today, and their cost if the price is known. */
export function describeToday(today: NodeStatus['today']): string | null {
  if (!today) return null;
  const calls = today.calls === 1 ? '1 call' : `${today.calls.toLocaleString('en')} calls`;
  return today.cost === null ? calls : `${calls}, cost ${today.cost.toFixed(2)}`;
}

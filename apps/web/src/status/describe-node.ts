import type { NodeStatus } from '@mandate/sdk';
import { describeAge } from '../ui/time/clock.ts';

/** Describes the kinds of errors in present and past tense. A newer service may have more. */
const ERRORS: Readonly<Record<string, readonly [now: string, past: string]>> = {
  unavailable: ['Does not answer', 'Did not answer'],
  rate_limited: ['Gets too many requests', 'Got too many requests'],
  too_large: ['Sends answers that are too large', 'Sent an answer that was too large'],
  malformed: ['Sends broken answers', 'Sent a broken answer'],
  wrong_hash: ['Sends blocks that contradict themselves', 'Sent a block that contradicted itself'],
  wrong_chain: ['Serves another chain', 'Served another chain'],
  refused: ['Rejects requests', 'Rejected a request'],
  over_budget: ['Today’s calls are used up', 'The calls of the day were used up'],
};
const UNKNOWN_ERROR = ['Does not answer', 'Did not answer'] as const;

/** Describes the state of a node. `head` is the chain's newest block. */
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
      return 'Reads storage only';
    case 'unknown':
      return 'Not known';
  }
}

function describeLag(blocks: number): string {
  if (blocks <= 0) return 'Behind';
  return blocks === 1 ? '1 block behind' : `${blocks.toLocaleString('en')} blocks behind`;
}

/** Lists past problems that the current state does not show. */
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

/** Describes today's calls, and their cost if the price is known. */
export function describeToday(today: NodeStatus['today']): string | null {
  if (!today) return null;
  const calls = today.calls === 1 ? '1 call' : `${today.calls.toLocaleString('en')} calls`;
  return today.cost === null ? calls : `${calls}, cost ${today.cost.toFixed(2)}`;
}

import { writeCount } from '../words/write-count.ts';
import { nameOf } from './name-of.ts';
import { listMatching, type PickerState } from './state.ts';

/** Says how many vaults there are, as far as that is known. */
export function describeStatus(state: PickerState): string {
  const { isLoaded, lost, rows, facts, search } = state;
  if (!isLoaded) return 'Looking for your vaults…';
  if (lost) return `${nameOf(lost)} no longer delegates to this wallet. Choose another.`;
  if (!facts.found || facts.isStale) return 'Your vaults are not known right now.';
  const count = rows.filter(({ isOwn, reason }) => !isOwn && reason !== 'gone').length;
  const isWhole = facts.found.unknown.length === 0 && facts.doubts.length === 0 && !facts.found.last;
  const soFar = isWhole ? '' : ' found so far';
  const vaults = count === 0 ? 'No vault' : writeCount(count, 'vault');
  if (search.trim()) return `${writeCount(listMatching(state).length, 'wallet')} found`;
  return count === 0 && isWhole ? 'No vault delegated to this wallet.' : `${vaults}${soFar}`;
}

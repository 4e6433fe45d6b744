/** The nodes table of `mandate status`. */
import type { ChainStatus, NodeState, NodeStatus } from '@mandate/sdk';
import { type Cell, type Column, formatTable } from '../output/table.ts';
import { type Paint, printable, type Style } from '../output/terminal.ts';
import { describeAge } from '../output/words.ts';

const STYLES: Readonly<Record<NodeState, Style>> = {
  agreed: 'green',
  behind: 'yellow',
  outvoted: 'red',
  undecided: 'yellow',
  failed: 'red',
  state_only: 'dim',
  unknown: 'dim',
};

const COLUMNS: readonly Column[] = [
  { title: 'NODE' },
  { title: 'STATE' },
  { title: 'HEAD', isNumber: true },
  { title: 'OUTVOTED', isNumber: true },
  { title: 'LAST ERROR' },
  { title: 'CALLS TODAY', isNumber: true },
  { title: 'COST TODAY', isNumber: true },
];

/** Returns how many of the voting nodes are in the quorum, e.g. `2/3`. */
export function countNodes({ nodes }: ChainStatus): Cell {
  const voters = nodes.filter(({ state }) => state !== 'state_only');
  if (voters.length === 0) return { text: '' };
  const known = voters.filter(({ inQuorum }) => inQuorum !== null);
  if (known.length === 0) return { text: `?/${voters.length}`, style: 'dim' };
  const agreed = known.filter(({ inQuorum }) => inQuorum).length;
  return { text: `${agreed}/${voters.length}`, style: agreed < voters.length ? 'yellow' : 'green' };
}

export function formatNodes(nodes: readonly NodeStatus[], now: number, paint: Paint): string {
  const cells = nodes.map(({ label, state, head, outvoted, lastError, today }): Cell[] => [
    { text: printable(label) },
    { text: state, style: STYLES[state] },
    { text: head === null ? '' : String(head) },
    { text: outvoted === 0 ? '' : String(outvoted) },
    {
      text: lastError
        ? `${printable(lastError.kind)}, ${describeAge(now - 1_000 * lastError.timestamp)}`
        : '',
      style: 'dim',
    },
    { text: today ? String(today.calls) : '' },
    { text: typeof today?.cost === 'number' ? today.cost.toFixed(2) : '' },
  ]);
  // Leaves out columns that are empty in every row.
  const shown = COLUMNS.flatMap((_, i) => (cells.some((row) => row[i]?.text) ? [i] : []));
  const pick = <T>(all: readonly T[]) => shown.flatMap((i) => all[i] ?? []);
  return formatTable({ columns: pick(COLUMNS), cells: cells.map(pick) }, paint);
}

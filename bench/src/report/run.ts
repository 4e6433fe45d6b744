/** Describes a run: when, how long, in which ledgers, and on what. */
import { LEDGER } from '../ledger.ts';
import type { PartResult } from '../part.ts';
import { listSizes, medianOf } from '../sample.ts';
import { rowsInWords } from './table.ts';

export function writeRun({ date, machine, samples, rounds, seconds }: PartResult): string {
  const ledgers = listSizes(samples).map((rows) => {
    const find = (unit: string) => medianOf(samples, { name: LEDGER, unit, rows });
    const filled = find('s to fill it');
    const made = filled === null ? '' : `, filled in ${Math.round(filled)} s`;
    return `${rowsInWords(rows)} rows (${find('GB')?.toFixed(1)} GB in PostgreSQL${made})`;
  });
  const length = `${rounds === 1 ? 'one round' : `${rounds} rounds`} of ${seconds} s each`;
  return `Measured on ${date}: ${length}, in ledgers of ${ledgers.join(', ')},
on ${machine?.processor} with ${machine?.cores} cores and ${machine?.memoryGb} GB, Node ${machine?.node}, PostgreSQL ${machine?.postgres} with
\`shared_buffers\` of ${machine?.sharedBuffers}.`;
}

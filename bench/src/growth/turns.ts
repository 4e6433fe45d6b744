/** Measures the smallest ledger and the one that grows in turns: other work on the machine affects both. */
import type { WrittenLedger } from '../writes-ledger.ts';
import type { Sample } from './result.ts';

/** The last one is what is measured, the first one is beside it. There may be one only. */
type Measured = readonly { readonly ledger: Pick<WrittenLedger, 'rows'> }[];

export interface Turns<T> {
  toSample(figure: string, pick: (result: T) => number): Sample;
}

/** The order changes from round to round. */
export async function inTurns<Of extends Measured, T>(
  all: Of,
  round: number,
  measure: (each: Of[number]) => Promise<T>,
): Promise<Turns<T>> {
  const order = round % 2 ? all : all.toReversed();
  const results = new Map<Of[number], T>();
  for (const each of order) results.set(each, await measure(each));
  return {
    toSample(figure, pick) {
      const [first, last] = [all[0], all.at(-1)];
      if (!first || !last) throw new RangeError('Nothing was measured.');
      const costOf = (each: Of[number]) => pick(results.get(each) as T);
      const beside = all.length > 1 ? costOf(first) : null;
      return { figure, rows: last.ledger.rows, round, value: costOf(last), beside };
    },
  };
}

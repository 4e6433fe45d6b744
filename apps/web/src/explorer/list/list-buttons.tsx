import { saveFile } from '../../ui/copy/save-file.ts';
import type { Person } from '../wallet/people.ts';
import type { NameOfChain } from '../wallet/rows.ts';
import { writeCsv } from './write-csv.ts';

interface ListButtonsProps {
  readonly wallet: string;
  readonly people: readonly Person[];
  readonly nameOfChain: NameOfChain;
}

/** Saves or prints the delegations that are shown. */
export function ListButtons({ wallet, people, nameOfChain }: ListButtonsProps) {
  const save = () => {
    const csv = writeCsv(
      people.flatMap(({ rows }) => rows),
      nameOfChain,
    );
    saveFile(`delegations-${wallet}.csv`, 'text/csv', csv);
  };
  return (
    <div className="row">
      <button type="button" className="button button--quiet" onClick={save}>
        Save CSV
      </button>
      <button type="button" className="button button--quiet" onClick={() => window.print()}>
        Print
      </button>
    </div>
  );
}

/** For tests: an exported ledger, files that were forged from it, and operators that import them. */
import { createReader } from '@mandate/store';
import { forge, type Operator, startOperators } from './operators.ts';

/** A row of the file. */
export type Line = [registry: string, kind: string, from: string, to: string, ...rest: unknown[]];
export type WrittenPlace = [block: number, log: number, tx: string];
/** The positions of a row's fields. */
export const [FROM, TO, AMOUNT, SINCE, UNTIL] = [2, 3, 7, 8, 9];

export const OTHER_TX = `0x${'ab'.repeat(32)}`;
export const STRANGER = `0x${'9'.repeat(40)}`;

export const isStanding = (row: Line) => row[UNTIL] === null;
export const isEnded = (row: Line) => row[UNTIL] !== null;
export const isOf = (registry: string) => (row: Line) => row[0] === registry;

/** Replaces one field of a row. */
export const withField = (row: Line, field: number, value: unknown) => row.with(field, value) as Line;

export const findCheckpoint = async ({ database }: Operator) =>
  (await createReader(database).listCheckpoints())[0];

export type Imported = Awaited<ReturnType<typeof startImported>>;

export async function startImported() {
  const operators = await startOperators();
  // Makes the last revocation that does not name its grant final.
  await operators.chain.mine(20);
  const exporter = await operators.open();
  await exporter.catchUp();
  const exported = await exporter.export();
  const forgeFile = (change: (lines: string[]) => string[]) =>
    forge(exported.file, operators.nameFile(), change);
  return {
    ...operators,
    exporter,
    exported,
    forgeFile,
    async importFile(file: string, digest: string | null = null) {
      const operator = await operators.open();
      await operator.import(file, digest);
      await operator.catchUp();
      return operator;
    },
    /** Replaces the last row that matches by other rows. */
    changeRow: (matches: (row: Line) => boolean, change: (row: Line) => Line[]) =>
      forgeFile((lines) => {
        const index = lines.findLastIndex((line) => line.startsWith('["') && matches(JSON.parse(line)));
        if (index < 0) throw new Error('The file has no such row.');
        const changed = change(JSON.parse(lines[index] ?? '')).map((row) => JSON.stringify(row));
        return lines.toSpliced(index, 1, ...changed);
      }),
  };
}

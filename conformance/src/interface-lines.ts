/** Reads the tables of conformance/interface.md, which list everything the suite must cover. */
import { readFileSync } from 'node:fs';

/** Returns the rows that begin with an id, each with its other cells. In some tables the last one has cases. */
function readRows(markdown: string) {
  let hasCases = false;
  return markdown.split('\n').flatMap((line) => {
    const cells = line.split(/(?<!\\)\|/).map((cell) => cell.trim());
    const [before, first = '', ...rest] = cells.slice(0, -1);
    if (before !== '' || first === 'line') hasCases = rest.at(-1) === 'cases';
    const id = /^`([^`]+)`$/.exec(first)?.[1];
    return id ? [{ id, cells: rest, hasCases }] : [];
  });
}

export const ROWS = readRows(readFileSync(new URL('../interface.md', import.meta.url), 'utf8'));

/** Their ids. If a table has a column "cases", each word in it is covered separately as `id.word`. */
export const LINES = ROWS.flatMap(({ id, cells, hasCases }) =>
  hasCases ? (cells.at(-1) ?? '').split(' · ').map((word) => `${id}.${word}`) : id,
);

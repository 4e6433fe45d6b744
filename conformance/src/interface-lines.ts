/** Reads the tables of conformance/interface.md, which list everything the suite must cover. */

/**
 * A line begins with its id. If its table has a column "cases", each word in it is covered separately as
 * `id.word`.
 */
export function readLines(markdown: string): string[] {
  const lines: string[] = [];
  let hasCases = false;
  for (const line of markdown.split('\n')) {
    if (!line.startsWith('|')) {
      hasCases = false;
      continue;
    }
    const cells = line
      .slice(1, line.lastIndexOf('|'))
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim());
    const [first = ''] = cells;
    if (first === 'line') hasCases = cells.at(-1) === 'cases';
    const id = /^`([^`]+)`$/.exec(first)?.[1];
    if (!id) continue;
    if (!hasCases) lines.push(id);
    else lines.push(...(cells.at(-1) ?? '').split(' · ').map((word) => `${id}.${word}`));
  }
  return lines;
}

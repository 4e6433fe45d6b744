/**
 * Measures how easy the pages are to read: words, sentences, and the average length of a sentence. Exits with 1 if the
 * average of a page is too long. `--pages` prints each page.
 */
import { globSync, readFileSync } from 'node:fs';
import { measure } from './prose-measure.ts';

/** Decisions are records of their time, and the generated reference is a list of parameters. */
const PAGES = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'docs/**/*.md',
  'packages/*/README.md',
  'examples/*/README.md',
];
const LEFT_OUT = ['docs/adr/**', 'docs/api/**'];
const MAX_AVERAGE_WORDS = 18;

const root = new URL('../../', import.meta.url).pathname;
const pages = globSync(PAGES, { cwd: root, exclude: LEFT_OUT })
  .toSorted()
  .map((name) => ({ name, ...measure(readFileSync(`${root}${name}`, 'utf8')) }));
const sum = (pick: (page: (typeof pages)[number]) => number) =>
  pages.reduce((total, page) => total + pick(page), 0);
const average = ({ sentences, sentenceWords }: { sentences: number; sentenceWords: number }) =>
  sentences === 0 ? 0 : sentenceWords / sentences;

const total = { sentences: sum((page) => page.sentences), sentenceWords: sum((page) => page.sentenceWords) };
const lines = [
  ...(process.argv.includes('--pages') ? pages.map(describe) : []),
  `prose: ${sum(({ words }) => words)} words on ${pages.length} pages, ${average(total).toFixed(1)} words a sentence`,
];
process.stdout.write(`${lines.join('\n')}\n`);
const long = pages.filter((page) => average(page) > MAX_AVERAGE_WORDS);
for (const { longest, ...page } of long) {
  process.stderr.write(`At most ${MAX_AVERAGE_WORDS}: ${describe(page)}. Its longest sentence: ${longest}\n`);
}
process.exit(long.length > 0 ? 1 : 0);

function describe(page: { name: string; words: number; sentences: number; sentenceWords: number }): string {
  return `${String(page.words).padStart(6)} words, ${average(page).toFixed(1).padStart(4)} a sentence  ${page.name}`;
}

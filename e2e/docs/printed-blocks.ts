/** Reads the code of the documentation, and the output that it claims to have. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
/** Their code is not the reader's to run: decisions, and what is written from the API's description. */
const LEFT_OUT = /^docs\/(?:adr|api)\//;

/** The comment in which a language claims a line of output: `// → text` or `# → text`. */
const CLAIMS: Readonly<Record<string, RegExp>> = {
  ts: /^ *\/\/ → (.*)$/gm,
  js: /^ *\/\/ → (.*)$/gm,
  tsx: /^ *\/\/ → (.*)$/gm,
  sh: /^ *# → (.*)$/gm,
  python: /^ *# → (.*)$/gm,
};

export interface Block {
  /** The page and the line at which the block begins. */
  readonly name: string;
  readonly page: string;
  readonly language: string;
  readonly code: string;
  readonly claims: readonly string[];
}

/** Lists the pages with code that readers run, as paths from the root. */
export function listPages(): string[] {
  const docs = readdirSync(join(ROOT, 'docs'), { recursive: true })
    .map((name) => `docs/${name}`)
    .filter((path) => path.endsWith('.md') && !LEFT_OUT.test(path));
  const readmes = ['packages', 'examples'].flatMap((folder) =>
    readdirSync(join(ROOT, folder)).map((name) => `${folder}/${name}/README.md`),
  );
  return ['README.md', ...docs.toSorted(), ...readmes].filter((path) => existsSync(join(ROOT, path)));
}

export const readText = (page: string): string => readFileSync(join(ROOT, page), 'utf8');

export const readPage = (page: string): Block[] => readBlocks(page, readText(page));

export function readBlocks(page: string, text: string): Block[] {
  return [...text.matchAll(/^( *)```(\w+)\n(.*?)^\1```$/gms)].map(
    ({ index, 1: indent = '', 2: language = '', 3: indented = '' }) => {
      const line = text.slice(0, index).split('\n').length;
      const code = indented.replaceAll(new RegExp(`^${indent}`, 'gm'), '');
      const claims = [...code.matchAll(CLAIMS[language] ?? /(?!)/g)].map(([, claim = '']) => claim.trimEnd());
      return { name: `${page}:${line}`, page, language, code, claims };
    },
  );
}

/** Whether the output is what was claimed, line by line. Empty lines do not count. */
export function isAsClaimed(claims: readonly string[], output: string): boolean {
  const lines = listLines(output);
  const expected = claims.filter((claim) => claim !== '').map(toPattern);
  return new RegExp(`^${expected.join('')}$`).test(lines.map((line) => `${line}\n`).join(''));
}

export const listLines = (output: string): string[] =>
  output
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line !== '');

/** `…` is anything that varies in a line, or on a line of its own any number of lines. */
function toPattern(claim: string): string {
  if (claim.trim() === '…') return '(?:[^\\n]*\\n)*?';
  const parts = claim.split('…').map((part) => part.replaceAll(/[.*+?^${}()|[\]\\/-]/g, '\\$&'));
  return `${parts.join('[^\\n]*')}\\n`;
}

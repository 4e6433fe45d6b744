/** Writes the files of an example as the end of its page. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const EXAMPLES = join(import.meta.dirname, '../../../examples');
/** What is made, installed, or the page itself. */
const LEFT_OUT = /(?:^|\/)(?:node_modules|dist|data|\..*)(?:\/|$)|^README\.md$/;
const LANGUAGES: Readonly<Record<string, string>> = { py: 'python' };
/** Code is read first, then what it is built with. */
const CODE = /\.(?:tsx?|py|go)$/;

/** Lists the folders of the examples. */
export const listExamples = (): string[] => readdirSync(EXAMPLES).toSorted();

export function writeExampleFiles(folder: string): string {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .filter((file) => !LEFT_OUT.test(file))
    .toSorted((a, b) => Number(CODE.test(b)) - Number(CODE.test(a)) || (a < b ? -1 : 1));
  const parts = files.map((file) => writeFile(file, readFileSync(join(folder, file), 'utf8')));
  return ['\n\n## Files', ...parts].join('\n\n');
}

function writeFile(file: string, text: string): string {
  const ending = file.split('.').at(-1) ?? '';
  const fence = '`'.repeat(4);
  return `### ${file}\n\n${fence}${LANGUAGES[ending] ?? ending}\n${text.trimEnd()}\n${fence}`;
}

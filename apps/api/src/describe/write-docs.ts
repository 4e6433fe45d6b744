/** Writes the generated pages of the documentation and the generated files of the SDK. With --check, reports whether they are up to date. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { createErrorsMarkdown } from './errors-page.ts';
import { createOpenApi } from './openapi.ts';
import { createReference } from './reference.ts';
import { createSdkFiles, GENERATED, SDK } from './sdk.ts';

const ROOT = join(import.meta.dirname, '../../../..');
const DOCS = join(ROOT, 'docs');

/** Returns code as the linter of the repository formats it. */
function format(file: string, input: string): string {
  return execFileSync('biome', ['check', '--write', `--stdin-file-path=${file}`], {
    cwd: ROOT,
    input,
    encoding: 'utf8',
  });
}

const files = new Map([
  [join(DOCS, 'api/openapi.json'), `${JSON.stringify(createOpenApi(''), null, 2)}\n`],
  [join(DOCS, 'api/reference.md'), createReference()],
  [join(DOCS, 'errors.md'), createErrorsMarkdown()],
  ...[...createSdkFiles()].map(([name, code]) => {
    const file = join(SDK, name);
    return [file, format(file, code)] as const;
  }),
]);
const left = readdirSync(join(SDK, GENERATED)).map((name) => join(SDK, GENERATED, name));
const needless = left.filter((file) => !files.has(file));

const stale = [
  ...[...files].filter(([file, text]) => readText(file) !== text).map(([file]) => file),
  ...needless,
];
if (process.argv.includes('--check')) {
  if (stale.length > 0) {
    const names = stale.map((file) => relative(ROOT, file)).join(' and ');
    console.error(`${names} differ from the code. Run: npm run build:docs`);
    process.exit(1);
  }
} else {
  for (const file of needless) rmSync(file);
  for (const [file, text] of files) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}

function readText(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

/** Writes the generated pages of the documentation. With --check, reports whether they are up to date. */
import { readFileSync, writeFileSync } from 'node:fs';
import { createErrorsMarkdown } from './errors-page.ts';
import { createOpenApi } from './openapi.ts';
import { createReference } from './reference.ts';

const DOCS = new URL('../../../../docs/', import.meta.url);
const FILES = {
  'api/openapi.json': `${JSON.stringify(createOpenApi(''), null, 2)}\n`,
  'api/reference.md': createReference(),
  'errors.md': createErrorsMarkdown(),
};

const checking = process.argv.includes('--check');
const stale = Object.entries(FILES).filter(([name, text]) => readText(name) !== text);
if (checking && stale.length > 0) {
  const names = stale.map(([name]) => `docs/${name}`).join(' and ');
  console.error(`${names} differ from the code. Run: npm run build:docs`);
  process.exit(1);
}
if (!checking) for (const [name, text] of Object.entries(FILES)) writeFileSync(new URL(name, DOCS), text);

function readText(name: string): string | null {
  try {
    return readFileSync(new URL(name, DOCS), 'utf8');
  } catch {
    return null;
  }
}

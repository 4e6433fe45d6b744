/**
 * Writes docs/operating/configuration.md and .env.example from the settings of the apps, and the public nodes of chains.
 * With --check, reports whether they are up to date.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { API_SETTINGS } from '@mandate/api/config';
import { AUDITOR_SETTINGS } from '@mandate/auditor/config';
import { SHARED_SETTINGS } from '@mandate/config';
import { createSettingsExample, createSettingsPage } from '@mandate/config/documentation';
import { INDEXER_SETTINGS } from '@mandate/indexer/config';
import { WORKER_SETTINGS } from '@mandate/webhooks/config';
import { findPublicNodes } from './find-public-nodes.ts';

const ROOT = new URL('../../', import.meta.url);
const SECTIONS = [
  { title: 'Indexer and API', settings: SHARED_SETTINGS },
  { title: 'API', settings: API_SETTINGS },
  { title: 'Indexer', settings: INDEXER_SETTINGS },
  { title: 'Auditor', settings: AUDITOR_SETTINGS },
  { title: 'Webhooks', settings: WORKER_SETTINGS },
];
const FILES = {
  'docs/operating/configuration.md': createSettingsPage(SECTIONS),
  '.env.example': createSettingsExample(SECTIONS),
  'packages/config/src/public-nodes.json': writePublicNodes(),
};

const stale = Object.entries(FILES).filter(([name, text]) => readText(name) !== text);
if (!process.argv.includes('--check')) {
  for (const [name, text] of stale) writeFileSync(new URL(name, ROOT), text);
} else if (stale.length > 0) {
  const names = stale.map(([name]) => name).join(' and ');
  process.stderr.write(`${names} differ from the code. Run: npm run build:docs\n`);
  process.exitCode = 1;
}

function readText(name: string): string | null {
  try {
    return readFileSync(new URL(name, ROOT), 'utf8');
  } catch {
    return null;
  }
}

function writePublicNodes(): string {
  const lines = Object.entries(findPublicNodes()).map(
    ([id, urls]) => `  "${id}": [${urls.map((url) => JSON.stringify(url)).join(', ')}]`,
  );
  return `{\n${lines.join(',\n')}\n}\n`;
}

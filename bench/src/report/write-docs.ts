/** Writes the tables and charts of docs/operating/performance.md and docs/operating/scale.md from the measurements. */
import { readFileSync, writeFileSync } from 'node:fs';
import { writeGrowthSections } from '../growth/page.ts';
import { drawGrowth } from '../growth/picture.ts';
import { LEDGER } from '../ledger.ts';
import type { Results } from '../part.ts';
import { writeProfileTable } from '../profile.ts';
import { type Sample, toSmallest } from '../sample.ts';
import { writeServingSections } from '../serving/page.ts';
import { drawLatency } from '../serving/picture.ts';
import { writeSizesTable } from './figures.ts';
import { replaceSections } from './sections.ts';

const DOCS = new URL('../../../docs/', import.meta.url);
const [SPEED, SCALE] = ['operating/performance.md', 'operating/scale.md'];

/** Leaves sections that the run did not measure unchanged. Returns the names of the files. */
export function writeDocs({ serving, writes, profile, growth }: Results): string[] {
  const speed = {
    ...(serving ? writeServingSections(serving) : {}),
    ...(writes ? { writes: writeSizesTable(writes.samples.filter(isWrite), toSmallest) } : {}),
    ...(profile ? { profile: writeProfileTable(profile.samples) } : {}),
  };
  const files = {
    ...replaceIn(SPEED, speed),
    ...replaceIn(SCALE, growth ? writeGrowthSections(growth) : {}),
    ...(serving && {
      'images/performance-latency.svg': drawLatency(serving.samples),
    }),
    ...(growth && { 'images/scale.svg': drawGrowth(growth.samples) }),
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(new URL(name, DOCS), text);
  return Object.keys(files).map((name) => `docs/${name}`);
}

const isWrite = ({ name }: Sample) => name !== LEDGER;

function replaceIn(page: string, sections: Readonly<Record<string, string>>): Record<string, string> {
  if (Object.keys(sections).length === 0) return {};
  return { [page]: replaceSections(readFileSync(new URL(page, DOCS), 'utf8'), sections) };
}

/** Writes the tables and charts of docs/performance.md from the measurements. */
import { readFileSync, writeFileSync } from 'node:fs';
import type { Ratios } from '../part.ts';
import { type ProfileResult, writeProfileTable } from '../profile.ts';
import { drawLatency, drawThroughput } from '../serving/pictures.ts';
import type { ServingResult } from '../serving/result.ts';
import {
  writeMemoryTable,
  writeProcessesTable,
  writeRun,
  writeServingTables,
  writeSizesTable,
  writeSummaryTable,
} from '../serving/tables.ts';
import type { WritesResult } from '../writes-result.ts';
import { writeWritesTable } from '../writing.ts';
import { replaceSections } from './sections.ts';

/** The results of a run, which may contain only some of these. */
export interface Results {
  readonly ratios: Ratios;
  readonly serving?: ServingResult;
  readonly writes?: WritesResult;
  readonly profile?: ProfileResult;
  readonly nodes?: Readonly<Record<string, number>>;
}

const DOCS = new URL('../../../docs/', import.meta.url);
const PAGE = 'performance.md';

/** Leaves sections that the run did not measure unchanged. Returns the names of the files. */
export function writeDocs({ serving, writes, profile }: Results): string[] {
  const files: Record<string, string> = {};
  const sections: Record<string, string> = {};
  if (serving) {
    Object.assign(sections, {
      run: writeRun(serving),
      summary: writeSummaryTable(serving),
      serving: writeServingTables(serving),
      sizes: writeSizesTable(serving),
      processes: writeProcessesTable(serving),
      memory: writeMemoryTable(serving),
    });
    files['images/performance-throughput.svg'] = drawThroughput(serving);
    files['images/performance-latency.svg'] = drawLatency(serving);
  }
  if (writes) sections['writes'] = writeWritesTable(writes);
  if (profile) sections['profile'] = writeProfileTable(profile);
  files[PAGE] = replaceSections(readFileSync(new URL(PAGE, DOCS), 'utf8'), sections);
  for (const [name, text] of Object.entries(files)) writeFileSync(new URL(name, DOCS), text);
  return Object.keys(files).map((name) => `docs/${name}`);
}

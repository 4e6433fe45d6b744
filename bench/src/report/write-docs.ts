/** Writes the tables and charts of docs/operating/performance.md and docs/operating/scale.md from the measurements. */
import { readFileSync, writeFileSync } from 'node:fs';
import { writeLimitsTable } from '../growth/limits.ts';
import { drawGrowth } from '../growth/picture.ts';
import type { GrowthResult } from '../growth/result.ts';
import { writeCrowdTable, writeGrowthRun, writeGrowthTable, writeListenersTable } from '../growth/tables.ts';
import type { Ratios } from '../part.ts';
import { type ProfileResult, writeProfileTable } from '../profile.ts';
import { drawLatency, drawThroughput } from '../serving/pictures.ts';
import type { ServingResult } from '../serving/result.ts';
import {
  writeMemoryTable,
  writeProcessesTable,
  writeRun,
  writeShortTable,
  writeSizesTable,
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
  readonly growth?: GrowthResult;
  readonly nodes?: Readonly<Record<string, number>>;
}

const DOCS = new URL('../../../docs/', import.meta.url);
const [SPEED, SCALE] = ['operating/performance.md', 'operating/scale.md'];

/** Leaves sections that the run did not measure unchanged. Returns the names of the files. */
export function writeDocs(results: Results): string[] {
  const files = { ...writeSpeed(results), ...writeScale(results) };
  for (const [name, text] of Object.entries(files)) writeFileSync(new URL(name, DOCS), text);
  return Object.keys(files).map((name) => `docs/${name}`);
}

type Files = Record<string, string>;

function writeSpeed({ serving, writes, profile }: Results): Files {
  const [files, sections]: [Files, Record<string, string>] = [{}, {}];
  if (serving) {
    Object.assign(sections, {
      run: writeRun(serving),
      summary: writeShortTable(serving),
      sizes: writeSizesTable(serving),
      processes: writeProcessesTable(serving),
      memory: writeMemoryTable(serving),
    });
    files['images/performance-throughput.svg'] = drawThroughput(serving);
    files['images/performance-latency.svg'] = drawLatency(serving);
  }
  if (writes) sections['writes'] = writeWritesTable(writes);
  if (profile) sections['profile'] = writeProfileTable(profile);
  if (Object.keys(sections).length === 0) return {};
  return { ...files, [SPEED]: replaceSections(readPage(SPEED), sections) };
}

function writeScale({ growth }: Results): Files {
  if (!growth) return {};
  const sections = {
    'growth-run': writeGrowthRun(growth),
    growth: writeGrowthTable(growth),
    crowd: writeCrowdTable(growth),
    listeners: writeListenersTable(growth),
    limits: writeLimitsTable(growth),
  };
  return {
    [SCALE]: replaceSections(readPage(SCALE), sections),
    'images/scale.svg': drawGrowth(growth),
  };
}

const readPage = (name: string) => readFileSync(new URL(name, DOCS), 'utf8');

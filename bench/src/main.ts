/** `npm run bench`: prints measurements. Speed is always a ratio to the bare engine in the same run. */
import { readFileSync } from 'node:fs';
import { batch } from './batch.ts';
import { bootstrap } from './bootstrap.ts';
import { growth } from './growth/part.ts';
import { indexer } from './indexer/part.ts';
import { dropOpenDatabases } from './ledger.ts';
import { longList } from './long-list.ts';
import { nodes } from './nodes/part.ts';
import { FLAGS, type Options, readCommandLine, UsageError } from './options.ts';
import type { Part, PartResult, Results } from './part.ts';
import { profile } from './profile.ts';
import { describeSamples, listRatios } from './report/figures.ts';
import { writeDocs } from './report/write-docs.ts';
import { resolve } from './resolve.ts';
import type { Sample } from './sample.ts';
import { serving } from './serving/part.ts';
import { endpoints } from './writes/endpoints.ts';
import { writes } from './writes/part.ts';

const PARTS: Readonly<Record<string, Part>> = {
  serving,
  profile,
  writes,
  batch,
  list: longList,
  resolve,
  indexer,
  nodes,
  bootstrap,
  growth,
  endpoints,
};
const USUAL = Object.keys(PARTS).filter((name) => !PARTS[name]?.isLong);

const USAGE = `Usage: npm run bench -- [options]

Parts:
${Object.entries(PARTS)
  .map(([name, { about, isLong }]) => `  ${name.padEnd(18)} ${about}${isLong ? ' (only if named)' : ''}`)
  .join('\n')}

Options:
${FLAGS}`;

/** Errors during shutdown only result from it. */
let isEnding = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, async () => {
    isEnding = true;
    await dropOpenDatabases();
    process.exit(1);
  });
}

try {
  await main(readCommandLine(process.argv.slice(2), Object.keys(PARTS), USUAL));
} catch (error) {
  if (error instanceof UsageError) {
    console.error(`${error.message}\n\n${USAGE}`);
    process.exit(2);
  }
  if (!isEnding) throw error;
}

async function main(options: Options): Promise<void> {
  if (options.help) return console.log(USAGE);
  const say = (line: string) => (options.json ? console.error(line) : console.log(line));
  const results = options.from ? readResults(options.from) : await measureParts(options, say);
  if (options.writeDocs) for (const file of writeDocs(results)) say(`wrote ${file}`);
  if (options.json) return console.log(JSON.stringify(results));
  for (const [name, { samples }] of Object.entries(results)) {
    const headline = PARTS[name]?.headline?.(samples);
    if (headline) console.log(`${name}: ${JSON.stringify(headline)}`);
  }
  const ratios = Object.entries(results).map(([name, { samples }]) =>
    listRatios(name, samples, PARTS[name]?.baseline ?? (() => null)),
  );
  console.log(`bench: ${JSON.stringify(Object.assign({}, ...ratios))}`);
}

async function measureParts(options: Options, say: (line: string) => void): Promise<Results> {
  const { rounds, seconds } = options;
  const results: Record<string, PartResult> = {};
  for (const [name, { about, measure }] of Object.entries(PARTS)) {
    if (!options.only.includes(name)) continue;
    say(`${name}: ${about}`);
    const date = new Date().toISOString().slice(0, 10);
    const samples: Sample[] = [];
    const machine = await measure(options, (own) => {
      samples.push(...own);
      for (const line of describeSamples(own)) say(`  ${line}`);
    });
    results[name] = { date, rounds, seconds, machine, samples };
  }
  return results;
}

/** Reads the last line: npm prints others before it. */
function readResults(file: string): Results {
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  return JSON.parse(lines.at(-1) ?? '') as Results;
}

/** `npm run bench`: prints measurements. Speed is always a ratio to the bare engine in the same run. */
import { readFileSync } from 'node:fs';
import { batch } from './batch.ts';
import { bootstrap } from './bootstrap/part.ts';
import { growth } from './growth/part.ts';
import { indexer } from './indexer.ts';
import { dropOpenDatabases } from './ledger-database.ts';
import { longList } from './long-list.ts';
import { nodes } from './nodes/part.ts';
import { type CommandLine, FLAGS, readCommandLine, UsageError } from './options.ts';
import type { Part } from './part.ts';
import { profile } from './profile.ts';
import { type Results, writeDocs } from './report/write-docs.ts';
import { resolve } from './resolve.ts';
import { serving } from './serving/part.ts';
import { listFigures } from './serving/tables.ts';
import { writes } from './writing.ts';

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

async function main(options: CommandLine): Promise<void> {
  if (options.help) return console.log(USAGE);
  const say = (line: string) => (options.json ? console.error(line) : console.log(line));
  const results = options.from ? readResults(options.from) : await measure(options, say);
  if (options.writeDocs) for (const file of writeDocs(results)) say(`wrote ${file}`);
  if (options.json) return console.log(JSON.stringify(results));
  if (Object.keys(results.ratios).length > 0) console.log(`bench: ${JSON.stringify(results.ratios)}`);
  if (results.nodes) console.log(`nodes: ${JSON.stringify(results.nodes)}`);
  if (results.serving) console.log(JSON.stringify(listFigures(results.serving)));
}

async function measure(options: CommandLine, say: (line: string) => void): Promise<Results> {
  let results: Results = { ratios: {} };
  for (const [name, part] of Object.entries(PARTS)) {
    if (!options.only.includes(name)) continue;
    const { ratios, ...data } = await part.run(options, say);
    results = { ...results, ...data, ratios: { ...results.ratios, ...ratios } };
  }
  return results;
}

function readResults(file: string): Results {
  return JSON.parse(readFileSync(file, 'utf8')) as Results;
}

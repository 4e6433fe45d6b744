/** `npm run bench`: prints what was measured; speed always as a ratio against the bare engine in the same run. */
import { parseArgs } from 'node:util';
import { measureBackfill } from './backfill.ts';
import { startEventfulChain } from './eventful-chain.ts';
import { measureMemory } from './memory.ts';

const USAGE = `Usage: npm run bench -- [--events N] [--rounds N] [--chains N]

  --events N   registry events on the busy chain (200000)
  --rounds N   how often the backfill is measured, in turns with the bare loop (3)
  --chains N   configured chains when memory is measured (40)`;

const { values } = parseArgs({
  options: {
    events: { type: 'string', default: '200000' },
    rounds: { type: 'string', default: '3' },
    chains: { type: 'string', default: '40' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  console.log(USAGE);
  process.exit(0);
}
const [events, rounds, chains] = [values.events, values.rounds, values.chains].map(readCount) as [
  number,
  number,
  number,
];

function readCount(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) {
    console.error(`Not a number: "${text}".\n\n${USAGE}`);
    process.exit(2);
  }
  return Number(text);
}

console.log(`Making a local chain with ${events} events`);
const busy = await startEventfulChain(events, (done) => {
  if (process.stdout.isTTY) process.stdout.write(`\r${done} events\x1b[K`);
});
if (process.stdout.isTTY) process.stdout.write('\r\x1b[K');
try {
  console.log(`Backfill of ${events} events`);
  const results = await measureBackfill(busy, rounds);
  const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`;
  for (const { bareMs, indexerMs, ratio } of results) {
    console.log(`  bare loop ${seconds(bareMs)}, indexer ${seconds(indexerMs)}, ratio ${ratio.toFixed(2)}`);
  }
  const median =
    results.map(({ ratio }) => ratio).toSorted((a, b) => a - b)[Math.floor(results.length / 2)] ?? 0;
  console.log(`Memory of the indexer with ${chains} chains`);
  const { residentMb, peakMb } = await measureMemory(busy, chains, 10);
  console.log(`bench: backfill ratio ${median.toFixed(2)}, memory ${residentMb} MB (peak ${peakMb} MB)`);
} finally {
  await busy.stop();
}

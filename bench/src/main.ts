/** `npm run bench`: prints what was measured; speed always as a ratio against the bare engine in the same run. */
import { parseArgs } from 'node:util';
import { measureBackfill } from './backfill.ts';
import { BARE_FASTIFY, type ChecksResult, measureChecks } from './checks.ts';
import { startEventfulChain } from './eventful-chain.ts';
import { startChild } from './http-load.ts';
import { createLedger } from './ledger.ts';
import { measureLimits } from './limits.ts';
import { measureLongList } from './long-list.ts';
import { measureMemory } from './memory.ts';

const PARTS = ['checks', 'limits', 'list', 'indexer'] as const;

const USAGE = `Usage: npm run bench -- [--only PART] [--json] [--rows N] [--rounds N] [--seconds N] [--events N] [--chains N]

  --only PART  checks: check/erc721 through HTTP, beside a bare Fastify route and pgbench
               limits: what keys and limits cost a check, with Redis
               list: the whole list of a wallet with very many delegations, while others ask
               indexer: backfill beside a bare loop, and memory with many chains
  --json       one JSON object at the end, and nothing else on standard output
  --rows N     delegations in the ledger, of checks and list (1000000)
  --rounds N   how often the parts are measured in turns (3)
  --seconds N  how long each is under load (8)
  --events N   registry events on the busy chain, of indexer (200000)
  --chains N   configured chains when memory is measured (40)`;

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    json: { type: 'boolean', default: false },
    rows: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '8' },
    events: { type: 'string', default: '200000' },
    chains: { type: 'string', default: '40' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  console.log(USAGE);
  process.exit(0);
}
if (values.only && !PARTS.some((part) => part === values.only)) fail(`There is no part "${values.only}".`);
const count = (name: 'rows' | 'rounds' | 'seconds' | 'events' | 'chains') =>
  /^[1-9]\d{0,8}$/.test(values[name])
    ? Number(values[name])
    : fail(`--${name} is no number: "${values[name]}".`);
const [rows, rounds, seconds] = [count('rows'), count('rounds'), count('seconds')];
const [events, chains] = [count('events'), count('chains')];

function fail(message: string): never {
  console.error(`${message}\n\n${USAGE}`);
  process.exit(2);
}

const say = (line: string) => (values.json ? console.error(line) : console.log(line));
const median = (numbers: readonly number[]) =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
const round = (number: number) => Math.round(number * 100) / 100;

async function benchChecks() {
  say(`check/erc721 at ${rows} rows, ${rounds} rounds of ${seconds} s each`);
  const ledger = await createLedger(rows);
  const [api, bare] = [await ledger.startApi(), await startChild(BARE_FASTIFY, {})];
  try {
    const results: ChecksResult[] = [];
    for (let i = 0; i < rounds; i++) {
      const result = await measureChecks({ api, bare, databaseUrl: ledger.databaseUrl, rows, seconds });
      results.push(result);
      const ms = ({ p50Ms, p99Ms }: { p50Ms: number; p99Ms: number }) =>
        `p50 ${round(p50Ms)} ms, p99 ${round(p99Ms)} ms`;
      say(`  bare Fastify ${result.fastify.perSecond}/s, ${ms(result.fastify)}`);
      say(`  check/erc721 ${result.api.perSecond}/s, ${ms(result.api)}, ${result.api.failed} failed`);
      say(`  pgbench      ${result.pgbench.perSecond}/s, ${round(result.pgbench.averageMs)} ms on average`);
      if (result.api.failed > 0) throw new Error(`${result.api.failed} checks failed.`);
    }
    const toFastify = results.map(({ api, fastify }) => api.perSecond / fastify.perSecond);
    const toPgbench = results.map(({ api, pgbench }) => api.perSecond / pgbench.perSecond);
    const ratios = { erc721ToFastify: round(median(toFastify)), erc721ToPgbench: round(median(toPgbench)) };
    say(`  ratios: ${ratios.erc721ToFastify} of bare Fastify, ${ratios.erc721ToPgbench} of pgbench`);
    return { checks: results, ratios };
  } finally {
    await Promise.all([api.stop(), bare.stop()]);
    await ledger.drop();
  }
}

async function benchLimits() {
  say(`Keys and limits at ${rows} rows, ${rounds} rounds of ${seconds} s each`);
  const ledger = await createLedger(rows);
  try {
    const results = await measureLimits(ledger, { rows, seconds, rounds }, ({ bare, keyed, anonymous }) => {
      say(`  neither ${bare.perSecond}/s, with a key ${keyed.perSecond}/s, counted ${anonymous.perSecond}/s`);
    });
    const keyed = median(results.map((result) => result.keyed.perSecond / result.bare.perSecond));
    const anonymous = median(results.map((result) => result.anonymous.perSecond / result.bare.perSecond));
    const ratios = { keyedToBare: round(keyed), anonymousToBare: round(anonymous) };
    say(`  ratios: ${ratios.keyedToBare} with a key, ${ratios.anonymousToBare} counted by Redis`);
    return { limits: results, ratios };
  } finally {
    await ledger.drop();
  }
}

async function benchList() {
  say(`The list of a wallet with ${rows} incoming delegations, while others ask`);
  const ledger = await createLedger(rows, '0');
  const api = await ledger.startApi();
  try {
    const list = await measureLongList(api, rows, `0xbb${'0'.repeat(38)}`);
    say(`  ${rows} rows in ${round(list.seconds)} s, the process at most at ${list.peakMb} MB`);
    say(
      `  p99 of checks: idle ${list.idle.p99Ms} ms, meanwhile ${list.during.p99Ms} ms, ratio ${round(list.p99Ratio)}`,
    );
    return { list };
  } finally {
    await api.stop();
    await ledger.drop();
  }
}

async function benchIndexer() {
  say(`Making a local chain with ${events} events`);
  const busy = await startEventfulChain(events, (done) => {
    if (process.stderr.isTTY) process.stderr.write(`\r${done} events\x1b[K`);
  });
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
  try {
    say(`Backfill of ${events} events`);
    const backfill = await measureBackfill(busy, rounds);
    for (const { bareMs, indexerMs, ratio } of backfill) {
      say(
        `  bare loop ${round(bareMs / 1000)} s, indexer ${round(indexerMs / 1000)} s, ratio ${round(ratio)}`,
      );
    }
    const memory = await measureMemory(busy, chains, 10);
    say(`  indexer with ${chains} chains: ${memory.residentMb} MB (peak ${memory.peakMb} MB)`);
    return {
      backfill,
      memory,
      ratios: { backfillToBare: round(median(backfill.map(({ ratio }) => ratio))) },
    };
  } finally {
    await busy.stop();
  }
}

const wanted = (part: (typeof PARTS)[number]) => !values.only || values.only === part;
const checks = wanted('checks') ? await benchChecks() : null;
const limits = wanted('limits') ? await benchLimits() : null;
const list = wanted('list') ? await benchList() : null;
const indexer = wanted('indexer') ? await benchIndexer() : null;
const ratios = { ...checks?.ratios, ...limits?.ratios, ...indexer?.ratios };
if (values.json) console.log(JSON.stringify({ ...checks, ...limits, ...list, ...indexer, ratios }));
else console.log(`bench: ${JSON.stringify(ratios)}`);

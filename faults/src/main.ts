/** `npm run faults`: prints `faults: N scenarios, M failed` as its last line, and exits with 1 when M > 0. */
import { messageOf } from '@mandate/core';
import { endWithSignals, readCommandLine, readCount, SEED } from '@mandate/testing/process/command-line';
import { inSeconds } from './figures.ts';
import type { Options, Scenario } from './scenario.ts';
import { databaseDown } from './scenarios/database-down.ts';
import { failover } from './scenarios/failover.ts';
import { freshness } from './scenarios/freshness.ts';
import { hostile } from './scenarios/hostile.ts';
import { kills } from './scenarios/kills.ts';
import { listeners } from './scenarios/listeners.ts';
import { narrowRanges } from './scenarios/narrow-ranges.ts';
import { nodeDown } from './scenarios/node-down.ts';
import { rateLimited } from './scenarios/rate-limited.ts';
import { readModel } from './scenarios/read-model.ts';
import { shipped } from './scenarios/shipped.ts';
import { soak } from './scenarios/soak.ts';
import { standby } from './scenarios/standby.ts';
import { tokenBurn } from './scenarios/token-burn.ts';
import { upgrade } from './scenarios/upgrade.ts';
import { webhooks } from './scenarios/webhooks.ts';
import { onStage } from './stage.ts';

const SCENARIOS: Readonly<Record<string, Scenario>> = {
  kills,
  'database-down': databaseDown,
  'node-down': nodeDown,
  'rate-limited': rateLimited,
  'narrow-ranges': narrowRanges,
  standby,
  failover,
  'read-model': readModel,
  freshness,
  shipped,
  soak,
  hostile,
  listeners,
  'token-burn': tokenBurn,
  upgrade,
  webhooks,
};

const USAGE = `Usage: npm run faults -- [--kills N] [--seed S] [--only NAMES | --except NAMES] …

  --kills N            how many times the indexer is killed; the API half as often (50)
  --database-down-s N  seconds the database is down (20)
  --failovers N        how many times the primary fails and its standby is promoted (20)
  --node-down-s N      seconds a node is down (30)
  --fresh-blocks N     number of blocks to measure freshness with (200)
  --listeners N        event streams that listeners opens (1000)
  --webhook-endpoints N  endpoints of webhooks (50); half of them are honest
  --webhook-changes N  changes that they are sent, 100 a second (2000); faults come with their number
  --minutes N          duration of the soaks in minutes (soak 3, hostile 1, listeners 0.5; the last two take 0.5, too)
  --untimed            hostile, listeners, webhooks: judge no delays and refusals, which depend on the machine
  --seed S             the same seed plays the same histories (random)
  --only NAMES         run only these scenarios, e.g. "kills,soak": ${Object.keys(SCENARIOS).join(', ')}
  --except NAMES       run all but these

Creates databases on the server in TEST_DATABASE_URL (default: the local server).`;

const { scenarios, ...options } = readCommandLine(
  USAGE,
  {
    kills: { type: 'string', default: '50' },
    'database-down-s': { type: 'string', default: '20' },
    failovers: { type: 'string', default: '20' },
    'node-down-s': { type: 'string', default: '30' },
    'fresh-blocks': { type: 'string', default: '200' },
    listeners: { type: 'string', default: '1000' },
    'webhook-endpoints': { type: 'string', default: '50' },
    'webhook-changes': { type: 'string', default: '2000' },
    minutes: { type: 'string' },
    untimed: { type: 'boolean', default: false },
    seed: SEED,
    only: { type: 'string', default: Object.keys(SCENARIOS).join() },
    except: { type: 'string', default: '' },
  },
  (values) => {
    const excepted = readNames(values.except);
    const names = readNames(values.only).filter((name) => !excepted.includes(name));
    return {
      scenarios: names,
      untimed: values.untimed,
      seed: readCount('--seed', values.seed, 0),
      kills: readCount('--kills', values.kills, 1, 10_000),
      databaseDownMs: 1000 * readCount('--database-down-s', values['database-down-s'], 1, 3_600),
      failovers: readCount('--failovers', values.failovers, 1, 40),
      nodeDownMs: 1000 * readCount('--node-down-s', values['node-down-s'], 1, 3_600),
      // A local chain must stay below 900 blocks.
      freshBlocks: readCount('--fresh-blocks', values['fresh-blocks'], 1, 800),
      // A process carries as many.
      listeners: readCount('--listeners', values.listeners, 1, 10_000),
      webhookEndpoints: readCount('--webhook-endpoints', values['webhook-endpoints'], 20, 10_000),
      webhookChanges: readCount('--webhook-changes', values['webhook-changes'], 500, 1_000_000),
      ...(values.minutes === undefined ? {} : { minutes: readMinutes(values.minutes, names) }),
    };
  },
);

function readNames(text: string): string[] {
  const names = text.split(',').filter(Boolean);
  for (const name of names)
    if (!Object.hasOwn(SCENARIOS, name)) throw new RangeError(`There is no scenario "${name}".`);
  return names;
}

/** A shorter soak cannot show whether memory grows. */
function readMinutes(text: string, scenarios: readonly string[]): number {
  const least = scenarios.includes('soak') ? 3 : 1;
  return least === 1 && text === '0.5' ? 0.5 : readCount('--minutes', text, least, 20);
}

async function play(name: string, options: Omit<Options, 'say'>): Promise<boolean> {
  const startedAt = performance.now();
  const since = () => inSeconds(performance.now() - startedAt);
  const say = (progress: string) => console.log(`     ${name}: ${progress} (${since()})`);
  try {
    const figures = await onStage(async (stage) => SCENARIOS[name]?.(stage, { ...options, say }));
    console.log(`ok   ${name}: ${figures} (${since()})`);
    return true;
  } catch (error) {
    const [what, ...details] = String(messageOf(error)).split('\n');
    console.log([`FAIL ${name}: ${what} (${since()})`, ...details].join('\n     '));
    return false;
  }
}

endWithSignals();
console.log(`seed ${options.seed}`);
let failed = 0;
for (const name of scenarios) if (!(await play(name, options))) failed++;
console.log(`faults: ${scenarios.length} scenarios, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);

/** Asks about a token that burns gas, from many clients at once: checks must not wait, and the node's budget must hold. */
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { listMemoryFlags } from '@mandate/testing/memory-flags';
import { startApi } from '../api-process.ts';
import { waitUntil, waitUntilCaughtUp } from '../caught-up.ts';
import { endForked, startForked } from '../forked.ts';
import { describeCpu, watchCpu } from '../hostile/cpu.ts';
import type { Sample } from '../hostile/messages.ts';
import { inMs, percentile, readMemoryLimitMb } from '../hostile/verdict.ts';
import { watchWithheld } from '../hostile/withheld.ts';
import { writeLimited } from '../indexer-process.ts';
import type { Options, Scenario } from '../scenario.ts';
import { watchMemory } from '../soak/memory.ts';
import { directly, onStage, type Stage } from '../stage.ts';
import type { AttackOrders, AttackReport, CheckOrders } from '../token-burn/messages.ts';
import { startNodeElsewhere } from '../token-burn/node-elsewhere.ts';
import { judge, type Phase, type Round } from '../token-burn/verdict.ts';
import { startBurningWorld } from '../token-burn/world.ts';

const CALLS_PER_S = 10;
/** A client without a key may ask 12 such questions in ten seconds. */
const ATTACK = { clients: 200, pauseMs: 800 };
const CHECKS_PER_S = 100;
const ROUNDS = 5;
const ROUND_MS = 2_000;
const WARM_UP_MS = 2_000;
const LOOK_EVERY_MS = 500;

export const tokenBurn: Scenario = {
  name: 'token-burn',
  run: (options) => onStage((stage) => play(stage, options)),
};

async function play(stage: Stage, { say }: Options): Promise<string> {
  const { database, url: databaseUrl } = await stage.createDatabase();
  const { chain, checks, questions } = await startBurningWorld();
  stage.defer(chain.local.stop);
  const indexer = await stage.startIndexer({ databaseUrl, followed: directly([chain]) });
  await waitUntilCaughtUp(database, [chain], indexer);
  await indexer.stop();
  const node = await startNodeElsewhere(chain.local.url);
  stage.defer(node.close);
  const api = await startApi({
    databaseUrl,
    chains: writeLimited([{ chain, url: node.url }], CALLS_PER_S),
    readModelDir: stage.createFolder(),
    environment: { RATE_LIMIT: 'off', NODE_OPTIONS: listMemoryFlags('start:api').join(' ') },
  });
  stage.defer(api.kill);
  await waitUntil('let the API read its chain', api, () => api.isReading([chain.local.chainId]));
  // The node runs each question for the first time.
  for (const path of new Set(questions)) await (await fetch(`${api.url}${path}`)).text();

  let samples: Sample[] = [];
  const honest = startForked(stage, 'token-burn/checks', (sent) => samples.push(...(sent as Sample[])));
  honest.send({ apiUrl: api.url, paths: checks, perS: CHECKS_PER_S } satisfies CheckOrders);
  const attackers = startForked(stage, 'token-burn/attackers', () => {});
  const memory = watchMemory(api.pid);
  const withheld = watchWithheld();

  async function watch(ms: number): Promise<Phase> {
    samples = [];
    const getCpu = watchCpu(api.pid);
    const endsAt = performance.now() + ms;
    for (let leftMs = ms; leftMs > 0; leftMs = endsAt - performance.now()) {
      await delay(Math.min(LOOK_EVERY_MS, leftMs));
      api.assertAlive();
      memory.look();
      withheld.look();
    }
    const taken = samples;
    samples = [];
    return { samples: taken, cpu: getCpu() };
  }

  /** Resolves when the attackers have their last answers. */
  async function attack(): Promise<AttackReport> {
    const reported = once(attackers, 'message');
    const orders = { apiUrl: api.url, paths: questions, ...ATTACK, durationMs: ROUND_MS };
    attackers.send(orders satisfies AttackOrders);
    const [report] = (await reported) as [AttackReport];
    return report;
  }

  await watch(WARM_UP_MS);
  const rounds: Round[] = [];
  for (let round = 1; round <= ROUNDS; round++) {
    const quiet = await watch(ROUND_MS);
    const [attacked, report] = await Promise.all([watch(ROUND_MS), attack()]);
    rounds.push({ quiet, attacked, report });
    say(`round ${round} of ${ROUNDS}: alone ${describe(quiet)}, under attack ${describe(attacked)}`);
  }
  for (const each of [attackers, honest]) await endForked(each);
  await api.stop();
  return judge({
    rounds,
    arrivals: node.arrivals,
    callsPerS: CALLS_PER_S,
    rssMb: memory.maxMb(),
    limitMb: readMemoryLimitMb(),
    withheld: withheld.share(),
  });
}

function describe({ samples, cpu }: Phase): string {
  return `p50 ${inMs(percentile(samples, 0.5))}, p99 ${inMs(percentile(samples, 0.99))}, API ${describeCpu(cpu)}`;
}

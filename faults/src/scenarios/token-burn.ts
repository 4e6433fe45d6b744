/** Asks about a token that burns gas, from many clients at once: checks must not wait, and the node's budget must hold. */
import { setTimeout as delay } from 'node:timers/promises';
import { createMisbehavingNode } from '@mandate/testing/chain/misbehaving-node';
import { createAsk } from '../ask.ts';
import { waitUntilCaughtUp, waitUntilReading } from '../caught-up.ts';
import { inMs } from '../figures.ts';
import type { HonestOrders, Sample } from '../honest/messages.ts';
import { delayOf } from '../hostile/verdict.ts';
import type { Options } from '../scenario.ts';
import { API_MEMORY, directly, type Stage, writeFollowed } from '../stage.ts';
import { attack, createNodeElsewhere } from '../token-burn/attack.ts';
import { type AttackReport, judge, type Phase } from '../token-burn/verdict.ts';
import { startBurningWorld } from '../token-burn/world.ts';
import { describeCpu, watch } from '../watch.ts';

const CALLS_PER_S = 10;
const CHECKS_PER_S = 100;
const ROUNDS = 5;
const ROUND_MS = 2_000;
const WARM_UP_MS = 2_000;
const LOOK_EVERY_MS = 500;

export async function tokenBurn(stage: Stage, { say }: Options): Promise<string> {
  const { database, url: databaseUrl } = await stage.createDatabase();
  const { checks, questions, ...chain } = await startBurningWorld();
  stage.defer(chain.local.stop);
  const indexer = await stage.startIndexer({ databaseUrl, followed: directly([chain]) });
  await waitUntilCaughtUp(database, [chain], indexer);
  await indexer.stop();
  const node = await createMisbehavingNode(chain.local.url, { isStill: true });
  stage.defer(node.stop);
  const arrivals: number[] = [];
  node.misbehave(createNodeElsewhere(arrivals));
  const api = await stage.startApi(databaseUrl, {
    CHAINS: writeFollowed([{ chain, url: node.url }], undefined, CALLS_PER_S),
    READ_MODEL_DIR: stage.createFolder(),
    ...API_MEMORY,
  });
  await waitUntilReading(api, 1);
  const ask = createAsk(api.url);
  // The node runs each question for the first time.
  for (const path of new Set(questions)) await ask(path);

  let samples: Sample[] = [];
  const honest = stage.fork('honest/honest-client', (sent) => samples.push(...(sent as Sample[])));
  const streams = [{ type: 'check', paths: checks, perS: CHECKS_PER_S }] as const;
  const orders: HonestOrders = { apiUrl: api.url, origin: '', key: '', streams, probes: [] };
  honest.process.send(orders);
  const whole = watch(api);

  async function follow(ms: number): Promise<Phase> {
    samples = [];
    const { cpu } = watch(api);
    const endsAt = performance.now() + ms;
    for (let leftMs = ms; leftMs > 0; leftMs = endsAt - performance.now()) {
      await delay(Math.min(LOOK_EVERY_MS, leftMs));
      whole.look();
    }
    const taken = samples;
    samples = [];
    return { samples: taken, cpu: cpu() };
  }

  await follow(WARM_UP_MS);
  const rounds: { quiet: Phase; attacked: Phase }[] = [];
  const report: AttackReport = { unknown: new Map(), wrong: [] };
  for (let round = 1; round <= ROUNDS; round++) {
    const quiet = await follow(ROUND_MS);
    const [attacked] = await Promise.all([follow(ROUND_MS), attack(ask, questions, report, ROUND_MS)]);
    rounds.push({ quiet, attacked });
    say(`round ${round} of ${ROUNDS}: alone ${describe(quiet)}, under attack ${describe(attacked)}`);
  }
  await honest.end();
  await api.stop();
  return judge({
    ...{ rounds, report, arrivals, callsPerS: CALLS_PER_S },
    ...{ rssMb: whole.maxMb(), withheld: whole.withheld.share() },
  });
}

function describe({ samples, cpu }: Phase): string {
  return `p50 ${inMs(delayOf(samples, 0.5))}, p99 ${inMs(delayOf(samples, 0.99))}, API ${describeCpu(cpu)}`;
}

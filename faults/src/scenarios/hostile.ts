/** Runs every attack that one stranger can afford at once. An honest client must not notice any of them. */
import { setTimeout as delay } from 'node:timers/promises';
import { createRandom, integer } from '@mandate/contracts';
import type { Database } from '@mandate/store';
import { getIndexed, waitUntilCaughtUp } from '../caught-up.ts';
import { endForked, startForked } from '../forked.ts';
import { describeCpu, watchCpu } from '../hostile/cpu.ts';
import type { AttackOrders, AttackReport, HonestOrders, Sample } from '../hostile/messages.ts';
import { createQuestions } from '../hostile/questions.ts';
import { CALLS_PER_S, MAX_ATTACKERS_CPU, NODE } from '../hostile/rates.ts';
import { inMs, inPercent, judge, type Phase, percentile } from '../hostile/verdict.ts';
import { watchWithheld } from '../hostile/withheld.ts';
import { startHostileWorld } from '../hostile/world.ts';
import { writeLimited } from '../indexer-process.ts';
import { startKeyedApi, waitUntilCountsInRedis } from '../keyed-api.ts';
import type { Options, Scenario } from '../scenario.ts';
import { watchMemory } from '../soak/memory.ts';
import { onStage, type Stage } from '../stage.ts';

const DEFAULT_MINUTES = 1;
const MINUTE_S = 60;
const SECOND_MS = 1_000;
/** The share of the time without attackers, and its minimum where delays under attack are compared with those before. */
const QUIET = { share: 0.15, minSeconds: 15 };
const WARM_UP_S = 5;
const SAY_EVERY_S = 5;
/** Waits for the last answers, and until the chain has recorded its newest block. */
const SETTLE_MS = 2_000;
const POLL_MS = 500;
const ORIGIN = 'http://localhost:8080';
const NO_REPORT: AttackReport = { tallies: {}, cpu: 0, seconds: 0 };

export const hostile: Scenario = {
  name: 'hostile',
  run: (options) => onStage((stage) => play(stage, options)),
};

async function play(
  stage: Stage,
  { seed, minutes = DEFAULT_MINUTES, untimed, say }: Options,
): Promise<string> {
  const { database, url: databaseUrl } = await stage.createDatabase();
  const world = await startHostileWorld(seed);
  const { chain } = world;
  stage.defer(chain.local.stop);
  const proxy = await stage.startProxy(chain);
  const random = createRandom(seed);
  const oneIn = Math.round(1 / NODE.limitedShare);
  proxy.setFault({
    latencyMs: NODE.latencyMs,
    maxBatchCalls: NODE.maxBatchCalls,
    limits: () => integer(random, 1, oneIn) === 1,
  });
  const followed = [{ chain, url: proxy.url }];
  const indexer = await stage.startIndexer({ databaseUrl, followed, pollMs: POLL_MS });
  await waitUntilCaughtUp(database, [chain], indexer);
  const { api, key } = await startKeyedApi({
    databaseUrl,
    chains: writeLimited([{ chain, url: chain.local.url }], CALLS_PER_S),
    readModelDir: stage.createFolder(),
    environment: { PUBLIC_URL: ORIGIN },
  });
  stage.defer(api.kill);
  await waitUntilCountsInRedis(api);
  const stopGrowing = chain.keepGrowing();
  const { findWrong, ...questions } = createQuestions(world);

  let samples: Sample[] = [];
  const honest = startForked(stage, 'hostile/honest-client', (sent) => samples.push(...(sent as Sample[])));
  honest.send({ apiUrl: api.url, origin: ORIGIN, key, ...questions } satisfies HonestOrders);
  let report = NO_REPORT;
  const attackers = startForked(stage, 'hostile/attackers', (sent) => {
    report = sent as AttackReport;
  });
  let blocksBehind = 0;

  /** Resolves with the honest client's samples and the API's use of resources during this time. */
  async function watch(name: string, seconds: number): Promise<Phase> {
    const memory = watchMemory(api.pid);
    const getCpu = watchCpu(api.pid);
    const withheld = watchWithheld();
    samples = [];
    const startedAt = performance.now();
    for (let second = 1; second <= seconds; second++) {
      await delay(Math.max(0, startedAt + second * SECOND_MS - performance.now()));
      for (const each of [api, indexer]) each.assertAlive();
      memory.look();
      withheld.look();
      const behind = (await chain.getHead()).number - (await getIndexed(database, chain));
      blocksBehind = Math.max(blocksBehind, behind);
      if (second % SAY_EVERY_S > 0) continue;
      const notOk = samples.filter(({ status }) => status < 200 || status > 299).length;
      say(
        `${name} ${second} of ${seconds} s, p99 ${inMs(percentile(samples, 0.99))}, ${notOk} of ${samples.length} refused, ` +
          `API ${Math.round(memory.latestMb())} MB and ${describeCpu(getCpu())}, ${behind} blocks behind, attackers ${report.cpu.toFixed(2)} of a core, ` +
          `other machines ${inPercent(withheld.share())} of the processors`,
      );
    }
    const fair = samples.filter((sample) => !withheld.during(sample));
    return { samples, fair, withheld: withheld.share(), rssMb: memory.maxMb(), cpu: getCpu() };
  }

  await watch('warm-up', WARM_UP_S);
  const quietS = Math.max(untimed ? 1 : QUIET.minSeconds, Math.round(minutes * MINUTE_S * QUIET.share));
  const quiet = await watch('quiet', quietS);
  attackers.send({
    apiUrl: api.url,
    nodeUrl: chain.local.url,
    origin: ORIGIN,
    chainId: chain.local.chainId,
    manyGrants: world.manyGrants,
    manyVaults: world.manyVaults,
    spammedList: world.spammedList,
    snapshot: world.snapshot,
    check: questions.checks[0] ?? '',
    burningToken: world.burningToken,
  } satisfies AttackOrders);
  const attacked = await watch('attacked', minutes * MINUTE_S - quietS);
  for (const each of [attackers, honest]) await endForked(each);
  await stopGrowing();
  await delay(SETTLE_MS);

  // No node has a block that a reorg took back, so nobody can answer a claim about it.
  const judged = (phase: Phase): Phase => ({
    ...phase,
    fair: phase.fair.filter(
      ({ type, hash, askedAt, ms }) => type !== 'claim' || !chain.wasReplaced(hash, askedAt + ms),
    ),
  });
  const { table, lines, failed } = judge({
    minutes,
    untimed,
    quiet: judged(quiet),
    attacked: judged(attacked),
    wrong: [...quiet.samples, ...attacked.samples].flatMap((sample) => findWrong(sample) ?? []),
    report,
    blocksBehind,
    keysOfAnOwner: await countKeysOfAnOwner(database),
  });
  const { blocks, reorgs } = chain.counts;
  const summary = `${blocks} blocks, ${reorgs} reorgs, ${proxy.counts.requests} requests to the node`;
  const all = [...table, summary, ...lines];
  if (failed > 0) throw new Error([`${failed} figures were not reached`, ...all].join('\n'));
  for (const each of [api, indexer]) await each.stop();
  return [`no figure was missed, attackers at ${MAX_ATTACKERS_CPU} of a core at the most`, ...all].join(
    '\n     ',
  );
}

async function countKeysOfAnOwner(database: Database): Promise<number> {
  const { rows } = await database.query<{ live: number }>(
    `select count(*)::int as live from api_key
     where owner is not null and revoked_at is null group by owner order by live desc limit 1`,
  );
  return rows[0]?.live ?? 0;
}

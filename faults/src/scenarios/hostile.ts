/** Runs every attack that one stranger can afford at once. An honest client must not notice any of them. */
import { setTimeout as delay } from 'node:timers/promises';
import { createRandom } from '@mandate/contracts';
import type { Database } from '@mandate/store';
import type { Behaviour } from '@mandate/testing/chain/misbehaving-node';
import { limitBatches, limitRate } from '@mandate/testing/chain/misbehaviours';
import { getIndexed, waitUntilCaughtUp } from '../caught-up.ts';
import { inMs, inPercent } from '../figures.ts';
import type { HonestOrders, Sample } from '../honest/messages.ts';
import type { AttackOrders, AttackReport } from '../hostile/messages.ts';
import { createQuestions } from '../hostile/questions.ts';
import { CALLS_PER_S, MAX_ATTACKERS_CPU, NODE } from '../hostile/rates.ts';
import { delayOf, judge, type Phase } from '../hostile/verdict.ts';
import { startHostileWorld } from '../hostile/world.ts';
import { getHead } from '../lively-chain.ts';
import type { Options } from '../scenario.ts';
import { directly, type Stage, writeFollowed } from '../stage.ts';
import { describeCpu, watch } from '../watch.ts';

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

export async function hostile(
  stage: Stage,
  { seed, minutes = DEFAULT_MINUTES, untimed, say }: Options,
): Promise<string> {
  const { database, url: databaseUrl } = await stage.createDatabase();
  const world = await startHostileWorld(seed);
  const { chain, token: _, ...prepared } = world;
  stage.defer(chain.local.stop);
  const { nodes, followed } = await stage.startNodes([chain], createBusyNode(seed));
  const indexer = await stage.startIndexer({ databaseUrl, followed, pollMs: POLL_MS });
  await waitUntilCaughtUp(database, [chain], indexer);
  const { api, key } = await stage.startKeyedApi(databaseUrl, {
    CHAINS: writeFollowed(directly([chain]), POLL_MS, CALLS_PER_S),
    READ_MODEL_DIR: stage.createFolder(),
    PUBLIC_URL: ORIGIN,
  });
  const stopGrowing = chain.keepGrowing();
  const { findWrong, check, ...questions } = createQuestions(world);

  let samples: Sample[] = [];
  const honest = stage.fork('honest/honest-client', (sent) => samples.push(...(sent as Sample[])));
  const orders = { apiUrl: api.url, origin: ORIGIN };
  honest.process.send({ ...orders, key, ...questions } satisfies HonestOrders);
  let report = NO_REPORT;
  const attackers = stage.fork('hostile/attackers', (sent) => {
    report = sent as AttackReport;
  });
  let blocksBehind = 0;

  /** Resolves with the honest client's samples and the API's use of resources during this time. */
  async function follow(name: string, seconds: number): Promise<Phase> {
    const watching = watch(api);
    samples = [];
    const startedAt = performance.now();
    for (let second = 1; second <= seconds; second++) {
      await delay(Math.max(0, startedAt + second * SECOND_MS - performance.now()));
      indexer.assertAlive();
      watching.look();
      const behind = (await getHead(chain)).number - (await getIndexed(database, chain));
      blocksBehind = Math.max(blocksBehind, behind);
      if (second % SAY_EVERY_S > 0) continue;
      const notOk = samples.filter(({ status }) => status < 200 || status > 299).length;
      say(
        `${name} ${second} of ${seconds} s, p99 ${inMs(delayOf(samples, 0.99))}, ${notOk} of ${samples.length} refused, ` +
          `API ${watching.latestMb()} MB and ${describeCpu(watching.cpu())}, ${behind} blocks behind, attackers ${report.cpu.toFixed(2)} of a core, ` +
          `other machines ${inPercent(watching.withheld.share())} of the processors`,
      );
    }
    const fair = samples.filter((sample) => !watching.withheld.during(sample));
    const withheld = watching.withheld.share();
    return { samples, fair, withheld, rssMb: watching.maxMb(), cpu: watching.cpu() };
  }

  await follow('warm-up', WARM_UP_S);
  const quietS = Math.max(untimed ? 1 : QUIET.minSeconds, Math.round(minutes * MINUTE_S * QUIET.share));
  const quiet = await follow('quiet', quietS);
  attackers.process.send({
    ...orders,
    ...prepared,
    nodeUrl: chain.local.url,
    chainId: chain.local.chainId,
    check,
  } satisfies AttackOrders);
  const attacked = await follow('attacked', minutes * MINUTE_S - quietS);
  for (const each of [attackers, honest]) await each.end();
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
  const summary = `${blocks} blocks, ${reorgs} reorgs, ${nodes[0]?.requests} requests to the node`;
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

/** A node that answers late, takes no large batches, and refuses a request now and then. */
function createBusyNode(seed: number): Behaviour {
  const random = createRandom(seed);
  const refusing = limitRate(1);
  return {
    ...limitBatches(NODE.maxBatchCalls),
    async respond(response, calls) {
      if (random() < NODE.limitedShare) return refusing.respond?.(response, calls) ?? false;
      await delay(NODE.latencyMs);
      return false;
    },
  };
}

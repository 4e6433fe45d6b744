import type { Database } from '@mandate/store';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { addGauge } from '../http/gauge.ts';
import { OPERATIONS } from '../operations/index.ts';
import { addChainMetrics, type ChainMetricsDependencies } from './metrics-of-chains.ts';
import { addReadModelMetrics, type ReadModelStates } from './metrics-of-read-model.ts';

interface MetricsDependencies extends ChainMetricsDependencies {
  readonly pools: Readonly<Record<string, Database>>;
  /** Redis is configured to count requests without a key for all processes. */
  readonly hasRedis: boolean;
  readonly readModel?: ReadModelStates | null;
}

/** Series that alerts and rates use exist from the start: a rate can't see a series begin. */
const STATUSES_FROM_THE_START = [200, 400, 401, 429, 500, 503];
/** Assistants ask through `/mcp`, which is no operation itself. What they ask is counted under its own name, too. */
const LABELS = [...OPERATIONS.map(({ id }) => id), 'mcp'];
const LOOKUP_RESULTS = ['found', 'not_found', 'failed'] as const;

/** The most times that wait to be added to their histogram. */
const MAX_WAITING = 1_000;

/** The answers of an operation. Adding one to its series costs more than all else here, so many are added at once. */
interface Answered {
  readonly statuses: Map<number, number>;
  readonly waitingMs: number[];
  readonly series: Histogram.Internal<'operation'>;
}

function observeAll({ waitingMs, series }: Answered): void {
  for (const ms of waitingMs) series.observe(ms / 1_000);
  waitingMs.length = 0;
}

/** Counts everything under the prefix `mandate_api_`, and Node's own metrics. The admin listener serves them. */
export function createMetrics({ pools, hasRedis, readModel = null, ...chains }: MetricsDependencies) {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Counter({
    name: 'mandate_api_requests_total',
    help: 'Requests answered',
    labelNames: ['operation', 'status'],
    registers,
    collect() {
      for (const [operation, { statuses }] of answered) {
        for (const [status, count] of statuses) this.inc({ operation, status }, count);
        statuses.clear();
      }
    },
  });
  const seconds = new Histogram({
    name: 'mandate_api_request_seconds',
    help: 'From the first byte of a request to the last of its answer',
    labelNames: ['operation'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers,
    collect() {
      for (const own of answered.values()) observeAll(own);
    },
  });
  const answered = new Map<string, Answered>();
  for (const operation of LABELS) {
    for (const status of STATUSES_FROM_THE_START) requests.inc({ operation, status }, 0);
    seconds.zero({ operation });
  }
  new Gauge({
    name: 'mandate_api_database_connections',
    help: 'Connections to the database, by what they are for and whether they are idle, busy or waited for',
    labelNames: ['pool', 'state'],
    registers,
    collect() {
      for (const [pool, { totalCount, idleCount, waitingCount }] of Object.entries(pools)) {
        this.set({ pool, state: 'idle' }, idleCount);
        this.set({ pool, state: 'busy' }, totalCount - idleCount);
        this.set({ pool, state: 'waiting' }, waitingCount);
      }
    },
  });
  const lookups = new Counter({
    name: 'mandate_api_key_lookups_total',
    help: 'Keys that the database was asked about; most are known without it',
    labelNames: ['result'],
    registers,
  });
  for (const result of LOOKUP_RESULTS) lookups.inc({ result }, 0);
  const configured = '1: REDIS_URL is set, so that mandate_api_limit_shared should be 1 too. 0: it is not';
  addGauge(registry, 'mandate_api_limit_redis_configured', configured, () => (hasRedis ? 1 : 0));
  const lookAtChains = addChainMetrics(registry, chains);
  const counts = addReadModelMetrics(registry, { chains: chains.chains, readModel });

  function countAnswer({ config }: FastifyRequest, { statusCode, elapsedTime }: FastifyReply): void {
    const operation = config.operation ?? 'other';
    let own = answered.get(operation);
    if (!own) {
      own = { statuses: new Map(), waitingMs: [], series: seconds.labels(operation) };
      answered.set(operation, own);
    }
    own.statuses.set(statusCode, (own.statuses.get(statusCode) ?? 0) + 1);
    if (own.waitingMs.push(elapsedTime) === MAX_WAITING) observeAll(own);
  }

  return {
    registry,
    /** Returns the metrics of this process as Prometheus reads them. */
    async tell(): Promise<string> {
      await lookAtChains();
      return registry.metrics();
    },
    countAnswer,
    ...counts,
    /** Returns the same function, with each call counted: how often a key is not known without the database. */
    countKeyLookups:
      <Given extends unknown[], Found>(findValid: (...given: Given) => Promise<Found>) =>
      async (...given: Given) => {
        let result: (typeof LOOKUP_RESULTS)[number] = 'failed';
        try {
          const found = await findValid(...given);
          result = found ? 'found' : 'not_found';
          return found;
        } finally {
          lookups.inc({ result });
        }
      },
  };
}

import type { Database } from '@mandate/store';
import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** Everything under the prefix `mandate_api_`, and Node's own. Served at `/metrics`. */
export function addMetrics(app: FastifyInstance, pools: Readonly<Record<string, Database>>): Registry {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Counter({
    name: 'mandate_api_requests_total',
    help: 'Requests answered',
    labelNames: ['operation', 'status'],
    registers,
  });
  const seconds = new Histogram({
    name: 'mandate_api_request_seconds',
    help: 'From the first byte of a request to the last of its answer',
    labelNames: ['operation'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers,
  });
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

  app.addHook('onResponse', (request, reply, done) => {
    const { operation = 'other' } = request.routeOptions.config;
    requests.inc({ operation, status: reply.statusCode });
    seconds.observe({ operation }, reply.elapsedTime / 1000);
    done();
  });
  app.get('/metrics', async (_, reply) => {
    reply.header('content-type', registry.contentType);
    return registry.metrics();
  });
  return registry;
}

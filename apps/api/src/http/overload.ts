/** Too much at once: lists are refused first, checks last. */
import underPressure from '@fastify/under-pressure';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ProblemError } from './problems.ts';

/** How late the process may be with everything it has to do. */
const MOST_DELAY_MS = { list: 200, check: 1_000 };
/** Two turns at the least: of a single one the plugin knows no delay, takes it for infinite, and refuses checks too. */
const SAMPLE_MS = 2 * MOST_DELAY_MS.check + 250;

export async function addOverload(app: FastifyInstance): Promise<void> {
  const weightOf = (request: FastifyRequest) => request.routeOptions.config.weight;
  const tooMuch = () => new ProblemError('overloaded', 'There is more to do than can be done.');
  await app.register(underPressure, {
    maxEventLoopDelay: MOST_DELAY_MS.list,
    sampleInterval: SAMPLE_MS,
    pressureHandler: async (request, _reply, _type, value) => {
      const weight = weightOf(request);
      if (weight && (value ?? 0) > MOST_DELAY_MS[weight]) throw tooMuch();
    },
  });
}

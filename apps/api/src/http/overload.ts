/** Refuses requests when the process is overloaded: lists first, checks last. */
import underPressure from '@fastify/under-pressure';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ProblemError } from './problems.ts';

/** The longest event loop delay at which each is still served. */
const MAX_DELAY_MS = { list: 200, check: 1_000 };
/** At least two turns: after a single one the plugin takes the delay for infinite, and checks would be refused too. */
const SAMPLE_MS = 2 * MAX_DELAY_MS.check + 250;

export async function addOverload(app: FastifyInstance): Promise<void> {
  await app.register(underPressure, {
    maxEventLoopDelay: MAX_DELAY_MS.list,
    sampleInterval: SAMPLE_MS,
    pressureHandler: async ({ config: { weight } }: FastifyRequest, _reply, _type, value) => {
      if (weight && (value ?? 0) > MAX_DELAY_MS[weight])
        throw new ProblemError('overloaded', 'The service has too many requests. Try again shortly.');
    },
  });
}

/** Requests that the process asks itself on behalf of one that was counted already. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyRequest } from 'fastify';

const counted = new AsyncLocalStorage<FastifyRequest>();

/** Runs `ask`, whose request shares the unit that `request` was counted for. No header could claim that. */
export function shareUnit<T>(request: FastifyRequest, ask: () => T): T {
  return counted.run(request, ask);
}

/** Returns the units that were counted with the same key, or without one. An operation without keys has another limit. */
export function unitsPrepaid({ apiKey }: FastifyRequest): number {
  const outer = counted.getStore();
  return outer && outer.apiKey?.id === apiKey?.id ? 1 : 0;
}

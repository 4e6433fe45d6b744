/** Which pages may use the tools: those of the service itself, and those that the operator lists. */
import type { FastifyRequest } from 'fastify';
import { showOrigin } from '../access/keys/key-rules.ts';
import { createOriginMatcher, isListed } from '../access/keys/origins.ts';
import { ProblemError } from '../http/problems.ts';

/**
 * A page whose name leads to this machine would reach a service that only this machine should. Its `Host` is as wrong as
 * its `Origin`, so neither vouches for the other. Assistants that are programs send no `Origin`.
 */
export function createAssertOrigin(publicUrl: string, listed: readonly string[]) {
  const own = publicUrl === '' ? [] : [new URL(publicUrl).origin];
  const allowed = createOriginMatcher([...own, ...listed]);
  return ({ headers: { origin } }: FastifyRequest): void => {
    if (origin === undefined || isListed(origin, allowed)) return;
    const detail = `Pages of ${JSON.stringify(showOrigin(origin))} may not use these tools. The operator of the service can list their origin in MCP_ORIGINS.`;
    throw new ProblemError('origin_not_allowed', detail);
  };
}

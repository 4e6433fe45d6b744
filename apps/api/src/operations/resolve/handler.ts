/** Resolve: who grants a hot wallet a scope, or whom a cold wallet grants it, on all chains in one answer. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Query } from '../../request/parameter.ts';
import { RESOLVE } from './operation.ts';
import { readResolving } from './parameters.ts';
import { presentPage } from './present.ts';
import { type PageDependencies, readPage } from './read-page.ts';

export interface ResolveDependencies extends Pick<PageDependencies, 'chains'> {
  readonly readerFor: (request: FastifyRequest) => PageDependencies['reader'];
}

export function createResolveHandler({ readerFor, chains }: ResolveDependencies) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const asked = readResolving(request.query as Query);
    const page = await readPage({ reader: readerFor(request), chains }, asked);
    if (page.next) {
      const query = new URLSearchParams(request.query as Record<string, string>);
      query.set('cursor', page.next);
      reply.header('link', `<${RESOLVE.path}?${query}>; rel="next"`);
    }
    reply.header('content-type', 'application/json; charset=utf-8');
    return presentPage(page, asked.numbers);
  };
}

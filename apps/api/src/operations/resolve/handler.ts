/** `/resolve`: who grants a hot wallet a scope, or whom a cold wallet grants it, on all chains in one answer. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Query } from '../../request/read-parameters.ts';
import { readResolving } from './parameters.ts';
import { presentPage } from './present.ts';
import { type PageDependencies, readPage } from './read-page.ts';

const RESOLVE_PATH = '/resolve';

export interface ResolveDependencies extends Pick<PageDependencies, 'chains'> {
  readonly readerFor: (request: FastifyRequest) => PageDependencies['reader'];
}

export function addResolve(app: FastifyInstance, { readerFor, chains }: ResolveDependencies): void {
  app.get<{ Querystring: Query }>(
    RESOLVE_PATH,
    { config: { operation: 'resolve', weight: 'list', heavy: true } },
    async (request, reply) => {
      const asked = readResolving(request.query);
      const page = await readPage({ reader: readerFor(request), chains }, asked);
      if (page.next) {
        const query = new URLSearchParams(request.query as Record<string, string>);
        query.set('cursor', page.next);
        reply.header('link', `<${RESOLVE_PATH}?${query}>; rel="next"`);
      }
      reply.header('content-type', 'application/json; charset=utf-8');
      return presentPage(page, asked.numbers);
    },
  );
}

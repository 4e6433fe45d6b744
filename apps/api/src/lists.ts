/** The two lists: whole and streamed, or a page at a time. */
import { Readable } from 'node:stream';
import { setImmediate as yieldToOthers } from 'node:timers/promises';
import type { ConfiguredChain } from '@mandate/config';
import type { Reader } from '@mandate/store';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type List, readCursor, writeCursor } from './cursor.ts';
import { blockHeaders } from './freshness.ts';
import { type Page, ReplacedError, readPage } from './list-pages.ts';
import type { ListOperation } from './operations.ts';
import { USUAL_ROWS } from './parameters.ts';
import { createPresent, type Present } from './present-delegation.ts';
import { ProblemError } from './problems.ts';
import { createReadParameters, type Query, type Values } from './read-parameters.ts';
import type { ServedChains } from './served-chains.ts';

/** Rows that are read, and written, before others get their turn. */
const ROWS_AT_ONCE = 100;
/** How often a list begins again when the chain goes back under its first page. */
const ATTEMPTS = 3;

export interface ListDependencies {
  readonly reader: Pick<Reader, 'list'>;
  readonly chains: ServedChains;
}

export function addList(
  app: FastifyInstance,
  operation: ListOperation,
  { reader, chains }: ListDependencies,
): void {
  const readParameters = createReadParameters(operation.parameters);

  app.get<{ Querystring: Query; Params: Query }>(
    operation.path,
    { config: { operation: operation.id, weight: 'list' } },
    async (request, reply) => {
      const values = readParameters(request.query, request.params);
      const chain = chains.get(values.chainId, operation.version);
      request.chainId = chain.chainId;
      const { wallet, limit, cursor } = values;
      if (!wallet) throw new TypeError('The contract of a list has lost its wallet.');
      const list = { chainId: chain.chainId, registry: operation.version, wallet };
      const present = createPresent(operation.version, values.numbers);
      reply.header('content-type', 'application/json; charset=utf-8');
      if (limit === undefined && cursor === undefined) return sendWhole(request, reply, list, chain, present);
      const page = await getPage(list, chain, values);
      announce(reply, chain, page);
      if (cursor !== undefined && page.pin.block.number <= page.finalized) {
        reply.header('cache-control', 'public, max-age=31536000, immutable');
      }
      if (page.next) {
        const query = new URLSearchParams(request.query as Record<string, string>);
        query.set('cursor', writeCursor(list, page.pin, page.next));
        const path = request.url.split('?', 1)[0];
        reply.header('link', `<${path}?${query}>; rel="next"`);
      }
      return `[${page.rows.map(({ delegation }) => present(delegation)).join(',')}]`;
    },
  );

  async function getPage(list: List, chain: ConfiguredChain, values: Values): Promise<Page> {
    const { limit = USUAL_ROWS, cursor } = values;
    if (cursor === undefined) return readFirstPage(list, chain, limit);
    const { pin, place } = readCursor(cursor, list);
    try {
      return await readPage(reader, { list, chain, pin, place, limit });
    } catch (error) {
      if (!(error instanceof ReplacedError)) throw error;
      const message = 'continues a list of a block that the chain has replaced: begin again without it.';
      throw new ProblemError('cursor_expired', `"cursor" ${message}`, [{ parameter: 'cursor', message }]);
    }
  }

  async function readFirstPage(list: List, chain: ConfiguredChain, limit: number): Promise<Page> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await readPage(reader, { list, chain, place: { direction: 'from' }, limit });
      } catch (error) {
        if (!(error instanceof ReplacedError)) throw error;
        if (attempt === ATTEMPTS) throw new ProblemError('chain_lagging', `${chain.name} is going back.`);
      }
    }
  }

  async function sendWhole(
    request: FastifyRequest,
    reply: FastifyReply,
    list: List,
    chain: ConfiguredChain,
    present: Present,
  ): Promise<unknown> {
    const first = await readFirstPage(list, chain, ROWS_AT_ONCE);
    announce(reply, chain, first);
    // A long list is not read for someone who wants its headers only.
    if (request.method === 'HEAD' && first.next) return reply.send();
    const chunks = write(first, list, chain, present);
    if (first.next) return reply.send(Readable.from(chunks, { highWaterMark: 1 }));
    let body = '';
    for await (const chunk of chunks) body += chunk;
    return body;
  }

  /** An error in its midst cuts the answer off, so that nobody takes what came for the whole. */
  async function* write(
    first: Page,
    list: List,
    chain: ConfiguredChain,
    present: Present,
  ): AsyncGenerator<string> {
    let before = '[';
    for (let page = first; ; ) {
      yield before + page.rows.map(({ delegation }) => present(delegation)).join(',');
      if (!page.next) break;
      await yieldToOthers();
      page = await readPage(reader, { list, chain, pin: page.pin, place: page.next, limit: ROWS_AT_ONCE });
      before = page.rows.length > 0 ? ',' : '';
    }
    yield ']';
  }
}

function announce(reply: FastifyReply, chain: ConfiguredChain, { pin }: Page): void {
  reply.headers(blockHeaders(chain, pin.block));
}

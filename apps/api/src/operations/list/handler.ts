/** A list: whole and streamed, or a page at a time. */
import { Readable } from 'node:stream';
import { setImmediate as yieldToOthers } from 'node:timers/promises';
import type { Reader } from '@mandate/store';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Page, ReplacedError, readPage } from '../../answers/list-pages.ts';
import { createPresent, type Present } from '../../answers/present-delegation.ts';
import { assertCertain } from '../../answers/uncertain.ts';
import { markImmutable } from '../../http/immutable.ts';
import { ProblemError } from '../../http/problems.ts';
import { askUntilSteady, identifyMoment, isNow, type Pin } from '../../request/at-block.ts';
import type { ServedChain, ServedChains } from '../../request/chains.ts';
import type { Cursors, List } from '../../request/cursor.ts';
import { blockHeaders, SAFE_HEADER } from '../../request/freshness.ts';
import { createReadParameters, type Query, refuse } from '../../request/parameter.ts';
import { DEFAULT_ROWS } from '../../request/parameters.ts';
import type { ListOperation, ListValues } from './operation.ts';

/** Rows that are read, and written, before others get their turn. */
const ROWS_AT_ONCE = 100;

type ListReader = Pick<Reader, 'list' | 'isUncertain'>;

export interface ListDependencies {
  readonly readerFor: (request: FastifyRequest) => ListReader;
  readonly pin: Pin;
  readonly cursors: Cursors;
  readonly chains: ServedChains;
}

export function createListHandler(
  { registry, parameters }: ListOperation,
  { readerFor, pin, cursors, chains }: ListDependencies,
) {
  const readParameters = createReadParameters(parameters);

  return async (request: FastifyRequest, reply: FastifyReply) => {
    const values = readParameters(request.query as Query, request.params as Query);
    const chain = chains.get(values.chainId, registry);
    request.chainId = chain.chainId;
    const { wallet, limit, cursor } = values;
    const moment = identifyMoment(values);
    const reader = readerFor(request);
    const list = { chainId: chain.chainId, registry, wallet, moment };
    const present = createPresent(registry, values.numbers);
    reply.header('content-type', 'application/json; charset=utf-8');
    if (limit === undefined && cursor === undefined)
      return sendWhole(request, reply, { reader, list, chain, values, present });
    const page = await getPage(reader, list, chain, values);
    announce(reply, chain, page);
    if (page.next) {
      const query = new URLSearchParams(request.query as Record<string, string>);
      query.set('cursor', await cursors.write(list, page.pin, page.next));
      const path = request.url.split('?', 1)[0];
      reply.header('link', `<${path}?${query}>; rel="next"`);
    }
    return `[${page.rows.map(({ delegation }) => present(delegation)).join(',')}]`;
  };

  async function getPage(
    reader: ListReader,
    list: List,
    chain: ServedChain,
    values: ListValues,
  ): Promise<Announced> {
    const { limit = DEFAULT_ROWS, cursor } = values;
    if (cursor === undefined) return readFirstPage(reader, list, chain, values, limit);
    const { pin: chosen, place } = await cursors.read(cursor, list);
    if ((values.minBlock ?? 0) > chosen.block.number) {
      const message = `is after block ${chosen.block.number}, which this list is of: begin again without "cursor".`;
      throw refuse([{ parameter: 'minBlock', message }]);
    }
    try {
      const page = await readPage(reader, { list, chain, pin: chosen, place, limit });
      return { ...page, isFinal: page.finalized !== null && chosen.readUpTo <= page.finalized };
    } catch (error) {
      if (!(error instanceof ReplacedError)) throw error;
      const message = 'continues a list of a block that the chain has replaced: begin again without it.';
      throw new ProblemError('cursor_expired', `"cursor" ${message}`, [{ parameter: 'cursor', message }]);
    }
  }

  async function readFirstPage(
    reader: ListReader,
    list: List,
    chain: ServedChain,
    values: ListValues,
    limit: number,
  ): Promise<Announced> {
    return askUntilSteady(chain, async () => {
      const chosen = isNow(values) ? null : await choosePin(reader, list, chain, values);
      const at = chosen ? { pin: chosen } : {};
      try {
        const page = await readPage(reader, { list, chain, ...at, place: { direction: 'from' }, limit });
        return { ...page, isFinal: chosen?.isFinal ?? false };
      } catch (error) {
        if (error instanceof ReplacedError) return null;
        throw error;
      }
    });
  }

  async function choosePin(reader: ListReader, list: List, chain: ServedChain, values: ListValues) {
    const pinned = await pin(chain, values);
    await assertCertain(reader, chain, list, pinned);
    return pinned;
  }

  interface Whole {
    readonly reader: ListReader;
    readonly list: List;
    readonly chain: ServedChain;
    readonly values: ListValues;
    readonly present: Present;
  }

  async function sendWhole(
    request: FastifyRequest,
    reply: FastifyReply,
    { reader, list, chain, values, present }: Whole,
  ): Promise<unknown> {
    const first = await readFirstPage(reader, list, chain, values, ROWS_AT_ONCE);
    announce(reply, chain, first);
    // A long list is not read for someone who wants its headers only.
    if (request.method === 'HEAD' && first.next) return reply.send();
    const chunks = write(reader, first, list, chain, present);
    if (first.next) return reply.send(Readable.from(chunks, { highWaterMark: 1 }));
    let body = '';
    for await (const chunk of chunks) body += chunk;
    return body;
  }

  /** An error in its midst cuts the answer off, so that nobody takes what came for the whole. */
  async function* write(
    reader: ListReader,
    first: Page,
    list: List,
    chain: ServedChain,
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

/** Final: what was asked for has this answer for ever. */
type Announced = Page & { readonly isFinal: boolean };

function announce(reply: FastifyReply, chain: ServedChain, { pin, isFinal }: Announced): void {
  if (isFinal) markImmutable(reply);
  reply.block = pin.block.number;
  reply.headers(blockHeaders(chain, pin.block));
  if (pin.safeBlock !== null) reply.header(SAFE_HEADER, pin.safeBlock);
}

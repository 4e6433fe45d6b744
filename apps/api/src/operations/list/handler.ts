/** A list: whole and streamed, or a page at a time. */
import { Readable } from 'node:stream';
import { setImmediate as yieldToOthers } from 'node:timers/promises';
import type { Reader } from '@mandate/store';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type ListPages, type Page, type PageRequest, ReplacedError } from '../../answers/list-pages.ts';
import { hasTag, tagOf } from '../../http/entity-tag.ts';
import { askUntilSteady, identifyMoment, isNow } from '../../request/at-block.ts';
import { announce, listBlockHeaders, uncertain } from '../../request/freshness.ts';
import { createReadParameters, type Query, refuseOne } from '../../request/parameter.ts';
import { DEFAULT_ROWS } from '../../request/parameters.ts';
import type { Dependencies } from '../dependencies.ts';
import type { ListOperation, ListValues } from './operation.ts';

/** Rows that are read, and written, before others get their turn. */
const ROWS_AT_ONCE = 250;

/** Final: what was asked for has this answer for ever. */
type Announced = Page & { readonly isFinal: boolean };

interface Asked extends Pick<PageRequest, 'list' | 'chain' | 'numbers'> {
  readonly getReader: () => Reader;
  readonly values: ListValues;
}

export function createListHandler(
  { registry, parameters }: ListOperation,
  {
    readerFor,
    lists,
    pin,
    cursors,
    chains,
  }: Pick<Dependencies, 'readerFor' | 'lists' | 'pin' | 'cursors' | 'chains'>,
) {
  const readParameters = createReadParameters(parameters);

  return async (request: FastifyRequest, reply: FastifyReply) => {
    const values = readParameters(request.query as Query, request.params as Query);
    const chain = chains.get(values.chainId, registry);
    request.chainId = chain.chainId;
    const { wallet, limit, cursor, numbers } = values;
    const list = { chainId: chain.chainId, registry, wallet, moment: identifyMoment(values) };
    const asked = { getReader: () => readerFor(request), list, chain, values, numbers };
    if (isKept(request, reply, asked)) return reply.code(304).send();
    const isWhole = limit === undefined && cursor === undefined;
    const page = isWhole ? await readFirstPage(asked, ROWS_AT_ONCE) : await getPage(asked);
    return send(request, reply, asked, page);
  };

  /** Tells whether the client has the present list already, and names the block at which it still holds. */
  function isKept(request: FastifyRequest, reply: FastifyReply, { list, chain, values }: Asked): boolean {
    const isAsked = request.headers['if-none-match'] !== undefined && values.cursor === undefined;
    const known = isAsked && isNow(values) ? lists.findVersion(list, chain) : null;
    const tag = known && tagOf(known.version, formOf(values));
    if (!known || !tag || !hasTag(request, tag)) return false;
    announce(reply, chain, { block: known.block, safeBlock: null, isFinal: false });
    reply.header('etag', tag);
    return true;
  }

  async function send(request: FastifyRequest, reply: FastifyReply, asked: Asked, page: Announced) {
    const { chain, values } = asked;
    const { next, pin, version, isFinal } = page;
    const isWhole = values.limit === undefined && values.cursor === undefined;
    const tag = version === null ? [] : ['etag', tagOf(version, formOf(values))];
    const link =
      next && !isWhole ? ['link', linkTo(request, await cursors.write(asked.list, pin, next))] : [];
    const isLong = next !== null && isWhole;
    if (version !== null && !isLong) {
      reply.block = pin.block.number;
      return reply.sendJson(bodyOf(page), listBlockHeaders(chain, pin.block).concat(tag, link));
    }
    reply.headers(Object.fromEntries([JSON_TYPE, tag, link].filter(({ length }) => length > 0)));
    announce(reply, chain, { ...pin, isFinal });
    if (!isLong) return reply.send(bodyOf(page));
    // A long list is not read for someone who wants its headers only.
    if (request.method === 'HEAD') return reply.send();
    return reply.send(Readable.from(writeWhole(lists, asked, page), { highWaterMark: 1 }));
  }

  async function getPage(asked: Asked): Promise<Announced> {
    const { limit = DEFAULT_ROWS, cursor, minBlock = 0 } = asked.values;
    if (cursor === undefined) return readFirstPage(asked, limit);
    const { pin: chosen, place } = await cursors.read(cursor, asked.list);
    const { number } = chosen.block;
    const late = `is after block ${number}, at which this list was read: start again without "cursor".`;
    if (minBlock > number) throw refuseOne('minBlock', late);
    try {
      const page = await lists.read(asked.getReader, { ...asked, pin: chosen, place, limit });
      return { ...page, isFinal: page.finalized !== null && chosen.readUpTo <= page.finalized };
    } catch (error) {
      if (!(error instanceof ReplacedError)) throw error;
      const message = 'continues a list at a block that the chain has replaced: start again without it.';
      throw refuseOne('cursor', message, 'cursor_expired');
    }
  }

  async function readFirstPage(asked: Asked, limit: number): Promise<Announced> {
    return askUntilSteady(asked.chain, async () => {
      const chosen = isNow(asked.values) ? null : await choosePin(asked);
      const at = chosen ? { pin: chosen } : {};
      try {
        const page = await lists.read(asked.getReader, {
          ...asked,
          ...at,
          place: { direction: 'from' },
          limit,
        });
        return { ...page, isFinal: chosen?.isFinal ?? false };
      } catch (error) {
        if (error instanceof ReplacedError) return null;
        throw error;
      }
    });
  }

  /** Throws where the past of the wallet can't be known. */
  async function choosePin({ getReader, list: { wallet }, chain, values }: Asked) {
    const pinned = await pin(chain, values);
    const { readUpTo, safeBlock, isPast } = pinned;
    const mayBeUnknown = registry === 'v1' && isPast;
    if (mayBeUnknown && (await getReader().isUncertain(chain.chainId, readUpTo, { wallet }, safeBlock)))
      throw uncertain(chain, 'this wallet', pinned);
    return pinned;
  }
}

/** An error in its midst cuts the answer off, so that nobody takes what came for the whole. */
async function* writeWhole(lists: ListPages, asked: Asked, first: Page): AsyncGenerator<string> {
  yield `[${first.text.slice(1)}`;
  for (let page = first; page.next; ) {
    await yieldToOthers();
    page = await lists.read(asked.getReader, {
      ...asked,
      pin: page.pin,
      place: page.next,
      limit: ROWS_AT_ONCE,
    });
    if (page.text.length > 0) yield page.text;
  }
  yield ']';
}

/** The parameters that change the text of a list, but not its rows. */
const formOf = ({ limit, numbers }: ListValues) => `${limit ?? 'all'}.${numbers ?? 'number'}`;

const JSON_TYPE = ['content-type', 'application/json; charset=utf-8'];

/** Returns the header that leads to the next page. */
function linkTo(request: FastifyRequest, cursor: string): string {
  const query = new URLSearchParams(request.query as Record<string, string>);
  query.set('cursor', cursor);
  return `<${request.url.split('?', 1)[0]}?${query}>; rel="next"`;
}

/** The comma before the first row becomes the bracket of the list. */
const bodyOf = ({ text }: Page) => `[${text.slice(1)}]`;

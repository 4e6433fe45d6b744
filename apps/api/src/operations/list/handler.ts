/** A list: whole and streamed, or a page at a time. */
import { Readable } from 'node:stream';
import { setImmediate as yieldToOthers } from 'node:timers/promises';
import type { Reader } from '@mandate/store';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { askAbout } from '../../access/keys/key-rules.ts';
import {
  FIRST,
  type ListPages,
  type Page,
  type PageRequest,
  ReplacedError,
} from '../../answers/list-pages.ts';
import { hasTag, makeTag } from '../../http/entity-tag.ts';
import { linkToNext } from '../../http/next-link.ts';
import { askUntilSteady, identifyMoment, isNow } from '../../request/at-block.ts';
import { announce, listBlockHeaders, uncertain } from '../../request/freshness.ts';
import { DEFAULT_ROWS } from '../../request/parameters.ts';
import { createReadParameters, type Query, refuseOne } from '../../request/read-parameters.ts';
import { refuseOtherVersion } from '../../request/refused-parameters.ts';
import type { Dependencies } from '../dependencies.ts';
import type { ListOperation, ListValues } from './operation.ts';

/** Rows that are read, and written, before others get their turn. */
const ROWS_AT_ONCE = 250;

/** Final: what was asked for has this answer for ever. */
type Announced = Page & { readonly isFinal: boolean };

interface ListQuestion extends Pick<PageRequest, 'list' | 'chain' | 'numbers' | 'types' | 'firstGrant'> {
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
  const readParameters = createReadParameters(parameters, refuseOtherVersion(registry, 'firstGrant'));

  return (request: FastifyRequest, reply: FastifyReply) => {
    const values: ListValues = readParameters(request.query as Query, request.params as Query);
    const chain = chains.get(values.chainId, registry);
    askAbout(request, [chain.chainId]);
    const { wallet, limit = ROWS_AT_ONCE, cursor, numbers, types, firstGrant = false } = values;
    const list = { chainId: chain.chainId, registry, wallet, moment: identifyMoment(values) };
    const asked = { getReader: () => readerFor(request), list, chain, values, numbers, types, firstGrant };
    if (cursor !== undefined || firstGrant || !isNow(values)) return answer(request, reply, asked, null);
    if (request.headers['if-none-match'] !== undefined) {
      const kept = lists.findVersion(asked);
      if (!kept) return answer(request, reply, asked, null);
      if (hasTag(request, tagOf(asked, kept))) return void reply.sendUnchanged(headersOf(reply, asked, kept));
    }
    const page = lists.readAtOnce({ ...asked, place: FIRST, limit });
    if (!page || page.next) return answer(request, reply, asked, page);
    return reply.sendJson(bodyOf(page), headersOf(reply, asked, page));
  };

  async function answer(
    request: FastifyRequest,
    reply: FastifyReply,
    asked: ListQuestion,
    known: Page | null,
  ) {
    const isWhole = asked.values.limit === undefined && asked.values.cursor === undefined;
    const page = known ? { ...known, isFinal: false } : await getPage(asked, isWhole);
    const { next, pin, isFinal } = page;
    reply.header('content-type', JSON_TYPE);
    const tag = tagOf(asked, page);
    if (tag !== null) reply.header('etag', tag);
    if (next && !isWhole)
      reply.header('link', linkToNext(request, await cursors.write(asked.list, pin, next)));
    announce(reply, asked.chain, { ...pin, isFinal });
    if (!next || !isWhole) return reply.send(bodyOf(page));
    // A long list is not read for someone who wants its headers only.
    if (request.method === 'HEAD') return reply.send();
    return reply.send(Readable.from(writeWhole(lists, asked, page), { highWaterMark: 1 }));
  }

  async function getPage(asked: ListQuestion, isWhole: boolean): Promise<Announced> {
    const { limit = DEFAULT_ROWS, cursor, minBlock = 0 } = asked.values;
    if (cursor === undefined) return readFirstPage(asked, isWhole ? ROWS_AT_ONCE : limit);
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

  async function readFirstPage(asked: ListQuestion, limit: number): Promise<Announced> {
    const request = { ...asked, place: FIRST, limit };
    return askUntilSteady(asked.chain, async () => {
      try {
        // The read model did not know the present list.
        if (isNow(asked.values))
          return { ...(await lists.readFromDatabase(asked.getReader, request)), isFinal: false };
        const chosen = await choosePin(asked);
        const page = await lists.read(asked.getReader, { ...request, pin: chosen });
        return { ...page, isFinal: chosen.isFinal };
      } catch (error) {
        if (error instanceof ReplacedError) return null;
        throw error;
      }
    });
  }

  /** Throws where the past of the wallet can't be known. */
  async function choosePin({ getReader, list: { wallet }, chain, values }: ListQuestion) {
    const pinned = await pin(chain, values);
    const { readUpTo, safeBlock, isPast } = pinned;
    const mayBeUnknown = registry === 'v1' && isPast;
    if (mayBeUnknown && (await getReader().isUncertain(chain.chainId, readUpTo, { wallet }, safeBlock)))
      throw uncertain(chain, 'this wallet', pinned);
    return pinned;
  }
}

/** An error in its midst cuts the answer off, so that nobody takes what came for the whole. */
async function* writeWhole(lists: ListPages, asked: ListQuestion, first: Page): AsyncGenerator<string> {
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

/** Returns the tag of a list: its version, and the parameters that change its text. `null` if its version is not known. */
function tagOf({ values }: ListQuestion, { version }: Page): string | null {
  const { limit, numbers = 'number', types } = values;
  if (version === null) return null;
  const form = types === 'exact' ? `${numbers} ${types}` : numbers;
  return makeTag(version, String(limit ?? 'all'), form);
}

/** Returns the headers of a present list as names and values in turns, and names its block for the log. */
function headersOf(reply: FastifyReply, asked: ListQuestion, page: Page): readonly string[] {
  reply.block = page.pin.block.number;
  return listBlockHeaders(asked.chain, page.pin.block).concat('etag', tagOf(asked, page) ?? []);
}

const JSON_TYPE = 'application/json; charset=utf-8';

/** The comma before the first row becomes the bracket of the list. */
const bodyOf = ({ text }: Page) => `[${text.slice(1)}]`;

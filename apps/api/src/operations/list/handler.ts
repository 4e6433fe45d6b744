/** A list: whole and streamed, or a page at a time. */
import { Readable } from 'node:stream';
import { setImmediate as yieldToOthers } from 'node:timers/promises';
import type { Reader } from '@mandate/store';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Page, ReplacedError, readPage } from '../../answers/list-pages.ts';
import { createPresentRow } from '../../answers/present.ts';
import { askUntilSteady, identifyMoment, isNow } from '../../request/at-block.ts';
import type { ServedChain } from '../../request/chains.ts';
import type { List } from '../../request/cursor.ts';
import { announce, uncertain } from '../../request/freshness.ts';
import { createReadParameters, type Query, refuseOne } from '../../request/parameter.ts';
import { DEFAULT_ROWS } from '../../request/parameters.ts';
import type { Dependencies } from '../dependencies.ts';
import type { ListOperation, ListValues } from './operation.ts';

/** Rows that are read, and written, before others get their turn. */
const ROWS_AT_ONCE = 100;

/** Final: what was asked for has this answer for ever. */
type Announced = Page & { readonly isFinal: boolean };

interface Asked {
  readonly reader: Reader;
  readonly list: List;
  readonly chain: ServedChain;
  readonly values: ListValues;
}

export function createListHandler(
  { registry, parameters }: ListOperation,
  { readerFor, pin, cursors, chains }: Pick<Dependencies, 'readerFor' | 'pin' | 'cursors' | 'chains'>,
) {
  const readParameters = createReadParameters(parameters);

  return async (request: FastifyRequest, reply: FastifyReply) => {
    const values = readParameters(request.query as Query, request.params as Query);
    const chain = chains.get(values.chainId, registry);
    request.chainId = chain.chainId;
    const { wallet, limit, cursor } = values;
    const list = { chainId: chain.chainId, registry, wallet, moment: identifyMoment(values) };
    const asked = { reader: readerFor(request), list, chain, values };
    const isWhole = limit === undefined && cursor === undefined;
    const page = isWhole ? await readFirstPage(asked, ROWS_AT_ONCE) : await getPage(asked);
    reply.header('content-type', 'application/json; charset=utf-8');
    announce(reply, chain, { ...page.pin, isFinal: page.isFinal });
    if (isWhole) return sendWhole(request, reply, asked, page);
    if (page.next) {
      const query = new URLSearchParams(request.query as Record<string, string>);
      query.set('cursor', await cursors.write(list, page.pin, page.next));
      const path = request.url.split('?', 1)[0];
      reply.header('link', `<${path}?${query}>; rel="next"`);
    }
    return `[${createPresentPage(asked)(page)}]`;
  };

  async function getPage(asked: Asked): Promise<Announced> {
    const { limit = DEFAULT_ROWS, cursor, minBlock = 0 } = asked.values;
    if (cursor === undefined) return readFirstPage(asked, limit);
    const { pin: chosen, place } = await cursors.read(cursor, asked.list);
    const { number } = chosen.block;
    const late = `is after block ${number}, at which this list was read: start again without "cursor".`;
    if (minBlock > number) throw refuseOne('minBlock', late);
    try {
      const page = await readPage(asked.reader, { ...asked, pin: chosen, place, limit });
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
        const page = await readPage(asked.reader, { ...asked, ...at, place: { direction: 'from' }, limit });
        return { ...page, isFinal: chosen?.isFinal ?? false };
      } catch (error) {
        if (error instanceof ReplacedError) return null;
        throw error;
      }
    });
  }

  /** Throws where the past of the wallet can't be known. */
  async function choosePin({ reader, list: { wallet }, chain, values }: Asked) {
    const pinned = await pin(chain, values);
    const { readUpTo, safeBlock, isPast } = pinned;
    const mayBeUnknown = registry === 'v1' && isPast;
    if (mayBeUnknown && (await reader.isUncertain(chain.chainId, readUpTo, { wallet }, safeBlock)))
      throw uncertain(chain, 'this wallet', pinned);
    return pinned;
  }
}

async function sendWhole(request: FastifyRequest, reply: FastifyReply, asked: Asked, first: Page) {
  // A long list is not read for someone who wants its headers only.
  if (request.method === 'HEAD' && first.next) return reply.send();
  const chunks = write(asked, first);
  if (first.next) return reply.send(Readable.from(chunks, { highWaterMark: 1 }));
  let body = '';
  for await (const chunk of chunks) body += chunk;
  return body;
}

/** An error in its midst cuts the answer off, so that nobody takes what came for the whole. */
async function* write(asked: Asked, first: Page): AsyncGenerator<string> {
  const present = createPresentPage(asked);
  let before = '[';
  for (let page = first; ; ) {
    yield before + present(page);
    if (!page.next) break;
    await yieldToOthers();
    page = await readPage(asked.reader, { ...asked, pin: page.pin, place: page.next, limit: ROWS_AT_ONCE });
    before = page.rows.length > 0 ? ',' : '';
  }
  yield ']';
}

function createPresentPage({ list, values }: Asked) {
  const present = createPresentRow(list.registry, values.numbers);
  return ({ rows }: Page) => rows.map(({ delegation }) => present(delegation)).join(',');
}

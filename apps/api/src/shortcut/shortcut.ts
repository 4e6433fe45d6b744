/**
 * A short way for most checks: what is asked for in the plainest way, and can be answered by the read model at once,
 * is answered before Fastify sees it. Whatever is special about a request, also what is wrong with it, goes the long
 * way. Both say the same; a test plays one against the other.
 */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ReadModel } from '@mandate/read-model';
import type { Block } from '@mandate/store';
import type { FastifyInstance } from 'fastify';
import type { KeyCheck } from '../access/keys/key-check.ts';
import { takesKeys } from '../access/keys/keys.ts';
import { presentAnswer, questionOf } from '../answers/checks.ts';
import { findFlaw } from '../http/server.ts';
import type { CheckOperation } from '../operations/index.ts';
import type { ServedChain, ServedChains } from '../request/chains.ts';
import { blockHeaders, findDoubt } from '../request/freshness.ts';
import { createReadPlainCheck } from './plain-check.ts';

export interface ShortcutDependencies {
  readonly operations: readonly CheckOperation[];
  readonly chains: ServedChains;
  readonly readModel: Pick<ReadModel, 'check'>;
  readonly checkKey: KeyCheck;
  /** Whether requests without a key are counted, which takes the long way. */
  readonly limited: boolean;
  /** What is done with every answer. */
  readonly record: (answered: Answered) => void;
}

/** A request that was answered. Nothing in its fields needs escaping. */
export interface Answered {
  readonly status: 200;
  readonly requestId: string;
  readonly url: string;
  readonly operation: string;
  readonly chainId: number;
  /** 0: none. */
  readonly keyId: number;
  readonly block: number;
  readonly ms: number;
}

/** A client's own name for its request, if it needs no care: what may be a key is looked at on the long way. */
const PLAIN_ID = /^(?!.*mdt)[\w.:-]{1,64}$/i;

/** To be called when all routes and hooks are there. */
export async function addShortcut(app: FastifyInstance, dependencies: ShortcutDependencies): Promise<void> {
  const { operations, chains, readModel, checkKey, limited, record } = dependencies;
  const readPlainCheck = createReadPlainCheck(operations);
  let closing = false;
  // From then on answers say that their connection ends.
  app.addHook('preClose', (done) => {
    closing = true;
    done();
  });
  const headOf = createHeads(await listCommonHeaders(app), app.server.keepAliveTimeout);

  /** False: it takes the long way, and nothing was done. */
  function answer(request: IncomingMessage, response: ServerResponse): boolean {
    const began = performance.now();
    const { method, url = '', headers } = request;
    if (method !== 'GET' || closing || !response.shouldKeepAlive || !isPlain(request)) return false;
    const check = readPlainCheck(url);
    if (!check || app.isUnderPressure()) return false;
    const { operation, values } = check;
    const keyId = findKey(operation, headers['x-api-key']);
    if (keyId === null || (limited && keyId === NO_KEY)) return false;
    const chain = chains.find(values.chainId, operation.version);
    const checked =
      chain && readModel.check(chain.chainId, questionOf(operation.version, operation.kind, values));
    if (!checked || findDoubt(chain, checked.checkpoint)) return false;

    const body = presentAnswer(checked.answer, undefined);
    const requestId = (headers['x-request-id'] as string | undefined) ?? randomUUID();
    send(response, headOf(chain, checked.checkpoint.block, requestId, body.length), body);
    record({
      status: 200,
      requestId,
      url,
      operation: operation.id,
      chainId: chain.chainId,
      keyId,
      block: checked.checkpoint.block.number,
      ms: performance.now() - began,
    });
    return true;
  }

  /** Null: it has to be looked up, or is not valid. */
  function findKey(operation: CheckOperation, given: string | string[] | undefined): number | null {
    if (given === undefined || !takesKeys({ operation: operation.id, weight: 'check' })) return NO_KEY;
    const found = checkKey(String(given));
    if (!(found instanceof Promise)) return found?.id ?? null;
    // The long way asks for the same again, and hears of it.
    found.catch(() => {});
    return null;
  }

  const [handle] = app.server.listeners('request') as [(...given: unknown[]) => void];
  app.server.off('request', handle);
  app.server.prependListener('request', (request, response) => {
    if (!answer(request, response)) handle.call(app.server, request, response);
  });
}

const NO_KEY = 0;

/** Without anything that the long way looks at. */
function isPlain(request: IncomingMessage): boolean {
  const { headers } = request;
  const id = headers['x-request-id'];
  return (
    request.httpVersionMinor === 1 &&
    headers['content-length'] === undefined &&
    headers['transfer-encoding'] === undefined &&
    headers.expect === undefined &&
    headers.upgrade === undefined &&
    (id === undefined || (typeof id === 'string' && PLAIN_ID.test(id))) &&
    findFlaw(request.url ?? '', request) === undefined
  );
}

/** What every answer carries, whatever it says: learned from one that Fastify gives. */
async function listCommonHeaders(app: FastifyInstance): Promise<[name: string, value: string][]> {
  const { headers } = await app.inject({ url: '/health', headers: { host: 'localhost' } });
  const own = ['x-request-id', 'content-type', 'content-length', 'date', 'connection', 'keep-alive'];
  return Object.entries(headers)
    .filter(([name]) => !own.includes(name))
    .map(([name, value]) => [name, String(value)]);
}

/** The head of an answer as a text, most of which is the same for all answers about a block. */
function createHeads(common: readonly (readonly [string, string])[], keepAliveMs: number) {
  const last = new Map<
    ServedChain,
    { readonly block: Block; readonly second: number; readonly text: string }
  >();

  return (chain: ServedChain, block: Block, requestId: string, length: number): string => {
    const second = Math.floor(Date.now() / 1_000);
    let known = last.get(chain);
    if (known?.block !== block || known.second !== second) {
      const headers = Object.entries({
        ...Object.fromEntries(common),
        'content-type': 'application/json; charset=utf-8',
        ...blockHeaders(chain, block),
        date: new Date(second * 1_000).toUTCString(),
        connection: 'keep-alive',
        'keep-alive': `timeout=${Math.floor(keepAliveMs / 1_000)}`,
      });
      const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`);
      known = { block, second, text: `HTTP/1.1 200 OK\r\n${lines.join('')}` };
      last.set(chain, known);
    }
    return `${known.text}x-request-id: ${requestId}\r\ncontent-length: ${length}\r\n\r\n`;
  };
}

/**
 * Node's own way to write a head looks at every letter of every header each time, which takes as long as all the rest of a
 * check. What it comes to is a text in this field: here it is that of the answer before, but for its last two lines.
 */
function send(response: ServerResponse, head: string, body: string): void {
  (response as unknown as { _header: string })._header = head;
  // Of letters and digits only: the encoding that costs least.
  response.end(body, 'latin1');
}

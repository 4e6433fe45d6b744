/** Requests of all kinds, drawn by a seed: most are right, some are nearly so, and some nobody sends by accident. */
import { createRandom, integer, pick, type Random } from '@mandate/contracts';
import { EXAMPLE_DAY } from '@mandate/testing/service/example-audit';
import { createHostileRequests } from '@mandate/testing/service/hostile-requests';
import type { RawRequest } from '@mandate/testing/service/raw-client';
import { KEYS } from '../testing/keys.ts';
import { drawBatch } from './batches.ts';
import { spoil } from './mistakes.ts';
import {
  type Asked,
  chance,
  drawChanges,
  drawCheck,
  drawEligibility,
  drawExclusive,
  drawList,
  drawNames,
  drawNextPage,
  drawPath,
  drawProven,
  drawResolve,
  drawSnapshot,
  drawWalletPage,
} from './queries.ts';
import type { World } from './world.ts';

const OTHER_PATHS = [
  ...['/openapi.json', '/llms.txt', '/errors', '/', '/batch'],
  ...['/nothing', '/registry', '/registry/v3/check/all', '/registry/v2/check', '/registry/v1/check/erc721'],
  ...['/registry/v2/check/all/', '/snapshots', '/snapshots/1', '/resolve/', '/account', '/metrics', '/ready'],
] as [string, ...string[]];

/** Paths of no operation, and requests with a method that no operation takes. */
const OTHER = 'other';

type Draw = (random: Random, world: World) => Asked;
/** The number of draws of each operation in a hundred. */
const DRAWS = (
  [
    [30, 'check', drawCheck],
    [6, 'check with proof', drawProven],
    [13, 'list', drawList],
    [8, 'next page', drawNextPage],
    [8, 'resolve', drawResolve],
    [8, 'wallet', drawWalletPage],
    [4, 'changes', drawChanges],
    [4, 'snapshot', drawSnapshot],
    [5, 'exclusive', drawExclusive],
    [4, 'eligibility', drawEligibility],
    [3, 'names', drawNames],
    [2, 'audit', drawPath('/audit', '/audit/key', '/audit/reports/newest', `/audit/reports/${EXAMPLE_DAY}`)],
    [2, 'status', drawPath('/status', '/status/history', '/networks', '/health')],
    [3, OTHER, drawPath(...OTHER_PATHS)],
  ] satisfies [number, string, Draw][]
).flatMap(([count, operation, draw]) => Array.from({ length: count }, () => ({ operation, draw })));
/** These wait for nodes. */
const OF_NODES: ReadonlySet<string> = new Set(['check with proof', 'eligibility', 'exclusive', 'names']);
const HOSTILE = 0.1;
const BATCH = 0.08;
const SPOILT = 0.12;

/** A request, and the operation whose answer it should get. */
export interface DrawnRequest extends RawRequest {
  readonly operation: string;
}

/** The requests of a run. */
export function createRequests(seed: number, count: number, world: World): DrawnRequest[] {
  const random = createRandom(seed);
  const hostile = createHostileRequests(seed, Math.ceil(count * HOSTILE));
  const requests: DrawnRequest[] = hostile
    .slice(0, Math.round(count * HOSTILE))
    .map((request) => ({ ...request, operation: 'hostile' }));
  while (requests.length < count) requests.push(drawRequest(random, world));
  return shuffle(random, requests);
}

/** The requests of one client, more than its limit allows. None waits, because all of them have to come in one window. */
export function createBurst(
  random: Random,
  world: World,
  count: number,
  headers: Readonly<Record<string, string>>,
): DrawnRequest[] {
  const drawQuick = (): ReturnType<typeof drawAsked> => {
    const asked = drawAsked(random, world);
    const mayWait = OF_NODES.has(asked.operation) || asked.query.some(([name]) => name === 'minBlock');
    return mayWait ? drawQuick() : asked;
  };
  return Array.from({ length: count }, () => writeRequest('GET', drawQuick(), Object.entries(headers)));
}

function drawAsked(random: Random, world: World): Asked & Pick<DrawnRequest, 'operation'> {
  const [first, ...rest] = DRAWS;
  if (!first) throw new Error('Expected operations to draw from, and got none.');
  const { operation, draw } = pick(random, [first, ...rest]);
  const asked = draw(random, world);
  return { operation, ...(chance(random, SPOILT) ? spoil(random, asked) : asked) };
}

function drawRequest(random: Random, world: World): DrawnRequest {
  if (chance(random, BATCH)) {
    const { type, body } = drawBatch(random, world);
    const headers = [...drawHeaders(random), ...(type ? [['Content-Type', type] as const] : [])];
    return writeRequest('POST', { operation: 'batch', path: '/batch', query: [] }, headers, body);
  }
  const asked = drawAsked(random, world);
  const dice = random();
  if (dice < 0.04) return writeRequest('OPTIONS', { ...asked, operation: OTHER }, drawPreflight(random));
  if (dice < 0.07) {
    const method = pick(random, ['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE']);
    return writeRequest(method, { ...asked, operation: OTHER }, drawHeaders(random));
  }
  return writeRequest(dice < 0.13 ? 'HEAD' : 'GET', asked, drawHeaders(random));
}

type Headers = readonly (readonly [name: string, value: string])[];

const KEY_VALUES = [
  ...Array<string>(30).fill(KEYS.valid),
  ...[KEYS.revoked, KEYS.expired, KEYS.unknown],
  ...[KEYS.valid.toLowerCase(), `${KEYS.valid}, ${KEYS.valid}`, '', 'mdt_live_x'],
] as [string, ...string[]];

function drawHeaders(random: Random): Headers {
  const some = (probability: number, name: string, values: readonly [string, ...string[]]): Headers =>
    chance(random, probability) ? [[name, pick(random, values)]] : [];
  return [
    ...some(0.25, pick(random, ['X-API-KEY', 'x-api-key']), KEY_VALUES),
    ...some(0.1, 'X-Request-Id', ['a-request-of-mine', 'x'.repeat(200), 'with space', 'é', '']),
    ...some(0.15, 'Origin', ['https://app.example', 'null']),
    ...some(0.1, 'Accept', ['*/*', 'application/json', 'text/html', 'text/csv']),
    ...some(0.1, 'Accept-Encoding', ['gzip', 'br, gzip', 'identity']),
    ...some(0.03, 'If-None-Match', ['*', '"abc"']),
    ...some(0.05, 'X-Forwarded-For', ['203.0.113.7', 'unknown']),
    ...some(0.03, 'traceparent', ['00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01']),
    ...some(0.04, 'Connection', ['close', 'keep-alive']),
  ];
}

function drawPreflight(random: Random): Headers {
  return [
    ['Origin', pick(random, ['https://app.example', 'null'])],
    ['Access-Control-Request-Method', pick(random, ['GET', 'POST', 'DELETE'])],
    ...(chance(random, 0.6)
      ? [['Access-Control-Request-Headers', pick(random, ['x-api-key', 'content-type', 'x-other'])] as const]
      : []),
  ];
}

function writeRequest(
  method: string,
  { operation, path, query }: Asked & Pick<DrawnRequest, 'operation'>,
  headers: Headers,
  body?: Buffer,
): DrawnRequest {
  const pairs = query.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
  const lines = [
    `${method} ${path}${pairs.length > 0 ? `?${pairs.join('&')}` : ''} HTTP/1.1`,
    'Host: localhost',
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...(body ? [`Content-Length: ${body.length}`] : []),
  ];
  const bytes = Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), body ?? Buffer.alloc(0)]);
  return { operation, bytes, head: method === 'HEAD', reusable: true };
}

function shuffle<T>(random: Random, all: T[]): T[] {
  for (let i = all.length - 1; i > 0; i--) {
    const other = integer(random, 0, i);
    [all[i], all[other]] = [all[other] as T, all[i] as T];
  }
  return all;
}

/** Requests of all kinds, drawn by a seed: most are right, some are nearly so, and some nobody sends by accident. */
import { createRandom, integer, pick, type Random } from '@mandate/contracts';
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
  drawList,
  drawNextPage,
  drawResolve,
  drawSnapshot,
} from './queries.ts';
import type { World } from './world.ts';

const OTHER_PATHS = [
  ...['/status', '/networks', '/health', '/openapi.json', '/llms.txt', '/errors', '/', '/batch'],
  ...['/nothing', '/registry', '/registry/v3/check/all', '/registry/v2/check', '/registry/v1/check/erc721'],
  ...['/registry/v2/check/all/', '/snapshots', '/snapshots/1', '/resolve/', '/account', '/metrics', '/ready'],
] as [string, ...string[]];

type Draw = (random: Random, world: World) => Asked;
/** The number of draws of each kind in a hundred. */
const DRAWS = (
  [
    [46, drawCheck],
    [17, drawList],
    [10, drawNextPage],
    [10, drawResolve],
    [6, drawChanges],
    [6, drawSnapshot],
    [5, (random) => ({ path: pick(random, OTHER_PATHS), query: [] })],
  ] satisfies [number, Draw][]
).flatMap(([count, draw]) => Array<Draw>(count).fill(draw)) as [Draw, ...Draw[]];
const HOSTILE = 0.1;
const BATCH = 0.08;
const SPOILT = 0.2;

/** The requests of a run. */
export function createRequests(seed: number, count: number, world: World): RawRequest[] {
  const random = createRandom(seed);
  const hostile = createHostileRequests(seed, Math.ceil(count * HOSTILE));
  const requests: RawRequest[] = [...hostile.slice(0, Math.round(count * HOSTILE))];
  while (requests.length < count) requests.push(drawRequest(random, world));
  return shuffle(random, requests);
}

/** The requests of one client, more than its limit allows. */
export function createBurst(
  random: Random,
  world: World,
  count: number,
  headers: Readonly<Record<string, string>>,
): RawRequest[] {
  return Array.from({ length: count }, () =>
    writeRequest('GET', drawAsked(random, world), Object.entries(headers)),
  );
}

function drawAsked(random: Random, world: World): Asked {
  const asked = pick(random, DRAWS)(random, world);
  return chance(random, SPOILT) ? spoil(random, asked) : asked;
}

function drawRequest(random: Random, world: World): RawRequest {
  if (chance(random, BATCH)) {
    const { type, body } = drawBatch(random, world);
    const headers = [...drawHeaders(random), ...(type ? [['Content-Type', type] as const] : [])];
    return writeRequest('POST', { path: '/batch', query: [] }, headers, body);
  }
  const asked = drawAsked(random, world);
  const dice = random();
  if (dice < 0.04) return writeRequest('OPTIONS', asked, drawPreflight(random));
  if (dice < 0.07) {
    const method = pick(random, ['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE']);
    return writeRequest(method, asked, drawHeaders(random));
  }
  return writeRequest(dice < 0.13 ? 'HEAD' : 'GET', asked, drawHeaders(random));
}

type Headers = readonly (readonly [name: string, value: string])[];

const KEY_VALUES = [
  ...Array<string>(12).fill(KEYS.valid),
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

function writeRequest(method: string, { path, query }: Asked, headers: Headers, body?: Buffer): RawRequest {
  const pairs = query.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
  const lines = [
    `${method} ${path}${pairs.length > 0 ? `?${pairs.join('&')}` : ''} HTTP/1.1`,
    'Host: localhost',
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...(body ? [`Content-Length: ${body.length}`] : []),
  ];
  const bytes = Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), body ?? Buffer.alloc(0)]);
  return { bytes, head: method === 'HEAD', reusable: true };
}

function shuffle<T>(random: Random, all: T[]): T[] {
  for (let i = all.length - 1; i > 0; i--) {
    const other = integer(random, 0, i);
    [all[i], all[other]] = [all[other] as T, all[i] as T];
  }
  return all;
}

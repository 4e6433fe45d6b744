/** A publishable key is admitted exactly when the origin that a request names is listed, directly and through a proxy. */
import { createRandom } from '@mandate/contracts';
import { type ShippedProxy, startShippedProxy } from '@mandate/testing/process/shipped-proxy';
import { createRawClient, type RawAnswer } from '@mandate/testing/service/raw-client';
import { readSeed, size, TIMEOUT_MS } from '@mandate/testing/size';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ApiHere } from '../../testing/api-here.ts';
import { parseOriginPattern } from './origins.ts';
import { CHECK, type KeyStage, startKeyStage } from './testing/key-stage.ts';
import { drawCase, ORIGINS, type OriginCase } from './testing/origin-cases.ts';

const REQUESTS = size(1_200, 10_000);
const CONNECTIONS = 8;
const seed = readSeed('origins');

let stage: KeyStage;
let api: ApiHere;
let proxy: ShippedProxy;
let key: string;
beforeAll(async () => {
  stage = await startKeyStage();
  const origins = ORIGINS.map((text) => parseOriginPattern(text).text);
  ({ key } = await stage.createKey({ kind: 'publishable', origins }));
  api = await stage.startHere({ TRUSTED_HOPS: '1' });
  proxy = await startShippedProxy(api);
});
afterAll(async () => {
  proxy?.stop();
  await stage?.close();
});

/** Headers that name a listed origin and must not matter. */
const DECOYS = [
  '',
  'Referer: https://app.example.com/\r\n',
  'X-Forwarded-Host: app.example.com\r\nX-Forwarded-Proto: https\r\n',
  'X-Origin: https://app.example.com\r\n',
  'Forwarded: host=app.example.com;proto=https\r\n',
];

function writeRequest({ lines }: OriginCase, decoy: string): Buffer {
  const origin = lines.map((line) => `Origin: ${line}\r\n`).join('');
  const head = `GET ${CHECK} HTTP/1.1\r\nHost: service.example\r\n${decoy}X-API-KEY: ${key}\r\n${origin}\r\n`;
  return Buffer.from(head, 'latin1');
}

function isRight({ isAdmitted }: OriginCase, answer: RawAnswer | null): boolean {
  if (isAdmitted) return answer?.status === 200 && answer.body === 'true';
  return answer?.status === 403 && JSON.parse(answer.body).code === 'origin_not_allowed';
}

test(
  `${REQUESTS} random requests`,
  async () => {
    const random = createRandom(seed);
    const drawn = Array.from({ length: REQUESTS }, () => {
      const decoy = DECOYS[Math.floor(random() * DECOYS.length)] ?? '';
      return { ...drawCase(random), decoy, isProxied: random() < 0.5 };
    });
    const wrong: string[] = [];
    const counts = new Map<string, number>();
    const rest = drawn.values();
    const askInTurn = async () => {
      const [direct, proxied] = [createRawClient(api.port), createRawClient(proxy.port)];
      for (const each of rest) {
        const client = each.isProxied ? proxied : direct;
        const answer = await client.send({ bytes: writeRequest(each, each.decoy) });
        if (!isRight(each, answer)) wrong.push(`${JSON.stringify(each)}: ${answer?.status} ${answer?.body}`);
        const name = `${each.kind}: ${answer?.status}`;
        counts.set(name, (counts.get(name) ?? 0) + 1);
      }
      direct.close();
      proxied.close();
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, askInTurn));
    process.stdout.write(`${JSON.stringify(Object.fromEntries([...counts].sort()))}\n`);
    expect(wrong).toEqual([]);
  },
  TIMEOUT_MS,
);

test('the cases are of every kind, and some of most kinds are admitted', () => {
  const random = createRandom(seed);
  const kinds = Map.groupBy(
    Array.from({ length: 1_200 }, () => drawCase(random)),
    ({ kind }) => kind,
  );
  const share = (kind: OriginCase['kind']) => {
    const own = kinds.get(kind) ?? [];
    return own.filter(({ isAdmitted }) => isAdmitted).length / own.length;
  };
  expect(share('listed')).toBe(1);
  expect(share('mixed-case')).toBeGreaterThan(0.5);
  for (const kind of ['unlisted', 'look-alike'] as const) expect(share(kind)).toBeLessThan(0.5);
  for (const kind of ['malformed', 'null'] as const) expect(share(kind)).toBe(0);
});

/** The constant headers are those that helmet and Fastify's plugin for CORS would compute for each request. */
import cors from '@fastify/cors';
import helmet from '@fastify/helmet';
import fastify, { type FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createServer } from './server.ts';

const EXPOSED = ['X-Block-Number', 'Link'];
const OWN = ['x-request-id', 'cache-control', 'content-security-policy', 'date', 'vary', 'connection'];

let ours: FastifyInstance;
let theirs: FastifyInstance;
beforeAll(async () => {
  ours = createServer(pino({ level: 'silent' }), {
    publicUrl: '',
    exposedHeaders: EXPOSED,
    clientHeaders: [],
  });
  theirs = fastify();
  await theirs.register(helmet, {
    contentSecurityPolicy: false,
    crossOriginResourcePolicy: { policy: 'cross-origin' },
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xDnsPrefetchControl: false,
    originAgentCluster: false,
    xXssProtection: false,
  });
  await theirs.register(cors, {
    origin: '*',
    methods: ['GET', 'HEAD'],
    allowedHeaders: ['X-API-KEY', 'X-Request-Id', 'Last-Event-ID', 'If-None-Match'],
    exposedHeaders: EXPOSED,
    maxAge: 86_400,
    strictPreflight: false,
  });
  ours.get('/usual', async () => ({ is: true }));
  ours.get('/at-once', (_, reply) => reply.sendJson('{"is":true}', []));
  theirs.get('/usual', async () => ({ is: true }));
  theirs.get('/at-once', async () => ({ is: true }));
  ours.refuseOtherMethods();
});
afterAll(() => Promise.all([ours.close(), theirs.close()]));

async function headersOf(app: FastifyInstance, method: 'GET' | 'OPTIONS', url: string) {
  const headers = { host: 'localhost', origin: 'https://a.example', 'access-control-request-method': 'GET' };
  const { statusCode, headers: said, body } = await app.inject({ method, url, headers });
  const shared = Object.entries(said).filter(([name]) => !OWN.includes(name.toLowerCase()));
  return {
    statusCode,
    body,
    headers: Object.fromEntries(shared.map(([name, value]) => [name, String(value)])),
  };
}

test.each([
  ['GET', '/usual'],
  ['GET', '/at-once'],
  ['OPTIONS', '/usual'],
] as const)('%s %s', async (method, url) => {
  expect(await headersOf(ours, method, url)).toEqual(await headersOf(theirs, method, url));
});

test('every answer has a request id and is not kept, and data is never a page', async () => {
  for (const url of ['/usual', '/at-once', '/nothing']) {
    const { headers } = await ours.inject({ url, headers: { host: 'localhost', 'x-request-id': 'mine' } });
    expect(headers).toMatchObject({
      'x-request-id': 'mine',
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    });
  }
});

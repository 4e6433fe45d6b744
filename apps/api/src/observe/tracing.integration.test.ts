import { type Collector, startCollector } from '@mandate/testing/collector';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { CHECK, type KeyStage, startKeyStage } from '../access/keys/testing/key-stage.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const CALLER = '00f067aa0ba902b7';
const ENDS_WITHIN_MS = 9_000;
/** Names every module of OpenTelemetry's SDK that a process loads. */
const NAME_MODULES = `--import=data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module';
  registerHooks({ resolve(name, context, next) {
    if (/@opentelemetry\\/(sdk|exporter)/.test(name)) console.error('loads ' + name);
    return next(name, context);
  } });`)}`;

let stage: KeyStage;
let collector: Collector;
beforeAll(async () => {
  stage = await startKeyStage();
});
beforeEach(async () => {
  collector = await startCollector();
});
afterEach(() => collector.close());
afterAll(() => stage.close());

const start = (environment: NodeJS.ProcessEnv = {}) =>
  stage.start({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, ...environment });

test("a request is a span of its caller's trace, and its statements are spans below it", async () => {
  const service = await start();
  const headers = { traceparent: `00-${TRACE}-${CALLER}-01`, 'x-request-id': 'mine' };
  expect((await fetch(service.url + CHECK, { headers })).status).toBe(200);
  expect((await fetch(`${service.adminUrl}/metrics`)).status).toBe(200);
  expect(await service.stop()).toBe(0);
  const span = await collector.find(({ name }) => name === 'GET /registry/v2/check/all');
  expect(span).toMatchObject({
    traceId: TRACE,
    parentSpanId: CALLER,
    attributes: {
      'http.request.method': 'GET',
      'http.route': '/registry/v2/check/all',
      'http.response.status_code': 200,
      'mandate.operation': 'v2CheckAll',
      'mandate.chain_id': 1,
      'mandate.block': 1,
      'mandate.request_id': 'mine',
    },
  });
  const statement = await collector.find(({ name }) => name === 'find-satisfying');
  expect(statement).toMatchObject({
    traceId: TRACE,
    parentSpanId: span.spanId,
    attributes: { 'mandate.pool': 'checks' },
  });
  expect(collector.list().map(({ name }) => name)).not.toContain('GET /metrics');
});

test('a request that belongs to no trace, or to none that is sampled, is treated as OpenTelemetry says', async () => {
  const service = await start();
  await fetch(service.url + CHECK, { headers: { traceparent: `00-${TRACE}-${CALLER}-00` } });
  await fetch(`${service.url}/status`, { headers: { traceparent: 'nonsense' } });
  expect(await service.stop()).toBe(0);
  const span = await collector.find(({ name }) => name === 'GET /status');
  expect(span.parentSpanId).toBeUndefined();
  expect(collector.list().filter(({ traceId }) => traceId === TRACE)).toEqual([]);
});

test('no key is in what is sent, wherever a client puts it', async () => {
  const service = await start();
  const { key } = await stage.createKey();
  const ask = (path: string, headers: Record<string, string>) => fetch(service.url + path, { headers });
  expect((await ask(CHECK, { 'x-api-key': key, 'x-request-id': key })).status).toBe(200);
  expect((await ask(`${CHECK}&key=${key}&${key}=1`, {})).status).toBe(400);
  expect((await ask(`/${key}`, {})).status).toBe(404);
  expect(await service.stop()).toBe(0);
  await collector.find(({ name }) => name === 'GET');
  expect(collector.list().filter(({ name }) => name.startsWith('GET'))).toHaveLength(3);
  expect(collector.bodies.join('\n')).not.toContain(key.slice(0, 12));
  expect(collector.bodies.join('\n')).not.toMatch(/mdt_/i);
});

test('without a collector nothing of OpenTelemetry is loaded', async () => {
  const loaded = async (environment: NodeJS.ProcessEnv) => {
    const service = await start({ NODE_OPTIONS: NAME_MODULES, ...environment });
    expect((await fetch(service.url + CHECK)).status).toBe(200);
    await service.stop();
    return service.lines.filter((line) => line.startsWith('loads '));
  };
  expect(await loaded({ OTEL_EXPORTER_OTLP_ENDPOINT: '' })).toEqual([]);
  expect(collector.bodies).toEqual([]);
  expect(await loaded({})).toContain('loads @opentelemetry/sdk-trace');
});

test('a collector that is away costs no answer, and does not hold up the end', async () => {
  const service = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' });
  for (let i = 0; i < 20; i++) expect((await fetch(service.url + CHECK)).status).toBe(200);
  const began = Date.now();
  expect(await service.stop()).toBe(0);
  expect(Date.now() - began).toBeLessThan(ENDS_WITHIN_MS);
});

test.each([
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318', /must be a URL like http:\/\/localhost:4318/],
  ['OTEL_TRACES_SAMPLER_ARG', 'always', /must be a share from 0 to 1/],
])('%s=%s is refused at the start', async (name, value, said) => {
  await expect(start({ [name]: value })).rejects.toThrow(said);
});

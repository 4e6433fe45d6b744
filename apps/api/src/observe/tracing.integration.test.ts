import { type Collector, startCollector } from '@mandate/testing/service/collector';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CHECK, type KeyStage, startKeyStage } from '../access/keys/testing/key-stage.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const CALLER = '00f067aa0ba902b7';
/** Names every module of OpenTelemetry's SDK that a process loads. */
const NAME_MODULES = `--import=data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module';
  registerHooks({ resolve(name, context, next) {
    if (/@opentelemetry\\/(sdk|exporter)/.test(name)) console.error('loads ' + name);
    return next(name, context);
  } });`)}`;

const UNSAMPLED = 'a3ce929d0e0e47364bf92f3577b34da6';

let stage: KeyStage;
let collector: Collector;
/** The output of the process that sent the spans: it has ended, and everything is sent. */
let lines: readonly string[];
let key: string;
beforeAll(async () => {
  [stage, collector] = await Promise.all([startKeyStage(), startCollector()]);
  ({ key } = await stage.createKey());
  const service = await start({ NODE_OPTIONS: NAME_MODULES });
  const ask = async (path: string, headers: Record<string, string> = {}) =>
    (await fetch(service.url + path, { headers })).status;
  const traceparent = (trace: string, flags: string) => `00-${trace}-${CALLER}-${flags}`;
  expect(await ask(CHECK, { traceparent: traceparent(TRACE, '01'), 'x-request-id': 'mine' })).toBe(200);
  expect((await fetch(`${service.adminUrl}/metrics`)).status).toBe(200);
  expect(await ask(CHECK, { traceparent: traceparent(UNSAMPLED, '00') })).toBe(200);
  expect(await ask('/status', { traceparent: 'nonsense' })).toBe(200);
  expect(await ask(CHECK, { 'x-api-key': key, 'x-request-id': key })).toBe(200);
  expect(await ask(`${CHECK}&key=${key}&${key}=1`)).toBe(400);
  expect(await ask(`/${key}`)).toBe(404);
  expect(await service.stop()).toBe(0);
  lines = service.lines;
});
afterAll(() => Promise.all([collector?.close(), stage?.close()]));

const start = (environment: NodeJS.ProcessEnv = {}) =>
  stage.start({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, ...environment });
const listLoaded = (lines: readonly string[]) => lines.filter((line) => line.startsWith('loads '));

test("a request is a span of its caller's trace, and its statements are spans below it", async () => {
  const span = await collector.find(({ attributes }) => attributes['mandate.request_id'] === 'mine');
  expect(span).toMatchObject({
    name: 'GET /registry/v2/check/all',
    traceId: TRACE,
    parentSpanId: CALLER,
    attributes: {
      'http.request.method': 'GET',
      'http.route': '/registry/v2/check/all',
      'http.response.status_code': 200,
      'mandate.operation': 'v2CheckAll',
      'mandate.chain_id': 1,
      'mandate.block': 1,
    },
  });
  const statement = await collector.find(
    ({ name, traceId }) => name === 'find-satisfying' && traceId === TRACE,
  );
  expect(statement).toMatchObject({ parentSpanId: span.spanId, attributes: { 'mandate.pool': 'checks' } });
});

test('a request that belongs to no trace, or to none that is sampled, is treated as OpenTelemetry says', async () => {
  const span = await collector.find(({ name }) => name === 'GET /status');
  expect(span.parentSpanId).toBeUndefined();
  expect(collector.list().filter(({ traceId }) => traceId === UNSAMPLED)).toEqual([]);
});

test('no key is in what is sent, wherever a client puts it, and the admin listener is not traced', () => {
  const asked = collector.list().filter(({ name }) => name.startsWith('GET'));
  const checks = [1, 2, 3].map(() => 'GET /registry/v2/check/all');
  expect(asked.map(({ name }) => name).toSorted()).toEqual(['GET', ...checks, 'GET /status']);
  expect(collector.bodies.join('\n')).not.toContain(key.slice(0, 12));
  expect(collector.bodies.join('\n')).not.toMatch(/mdt_/i);
});

test('without a collector nothing of OpenTelemetry is loaded', async () => {
  const sent = collector.bodies.length;
  const service = await start({ NODE_OPTIONS: NAME_MODULES, OTEL_EXPORTER_OTLP_ENDPOINT: '' });
  expect((await fetch(service.url + CHECK)).status).toBe(200);
  await service.stop();
  expect(listLoaded(service.lines)).toEqual([]);
  expect(collector.bodies).toHaveLength(sent);
  expect(listLoaded(lines)).toContain('loads @opentelemetry/sdk-trace');
});

test('a collector that is away costs no answer, and does not hold up the end', async () => {
  const service = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' });
  for (let i = 0; i < 20; i++) expect((await fetch(service.url + CHECK)).status).toBe(200);
  // One that waits is killed, and has no exit code.
  expect(await service.stop()).toBe(0);
});

/**
 * The honest client, in a process of its own, so that the scenario's work does not distort its measurements.
 */
import { get } from 'node:http';
import { createAsk } from './ask.ts';
import type { HonestOrders, Probe, Sample } from './messages.ts';
import { repeatPerSecond } from './pace.ts';
import { HONEST } from './rates.ts';
import { pageHeaders } from './throwaway-wallet.ts';

const ADDRESS = '192.0.2.10';
const REPORT_EVERY_MS = 500;
const STREAM_TIMEOUT_MS = 10_000;
/** Longer than between two heartbeats. */
const LIVE_WITHIN_MS = 20_000;

process.once('message', (orders: HonestOrders) => {
  const { apiUrl, key, v1Checks, checks, lists, probes } = orders;
  const ask = createAsk(apiUrl);
  const anonymous = { 'x-forwarded-for': ADDRESS };
  const keyed = { ...anonymous, 'x-api-key': key };
  let samples: Sample[] = [];

  async function measure(type: Sample['type'], path: string, headers: typeof anonymous): Promise<void> {
    const askedAt = Date.now();
    const startedAt = performance.now();
    const { status, headers: answered, text } = await ask({ path, headers });
    const ms = performance.now() - startedAt;
    samples.push({ type, path, askedAt, ms, status, hash: String(answered['x-block-hash']), text });
  }

  async function probe({
    name,
    method,
    asksNode,
    keyed: isKeyed,
    body,
    isStream,
    ...asked
  }: Probe): Promise<void> {
    const path = asked.path.replace('NUMBER', String(probed++).padStart(8, '0'));
    const headers = { ...pageHeaders(orders.origin, ADDRESS), ...(isKeyed ? { 'x-api-key': key } : {}) };
    const askedAt = Date.now();
    const startedAt = performance.now();
    const { status, text } = isStream
      ? await openStream(new URL(path, apiUrl))
      : await ask({ method, path, headers, ...(body ? { body } : {}) });
    const ms = performance.now() - startedAt;
    const [, hash = ''] = /"hash":"(0x\w+)"/.exec(asksNode ? text : '') ?? [];
    samples.push({ type: asksNode ? 'claim' : 'probe', path: name, askedAt, ms, status, hash, text });
  }
  let probed = 0;
  const live = followChanges(new URL('/changes', apiUrl), keyed);
  setInterval(() => {
    const [askedAt, status] = [Date.now(), live() ? 200 : 0];
    samples.push({ type: 'live', path: 'live updates', askedAt, ms: 0, status, hash: '', text: '' });
  }, HONEST.probeEveryMs);

  const turn = (paths: readonly string[], type: Sample['type'], headers: typeof anonymous) => {
    let number = 0;
    return () => void measure(type, paths[number++ % paths.length] ?? '', headers);
  };
  repeatPerSecond(HONEST.v1ChecksPerS, turn(v1Checks, 'check', anonymous));
  repeatPerSecond(HONEST.checksPerS - HONEST.v1ChecksPerS, turn(checks, 'check', keyed));
  repeatPerSecond(HONEST.listsPerS, turn(lists, 'list', keyed));
  setInterval(() => {
    for (const each of probes) void probe(each);
  }, HONEST.probeEveryMs);
  setInterval(() => {
    process.send?.(samples);
    samples = [];
  }, REPORT_EVERY_MS);
});
process.once('disconnect', () => process.exit(0));

/** Keeps one stream open for the whole run. Returns whether it still is, and brought something lately. */
function followChanges(url: URL, key: Readonly<Record<string, string>>): () => boolean {
  let heardAt = Date.now();
  let isOpen = true;
  const end = () => {
    isOpen = false;
  };
  get(url, { headers: { ...key, accept: 'text/event-stream' }, agent: false }, (response) => {
    response.on('data', () => {
      heardAt = Date.now();
    });
    response.once('close', end);
    if (response.statusCode !== 200) end();
  }).on('error', end);
  return () => isOpen && Date.now() - heardAt < LIVE_WITHIN_MS;
}

/** Closes the stream as soon as it is answered. */
function openStream(url: URL): Promise<{ status: number; text: string }> {
  const headers = { 'x-forwarded-for': ADDRESS, accept: 'text/event-stream' };
  return new Promise((resolve) => {
    const request = get(url, { headers, agent: false, timeout: STREAM_TIMEOUT_MS }, (response) => {
      resolve({ status: response.statusCode ?? 0, text: '' });
      request.destroy();
    });
    request.once('timeout', () => request.destroy(new Error(`no answer in ${STREAM_TIMEOUT_MS} ms`)));
    request.on('error', ({ message }) => resolve({ status: 0, text: message }));
  });
}

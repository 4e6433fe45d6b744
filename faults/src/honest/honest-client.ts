/**
 * The honest client, in a process of its own, so that the scenario's work does not distort its measurements.
 */
import { get, type IncomingMessage } from 'node:http';
import { type Ask, createAsk } from '../ask.ts';
import { pageHeaders } from '../hostile/throwaway-wallet.ts';
import { repeatPerSecond } from '../pace.ts';
import type { HonestOrders, Probe, Sample } from './messages.ts';

const ADDRESS = '192.0.2.10';
const PROBE_EVERY_MS = 5_000;
const REPORT_EVERY_MS = 100;
const STREAM_TIMEOUT_MS = 10_000;
/** Longer than between two heartbeats. */
const LIVE_WITHIN_MS = 20_000;

process.once('message', ({ apiUrl, origin, key, streams, probes }: HonestOrders) => {
  const ask = createAsk(apiUrl);
  const anonymous = { 'x-forwarded-for': ADDRESS };
  const keyed = { ...anonymous, 'x-api-key': key };
  const page = pageHeaders(origin, ADDRESS);
  let samples: Sample[] = [];

  async function measure(named: Pick<Sample, 'type' | 'path'>, asking: () => ReturnType<Ask>) {
    const askedAt = Date.now();
    const startedAt = performance.now();
    const { status, headers, body: text } = await asking();
    const ms = performance.now() - startedAt;
    const [, inText] = /"hash":"(0x\w+)"/.exec(named.type === 'claim' ? text : '') ?? [];
    const hash = inText ?? String(headers['x-block-hash']);
    samples.push({ ...named, askedAt, ms, status, hash, text });
  }

  function probe({ name, asksNode, isKeyed, body, isStream, ...asked }: Probe): void {
    const path = asked.path.replace('NUMBER', String(probed++).padStart(8, '0'));
    const headers = isKeyed ? { ...page, 'x-api-key': key } : page;
    const asking = () => (isStream ? openStream(`${apiUrl}${path}`) : ask(path, headers, body));
    void measure({ type: asksNode ? 'claim' : 'probe', path: name }, asking);
  }
  let probed = 0;

  for (const { type, paths, perS, isKeyed } of streams) {
    let number = 0;
    repeatPerSecond(perS, () => {
      const path = paths[number++ % paths.length] ?? '';
      void measure({ type, path }, () => ask(path, isKeyed ? keyed : anonymous));
    });
  }
  if (probes.length > 0) {
    const isLive = followChanges(`${apiUrl}/changes`, keyed);
    setInterval(() => {
      for (const each of probes) probe(each);
      const [askedAt, status] = [Date.now(), isLive() ? 200 : 0];
      samples.push({ type: 'live', path: 'live updates', askedAt, ms: 0, status, hash: '', text: '' });
    }, PROBE_EVERY_MS);
  }
  setInterval(() => {
    process.send?.(samples);
    samples = [];
  }, REPORT_EVERY_MS);
});
process.once('disconnect', () => process.exit(0));

function getStream(url: string, headers: object, onResponse: (response: IncomingMessage) => void) {
  const accept = 'text/event-stream';
  return get(url, { headers: { ...headers, accept }, agent: false }, onResponse);
}

/** Keeps one stream open for the whole run. Returns whether it still is, and brought something lately. */
function followChanges(url: string, headers: object): () => boolean {
  let heardAt = Date.now();
  let isOpen = true;
  const end = () => {
    isOpen = false;
  };
  getStream(url, headers, (response) => {
    response.on('data', () => {
      heardAt = Date.now();
    });
    response.once('close', end);
    if (response.statusCode !== 200) end();
  }).on('error', end);
  return () => isOpen && Date.now() - heardAt < LIVE_WITHIN_MS;
}

/** Closes the stream as soon as it is answered. */
function openStream(url: string): ReturnType<Ask> {
  return new Promise((resolve) => {
    const request = getStream(url, { 'x-forwarded-for': ADDRESS }, (response) => {
      resolve({ status: response.statusCode ?? 0, headers: {}, body: '' });
      request.destroy();
    });
    request.setTimeout(STREAM_TIMEOUT_MS, () =>
      request.destroy(new Error(`no answer in ${STREAM_TIMEOUT_MS} ms`)),
    );
    request.on('error', ({ message }) => resolve({ status: 0, headers: {}, body: message }));
  });
}

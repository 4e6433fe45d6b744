import { setTimeout as delay } from 'node:timers/promises';
import { at, createTestDatabase, createTestLedger, delegate, row } from '@mandate/testing/ledger/database';
import { type ApiProcess, startApiProcess } from '@mandate/testing/process/api-process';
import { createHostileRequests, type HostileRequest } from '@mandate/testing/service/hostile-requests';
import { createRawClient, type RawAnswer, type RawClient } from '@mandate/testing/service/raw-client';
import { readSeed, size, TIMEOUT_MS } from '@mandate/testing/size';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PROBLEMS, type ProblemCode } from './problems.ts';

const REQUESTS = size(1_500, 50_000);
const CONNECTIONS = 8;
/** A part of them has been made, sent and forgotten at a time: a megabyte a request is much to keep. */
const AT_ONCE = 1_000;
/**
 * Until then a process grows to what it needs under load: compiled code, caches, room for what is young, buffers that
 * its allocator keeps. What it gets beyond that it would get for ever.
 */
const WARM_UP = AT_ONCE * Math.ceil(REQUESTS / 2 / AT_ONCE);
const MAX_GROWTH_MB = { resident: 60, heap: 8 };
const MAX_WAITS = 10;
const MAX_ATTEMPTS = 20;
const PAUSE_MS = 300;

/**
 * 204 answers OPTIONS, 302 leads to the description, and 408 is for who does not send all of a request:
 * `PRI` begins a conversation in HTTP/2, of which no more comes.
 */
const ALLOWED = [200, 204, 302, 400, 401, 404, 405, 408, 414, 431];

/** A block above the chain's head can be asked for in all good faith, and a proof that no node is there for. */
const NOT_NOW: readonly ProblemCode[] = ['block_not_reached', 'proof_unavailable'];

const db = await createTestDatabase();
let service: ApiProcess;

beforeAll(async () => {
  const { openChain, write } = createTestLedger(db.database);
  const rows = ['a', 'b', 'c'].map((name, log) => row(delegate(name), at(1, log)));
  await write(await openChain(), 20, ...rows);
  service = await startApiProcess(db.url);
});

afterAll(async () => {
  await service?.kill();
  await db.drop();
});

test.each([3_000, 12_000, 100_000, 2 ** 20])(
  '%i bytes too many are named for what they are',
  async (length) => {
    const client = createRawClient(service.port);
    const send = async (url: string, headers: string) => {
      const bytes = Buffer.from(`GET ${url} HTTP/1.1\r\nHost: a\r\n${headers}\r\n`);
      return (await client.send({ bytes, reusable: false }))?.status;
    };
    const text = 'x'.repeat(length);
    expect(await send(`/registry/v2/check/all?a=${text}`, '')).toBe(414);
    expect(await send(`/${text}`, 'X-Also: this\r\n')).toBe(414);
    const [value, names] = [`X-Long: ${text.repeat(3)}\r\n`, 'X-Many: 1\r\n'.repeat(length / 3)];
    expect(await send('/health', value)).toBe(431);
    expect(await send('/health', names)).toBe(431);
    client.close();
  },
);

test('whatever is sent, it answers with what it promises, and stays as it was', {
  timeout: TIMEOUT_MS,
}, async () => {
  const seed = readSeed('hostile input');
  const seen: Seen = { answers: {}, faults: new Map() };
  let before = await service.measure();
  for (let sent = 0; sent < REQUESTS; sent += AT_ONCE) {
    await sendAll(createHostileRequests(seed + sent, Math.min(AT_ONCE, REQUESTS - sent)), seen);
    if (sent + AT_ONCE === WARM_UP) before = await service.measure();
  }
  let after = await service.measure();
  const grown = () => after.residentMb - before.residentMb;
  // Freed memory goes back to the system by and by.
  for (let waited = 0; waited < MAX_WAITS && grown() > MAX_GROWTH_MB.resident; waited++) {
    after = await service.measure();
  }
  process.stdout.write(`${JSON.stringify({ answers: seen.answers, before, after })}\n`);
  expect(Object.fromEntries(seen.faults)).toEqual({});
  expect(seen.answers['200']).toBeGreaterThan(REQUESTS / 20);
  expect(grown()).toBeLessThan(MAX_GROWTH_MB.resident);
  expect(after.heapMb - before.heapMb).toBeLessThan(MAX_GROWTH_MB.heap);

  const usual = await fetch(`${service.url}/registry/v2/check/erc20?${usualQuery}`);
  expect([usual.status, await usual.text()]).toEqual([200, '1']);
  expect(await service.stop()).toBe(0);
  expect(service.lines.length).toBeGreaterThan(REQUESTS / 2);
  for (const line of service.lines) expect(() => JSON.parse(line), line).not.toThrow();
});

interface Seen {
  readonly answers: Record<string, number>;
  /** Each problem with the last request that it came with. */
  readonly faults: Map<string, string>;
}

const usualQuery = new URLSearchParams({
  ...{ from: `0x${'aa'.padStart(40, '0')}`, to: `0x${'bb'.padStart(40, '0')}` },
  contract: `0x${'a'.padStart(40, '0')}`,
});

async function sendAll(requests: readonly HostileRequest[], seen: Seen): Promise<void> {
  const queue = requests.values();
  const send = async () => {
    const client = createRawClient(service.port);
    for (const request of queue) {
      const answer = await sendWhenFree(client, request).catch((error: Error) => error);
      const fault = answer instanceof Error ? answer.message : findFault(request, answer);
      const kind = answer && 'status' in answer ? String(answer.status) : 'none';
      seen.answers[kind] = (seen.answers[kind] ?? 0) + 1;
      if (fault) seen.faults.set(fault, `${show(request)} → ${JSON.stringify(answer)}`);
    }
    client.close();
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, send));
}

/** Asks again what was refused because the machine was busy: that is not the request's fault. */
async function sendWhenFree(client: RawClient, request: HostileRequest): Promise<RawAnswer | null> {
  for (let attempt = 1; ; attempt++) {
    const answer = await client.send(request);
    if (attempt === MAX_ATTEMPTS || !answer || !says(answer, 'overloaded')) return answer;
    await delay(PAUSE_MS);
  }
}

/** A HEAD has no body to read the code in: its status and how long to wait tell as much. */
function says({ status, headers, body }: RawAnswer, code: ProblemCode): boolean {
  if (body !== '') return body.includes(`"code":"${code}"`);
  const kind: { status: number; retryAfterS?: number } = PROBLEMS[code];
  return status === kind.status && headers.get('retry-after') === String(kind.retryAfterS);
}

/** Returns what is wrong with an answer, if anything is. */
function findFault(request: HostileRequest, answer: RawAnswer | null): string | null {
  if (!answer) return request.maybeSilent ? null : 'No answer';
  const { status, headers, body } = answer;
  if (!ALLOWED.includes(status) && !NOT_NOW.some((code) => says(answer, code))) return `Status ${status}`;
  const type = headers.get('content-type') ?? '';
  if (status < 400)
    return isWhole(type, body, request.head === true) ? null : 'Not the JSON that it says it is';
  if (!type.startsWith('application/problem+json')) return `A ${status} of type "${type}"`;
  if (request.head) return null;
  const { code, status: said } = JSON.parse(body) as { code: keyof typeof PROBLEMS; status: number };
  if (PROBLEMS[code]?.status !== status || said !== status) return `A ${status} with code "${code}"`;
  return null;
}

function isWhole(type: string, body: string, isHead: boolean): boolean {
  if (isHead || !type.startsWith('application/json')) return true;
  try {
    JSON.parse(body);
    return true;
  } catch {
    return false;
  }
}

/** Runs of one character are many, and say little. */
function show({ bytes }: HostileRequest): string {
  const text = bytes.toString('latin1', 0, 20_000);
  return JSON.stringify(text.replaceAll(/(.{1,6}?)\1{30,}/g, '$1…')).slice(0, 1_500);
}

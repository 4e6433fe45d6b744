/** Hostile messages, as `http/hostile-input` has hostile requests: no 5xx, nothing of the inside, and the process stays as it was. */
import { connect } from 'node:net';
import { at, createTestDatabase, createTestLedger, delegate, row } from '@mandate/testing/ledger/database';
import { type ApiProcess, startApiProcess } from '@mandate/testing/process/api-process';
import { readSeed, size, TIMEOUT_MS } from '@mandate/testing/size';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createHostileMessages, type HostileMessage } from './testing/hostile-messages.ts';

const MESSAGES = size(800, 20_000);
const AT_ONCE = 500;
const WARM_UP = AT_ONCE * Math.ceil(MESSAGES / 2 / AT_ONCE);
const CONNECTIONS = 8;
const MAX_GROWTH_MB = { resident: 60, heap: 8 };
const MAX_WAITS = 10;
/** 202 acknowledges a notification, 404 and 406 are the protocol's for what it does not know. */
const ALLOWED = [200, 202, 400, 401, 403, 404, 406, 415];
const INSIDE =
  /node_modules|\/src\/|\.m?[jt]s:\d|\bat \w+ \(|ZodError|TypeError|RangeError|Maximum call stack|pg_|select /;

const db = await createTestDatabase();
let service: ApiProcess;
beforeAll(async () => {
  const { openChain, write } = createTestLedger(db.database);
  await write(await openChain(), 20, row(delegate('a'), at(1)));
  service = await startApiProcess(db.url);
});
afterAll(async () => {
  await service?.kill();
  await db.drop();
});

interface Seen {
  readonly answers: Record<string, number>;
  readonly faults: Map<string, string>;
}

function findFault(status: number, text: string): string | null {
  if (!ALLOWED.includes(status)) return `Status ${status}`;
  if (INSIDE.test(text)) return `It tells of its inside: ${INSIDE.exec(text)?.[0]}`;
  if (text === '') return status === 202 ? null : `A ${status} without a body`;
  const { result, error, code } = JSON.parse(text) as {
    result?: { isError?: boolean; structuredContent?: { code?: string; value?: unknown } };
    error?: { code: number; message: string };
    code?: string;
  };
  if (code === 'internal_error' || result?.structuredContent?.code === 'internal_error')
    return 'Internal error';
  if (error?.message.startsWith('Internal error')) return 'A tool failed';
  return result || error || code ? null : 'Neither a result nor an error';
}

async function sendOne({ body, headers }: HostileMessage): Promise<{ status: number; text: string }> {
  try {
    const init = { method: 'POST', headers, body: new Uint8Array(body) };
    const answer = await fetch(`${service.url}/mcp`, init);
    return { status: answer.status, text: await answer.text() };
  } catch (error) {
    return { status: 0, text: String(error) };
  }
}

async function sendAll(messages: readonly HostileMessage[], seen: Seen): Promise<void> {
  const queue = messages.values();
  const send = async () => {
    for (const message of queue) {
      const { status, text } = await sendOne(message);
      const kind = status === 200 && text.includes('"isError":true') ? 'tool error' : String(status);
      seen.answers[kind] = (seen.answers[kind] ?? 0) + 1;
      const fault = findFault(status, text);
      const shown = `${message.body.toString('latin1', 0, 1_500)} ${JSON.stringify(message.headers)}`;
      if (fault) seen.faults.set(fault, `${shown} → ${text.slice(0, 1_000)}`);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, send));
}

test('whatever is sent, it answers with what it promises, and stays as it was', {
  timeout: TIMEOUT_MS,
}, async () => {
  const seed = readSeed('hostile messages');
  const seen: Seen = { answers: {}, faults: new Map() };
  let before = await service.measure();
  for (let sent = 0; sent < MESSAGES; sent += AT_ONCE) {
    await sendAll(createHostileMessages(seed + sent, Math.min(AT_ONCE, MESSAGES - sent)), seen);
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
  // Enough of them get through to the tools, and some to an answer.
  expect(seen.answers['tool error']).toBeGreaterThan(MESSAGES / 20);
  expect(seen.answers['200']).toBeGreaterThan(MESSAGES / 20);
  expect(grown()).toBeLessThan(MAX_GROWTH_MB.resident);
  expect(after.heapMb - before.heapMb).toBeLessThan(MAX_GROWTH_MB.heap);
  expect(service.lines.filter((line) => /"level":(?:50|60)/.test(line))).toEqual([]);
});

const post = async (body: string) => {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${service.url}/mcp`, { method: 'POST', headers, body });
  return { status: answer.status, body: JSON.parse(await answer.text()) };
};

test.each([
  ['a batch', `[${'{"jsonrpc":"2.0","id":1,"method":"ping"},'.repeat(3).slice(0, -1)}]`, 'must be an object'],
  ['a long body', `"${'x'.repeat(2 ** 14)}"`, 'at most 16 KiB'],
  ['a deep body', `{"a":${'['.repeat(50)}${']'.repeat(50)}}`, 'nested more than 12 levels'],
  ['no JSON', '{"jsonrpc', 'not valid JSON'],
])('%s is refused with 400, and says why', async (_, body, detail) => {
  const answer = await post(body);
  expect(answer).toMatchObject({ status: 400, body: { code: 'malformed_request' } });
  expect(answer.body.detail).toContain(detail);
});

test('names of prototypes are no tools and no arguments', async () => {
  const call = (name: string, given = '{}') =>
    post(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"${name}","arguments":${given}}}`);
  for (const name of ['__proto__', 'constructor', 'toString'])
    expect((await call(name)).body.error.message).toBe(`There is no tool "${name}". tools/list lists them.`);
  // The library leaves `__proto__` out.
  const { body } = await call('getNetworks', '{"__proto__": {"a": 1}, "constructor": 1}');
  expect(body.result.structuredContent).toMatchObject({
    code: 'invalid_parameters',
    errors: [{ parameter: 'constructor' }],
  });
});

test('a thousand wrong names are a short answer, and none can hide', async () => {
  const names = Array.from({ length: 1_000 }, (_, i) => `"a\u202e${i}":1`).join();
  const { body } = await post(
    `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"getNetworks","arguments":{${names}}}}`,
  );
  const text = JSON.stringify(body);
  expect(text.length).toBeLessThan(10_000);
  expect(body.result.structuredContent.errors).toHaveLength(20);
  expect(text).not.toContain('\u202e');
  expect(text).toContain('a\\\\u{202e}0');
});

test('a body that does not come ends with 408', { timeout: 30_000 }, async () => {
  const socket = connect(service.port, '127.0.0.1');
  socket.write(
    'POST /mcp HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"jsonrpc"',
  );
  let text = '';
  for await (const chunk of socket) text += chunk;
  expect(text).toMatch(/^HTTP\/1\.1 408 /);
});

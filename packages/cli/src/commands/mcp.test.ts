/** `mandate mcp` against a service that answers, or does not. e2e/sample-world asks a real one with the official client. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { typeCommand } from '../testing/type-command.ts';

interface Message {
  readonly id: number;
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
}

const ABOUT = { serverInfo: { name: 'mandate', version: '9.9.9' }, instructions: 'Unknown is not no.' };
const TOOL = { name: 'getNetworks', inputSchema: { type: 'object' } };
const REFUSED = {
  code: 'chain_lagging',
  status: 503,
  title: 'Late',
  detail: 'Base lags.',
  requestId: 'a',
  type: 'b',
};

/** The service's answer to each method: a result, or a problem with its status. */
let answers: Record<string, { readonly status?: number; readonly body: object }>;
const asked: { readonly message: Message; readonly key: string | undefined }[] = [];

const server = createServer(async (request: IncomingMessage, response: ServerResponse) => {
  const message = JSON.parse(await text(request)) as Message;
  asked.push({ message, key: request.headers['x-api-key'] as string | undefined });
  const { status = 200, body } = answers[message.method] ?? { body: {} };
  const type = status === 200 ? 'application/json' : 'application/problem+json';
  response.writeHead(status, { 'content-type': type, 'retry-after': '600' });
  response.end(JSON.stringify(status === 200 ? { jsonrpc: '2.0', id: message.id, ...body } : body));
});
let url: string;
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());
beforeEach(() => {
  asked.length = 0;
  answers = {
    initialize: { body: { result: ABOUT } },
    'tools/list': { body: { result: { tools: [TOOL] } } },
    'tools/call': { body: { result: { content: [{ type: 'text', text: '2 chains.' }] } } },
  };
});

const HELLO = {
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'a', version: '1' } },
};

/** Types messages one by one, each after the answer to the one before. */
async function converse(...messages: readonly object[]) {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const environment = { MANDATE_URL: url, MANDATE_API_KEY: 'mdt_live_key' };
  const running = typeCommand(url, 'mcp', { environment, isTerminal: false, stdio: { input, output } });
  const said: Record<string, never>[] = [];
  for (const [id, message] of [HELLO, ...messages].entries()) {
    input.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...message })}\n`);
    const [line] = await once(output, 'data');
    said.push(JSON.parse(String(line)));
  }
  input.end();
  return { said, ...(await running) };
}

const CALL = { method: 'tools/call', params: { name: 'getNetworks', arguments: { a: 1 } } };

test('it tells what the service tells, and ends with its input', async () => {
  const { said, code, out, err } = await converse({ method: 'tools/list' }, CALL, { method: 'ping' });
  expect(said).toMatchObject([
    { id: 0, result: { ...ABOUT, capabilities: { tools: {} } } },
    { id: 1, result: { tools: [TOOL] } },
    { id: 2, result: { content: [{ text: '2 chains.' }] } },
    { id: 3, result: {} },
  ]);
  expect({ code, out, err }).toEqual({ code: 0, out: '', err: '' });
  expect(asked.map(({ message }) => message.method)).toEqual(['initialize', 'tools/list', 'tools/call']);
  expect(asked.at(-1)?.message.params).toEqual(CALL.params);
  expect(asked.every(({ key }) => key === 'mdt_live_key')).toBe(true);
});

test('a service that cannot answer is unknown, never a no', async () => {
  answers['tools/call'] = { status: 503, body: REFUSED };
  answers['tools/list'] = { status: 503, body: REFUSED };
  const { said } = await converse(CALL, { method: 'tools/list' });
  expect(said[1]).toMatchObject({
    result: { isError: true, content: [{ text: 'Unknown, which is not "no": Base lags.' }] },
  });
  expect(said[2]).toMatchObject({ error: { message: 'Base lags.' } });
});

test('an error of the protocol is passed on', async () => {
  answers['tools/call'] = { body: { error: { code: -32602, message: 'There is no tool "x".' } } };
  expect((await converse(CALL)).said[1]).toMatchObject({
    error: { code: -32602, message: 'There is no tool "x".' },
  });
});

test('a service that does not answer at the start ends the command', async () => {
  answers['initialize'] = { status: 503, body: REFUSED };
  const stdio = { input: new PassThrough(), output: new PassThrough() };
  const { code, err } = await typeCommand(url, 'mcp', { stdio });
  expect(code).toBe(2);
  expect(err).toContain('? unknown  Base lags.');
  answers['initialize'] = { body: {} };
  expect((await typeCommand(url, 'mcp', { stdio })).err).toContain('answers in an unexpected format');
});

test('wrong use is told apart', async () => {
  const stdio = { input: new PassThrough(), output: new PassThrough() };
  expect(await typeCommand(url, 'mcp now', { stdio })).toMatchObject({ code: 3 });
  expect(await typeCommand(url, 'mcp --chain 1', { stdio })).toMatchObject({ code: 3 });
  expect(asked).toEqual([]);
});

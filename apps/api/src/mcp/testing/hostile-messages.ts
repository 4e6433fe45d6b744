/** Messages that no assistant sends by accident, generated from a seed. */
import { NAMES, values, WALLET, weighted } from '@mandate/testing/service/hostile-text';
import fc from 'fast-check';
import { TOOLS } from '../tools.ts';

export interface HostileMessage {
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

const REVISION = '2026-07-28';
const CONTRACT = '0x00000000000000000000000000000000000000cc';
const KEY = 'io.modelcontextprotocol/';
const ENVELOPE = {
  [`${KEY}protocolVersion`]: REVISION,
  [`${KEY}clientInfo`]: { name: 'a', version: '1' },
  [`${KEY}clientCapabilities`]: {},
};
const USUAL = {
  ...{ to: WALLET, wallet: WALLET, from: CONTRACT, vault: CONTRACT },
  ...{ contract: CONTRACT, tokenId: '1' },
};

const json = fc.oneof(
  fc.constantFrom<unknown>(null, true, 0, -1, 1.5, 2 ** 53, 1e308, '', [], {}, [[1]], { length: 9 }, [
    WALLET,
  ]),
  values,
  fc.jsonValue({ maxDepth: 3 }),
);

/** The arguments of a tool, some of them replaced and some with names that none has. */
const call = fc
  .tuple(
    fc.constantFrom(...TOOLS.keys()),
    fc.array(fc.tuple(fc.constantFrom(...NAMES, 'explain', 'atBlock', 'chainIds', 'min'), json), {
      maxLength: 4,
    }),
  )
  .map(([name, wild]) => {
    const known = Object.keys(TOOLS.get(name)?.parameters ?? {});
    const usual = Object.entries(USUAL).filter(([argument]) => known.includes(argument));
    // `__proto__` becomes a field of its own, as in JSON that was typed.
    return { name, arguments: Object.fromEntries([...usual, ...wild]) };
  });

const METHODS = [
  ...['tools/list', 'initialize', 'ping', 'server/discover', 'subscriptions/listen', 'resources/list'],
  ...['prompts/list', 'logging/setLevel', 'completion/complete', 'notifications/cancelled', 'tasks/list'],
  ...['sampling/createMessage', 'tools/call', '__proto__', 'constructor', '', 'x'.repeat(2_000)],
];

const params = weighted<unknown>(
  [3, call],
  [2, json],
  [1, fc.record({ name: json, arguments: json })],
  [1, fc.record({ protocolVersion: json, capabilities: json, clientInfo: json })],
  [1, fc.constantFrom({ cursor: 'x' }, { requestId: 1 }, { _meta: { progressToken: {} } })],
);

const message = fc
  .tuple(
    weighted([3, fc.constant('tools/call')], [2, fc.constantFrom(...METHODS)]),
    params,
    weighted<unknown>([6, fc.constant(1)], [1, json]),
    fc.constantFrom('2.0', '2.0', '2.0', '2.0', '1.0', 2, null),
    fc.boolean(),
  )
  .map(([method, given, id, jsonrpc, isModern]) => {
    const meta =
      isModern && typeof given === 'object' && given !== null ? { ...given, _meta: ENVELOPE } : given;
    return { jsonrpc, id, method, params: meta };
  });

const BODIES = [
  ...['', ' ', '{', '[]', '[[]]', 'null', '1', '"a"', '{}', '{"jsonrpc":"2.0"}', '\0', '\ufeff{}'],
  '{"a":1e400}',
  '['.repeat(16_000),
  `${'{"a":'.repeat(2_500)}1${'}'.repeat(2_500)}`,
  `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${'[['.repeat(20)}${']]'.repeat(20)}}`,
  `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{${Array.from({ length: 1_000 }, (_, i) => `"k${i}":1`)}}}`,
  `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"getStatus","__proto__":{"name":"v2List"}}}`,
  `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"\\ud800","arguments":{"\\ud800":"\\udfff"}}}`,
  `[${Array(100).fill('{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"getStatus"}}')}]`,
  'x'.repeat(2 ** 17),
];

const bytesOf = (given: unknown) => Buffer.from(JSON.stringify(given));
const JSON_TYPE = { 'content-type': 'application/json' };

/** A right message about wild arguments, in either revision. */
const called = fc.tuple(call, fc.boolean()).map(([given, isModern]): HostileMessage => {
  const method = 'tools/call';
  const request = { jsonrpc: '2.0', id: 1, method, params: isModern ? { ...given, _meta: ENVELOPE } : given };
  const modern = { 'mcp-protocol-version': REVISION, 'mcp-method': method, 'mcp-name': given.name };
  return { body: bytesOf(request), headers: { ...JSON_TYPE, ...(isModern ? modern : {}) } };
});

const body = weighted<Buffer>(
  [8, message.map(bytesOf)],
  [3, fc.constantFrom(...BODIES).map((text) => Buffer.from(text))],
  [1, fc.array(message, { maxLength: 5 }).map(bytesOf)],
  [1, fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes))],
);

const HEADERS: readonly (readonly [string, string])[] = [
  ['mcp-protocol-version', REVISION],
  ['mcp-protocol-version', '2025-06-18'],
  ['mcp-protocol-version', '__proto__'],
  ['mcp-protocol-version', '9'.repeat(500)],
  ['mcp-method', 'tools/call'],
  ['mcp-method', 'tools/list'],
  ['mcp-name', 'v2List'],
  ['mcp-name', '=?base64?/////w==?='],
  ['mcp-session-id', 'x'],
  ['last-event-id', '1'],
  ['accept', 'text/html'],
  ['accept', 'text/event-stream'],
  ['content-type', 'text/plain'],
  ['content-type', 'application/json; charset=utf-16'],
  ['content-encoding', 'gzip'],
  ['authorization', 'Bearer x'],
  ['x-api-key', 'mdt_live_x'],
  ['origin', 'https://evil.example'],
  ['origin', 'null'],
  ['x-http-method-override', 'DELETE'],
];
const headers = fc
  .array(fc.constantFrom(...HEADERS), { maxLength: 3 })
  .map((pairs) => ({ ...JSON_TYPE, ...Object.fromEntries(pairs) }));

export function createHostileMessages(seed: number, count: number): HostileMessage[] {
  const wild = fc.record({ body, headers: fc.oneof(fc.constant(JSON_TYPE), headers) });
  return fc.sample(fc.oneof(called, wild), { seed, numRuns: count });
}

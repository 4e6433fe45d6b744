/** Tests that every code of the service has its error class, and that no error turns into an answer. */
import { readFileSync } from 'node:fs';
import {
  type MisbehavingServer,
  problem,
  startMisbehavingServer,
} from '@mandate/testing/service/misbehaving-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as sdk from '../index.ts';
import { CALLS } from '../testing/calls.ts';

const openApi = JSON.parse(
  readFileSync(new URL('../../../../docs/api/openapi.json', import.meta.url), 'utf8'),
);
const CODES: string[] = openApi.components.schemas.Problem.properties.code.enum;

/** All other codes throw a plain `MandateError`: no function of the SDK causes them. */
const CLASSES: Readonly<Record<string, new (fields: sdk.ErrorFields) => sdk.MandateError>> = {
  invalid_parameters: sdk.InvalidParametersError,
  chain_not_supported: sdk.ChainNotSupportedError,
  cursor_expired: sdk.CursorExpiredError,
  invalid_api_key: sdk.InvalidApiKeyError,
  origin_not_allowed: sdk.KeyNotAllowedError,
  key_not_allowed: sdk.KeyNotAllowedError,
  rate_limited: sdk.RateLimitedError,
  chain_not_ready: sdk.ChainNotReadyError,
  chain_lagging: sdk.ChainLaggingError,
  block_not_reached: sdk.BlockNotReachedError,
  history_uncertain: sdk.HistoryUncertainError,
  history_unverified: sdk.HistoryUnverifiedError,
  chain_tainted: sdk.ChainTaintedError,
  under_audit: sdk.ServiceUnavailableError,
  proof_unavailable: sdk.ServiceUnavailableError,
  proof_disputed: sdk.ServiceUnavailableError,
  scores_unknown: sdk.ServiceUnavailableError,
  database_unavailable: sdk.ServiceUnavailableError,
  overloaded: sdk.ServiceUnavailableError,
  internal_error: sdk.ServiceUnavailableError,
};

function statusOf(code: string): number {
  const responses: [string, { description: string }][] = Object.entries(openApi.components.responses);
  // The codes of the developer page belong to no operation.
  return Number(responses.find(([, { description }]) => description.includes(`\`${code}\``))?.[0] ?? 403);
}

let server: MisbehavingServer;
let client: sdk.Client;
beforeAll(async () => {
  server = await startMisbehavingServer();
  client = sdk.createClient({ baseUrl: server.url, retries: 0 });
});
afterAll(() => server.close());

const thrownBy = (promise: Promise<unknown>) =>
  promise.then(
    (value) => expect.fail(`It answered ${String(value)}.`),
    (error: unknown) => error as sdk.MandateError,
  );

test.each(CODES)('%s', async (code) => {
  const status = statusOf(code);
  const Class = CLASSES[code] ?? sdk.MandateError;
  server.behave(problem(status, code, { headers: { 'Retry-After': '7' } }));
  for (const { operation, ask } of CALLS) {
    const error = await thrownBy(ask(client));
    expect(error.constructor, operation).toBe(Class);
    expect(error, operation).toBeInstanceOf(sdk.MandateError);
    expect(error, operation).toMatchObject({
      name: Class.name,
      code,
      status,
      detail: `This is ${code}.`,
      requestId: 'request-1',
      docsUrl: `${server.url}/errors#${code}`,
      retryAfterMs: 7_000,
    });
  }
});

test('a 400 names every parameter that is wrong', async () => {
  const errors = [{ parameter: 'chainId', message: 'must be a chain.' }];
  server.behave(problem(400, 'invalid_parameters', { errors }));
  const error = await thrownBy(
    sdk.checkAll(client, { to: `0x${'1'.repeat(40)}`, from: `0x${'2'.repeat(40)}` }),
  );
  expect(error).toBeInstanceOf(sdk.InvalidParametersError);
  expect((error as sdk.InvalidParametersError).errors).toEqual(errors);
});

test.each([
  [403, 'of_a_later_version', sdk.MandateError],
  [503, 'of_a_later_version', sdk.ServiceUnavailableError],
  [500, 'constructor', sdk.ServiceUnavailableError],
])('a code that is not known yet: %i %s', async (status, code, Class) => {
  server.behave(problem(status, code));
  const error = await thrownBy(sdk.getStatus(client));
  expect(error.constructor).toBe(Class);
  expect(error.code).toBe(code);
});

test.each([
  ['https://docs.example/errors#x', 'https://docs.example/errors#x'],
  ['javascript:alert(1)', null],
  [7, null],
])('the page that explains it: %s', async (type, docsUrl) => {
  server.behave(problem(500, 'internal_error', { type }));
  expect((await thrownBy(sdk.getStatus(client))).docsUrl).toBe(docsUrl);
});

test('the message contains everything a log needs', async () => {
  server.behave(problem(503, 'overloaded'));
  const { message } = await thrownBy(sdk.getStatus(client));
  expect(message).toBe(
    `This is overloaded. (overloaded, request request-1, ${server.url}/errors#overloaded)`,
  );
});

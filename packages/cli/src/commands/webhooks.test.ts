/** `mandate webhooks` against a service that notes what it is asked. */
import { text } from 'node:stream/consumers';
import { serve } from '@mandate/testing/service/serve';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { typeCommand } from '../testing/type-command.ts';

const ID = '6b1e0a52-35a0-4c51-9a83-5a2c1b7c0f11';
const FAILING = { event: 'a', failures: 3, error: 'It answered 500.', maySkip: true };
const GATE = {
  ...{ id: ID, name: 'gate', url: 'https://hooks.example/', state: 'active', reason: null, mark: 'safe' },
  ...{ chainIds: [1, 8453], wallets: null, contracts: null, aliveMinutes: 10 },
  chains: [{ chainId: 1, behind: 7, failing: FAILING }],
};
const DELIVERY = {
  ...{ at: '2023-11-14T22:13:20.000Z', event: 'a', type: 'delegation.revoked', attempt: 3 },
  ...{ status: 500, error: 'It answered 500.', ms: 12, body: 'no' },
};
const PROBLEM = {
  ...{ code: 'invalid_parameters', detail: 'Wrong.', type: '/errors#invalid_parameters' },
  errors: [{ parameter: 'wallets.0', message: 'must be an address.' }],
};

let service: Awaited<ReturnType<typeof serve>>;
const asked: string[] = [];
beforeAll(async () => {
  service = await serve(async (request, response) => {
    const body = await text(request);
    asked.push(`${request.headers['x-api-key']} ${request.method} ${request.url} ${body}`.trim());
    const path = request.url?.replace(`/${ID}`, '');
    const answer = (status: number, json: object) => response.writeHead(status).end(JSON.stringify(json));
    if (body.includes('mira')) return answer(400, PROBLEM);
    if (path === '/webhooks/deliveries') return answer(200, { deliveries: [DELIVERY], before: null });
    if (path === '/webhooks/replay') return answer(200, { chainId: 1, after: 6 });
    if (request.method === 'DELETE') return response.writeHead(204).end();
    if (request.url === '/webhooks' && request.method === 'GET') return answer(200, { endpoints: [GATE] });
    return answer(201, { ...GATE, secret: 'whsec_abc' });
  });
});
afterAll(() => service.close());
beforeEach(() => void asked.splice(0));

const type = (line: string, isTerminal = true) =>
  typeCommand('', `webhooks ${line}`, {
    environment: { MANDATE_URL: service.url, MANDATE_API_KEY: 'k', NO_COLOR: '1' },
    isTerminal,
  });

test('list, show and deliveries are tables, and JSON in a pipe', async () => {
  expect(
    (await type('list')).out,
  ).toBe(`NAME  STATE   BEHIND  FAILING  ID                                    URL
gate  active       7        1  ${ID}  https://hooks.example/`);
  const { out } = await type('show gate');
  expect(out).toContain('active  gate\n\n  id         6b1e');
  expect(out).toContain('✗ event a of chain 1 failed 3 times: It answered 500.');
  expect((await type('deliveries 6b1e')).out).toContain('12 s ago     500  12    3  delegation.revoked  a');
  expect(JSON.parse((await type('list', false)).out)).toEqual({ endpoints: [GATE] });
});

test('an endpoint is created once, and its secret is printed', async () => {
  const { out } = await type(
    'create https://hooks.example/ --name gate --chain 1,8453 --mark safe --alive 5',
  );
  expect(out).toContain('shown only now: whsec_abc');
  const body =
    '{"url":"https://hooks.example/","name":"gate","mark":"safe","chainIds":[1,8453],"aliveMinutes":5}';
  expect(asked).toEqual([`k POST /webhooks ${body}`]);
  const refused = await type('create https://hooks.example/ --name gate --wallet mira');
  expect(refused).toMatchObject({ code: 3, err: expect.stringContaining('--wallet must be an address.') });
});

test.each([
  ['pause gate', `POST /webhooks/${ID}/pause`],
  ['resume gate', `POST /webhooks/${ID}/resume`],
  ['rotate gate', `POST /webhooks/${ID}/rotate`],
  ['test gate', `POST /webhooks/${ID}/test`],
  ['skip gate --chain 1 --event a', `POST /webhooks/${ID}/skip {"chainId":1,"event":"a"}`],
  ['replay gate --chain 1 --block 9', `POST /webhooks/${ID}/replay {"chainId":1,"block":9}`],
  [
    'replay gate --chain 1 --at-time 1700000000',
    `POST /webhooks/${ID}/replay {"chainId":1,"time":"2023-11-14T22:13:20.000Z"}`,
  ],
  ['delete gate', `DELETE /webhooks/${ID}`],
])('%s', async (line, sent) => {
  expect(await type(line)).toMatchObject({ code: 0, err: '' });
  expect(asked).toEqual(['k GET /webhooks', `k ${sent}`]);
});

test('a replay begins at one place', async () => {
  const refused = await type('replay gate --chain 1');
  expect(refused).toMatchObject({ code: 3, err: expect.stringContaining('needs one of --block') });
});

test('an endpoint that is not there, and a service that is no service', async () => {
  expect((await type('pause door')).err).toContain('No endpoint has the name or id door.');
  const away = { environment: { MANDATE_URL: 'http://127.0.0.1:1', MANDATE_API_KEY: 'k' } };
  expect(await typeCommand('', 'webhooks list', away)).toMatchObject({ code: 2 });
});

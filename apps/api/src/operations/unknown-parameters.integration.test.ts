/** A parameter without an effect would make the answer one to another question: it is refused. */
import { wallets } from '@mandate/testing/ledger/database';
import { type LedgerApi, startLedgerApi } from '@mandate/testing/service/ledger-api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OPERATIONS } from './index.ts';

const { vault, hot, other } = wallets;
const IGNORED = ['_', '_ts', 'utm_source', 'utm_source', 'cb', 't', 'ts', 'nocache', '', '__proto__'];
const SERVICE = ['/health', '/status', '/networks'];
const VALUES = { wallet: vault, chainId: '1', block: '1', day: 'newest' };
const BODIES: Readonly<Record<string, object>> = {
  batch: { checks: [{ registry: 'v2', kind: 'all', from: vault, to: hot }] },
  getEligibilityOfMany: { contract: other, wallets: [vault] },
  checkTokens: { contract: other, wallet: vault, tokenIds: ['7'] },
  scoreVotes: {
    options: { contract: other, standard: 'ERC20' },
    network: '1',
    snapshot: 'latest',
    addresses: [vault],
  },
};

interface Problem {
  readonly errors?: readonly { readonly parameter: string; readonly message: string }[];
}

let service: LedgerApi;
beforeAll(async () => {
  service = await startLedgerApi();
});
afterAll(() => service?.close());

async function ask(url: string, body?: object) {
  const sent = body ? { method: 'POST' as const, payload: body } : {};
  const answer = await service.api.app.inject({ url, ...sent });
  const { errors = [] } = answer.json<Problem>();
  return { status: answer.statusCode, errors: new Map(errors.map((each) => [each.parameter, each.message])) };
}

const fill = (path: string) =>
  Object.entries(VALUES).reduce((filled, [name, value]) => filled.replace(`:${name}`, value), path);

test.each(OPERATIONS.filter(({ path }) => !SERVICE.includes(path)).map((each) => [each.id, each] as const))(
  '%s refuses what it does not know, and takes no notice of cache busters and tags',
  async (id, { method, path }) => {
    const body = method === 'POST' ? BODIES[id] : undefined;
    const { status, errors } = await ask(`${fill(path)}?foo=1&${IGNORED.join('=1&')}`, body);
    expect([status, errors.get('foo')]).toEqual([
      400,
      expect.stringMatching(/^is not a parameter\. This op/),
    ]);
    expect(IGNORED.filter((name) => errors.has(name))).toEqual([]);
  },
);

test.each([...SERVICE, '/openapi.json'])('%s ignores all parameters', async (path) => {
  expect(await ask(`${path}?foo=1&chainId=x&strict=true`)).toMatchObject({ status: 200 });
});

test.each([
  ['/resolve?strict=true', 'Did you mean "consistency=strict"?'],
  ['/resolve?registry=v1', 'Did you mean "registries"?'],
  ['/eligibility?version=v1', 'Did you mean "registries"?'],
  ['/registry/v2/check/all?verify=true', 'Did you mean "proof=true"?'],
  [`/wallets/${vault}?verify=true`, 'is not a parameter of /wallets'],
  ['/exclusive/wallet?strict=true', 'Send blockTag=safe instead.'],
  ['/snapshots/1/1?chainId=10', 'is a part of the path.'],
  [`/registry/v2/${vault}?address=${hot}`, 'is a part of the path.'],
  ['/names?strict=true', 'This operation takes: of, name.'],
  ['/audit?chainId=1', 'This operation takes none in its query.'],
])('%s says what to send instead', async (url, says) => {
  const name = /\?(\w+)/.exec(url)?.[1] ?? '';
  expect((await ask(url)).errors.get(name)).toContain(says);
});

test('names twenty of four hundred', async () => {
  const names = Array.from({ length: 400 }, (_, i) => `x${i}`).join('&');
  expect((await ask(`/registry/v2/${vault}?${names}`)).errors.size).toBe(20);
});

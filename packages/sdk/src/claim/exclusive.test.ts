/** Tests that an exclusive delegate is believed only if it follows from its grant. */

import { BLOCK, CONTRACT, FROM, GRANT, TO } from '@mandate/testing/ledger/sample-grant';
import {
  answer,
  type MisbehavingServer,
  startMisbehavingServer,
} from '@mandate/testing/service/misbehaving-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Client,
  createClient,
  getExclusiveOwner,
  getExclusiveWallet,
  listExclusiveVaults,
} from '../index.ts';

let server: MisbehavingServer;
let client: Client;
beforeAll(async () => {
  server = await startMisbehavingServer();
  client = createClient({ baseUrl: server.url, retries: 0 });
});
afterAll(() => server.close());

const RIGHTS = `0x${'12'.repeat(24)}` as const;
const { transaction: _, since: __, ...granted } = GRANT;
const VIA = { ...granted, rights: `${RIGHTS}000000ffffffffff`, expiresAt: 2 ** 40 - 1 };
const END = { block: { chainId: 1, ...BLOCK, safeNumber: null }, unknown: [] as object[] };
const UNREAD = { reason: 'nodes_unavailable', detail: 'Ask again later.', holder: null };
const at = { chainId: 1, ...BLOCK };

const say = (body: unknown) => server.behave(answer(JSON.stringify(body)));
const refused = (asked: Promise<unknown>) =>
  expect(asked).rejects.toMatchObject({ name: 'ConnectionError', code: 'unexpected_answer' });

describe('the wallet of a vault', () => {
  const DELEGATED = { wallet: TO, grant: VIA as object | null, ...END };
  const ask = (body: unknown, more: object = {}) => {
    say(body);
    return getExclusiveWallet(client, { vault: FROM, ...more });
  };

  test('is its delegate, or the vault', async () => {
    expect(await ask(DELEGATED, { rights: RIGHTS, atBlock: BLOCK.number })).toEqual({
      wallet: TO,
      grant: VIA,
      block: at,
      unknown: [],
    });
    expect(server.requests[0]?.url).toBe(
      `/exclusive/wallet?numbers=string&vault=${FROM}&rights=${RIGHTS}&atBlock=${BLOCK.number}&chainId=1`,
    );
    expect((await ask({ ...DELEGATED, wallet: FROM, grant: null })).wallet).toBe(FROM);
  });

  test.each([
    ['without its grant', { ...DELEGATED, grant: null }],
    ['of another grant', { ...DELEGATED, grant: { ...VIA, to: CONTRACT } }],
    ['of another vault', { ...DELEGATED, grant: { ...VIA, from: CONTRACT } }],
    ['of the other registry', { ...DELEGATED, grant: { ...VIA, registry: 'v1', rights: null } }],
    ['that is nobody', { ...DELEGATED, wallet: null, grant: null }],
    ['of another chain', { ...DELEGATED, block: { ...END.block, chainId: 10 } }],
    ['of no block', { ...DELEGATED, block: null }],
    ['without what is unknown', { ...DELEGATED, unknown: undefined }],
  ])('%s is not believed', async (_, body) => refused(ask(body)));

  test.each([
    ['rights', { rights: `0x${'12'.repeat(32)}` }],
    ['consistency', { consistency: 'strict' }],
    ['vault', { vault: undefined }],
  ])('%s is refused before it is sent', async (parameter, more) => {
    await expect(ask(DELEGATED, more)).rejects.toMatchObject({ errors: [{ parameter }] });
    expect(server.requests).toHaveLength(0);
  });
});

describe('the wallet of a token', () => {
  const DELEGATED = {
    wallet: TO as string | null,
    owner: FROM as string | null,
    grant: VIA as object | null,
    ...END,
  };
  const NOBODY = { ...DELEGATED, wallet: null, owner: null, grant: null };
  const ask = (body: unknown) => {
    say(body);
    return getExclusiveOwner(client, { contract: CONTRACT, tokenId: 7n });
  };

  test('is the delegate of its owner, the owner, nobody or unknown', async () => {
    expect(await ask(DELEGATED)).toEqual({ wallet: TO, owner: FROM, grant: VIA, block: at, unknown: [] });
    expect(server.requests[0]?.url).toContain(
      `/exclusive/owner?numbers=string&contract=${CONTRACT}&tokenId=7&`,
    );
    expect((await ask({ ...DELEGATED, wallet: FROM, grant: null })).wallet).toBe(FROM);
    expect(await ask(NOBODY)).toMatchObject({ wallet: null, owner: null, unknown: [] });
    expect((await ask({ ...NOBODY, unknown: [UNREAD] })).unknown).toEqual([UNREAD]);
  });

  test.each([
    ['of another owner', { ...DELEGATED, owner: CONTRACT }],
    ['without an owner', { ...DELEGATED, owner: null }],
    ['that is nobody, though there is an owner', { ...DELEGATED, wallet: null }],
    ['that is nobody, with a grant', { ...NOBODY, grant: VIA }],
    ['that is unknown and known', { ...DELEGATED, unknown: [UNREAD] }],
  ])('%s is not believed', async (_, body) => refused(ask(body)));
});

describe('the vaults of a wallet', () => {
  const PAGE = { vaults: [{ address: FROM, grant: VIA }], next: null as string | null, ...END };
  const ask = (body: unknown, more: object = {}) => {
    say(body);
    return listExclusiveVaults(client, { wallet: TO, ...more });
  };

  test('come in pages', async () => {
    expect(await ask({ ...PAGE, next: FROM }, { limit: 1, cursor: CONTRACT })).toEqual({
      vaults: [{ address: FROM, grant: VIA }],
      nextCursor: FROM,
      block: at,
      unknown: [],
    });
    expect(server.requests[0]?.url).toContain(`&limit=1&cursor=${CONTRACT}&`);
  });

  test.each([
    ['to another wallet', { ...PAGE, vaults: [{ address: FROM, grant: { ...VIA, to: CONTRACT } }] }],
    ['of another vault', { ...PAGE, vaults: [{ address: CONTRACT, grant: VIA }] }],
    ['without a grant', { ...PAGE, vaults: [{ address: FROM, grant: null }] }],
    ['without an end', { ...PAGE, next: undefined }],
  ])('%s are not believed', async (_, body) => refused(ask(body)));
});

/** Exclusive delegates of a ledger that the test writes itself. `npm run truth -- --exclusive` compares them with the contract. */
import {
  createDelegation,
  type Delegation,
  type DelegationFields,
  FULL_RIGHTS,
  GLOBAL_IDENTIFIER,
  parseAddress,
  parseRightsIdentifier,
  rightsWithExpiry,
} from '@mandate/core';
import { at, block, row } from '@mandate/testing/ledger/database';
import { type LedgerApi, startLedgerApi } from '@mandate/testing/service/ledger-api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const address = (end: string) => parseAddress(`0x${end.padStart(40, '0')}`);
const [VAULT, EXPIRED, ORDINARY, SECOND] = [address('a1'), address('a2'), address('a3'), address('a4')];
const [OLD, NEW] = [address('b1'), address('b2')];
const IDENTIFIER = parseRightsIdentifier(`0x${'12'.repeat(24)}`);
const LAST = 10;
const EXPIRY = block(LAST).timestamp;
const expiring = rightsWithExpiry(IDENTIFIER, EXPIRY);

const grant = (from: string, to: string, fields: Partial<DelegationFields> = {}): Delegation =>
  createDelegation({
    ...{ registry: 'v2', kind: 'all', rights: expiring, contract: address('c1'), tokenId: 7n, ...fields },
    ...{ from: parseAddress(from), to: parseAddress(to) },
  });

let service: LedgerApi;
beforeAll(async () => {
  service = await startLedgerApi();
  const early = rightsWithExpiry(IDENTIFIER, EXPIRY - 1);
  await service.ledger.write(
    service.chainId,
    LAST,
    row(grant(VAULT, OLD), at(3), at(6)),
    row(grant(VAULT, NEW), at(4)),
    // Given again, it keeps the place of block 3.
    row(grant(VAULT, OLD), at(7)),
    row(grant(EXPIRED, NEW, { rights: early }), at(4)),
    row(grant(ORDINARY, NEW, { rights: FULL_RIGHTS }), at(4)),
    row(grant(SECOND, NEW, { rights: rightsWithExpiry(GLOBAL_IDENTIFIER, EXPIRY) }), at(4, 1)),
  );
});
afterAll(() => service?.close());

async function get(path: string, query: Record<string, string> = {}) {
  const asked = new URLSearchParams({ rights: IDENTIFIER, chainId: String(service.chainId), ...query });
  const { statusCode: status, headers, body } = await service.api.app.inject(`/exclusive/${path}?${asked}`);
  return { status, headers, body: JSON.parse(body) };
}

test('the reasons of checks and resolve name the end of rights, too', async () => {
  const { chainId, api } = service;
  const ask = async (path: string, query: Record<string, string>) =>
    (await api.app.inject({ url: path, query: { rights: expiring, ...query } })).json();
  const explained = await ask('/registry/v2/check/all', {
    chainId: `${chainId}`,
    from: VAULT,
    to: NEW,
    explain: 'true',
  });
  expect(explained).toMatchObject({ value: true, because: [{ expiresAt: EXPIRY }] });
  const { wallets } = await ask('/resolve', { chainIds: `${chainId}`, to: NEW });
  expect(wallets[0].grants[0]).toMatchObject({
    broadest: { expiresAt: EXPIRY },
    narrowest: { expiresAt: EXPIRY },
  });
});

describe('the exclusive wallet', () => {
  test('is the delegate that was first given last, with its expiry and its block', async () => {
    const { status, headers, body } = await get('wallet', { vault: VAULT });
    expect(status).toBe(200);
    const { chainId } = service;
    expect(body).toEqual({
      wallet: '0x00000000000000000000000000000000000000b2',
      grant: {
        registry: 'v2',
        type: 'ALL',
        from: '0x00000000000000000000000000000000000000A1',
        to: '0x00000000000000000000000000000000000000b2',
        contract: null,
        tokenId: null,
        rights: expiring,
        tokenType: null,
        amount: null,
        expiresAt: EXPIRY,
        block: 4,
      },
      block: { chainId, ...block(LAST), safeNumber: null },
      unknown: [],
    });
    expect(headers).toMatchObject({ 'x-block-number': String(LAST), 'x-block-hash': block(LAST).hash });
  });

  test('was another one before', async () => {
    const { body } = await get('wallet', { vault: VAULT, atBlock: '3' });
    expect(body).toMatchObject({ wallet: '0x00000000000000000000000000000000000000B1', block: block(3) });
  });

  test.each([
    ['whose delegation has expired', EXPIRED],
    ['whose delegation has full rights', ORDINARY],
    ['without delegations', address('a9')],
  ])('of a vault %s is the vault', async (_, vault) => {
    const { body } = await get('wallet', { vault });
    expect(body.wallet.toLowerCase()).toBe(vault);
    expect(body.grant).toBeNull();
  });

  test('had not expired a block earlier', async () => {
    const { body } = await get('wallet', { vault: EXPIRED, atBlock: String(LAST - 1) });
    expect(body.wallet.toLowerCase()).toBe(NEW);
  });

  test('of a right that was not asked for does not count', async () => {
    const { body } = await get('wallet', { vault: VAULT, rights: GLOBAL_IDENTIFIER });
    expect(body.grant).toBeNull();
  });
});

describe('the vaults of an exclusive wallet', () => {
  test('are listed once each, ordered by address, page by page', async () => {
    const all = await get('vaults', { wallet: NEW });
    const addresses = all.body.vaults.map(({ address }: { address: string }) => address.toLowerCase());
    expect(addresses).toEqual([VAULT, SECOND]);
    expect(all.body.next).toBeNull();
    const first = await get('vaults', { wallet: NEW, limit: '1' });
    expect(first.body.vaults).toEqual(all.body.vaults.slice(0, 1));
    expect(first.headers['link']).toContain(`cursor=${VAULT}`);
    const second = await get('vaults', { wallet: NEW, limit: '1', cursor: first.body.next });
    expect(second.body.vaults).toEqual(all.body.vaults.slice(1));
    expect(second.body.next).toBeNull();
  });

  test('leave out those whose exclusive wallet is another', async () => {
    expect((await get('vaults', { wallet: OLD })).body.vaults).toEqual([]);
    const then = await get('vaults', { wallet: OLD, atBlock: '3' });
    expect(then.body.vaults).toMatchObject([{ grant: { block: 3, expiresAt: EXPIRY } }]);
  });
});

describe('a question that cannot be answered', () => {
  test.each([
    ['rights of 32 bytes', { rights: expiring }, `Send the first 24: ${IDENTIFIER}`],
    ['a strict one', { consistency: 'strict' }, 'Send blockTag=safe instead'],
    ['two blocks', { atBlock: '3', blockTag: 'safe' }, 'each chooses a block'],
  ])('because of %s is refused', async (_, query: Record<string, string>, message) => {
    for (const [path, more] of [
      ['wallet', { vault: VAULT }],
      ['owner', { contract: VAULT, tokenId: '7' }],
      ['vaults', { wallet: NEW }],
    ] as const) {
      const { status, body } = await get(path, { ...more, ...query });
      expect(status).toBe(400);
      expect(JSON.stringify(body.errors)).toContain(message);
    }
  });

  test('about an owner says why', async () => {
    const { status, body } = await get('owner', { contract: VAULT, tokenId: '7' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ wallet: null, owner: null, grant: null });
    expect(body.unknown).toMatchObject([{ reason: 'nodes_unavailable', holder: null }]);
  });
});

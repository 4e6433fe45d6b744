/** `/wallets/{wallet}`: order, pages, chains that can't answer, and what it refuses. */
import { FULL_RIGHTS, parseAddress } from '@mandate/core';
import { at, block, delegate, row, wallets } from '@mandate/testing/ledger/database';
import { LET_LAG, type LedgerApi } from '@mandate/testing/service/ledger-api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startStage } from '../resolve/testing/stage.ts';

const { vault, hot, other } = wallets;

interface Answer {
  readonly address: string;
  readonly delegations: Record<string, unknown>[];
  readonly chains: Record<string, unknown>[];
  readonly next: string | null;
}

let stage: LedgerApi;
const ask = async (query: string, wallet = vault) => {
  const { status, headers, body } = await stage.get(`/wallets/${wallet}?${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return { ...(body as Answer), headers };
};

const v1 = (from = vault, to = hot) =>
  delegate('', { registry: 'v1', kind: 'all', from, to, contract: null, rights: null, amount: null });
const whole = (from = vault, to = hot) => delegate('', { kind: 'all', from, to });
const placeOf = ({ chainId, registry, block: begun, from }: Record<string, unknown>) =>
  `${chainId} ${registry} ${String(from).toLowerCase() === vault ? 'from' : 'to'} ${begun}`;

describe('on several chains', () => {
  beforeAll(async () => {
    // 1, 2 and 7 answer, 3 to 5 do not, 6 is not in the ledger, 7 has no v1.
    stage = await startStage(7);
    const { ledger, database } = stage;
    await database.query('delete from chain where chain_id = 6');
    for (const chainId of [1, 7]) {
      await ledger.write(chainId, 2, row(whole(other, vault), at(2)), row(whole(), at(2, 1)));
      await ledger.write(chainId, 3, row(delegate('1'), at(3)));
    }
    await ledger.write(
      1,
      4,
      row(v1(hot, vault), at(4)),
      row(v1(), at(4, 1)),
      row(whole(vault, vault), at(4, 2)),
    );
    await database.query("update chain set state = 'backfilling' where chain_id = 3");
    await database.query("update chain set state = 'tainted', reason = 'test' where chain_id = 4");
    await database.query(LET_LAG, [5]);
  });
  afterAll(() => stage?.close());

  const ORDER = [
    '1 v2 from 2',
    '1 v2 from 3',
    '1 v2 from 4',
    '1 v2 to 2',
    '1 v1 from 4',
    '1 v1 to 4',
    '7 v2 from 2',
    '7 v2 from 3',
    '7 v2 to 2',
  ];

  test('lists everything in order, and names every chain', async () => {
    const { address, delegations, chains, next } = await ask('');
    expect(address.toLowerCase()).toBe(vault);
    expect(delegations.map(placeOf)).toEqual(ORDER);
    const unknown = { known: false, detail: expect.any(String) };
    const registries = ['v1', 'v2'];
    expect(chains).toEqual([
      { chainId: 1, known: true, registries, block: block(4) },
      { chainId: 2, known: true, registries, block: block(1) },
      { chainId: 3, ...unknown, code: 'chain_not_ready' },
      { chainId: 4, ...unknown, code: 'chain_tainted' },
      { chainId: 5, ...unknown, code: 'chain_lagging' },
      { chainId: 6, ...unknown, code: 'chain_not_ready' },
      { chainId: 7, known: true, registries: ['v2'], block: block(3) },
    ]);
    expect(next).toBeNull();
  });

  test('each row says when and where it began', async () => {
    const { delegations } = await ask('chainIds=7&direction=from&numbers=string');
    expect(delegations[1]).toMatchObject({
      chainId: 7,
      registry: 'v2',
      type: 'TOKEN',
      tokenType: 'ERC20',
      amount: '1',
      rights: FULL_RIGHTS,
      expiresAt: null,
      block: 3,
      transaction: expect.stringMatching(/^0x[0-9a-f]{64}$/),
      since: block(3).timestamp,
    });
  });

  test.each([1, 2, 3, 5, 8, 9, 1000])('pages of %i rows are all of it', async (limit) => {
    const rows: string[] = [];
    const named = new Map<unknown, unknown>();
    let next: string | null = '';
    for (let page = 0; next !== null; page++) {
      const answer: Answer = await ask(`limit=${limit}${next && `&cursor=${next}`}`);
      expect(answer.delegations.length).toBeLessThanOrEqual(limit);
      rows.push(...answer.delegations.map(placeOf));
      for (const chain of answer.chains) {
        expect(named.get(chain['chainId']) ?? chain).toEqual(chain);
        named.set(chain['chainId'], chain);
      }
      next = answer.next;
      expect(page).toBeLessThan(20);
    }
    expect(rows).toEqual(ORDER);
    expect([...named.keys()]).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });

  test('a direction has what the wallet granted itself', async () => {
    const places = async (query: string) => (await ask(query)).delegations.map(placeOf);
    expect(await places('direction=from')).toEqual(ORDER.filter((place) => place.includes('from')));
    expect(await places('direction=to&chainIds=1')).toEqual(['1 v2 to 2', '1 v2 from 4', '1 v1 to 4']);
    expect(await places('registries=v1')).toEqual(['1 v1 from 4', '1 v1 to 4']);
  });

  test.each([
    ['3,999', 503, 'chain_not_ready'],
    ['999,998', 400, 'chain_not_supported'],
  ])('chains that cannot answer are the answer if they are all: %s', async (chainIds, status, code) => {
    expect(await stage.get(`/wallets/${vault}?chainIds=${chainIds}`)).toMatchObject({
      status,
      body: { code },
    });
  });

  test('a wallet without delegations has the blocks of all chains', async () => {
    const { delegations, chains } = await ask('chainIds=7,1,2', parseAddress(`0x${'9'.repeat(40)}`));
    expect(delegations).toEqual([]);
    expect(chains.map(({ chainId, known }) => [chainId, known])).toEqual([
      [1, true],
      [2, true],
      [7, true],
    ]);
  });

  test('a chain without the registry has its block, and nothing else', async () => {
    const { delegations, chains } = await ask('chainIds=7&registries=v1');
    expect([delegations, chains]).toEqual([
      [],
      [{ chainId: 7, known: true, registries: [], block: block(3) }],
    ]);
  });

  test('a time before the first block of a chain is unknown there', async () => {
    const { chains } = await ask(`atTime=${block(2).timestamp}&chainIds=1,7`);
    expect(chains).toMatchObject([
      { chainId: 1, known: true, block: block(2) },
      { chainId: 7, known: true },
    ]);
    const { status, body } = await stage.get(`/wallets/${vault}?atTime=1600000000`);
    expect([status, body]).toMatchObject([400, { code: 'invalid_parameters' }]);
    expect(await stage.get(`/wallets/${vault}?atTime=99999999999`)).toMatchObject({ status: 400 });
  });

  test('the link leads to the next page, and a kept page is not sent again', async () => {
    const { headers, next } = await ask('limit=2');
    expect(headers['link']).toBe(`</wallets/${vault}?limit=2&cursor=${next}>; rel="next"`);
    const url = `/wallets/${vault}?limit=2`;
    const kept = { 'if-none-match': String(headers['etag']) };
    expect((await stage.api.app.inject({ url, headers: kept })).statusCode).toBe(304);
    expect((await stage.api.app.inject({ url, method: 'HEAD' })).body).toBe('');
  });

  test.each([
    ['direction=up', 'direction', 'must be "from" or "to".'],
    ['direction=from&direction=to', 'direction', 'is given more than once'],
    ['chainIds=', 'chainIds', 'must be numbers of chains'],
    ['chainIds=1;2', 'chainIds', 'must be numbers of chains'],
    ['registries=v3', 'registries', 'must be "v1", "v2" or "v1,v2".'],
    ['limit=0', 'limit', 'must be a whole number from 1 to 1000.'],
    ['limit=1001', 'limit', 'must be at most 1000.'],
    ['cursor=', 'cursor', 'must be a cursor'],
    [`cursor=${'A'.repeat(100)}`, 'cursor', 'is not valid'],
    [`cursor=${'A'.repeat(401)}`, 'cursor', 'must be a cursor'],
    ['atTime=yesterday', 'atTime', 'must be a time'],
    ['consistency=strict&atTime=1700000002', 'atTime', 'cannot be sent together with consistency'],
    ['atBlock=2', 'atBlock', 'is not a parameter'],
    ['blockTag=safe', 'blockTag', 'is not a parameter'],
    ['minBlock=2', 'minBlock', 'is not a parameter'],
    ['chainId=1', 'chainId', 'chainIds'],
    ['registry=v1', 'registry', 'registries'],
    ['explain=true', 'explain', 'is not a parameter'],
  ])('%s is refused', async (query, parameter, message) => {
    const { status, body } = await stage.get(`/wallets/${vault}?${query}`);
    expect(status, JSON.stringify(body)).toBe(400);
    const { errors = [] } = body as { errors?: { parameter: string; message: string }[] };
    expect(errors).toContainEqual({ parameter, message: expect.stringContaining(message) });
  });

  test('a cursor belongs to its wallet and its question', async () => {
    const { next } = await ask('limit=1');
    const { next: later } = await ask('limit=6&chainIds=1,2');
    const list = await stage.get(`/registry/v2/${vault}?limit=1`);
    const ofList = /cursor=([\w-]+)/.exec(String(list.headers['link']))?.[1];
    for (const path of [
      `/wallets/${hot}?limit=1&cursor=${next}`,
      `/wallets/${vault}?limit=1&chainIds=1,2&cursor=${next}`,
      `/wallets/${vault}?limit=1&registries=v2&cursor=${next}`,
      `/wallets/${vault}?limit=1&direction=to&cursor=${next}`,
      `/wallets/${vault}?limit=1&consistency=strict&cursor=${next}`,
      `/wallets/${vault}?limit=1&cursor=${later}`,
      `/wallets/${vault}?limit=1&cursor=${ofList}`,
      `/wallets/${vault}?limit=1&cursor=${next?.slice(1)}`,
      `/wallets/${vault}?limit=1&cursor=${next?.slice(0, -1)}${next?.endsWith('A') ? 'B' : 'A'}`,
      `/registry/v2/${vault}?limit=1&cursor=${next}`,
      `/registry/v2/${vault}?limit=1&cursor=${later}`,
    ]) {
      const { status, body } = await stage.get(path);
      expect([path, status, body]).toMatchObject([path, 400, { code: 'invalid_parameters' }]);
    }
    // Another size of the page is no other question.
    expect((await ask(`limit=3&cursor=${next}`)).delegations).toHaveLength(3);
  });

  test.each(['0x12', 'vitalik.eth', '0x', `0x${'g'.repeat(40)}`, '%00', `${'a'.repeat(500)}`])(
    'the wallet %s is refused',
    async (wallet) => {
      const { status, body } = await stage.get(`/wallets/${wallet}`);
      expect([status, body]).toMatchObject([400, { code: 'invalid_parameters' }]);
    },
  );
});

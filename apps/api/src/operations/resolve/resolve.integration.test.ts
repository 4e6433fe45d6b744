/** Tests `/resolve` beside finding wallets: chains that can't answer, pages, and what it refuses. */
import { readChains } from '@mandate/config';
import { FULL_RIGHTS, parseAddress, rightsFromText } from '@mandate/core';
import { at, block, delegate, row, wallets } from '@mandate/testing/ledger/database';
import { LET_LAG, type LedgerApi } from '@mandate/testing/service/ledger-api';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApi } from '../../app.ts';
import { type Answer, startStage } from './testing/stage.ts';

const { vault, hot, other } = wallets;
const whole = (from = vault, to = hot) => delegate('', { kind: 'all', from, to });
const vote = rightsFromText('vote');
/** Makes the vault of a number: their order is that of the answer. */
const numbered = (n: number) => parseAddress(`0x${n.toString(16).padStart(40, '0')}`);

let stage: LedgerApi;
const ask = async (query: string) => {
  const { status, headers, body } = await stage.get(`/resolve?${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return { ...(body as Answer), headers };
};
const addresses = (answer: Pick<Answer, 'wallets'>) =>
  answer.wallets.map(({ address }) => address.toLowerCase());

describe('chains that cannot answer', () => {
  const known = { known: true, registries: ['v1', 'v2'], block: block(2) };

  beforeAll(async () => {
    // 1 and 2 answer, 3 to 5 do not, 6 is not in the ledger, 7 has no v1.
    stage = await startStage(7);
    const { ledger, database } = stage;
    await database.query('delete from chain where chain_id = 6');
    for (const chainId of [1, 2, 7]) await ledger.write(chainId, 2, row(whole(), at(2)));
    // Lower addresses than those of the chains that answer: they must not take their places.
    for (const chainId of [3, 4, 5]) await ledger.write(chainId, 2, row(whole(numbered(2)), at(2)));
    await database.query("update chain set state = 'backfilling' where chain_id = 3");
    await database.query("update chain set state = 'tainted', reason = 'test' where chain_id = 4");
    await database.query(LET_LAG, [5]);
  });
  afterAll(() => stage?.close());

  test('are listed with the reason, and what they hold is not given', async () => {
    const { chains, ...answer } = await ask(`to=${hot}&limit=1`);
    expect(addresses(answer)).toEqual([vault]);
    expect(answer.wallets[0]?.grants.map(({ chainId }) => chainId)).toEqual([1, 2, 7]);
    const unknown = { known: false, detail: expect.any(String) };
    expect(chains).toEqual([
      { chainId: 1, ...known },
      { chainId: 2, ...known },
      { chainId: 3, ...unknown, code: 'chain_not_ready' },
      { chainId: 4, ...unknown, code: 'chain_tainted' },
      { chainId: 5, ...unknown, code: 'chain_lagging' },
      { chainId: 6, ...unknown, code: 'chain_not_ready' },
      { chainId: 7, ...known, registries: ['v2'] },
    ]);
    expect(answer.next).toBeNull();
  });

  test('are listed when they are not served, too', async () => {
    const { chains } = await ask(`from=${numbered(2)}&chainIds=1,999`);
    const notServed =
      'Chain 999 is not served here. Served chains: 1, 2, 3, 4, 5, 6, 7. /networks describes them.';
    expect(chains).toEqual([
      { chainId: 1, ...known },
      { chainId: 999, known: false, code: 'chain_not_supported', detail: notServed },
    ]);
  });

  test.each([
    ['3,999,3', 503, 'chain_not_ready'],
    ['999,998', 400, 'chain_not_supported'],
  ])('are the answer when they are all that was asked for: %s', async (chainIds, status, code) => {
    const answer = await stage.get(`/resolve?from=${numbered(2)}&chainIds=${chainIds}`);
    expect(answer).toMatchObject({ status, body: { code } });
  });

  test('a registry that a chain does not have holds nothing there', async () => {
    const { wallets: found, chains } = await ask(`to=${hot}&chainIds=7&registries=v1`);
    expect([found, chains]).toEqual([[], [{ chainId: 7, ...known, registries: [] }]]);
  });
});

describe('an answer', () => {
  const contract = numbered(0xc1);
  beforeAll(async () => {
    stage = await startStage(2);
    const { ledger } = stage;
    await ledger.write(
      1,
      3,
      row(delegate('', { registry: 'v1', kind: 'token', contract, tokenId: 2n ** 255n }), at(2)),
      row(delegate('', { kind: 'contract', contract, rights: vote }), at(2, 1)),
      row(delegate('', { kind: 'erc20', contract, from: other }), at(2, 2)),
      // v2 takes this address for nobody, and its checks say no.
      row(whole(numbered(1)), at(3)),
      row(delegate('', { registry: 'v1', kind: 'all', from: numbered(1), to: other }), at(3, 1)),
      row(whole(numbered(1), other), at(3, 2)),
    );
    await ledger.write(2, 2, row(whole(), at(2)), row(whole(vault, vault), at(2, 1)));
  });
  afterAll(() => stage?.close());

  const since = (number: number) => ({
    block: number,
    transaction: at(number).tx,
    expiresAt: null,
    since: block(number).timestamp,
  });
  const parties = {
    from: '0x00000000000000000000000000000000000000AA',
    to: '0x00000000000000000000000000000000000000bb',
  };
  const nothing = { contract: null, tokenId: null, rights: null, tokenType: null, amount: null };

  test('names the broadest and the narrowest grant of each chain, under one set of names', async () => {
    const scope = `contract=${contract}&tokenId=${2n ** 255n}&rights=${vote}&numbers=string`;
    const { wallets: found } = await ask(`delegate=${hot.toUpperCase().replace('0X', '0x')}&${scope}`);
    const of = {
      ...nothing,
      ...parties,
      contract: '0x00000000000000000000000000000000000000C1',
      ...since(2),
    };
    const ofContract = { ...of, registry: 'v2', type: 'CONTRACT', rights: vote };
    const ofToken = { ...of, registry: 'v1', type: 'TOKEN', tokenId: String(2n ** 255n) };
    const ofWallet = {
      ...nothing,
      ...parties,
      ...since(2),
      registry: 'v2',
      type: 'ALL',
      rights: FULL_RIGHTS,
    };
    expect(found).toEqual([
      {
        address: parties.from,
        grants: [
          { chainId: 1, broadest: ofContract, narrowest: ofToken },
          { chainId: 2, broadest: ofWallet, narrowest: ofWallet },
        ],
      },
    ]);
  });

  test('has exact numbers by default', async () => {
    const path = `/resolve?vault=${vault}&contract=${contract}&tokenId=0x8${'0'.repeat(63)}&registries=v1`;
    const { body } = await stage.api.app.inject(path);
    expect(body).toContain(`"tokenId":${2n ** 255n},`);
  });

  test.each([
    ['an ERC-20 amount, which says nothing about its contract', other, `contract=${contract}`],
    ['a right that was not asked for', vault, `contract=${contract}&rights=${rightsFromText('claim')}`],
    ['a right, where all are asked for', vault, `contract=${contract}`],
    ['another token', vault, `contract=${contract}&tokenId=1`],
    ['another contract', vault, `contract=${other}&rights=${vote}`],
    ['a contract, which is not the whole wallet', vault, `rights=${vote}`],
    ['the other registry', vault, `contract=${contract}&rights=${vote}&registries=v1`],
  ])('has nobody for %s', async (_, from, scope) => {
    expect(addresses(await ask(`to=${hot}&chainIds=1&${scope}`))).toEqual([]);
    expect(addresses(await ask(`from=${from}&chainIds=1&${scope}`))).toEqual([]);
  });

  test('has nobody whom v2 takes for nobody, though v1 knows them', async () => {
    expect(addresses(await ask(`to=${hot}&chainIds=1`))).toEqual([]);
    const { wallets: found } = await ask(`to=${other}&chainIds=1`);
    expect(found).toMatchObject([
      { grants: [{ broadest: { registry: 'v1' }, narrowest: { registry: 'v1' } }] },
    ]);
    expect(addresses(await ask(`from=${numbered(1)}&registries=v2`))).toEqual([]);
  });

  test('has a wallet that granted itself', async () => {
    expect(addresses(await ask(`to=${vault}`))).toEqual([vault]);
    expect(addresses(await ask(`from=${vault}`))).toEqual([vault, hot]);
  });

  test('is never kept, and HEAD has its headers', async () => {
    const { headers } = await ask(`from=${vault}&limit=1`);
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    const head = await stage.api.app.inject({ method: 'HEAD', url: `/resolve?from=${vault}&limit=1` });
    expect([head.statusCode, head.body, head.headers['link']]).toEqual([200, '', headers['link']]);
    expect(headers['link']).toBe(`</resolve?from=${vault}&limit=1&cursor=${vault}>; rel="next"`);
  });

  const REFUSED: readonly (readonly [query: string, parameter: string, message: string])[] = [
    ['', 'to', 'is missing'],
    [`contract=${contract}`, 'to', 'is missing'],
    [`to=${hot}&from=${vault}`, 'from', 'was sent together with "to"'],
    [`delegate=${hot}&vault=${vault}`, 'from', 'was sent together with "to"'],
    [`to=${hot}&delegate=${other}`, 'delegate', 'has another value'],
    [`to=${hot}&to=${hot}`, 'to', 'more than once'],
    ['to=vitalik.eth', 'to', 'must be an address'],
    [`to=${hot.slice(0, -1)}`, 'to', 'must be an address'],
    [`to=${hot}&tokenId=1`, 'tokenId', 'needs "contract"'],
    [`to=${hot}&contract=&tokenId=1`, 'contract', 'must be an address'],
    [`to=${hot}&contract=${contract}&tokenId=-1`, 'tokenId', 'must be a whole number'],
    [`to=${hot}&contract=${contract}&tokenId=${2n ** 256n}`, 'tokenId', 'at most'],
    [`to=${hot}&rights=vote`, 'rights', `send ${vote}`],
    [`to=${hot}&chainIds=`, 'chainIds', 'must be numbers of chains'],
    [`to=${hot}&chainIds=1,`, 'chainIds', 'must be numbers of chains'],
    [`to=${hot}&chainIds=1,all`, 'chainIds', 'must be numbers of chains'],
    [`to=${hot}&chainIds=1;8453`, 'chainIds', 'must be numbers of chains'],
    [`to=${hot}&chainIds=1&chainIds=2`, 'chainIds', 'more than once'],
    [`to=${hot}&chainId=1`, 'chainId', 'Did you mean "chainIds"?'],
    [`to=${hot}&chain=1`, 'chain', 'Did you mean "chainIds"?'],
    [`to=${hot}&networks=1`, 'networks', 'Did you mean "chainIds"?'],
    [`to=${hot}&registries=v3`, 'registries', 'must be "v1"'],
    [`to=${hot}&registries=`, 'registries', 'must be "v1"'],
    [`to=${hot}&registry=v1`, 'registry', 'Did you mean "registries"?'],
    [`to=${hot}&limit=0`, 'limit', 'from 1 to 1000'],
    [`to=${hot}&limit=1001`, 'limit', 'at most 1000'],
    [`to=${hot}&cursor=1`, 'cursor', 'must be the `next` of an earlier page'],
    [`to=${hot}&numbers=text`, 'numbers', 'must be "number" or "string"'],
    [`to=${hot}&right=${vote}`, 'right', 'Did you mean "rights"?'],
    [`to=${hot}&token_id=1`, 'token_id', 'Did you mean "tokenId"?'],
    ...['blockTag', 'atBlock', 'atTime', 'minBlock'].map((name) => {
      return [`to=${hot}&${name}=1`, name, 'answers for the present'] as const;
    }),
    [`to=${hot}&consistency=safe`, 'consistency', 'must be "latest" or "strict"'],
    [`to=${hot}&at_block=1`, 'at_block', 'is not a parameter of /resolve'],
    [`to=${hot}&explain=true`, 'explain', 'is not a parameter of /resolve'],
  ];
  test.each(REFUSED)('is refused for "%s"', async (query, parameter, message) => {
    const { status, body } = await stage.get(`/resolve?${query}`);
    const errors = [{ parameter, message: expect.stringContaining(message) }];
    expect([status, body]).toMatchObject([400, { code: 'invalid_parameters', errors }]);
  });
});

test('whoever stands throughout is on exactly one page, however others come and go', async () => {
  stage = await startStage(1);
  try {
    const steady = Array.from({ length: 40 }, (_, i) => numbered(10 * (i + 1)));
    const history = steady.map((from, log) => row(whole(from), at(2, log)));
    await stage.ledger.write(1, 2, ...history);
    const [seen, blocks]: [string[], unknown[]] = [[], []];
    let cursor: string | null = '';
    for (let number = 3; cursor !== null; number++) {
      const { next, chains, ...answer }: Answer = await ask(`to=${hot}&limit=7${cursor}`);
      seen.push(...addresses(answer));
      blocks.push(chains[0]?.['block']);
      cursor = next && `&cursor=${next}`;
      // Beside every steady wallet, before the place and after it, one that stands for a block.
      const beside = steady.map((from) => numbered(Number(from) + (number % 9) + 1));
      history.push(...beside.map((from, log) => row(whole(from), at(number, log), at(number + 1, log))));
      await stage.ledger.write(1, number, ...history);
    }
    expect(seen).toEqual([...new Set(seen)].toSorted());
    expect(seen.filter((address) => steady.some((one) => one === address))).toEqual(steady);
    expect(seen.length).toBeGreaterThan(steady.length + 10);
    expect(blocks).toEqual(blocks.map((_, i) => block(i + 2)));
  } finally {
    await stage.close();
  }
});

test('without its database it says that it does not know', async () => {
  const chains = readChains({ CHAINS: '{"1": {"nodes": ["http://127.0.0.1:1"]}}' });
  const databaseUrl = 'postgres://postgres@127.0.0.1:1/none';
  const api = await createApi({ databaseUrl, chains, log: pino({ level: 'silent' }) });
  try {
    const { statusCode, body } = await api.app.inject(`/resolve?to=${hot}`);
    expect([statusCode, JSON.parse(body)]).toMatchObject([503, { code: 'database_unavailable' }]);
  } finally {
    await api.close();
  }
});

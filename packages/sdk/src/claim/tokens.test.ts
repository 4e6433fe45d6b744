/** Tests that an answer about the tokens of a wallet is believed only if it follows from its own parts. */
import { BLOCK, CONTRACT, FROM, GRANT, TO } from '@mandate/testing/ledger/sample-grant';
import {
  answer,
  type MisbehavingServer,
  startMisbehavingServer,
} from '@mandate/testing/service/misbehaving-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, checkTokens, createClient, InvalidParametersError, listTokens } from '../index.ts';

let server: MisbehavingServer;
let client: Client;
beforeAll(async () => {
  server = await startMisbehavingServer();
  client = createClient({ baseUrl: server.url, retries: 0 });
});
afterAll(() => server.close());

const { transaction: _, since: __, ...granted } = GRANT;
const VIA = { ...granted, expiresAt: null };
const OWN = { tokenId: '3', holder: TO, amount: null, grants: [] as object[] };
const OF_VAULT = { tokenId: '7', holder: FROM, amount: null, grants: [VIA] as object[] };
const UNREAD = { reason: 'ids_unknown', detail: 'Send ids.', holder: FROM };
const LISTED = {
  tokens: [OWN, OF_VAULT],
  complete: true,
  unknownIds: [] as string[],
  standard: 'ERC721',
  block: { chainId: 1, ...BLOCK, safeNumber: null },
  unknown: [] as object[],
};
const PART = { ...LISTED, complete: false, unknown: [UNREAD] };
const ASKED = { wallet: TO, contract: CONTRACT } as const;

const list = (body: object, more: object = {}) => {
  server.behave(answer(JSON.stringify({ next: null, ...body })));
  return listTokens(client, { ...ASKED, ...more });
};
const check = (body: object, tokenIds: readonly bigint[]) => {
  server.behave(answer(JSON.stringify(body)));
  return checkTokens(client, { ...ASKED, tokenIds });
};
const refused = (asked: Promise<unknown>) =>
  expect(asked).rejects.toMatchObject({ name: 'ConnectionError', code: 'unexpected_answer' });

test('a page, and what is not known of it', async () => {
  expect(await list({ ...LISTED, next: 'more' })).toEqual({
    tokens: [
      { ...OWN, tokenId: 3n },
      { ...OF_VAULT, tokenId: 7n },
    ],
    complete: true,
    unknownIds: [],
    standard: 'ERC721',
    block: { chainId: 1, ...BLOCK },
    safeBlock: null,
    unknown: [],
    nextCursor: 'more',
  });
  const part = await list({ ...PART, unknownIds: ['9'] }, { cursor: 'more', exclusive: false });
  expect([part.complete, part.unknownIds]).toEqual([false, [9n]]);
  expect(server.requests[0]?.url).toContain('&cursor=more&exclusive=false');
});

test('ids', async () => {
  expect(await check(LISTED, [3n, 7n, 8n])).not.toHaveProperty('nextCursor');
  await refused(check(LISTED, [3n, 8n]));
  await refused(check({ ...PART, tokens: [], unknownIds: ['9'] }, [8n]));
});

test.each<[string, object]>([
  ['a whole with a part unknown', { ...LISTED, unknown: [UNREAD] }],
  ['a part without a reason', { ...LISTED, complete: false }],
  ['a whole with unknown ids', { ...LISTED, unknownIds: ['9'] }],
  ['a token twice', { ...LISTED, tokens: [OWN, OWN] }],
  ['a vault without grants', { ...LISTED, tokens: [{ ...OF_VAULT, grants: [] }] }],
  ['a grant to another', { ...LISTED, tokens: [{ ...OF_VAULT, grants: [{ ...VIA, to: CONTRACT }] }] }],
  [
    'a grant of another token',
    {
      ...LISTED,
      tokens: [
        {
          ...OF_VAULT,
          grants: [{ ...VIA, type: 'TOKEN', contract: CONTRACT, tokenId: '8', tokenType: 'ERC721' }],
        },
      ],
    },
  ],
  ['another block', { ...LISTED, block: { ...LISTED.block, chainId: 10 } }],
])('%s is refused', async (_, body) => {
  await refused(list(body));
});

test('wrong parameters are not sent', async () => {
  for (const asked of [
    list(LISTED, { standard: 'ERC20' }),
    list(LISTED, { vault: 'mira.eth' }),
    check(LISTED, []),
    check(LISTED, Array(1_001).fill(1n)),
  ])
    await expect(asked).rejects.toBeInstanceOf(InvalidParametersError);
});

/** Tests `mandate tokens`, with a terminal and with piped output. */
import { CONTRACT, FROM, TO } from '@mandate/testing/ledger/sample-grant';
import {
  answer,
  type MisbehavingServer,
  startMisbehavingServer,
} from '@mandate/testing/service/misbehaving-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MAY_CLAIM, TOO_MANY } from '../testing/eligibility-answers.ts';
import { typeCommand } from '../testing/type-command.ts';

let server: MisbehavingServer;
beforeAll(async () => {
  server = await startMisbehavingServer();
});
afterAll(() => server.close());

const ASKED = `tokens --wallet ${TO} --contract ${CONTRACT}`;
const type = (line: string, terminal = {}) => typeCommand(server.url, line, terminal);
const { standard, block, unknown } = MAY_CLAIM;
const [own, vault] = MAY_CLAIM.holders;
const LISTED = {
  tokens: [
    { tokenId: '3', holder: TO, amount: null, grants: own?.grants },
    { tokenId: '7', holder: FROM, amount: null, grants: vault?.grants },
  ],
  complete: true,
  unknownIds: [] as string[],
  standard,
  block,
  unknown,
  next: null as string | null,
};

test('a list repeats its question and shows each token with its grants', async () => {
  server.behave(answer(JSON.stringify({ ...LISTED, next: 'more' })));
  const { code, out } = await type(ASKED, { columns: 130 });
  expect(code).toBe(0);
  expect(out).toBe(`✓ Tokens that ${TO} may use (2)

  wallet    ${TO}
  contract  ${CONTRACT}, ERC721
  at        block 19000000 of chain 1, 12 s ago
            0x${'ab'.repeat(32)}

TOKEN  HOLDER                                      BECAUSE OF
    3  ${TO}  the wallet itself
    7  ${FROM}  v2 ALL, rights full, since block 2
                                                   v2 ERC721, token 7, rights full, since block 5

Next page: --cursor more`);
});

test('a list that is not complete is not known, and says why', async () => {
  const part = { ...LISTED, tokens: [], complete: false, unknownIds: ['9'], unknown: [TOO_MANY] };
  server.behave(answer(JSON.stringify(part)));
  const { code, out } = await type(ASKED);
  expect(code).toBe(2);
  expect(out.split('\n')[0]).toBe(`? Tokens that ${TO} may use (at least 0)`);
  expect(out).toContain('? unknown  ids 9\n? unknown  More vaults than one answer reads.');
});

test('ids are sent, and none of them is a no', async () => {
  server.behave(answer(JSON.stringify({ ...LISTED, tokens: [] })));
  const { code, out } = await type(`${ASKED} --token 7,0x08 --vault ${FROM}`, { isTerminal: false });
  expect([code, JSON.parse(out).complete]).toEqual([1, true]);
  expect(server.requests[0]).toMatchObject({ method: 'POST', url: '/tokens' });
  expect(await type(`${ASKED} --token 7 --cursor more`)).toMatchObject({ code: 3 });
});

/** Tests `mandate eligibility`, with a terminal and with piped output. */

import { CONTRACT, FROM, TO } from '@mandate/testing/ledger/sample-grant';
import {
  answer,
  type MisbehavingServer,
  problem,
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

const ASKED = `eligibility --wallet ${TO} --contract ${CONTRACT}`;
const type = (line: string, terminal = {}) => typeCommand(server.url, line, terminal);
const NOBODY = { ...MAY_CLAIM, eligible: false, balance: '0', holders: [] };

test('a yes repeats its question and shows each holder with its grants', async () => {
  server.behave(answer(JSON.stringify(MAY_CLAIM)));
  const { code, out } = await type(ASKED, { columns: 120 });
  expect(code).toBe(0);
  expect(out).toBe(`✓ yes, may claim  3 counted, 1 needed

  wallet    ${TO}
  contract  ${CONTRACT}, ERC721
  at        block 19000000 of chain 1, 12 s ago
            0x${'ab'.repeat(32)}

HOLDER                                      COUNTS  TOKENS  BECAUSE OF
${TO}       1          the wallet itself
${FROM}       2  7, 9    v2 ALL, rights full, since block 2
                                                            v2 ERC721, token 7, rights full, since block 5`);
});

test('a narrow terminal gets short addresses', async () => {
  server.behave(answer(JSON.stringify(MAY_CLAIM)));
  expect((await type(ASKED, { columns: 80 })).out).toContain('\n0x0000…01d0       2  7, 9    v2 ALL,');
});

test.each([
  ['no', NOBODY, 1, '✗ no, may not claim  0 counted, 1 needed'],
  [
    'unknown',
    { ...NOBODY, eligible: null, complete: false, unknown: [TOO_MANY] },
    2,
    '? unknown  at least 0 counted, 1 needed',
  ],
  [
    'yes, with a lower bound',
    { ...MAY_CLAIM, complete: false, unknown: [TOO_MANY] },
    0,
    '✓ yes, may claim  at least 3 counted, 1 needed',
  ],
])('%s', async (_, body, code, title) => {
  server.behave(answer(JSON.stringify(body)));
  const said = await type(ASKED);
  expect(said).toMatchObject({ code, err: '' });
  expect(said.out.split('\n')[0]).toBe(title);
  const advice = '? unknown  More vaults than one answer reads. [2J Name one with --vault. (too_many_vaults)';
  expect(said.out.includes(advice)).toBe(body.unknown.length > 0);
  const piped = await type(ASKED, { isTerminal: false });
  expect(piped.code).toBe(code);
  expect(JSON.parse(piped.out)).toMatchObject({ eligible: body.eligible, balance: body.balance });
});

test('every option reaches the service', async () => {
  const one = { ...NOBODY, standard: 'ERC1155' };
  server.behave(answer(JSON.stringify(one)));
  const options = `--token 0x07 --min 4 --standard ERC1155 --vault ${FROM} --registries v1,v2 --rights vote --at-block 19000000`;
  const { code, out } = await type(`${ASKED} ${options}`);
  expect(code).toBe(1);
  expect(server.requests[0]?.url).toBe(
    `/eligibility?numbers=string&wallet=${TO}&contract=${CONTRACT}&vault=${FROM}` +
      `&rights=0x766f7465${'0'.repeat(56)}&chainId=1&atBlock=19000000&tokenId=7&min=4&standard=ERC1155`,
  );
  expect(out).toContain('0 counted, 4 needed');
  server.behave(answer(JSON.stringify(one)));
  await type(`${ASKED} --exclusive --rights vote --registry v2 --chain 1`);
  expect(server.requests[0]?.url).toContain(
    '&rights=0x0932bdf85fc8aa10ac3c22f02317f8f53d4b4f52235ed1ea&registries=v2&exclusive=true&',
  );
});

test.each([
  [`eligibility --wallet ${TO}`, 'eligibility needs --contract.'],
  [`${ASKED} now`, 'eligibility takes options only'],
  [`${ASKED} --min some`, '--min must be a whole number'],
  [`${ASKED} --min 0`, '--min must be a whole number, 1 or more, not "0".'],
  [`${ASKED} --standard ERC6909`, '--standard must be ERC721'],
  [`${ASKED} --registry v3`, '--registry must be all or v1 or v2'],
  [`${ASKED} --vault vitalik`, '--vault must be an address'],
])('%s is rejected before a request', async (line, said) => {
  server.behave(answer(JSON.stringify(MAY_CLAIM)));
  const { code, err } = await type(line);
  expect(code).toBe(3);
  expect(err).toContain(said);
  expect(server.requests).toHaveLength(0);
});

test('an error of the service is unknown, never a no', async () => {
  server.behave(problem(400, 'standard_unknown'));
  const { code, err } = await type(ASKED);
  expect(code).toBe(2);
  expect(err).toContain('standard_unknown');
});

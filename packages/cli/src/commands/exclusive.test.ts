/** Tests `mandate exclusive`, with a terminal and with piped output. */

import { CONTRACT, FROM, TO } from '@mandate/testing/ledger/sample-grant';
import {
  answer,
  type MisbehavingServer,
  startMisbehavingServer,
} from '@mandate/testing/service/misbehaving-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AT, EXCLUSIVE_GRANT, TOO_MANY } from '../testing/eligibility-answers.ts';
import { typeCommand } from '../testing/type-command.ts';

let server: MisbehavingServer;
beforeAll(async () => {
  server = await startMisbehavingServer();
});
afterAll(() => server.close());

const type = (line: string, isTerminal = true) => typeCommand(server.url, line, { isTerminal });
const END = { block: AT, unknown: [] as object[] };
const WALLET = `exclusive wallet --vault ${FROM}`;
const OWNER = `exclusive owner --contract ${CONTRACT} --token 7`;
const VAULTS = `exclusive vaults --wallet ${TO}`;
const BECAUSE = 'v2 ALL, rights airdrop, since block 2, until 2026-01-31T12:00:00Z';
const BLOCK = `  at        block 19000000 of chain 1, 12 s ago\n            ${AT.hash}`;

test.each([
  [
    'the wallet of a vault',
    WALLET,
    { wallet: TO, grant: EXCLUSIVE_GRANT, ...END },
    0,
    `✓ ${TO} acts for ${FROM}\n\n  because   ${BECAUSE}\n${BLOCK}`,
  ],
  [
    'a vault without one',
    WALLET,
    { wallet: FROM, grant: null, ...END },
    1,
    `– ${FROM} acts for itself\n\n${BLOCK}`,
  ],
  [
    'the wallet of a token',
    OWNER,
    { wallet: TO, owner: FROM, grant: EXCLUSIVE_GRANT, ...END },
    0,
    `✓ ${TO} acts for token 7 of ${CONTRACT}\n\n  owner     ${FROM}\n  because   ${BECAUSE}\n${BLOCK}`,
  ],
  [
    'a token without an owner',
    OWNER,
    { wallet: null, owner: null, grant: null, ...END },
    1,
    `– Nobody owns token 7 of ${CONTRACT}\n\n${BLOCK}`,
  ],
  [
    'an owner that is unknown',
    OWNER,
    { wallet: null, owner: null, grant: null, block: AT, unknown: [{ ...TOO_MANY, detail: 'Ask later.' }] },
    2,
    `? The owner of token 7 of ${CONTRACT} is not known\n\n${BLOCK}\n\n? unknown  Ask later. (too_many_vaults)`,
  ],
  [
    'the vaults of a wallet',
    `${VAULTS} --limit 1`,
    { vaults: [{ address: FROM, grant: EXCLUSIVE_GRANT }], next: FROM, ...END },
    0,
    `✓ Vaults that ${TO} alone acts for (1)\n\n  ${FROM}\n    ${BECAUSE}\n${BLOCK}\n\nNext page: --cursor ${FROM}`,
  ],
  [
    'a wallet without vaults',
    VAULTS,
    { vaults: [], next: null, ...END },
    1,
    `– Vaults that ${TO} alone acts for (0)\n\n  None found.\n${BLOCK}`,
  ],
])('%s', async (_, line, body, code, out) => {
  server.behave(answer(JSON.stringify(body)));
  expect(await type(line)).toEqual({ code, out, err: '' });
  const piped = await type(line, false);
  expect(piped.code).toBe(code);
  expect(JSON.parse(piped.out).block.number).toBe(AT.number);
});

test('a name is the first 24 bytes of its hash, and the output shows both', async () => {
  server.behave(answer(JSON.stringify({ wallet: FROM, grant: null, ...END })));
  const { out } = await type(`${WALLET} --rights airdrop --chain 1 --at-block 19000000`);
  const rights = '0xf4e649761bcbc50f23f9a4691d424072583cf1c3ddf9ffa6';
  expect(server.requests[0]?.url).toBe(
    `/exclusive/wallet?numbers=string&vault=${FROM}&rights=${rights}&chainId=1&atBlock=19000000`,
  );
  expect(out).toContain(`  rights    airdrop (${rights})\n`);
  expect((await type(`${WALLET} --rights ${rights}`)).out).toContain(`  rights    ${rights}\n`);
});

test.each([
  ['exclusive', 'Choose what to ask: mandate exclusive wallet, owner, vaults.'],
  ['exclusive toString', 'Choose what to ask'],
  ['exclusive wallet', 'exclusive wallet needs --vault.'],
  ['exclusive owner --token 7', 'exclusive owner needs --contract.'],
  [`${WALLET} --strict`, 'exclusive wallet does not take --strict.'],
  [`${WALLET} --limit 3`, 'exclusive wallet does not take --limit.'],
  [`${WALLET} --rights 0x${'12'.repeat(32)}`, '--rights must be 24 bytes'],
])('%s is rejected before a request', async (line, said) => {
  server.behave(answer('{}'));
  const { code, err } = await type(line);
  expect(code).toBe(3);
  expect(err).toContain(said);
  expect(server.requests).toHaveLength(0);
});

/** Tests the command with a terminal and with piped output, against a fake service. */

import { CONTRACT, FROM, TO } from '@mandate/testing/ledger/sample-grant';
import {
  answer,
  type MisbehavingServer,
  problem,
  startMisbehavingServer,
} from '@mandate/testing/service/misbehaving-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Terminal } from './output/terminal.ts';
import { typeCommand } from './testing/type-command.ts';

let server: MisbehavingServer;
beforeAll(async () => {
  server = await startMisbehavingServer();
});
afterAll(() => server.close());

const type = (line: string, terminal?: Partial<Terminal>) => typeCommand(server.url, line, terminal);
const asked = () => server.requests[0]?.url;
const PARTIES = `--to ${TO} --from ${FROM}`;
const OF_TOKEN = `${PARTIES} --contract ${CONTRACT} --token 7`;

describe('exit codes', () => {
  test.each([
    [`check all ${PARTIES}`, 'true', 0],
    [`check all ${PARTIES}`, 'false', 1],
    [`check erc1155 ${OF_TOKEN}`, '"3"', 0],
    [`check erc1155 ${OF_TOKEN}`, '"0"', 1],
    [`check all ${PARTIES}`, '"maybe"', 2],
    [`check all ${PARTIES}`, '', 2],
    [`list ${FROM}`, '[]', 0],
    [`list ${FROM}`, '[', 2],
    ['status', '{"chains":[]}', 0],
    ['status', '{}', 2],
    ['audit', '{"chains":[],"reports":[]}', 2],
  ])('%s answered with %s', async (line, body, code) => {
    server.behave(answer(body));
    expect((await type(line)).code).toBe(code);
    expect((await type(line, { isTerminal: false })).code).toBe(code);
  });

  test.each([
    [401, 'invalid_api_key'],
    [500, 'internal_error'],
    [503, 'chain_tainted'],
  ])('%i %s is 2', async (status, code) => {
    server.behave(problem(status, code, { headers: { 'Retry-After': '300' } }));
    const said = await type(`check all ${PARTIES}`);
    expect(said).toMatchObject({ code: 2, out: '' });
    expect(said.err).toContain(`? unknown  This is ${code}.`);
    expect(said.err).toContain(`${server.url}/errors#${code}`);
  });
});

describe('what is asked', () => {
  test.each([
    [`check all ${PARTIES}`, `/registry/v2/check/all?numbers=string&to=${TO}&from=${FROM}&chainId=1`],
    [
      `check all ${PARTIES} --registry v1 --chain 8453`,
      `/registry/v1/check/all?numbers=string&delegate=${TO}&vault=${FROM}&chainId=8453`,
    ],
    [
      `check contract ${PARTIES} --contract ${CONTRACT}`,
      `/registry/v2/check/contract?numbers=string&to=${TO}&from=${FROM}&contract=${CONTRACT}&chainId=1`,
    ],
    [
      `check erc721 ${OF_TOKEN}`,
      `/registry/v2/check/erc721?numbers=string&delegate=${TO}&vault=${FROM}&contract=${CONTRACT}&tokenId=7&chainId=1`,
    ],
    [
      `check token --registry v1 ${OF_TOKEN}`,
      `/registry/v1/check/token?numbers=string&delegate=${TO}&vault=${FROM}&contract=${CONTRACT}&tokenId=7&chainId=1`,
    ],
    [
      `check all ${PARTIES} --rights vote`,
      `/registry/v2/check/all?numbers=string&to=${TO}&from=${FROM}&chainId=1&rights=0x766f7465${'0'.repeat(56)}`,
    ],
  ])('%s', async (line, url) => {
    server.behave(answer('true', { 'X-Chain-Id': /chainId=(\d+)/.exec(url)?.[1] }));
    expect((await type(line)).code).toBe(0);
    expect(asked()).toBe(url);
  });

  test.each([
    ['--at-block 19000000', 'atBlock=19000000'],
    ['--at-time 1700000000', 'atTime=1700000000'],
    ['--at-time 2023-11-14T22:13:20Z', 'atTime=1700000000'],
    ['--block-tag safe', 'blockTag=safe'],
    ['--strict', 'consistency=strict'],
  ])('%s', async (option, sent) => {
    server.behave(answer('true', { 'X-Safe-Block-Number': '18999990' }));
    expect((await type(`check all ${PARTIES} ${option}`)).code).toBe(0);
    expect(asked()).toContain(`&${sent}`);
    server.behave(answer('[]', { 'X-Safe-Block-Number': '18999990' }));
    expect((await type(`list ${FROM} ${option}`)).code).toBe(0);
    expect(asked()).toContain(`&${sent}`);
  });

  test('token ids in hex, of any length', async () => {
    server.behave(answer('true'));
    await type(`check erc721 ${PARTIES} --contract ${CONTRACT} --token 0x${'f'.repeat(64)}`);
    expect(asked()).toContain(`tokenId=${2n ** 256n - 1n}&`);
  });

  test('the key comes from the environment, or from --key', async () => {
    const environment = { MANDATE_URL: server.url, MANDATE_API_KEY: 'of-the-environment' };
    server.behave(answer('true'));
    await type(`check all ${PARTIES}`, { environment });
    await type(`check all ${PARTIES} --key typed`, { environment });
    expect(server.requests.map(({ headers }) => headers['x-api-key'])).toEqual([
      'of-the-environment',
      'typed',
    ]);
  });
});

test.each([
  ['check', 'Choose what to check in v2: all, contract'],
  ['check token', 'Choose what to check in v2: all, contract, erc721'],
  ['check erc721 --registry v1', 'Choose what to check in v1: all, contract, token.'],
  ['check constructor', 'Choose what to check'],
  ['check erc721', 'needs --to, --from, --contract, --token.'],
  [`check all ${PARTIES} --contract ${CONTRACT}`, 'does not take --contract.'],
  [`check all ${PARTIES} --registry v1 --rights vote`, 'does not take --rights.'],
  [`check all ${PARTIES} more`, 'Choose what to check'],
  [`check erc721 ${PARTIES} --contract ${CONTRACT} --token 1.5`, '--token must be a whole number'],
  [`check all ${PARTIES} --chain mainnet`, '--chain must be a whole number'],
  [`check all ${PARTIES} --rights ${'a'.repeat(33)}`, '--rights has more than 32 bytes'],
  [`check all --to ${TO} --from vitalik`, '--from must be an address'],
  [`check all --to ${TO} --from mira.eth --verify --rpc http://127.0.0.1:1`, '--verify takes addresses only'],
  [`check all --to ${TO} --from 0xaA${'0'.repeat(38)}`, '--from has a wrong checksum (EIP-55)'],
  [`list 0xaA${'0'.repeat(38)}`, 'The wallet has a wrong checksum (EIP-55)'],
  [`check all ${PARTIES} --registry v3`, '--registry must be v2 or v1, not "v3".'],
  [`check all ${PARTIES} --delegate ${FROM}`, '--delegate and --to mean the same: send one of them.'],
  [`list ${FROM} --registry all --cursor abc`, 'A cursor belongs to one registry.'],
  ['networks 1', 'networks takes no arguments'],
  ['completion tcsh', 'completion needs a shell: bash, zsh, fish.'],
  ['list', 'list needs one wallet'],
  [`list ${FROM} --to ${TO}`, 'does not take --to.'],
  ['list vitalik', 'The wallet must be an address'],
  ['listen', 'listen needs --forward.'],
  ['webhooks', 'Choose what to do: mandate webhooks list'],
  ['webhooks pause', 'Choose what to do: mandate webhooks list'],
  ['webhooks list', 'webhooks needs a secret key'],
  ['webhooks create https://a.example', 'webhooks create needs --name.'],
  ['listen --forward localhost:3000', '--forward must be an http or https URL'],
  ['status now', 'status takes no arguments'],
  ['audit now', 'audit takes no arguments'],
  ['audit --audit-key 0x12', '--audit-key must be an Ed25519 key'],
  [
    'toString',
    'Choose a command: check, eligibility, tokens, exclusive, allowlist, list, resolve, watch, listen, webhooks, snapshot, status, audit, networks, compare, mcp, completion.',
  ],
  ['--bogus', "Unknown option '--bogus'."],
  ['status --url mandate.example', '--url must be an http or https URL'],
])('%s is rejected before a request', async (line, said) => {
  server.behave(answer('true'));
  const { code, out, err } = await type(line);
  expect({ code, out }).toEqual({ code: 3, out: '' });
  expect(err).toContain(said);
  expect(server.requests).toHaveLength(0);
});

test('a missing service URL is an error', async () => {
  expect((await type('status', { environment: {} })).err).toContain('MANDATE_URL');
});

test('piped output is exact JSON', async () => {
  server.behave(answer(`"${2n ** 256n - 1n}"`));
  const { out } = await type(`check erc1155 ${OF_TOKEN}`, { isTerminal: false });
  expect(JSON.parse(out)).toEqual({
    value: String(2n ** 256n - 1n),
    safeBlock: null,
    block: { chainId: 1, number: 19_000_000, hash: `0x${'ab'.repeat(32)}`, timestamp: 1_700_000_000 },
  });
  expect((await type(`check erc1155 ${OF_TOKEN} --json`)).out).toBe(out);
});

test('errors are JSON in piped output', async () => {
  server.behave(problem(429, 'rate_limited', { headers: { 'Retry-After': '99' } }));
  const { out, err } = await type(`check all ${PARTIES}`, { isTerminal: false });
  expect(out).toBe('');
  expect(JSON.parse(err).error).toMatchObject({ code: 'rate_limited', status: 429, retryAfterMs: 99_000 });
  expect(JSON.parse((await type('nothing', { isTerminal: false })).err).error.code).toBe('usage');
});

test('a yes repeats its question', async () => {
  server.behave(answer('true'));
  expect((await type(`check erc721 ${OF_TOKEN} --rights vote`)).out).toBe(`✓ yes

  to        ${TO}
  from      ${FROM}
  contract  ${CONTRACT}
  token     7
  rights    vote
  at        block 19000000 of chain 1, 12 s ago
            0x${'ab'.repeat(32)}`);
});

const RECORD = {
  type: 'TOKEN',
  from: FROM,
  to: TO,
  contract: CONTRACT,
  tokenId: '7',
  rights: `0x${'0'.repeat(64)}`,
  tokenType: 'ERC721',
  amount: null,
};

test('a list shows given and received delegations separately', async () => {
  const received = {
    ...RECORD,
    from: TO,
    to: FROM,
    tokenType: 'ERC1155',
    tokenId: String(2n ** 256n - 1n),
    amount: String(2n ** 256n - 1n),
  };
  server.behave(answer(JSON.stringify([RECORD, received]), { Link: '</x?cursor=abc>; rel="next"' }));
  expect((await type(`list ${FROM} --limit 2`)).out).toBe(`${FROM}  v2, block 19000000 of chain 1, 12 s ago

Given: wallets that may act for this one (1)
TO           COVERS  CONTRACT     TOKEN  RIGHTS
0x0000…0407  ERC721  0xC011…0001      7  full

Received: wallets this one may act for (1)
FROM         COVERS   CONTRACT                 TOKEN     AMOUNT  RIGHTS
0x0000…0407  ERC1155  0xC011…0001  11579208…29639935  unlimited  full

Next page: --cursor abc`);
  expect((await type(`list ${FROM}`, { columns: 300 })).out).toContain(String(2n ** 256n - 1n));
});

test('an empty list', async () => {
  server.behave(answer('[]'));
  expect((await type(`list ${FROM} --registry v1`)).out).toContain('No delegations.');
});

test('both registries, each with its block', async () => {
  server.behave(answer('[]'));
  const { out } = await type(`list ${FROM} --registry all`);
  expect(out).toContain('v2, block 19000000 of chain 1');
  expect(out).toContain('v1, block 19000000 of chain 1');
  const piped = JSON.parse((await type(`list ${FROM} --registry all`, { isTerminal: false })).out);
  expect([piped.v1.value, piped.v2.value]).toEqual([[], []]);
});

test('--delegate and --vault are other names of --to and --from', async () => {
  server.behave(answer('true'));
  expect((await type(`check all --delegate ${TO} --vault ${FROM}`)).code).toBe(0);
  expect(asked()).toContain(`&to=${TO}&from=${FROM}&`);
});

test('networks: the chains with their registries, whole when piped', async () => {
  const [v1, v2] = [`0x${'1'.repeat(40)}`, `0x${'2'.repeat(40)}`];
  const network = {
    chainId: 1,
    name: 'Ethereum',
    testnet: false,
    explorer: null,
    registries: { v1, v2 },
    publicNode: null,
    proofs: true,
  };
  const test = {
    ...network,
    chainId: 84532,
    name: 'Base Sepolia',
    testnet: true,
    registries: { v1: null, v2 },
  };
  server.behave(answer(JSON.stringify({ networks: [network, test] })));
  expect((await type('networks')).out).toBe(`CHAIN                      ID  V1           V2
Ethereum                    1  0x1111…1111  0x2222…2222
Base Sepolia (testnet)  84532               0x2222…2222`);
  const piped = JSON.parse((await type('networks', { isTerminal: false })).out);
  expect(piped.networks[0].registries).toEqual({ v1, v2 });
});

test('colours follow NO_COLOR, TERM and the terminal', async () => {
  server.behave(answer('true'));
  const paintedIn = async (environment: Record<string, string>, isTerminal = true) => {
    const line = `check all ${PARTIES} --url ${server.url}`;
    return (await type(line, { environment, isTerminal })).out.includes('\x1b[');
  };
  expect(await paintedIn({})).toBe(true);
  expect(await paintedIn({ NO_COLOR: '1' })).toBe(false);
  expect(await paintedIn({ TERM: 'dumb' })).toBe(false);
  expect(await paintedIn({}, false)).toBe(false);
});

/** Tests `resolve`, `watch`, `snapshot` and `--explain`, with a terminal and with piped output. */

import { CONTRACT, FROM, TO } from '@mandate/testing/ledger/sample-grant';
import {
  answer,
  BLOCK_HEADERS,
  type MisbehavingServer,
  startMisbehavingServer,
} from '@mandate/testing/service/misbehaving-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { typeCommand } from '../testing/type-command.ts';

let server: MisbehavingServer;
beforeAll(async () => {
  server = await startMisbehavingServer();
});
afterAll(() => server.close());

const type = (line: string, isTerminal = true, signal?: AbortSignal) =>
  typeCommand(server.url, line, { isTerminal, ...(signal && { signal }) });

const BLOCK = { number: 19_000_000, hash: `0x${'ab'.repeat(32)}`, timestamp: 1_700_000_000 };
const GRANT = {
  registry: 'v2',
  type: 'TOKEN',
  from: FROM,
  to: TO,
  contract: CONTRACT,
  tokenId: '12',
  rights: `0x766f7465${'0'.repeat(56)}`,
  tokenType: 'ERC1155',
  amount: '3',
  block: 2,
  transaction: `0x${'cd'.repeat(32)}`,
  since: 1_600_000_000,
  expiresAt: null,
};
const ALL = {
  ...GRANT,
  type: 'ALL',
  contract: null,
  tokenId: null,
  rights: `0x${'0'.repeat(64)}`,
  tokenType: null,
  amount: null,
};

test('why', async () => {
  server.behave(answer(JSON.stringify({ value: '3', because: [GRANT], block: BLOCK })));
  const line = `check erc1155 --to ${TO} --from ${FROM} --contract ${CONTRACT} --token 12 --rights vote --explain`;
  const { code, out } = await type(line);
  expect(code).toBe(0);
  expect(out).toContain(
    `because   v2 ERC1155, contract ${CONTRACT}, token 12, amount 3, rights vote, since block 2`,
  );
  expect(out).toContain(GRANT.transaction);
  expect(JSON.parse((await type(line, false)).out).because).toEqual([GRANT]);
});

const KNOWN = { chainId: 1, known: true, block: BLOCK };
const LAGS = { chainId: 10, known: false, code: 'chain_lagging', detail: 'Late.\u001b[2J' };
const FOUND = [{ address: FROM, grants: [{ chainId: 1, broadest: ALL, narrowest: ALL }] }];

test.each([
  ['somebody', FOUND, [KNOWN], 0],
  ['nobody', [], [KNOWN], 1],
  ['somebody, and a chain is not known', FOUND, [KNOWN, LAGS], 2],
  ['nobody that is known', [], [LAGS], 2],
])('resolve: %s', async (_, wallets, chains, code) => {
  server.behave(answer(JSON.stringify({ wallets, chains, next: null })));
  const said = await type(`resolve --to ${TO}`);
  expect(said).toMatchObject({ code, err: '' });
  expect(said.out).toContain(`Wallets that ${TO} may act for (${wallets.length})`);
  expect(said.out.includes('? unknown  chain 10: Late. [2J (chain_lagging)')).toBe(code === 2);
  expect((await type(`resolve --to ${TO}`, false)).code).toBe(code);
});

test.each([
  ['resolve', 'resolve needs one wallet'],
  [`resolve --to ${TO} --from ${FROM}`, 'resolve needs one wallet'],
  [`resolve --to ${TO} --chain one`, '--chain must be a whole number'],
  [`resolve --to ${TO} --at-block 5`, 'resolve does not take --at-block.'],
  ['snapshot --chain 1 --block 4', 'snapshot needs --contract.'],
  ['watch --limit 3', 'watch does not take --limit.'],
  [`check all --to ${TO} --from ${FROM} --at-time 2026-01-01`, 'a time with its zone'],
])('%s is rejected before a request', async (line, said) => {
  server.behave(answer('true'));
  const { code, err } = await type(line);
  expect(code).toBe(3);
  expect(err).toContain(said);
  expect(server.requests).toHaveLength(0);
});

test('snapshot prints one line per delegation, and exits with 2 when it breaks off', async () => {
  const { since: _, expiresAt: __, ...rest } = ALL;
  const record = { ...rest, log: 0 };
  const lines = { ...BLOCK_HEADERS, 'Content-Type': 'application/jsonl' };
  server.behave(answer(`${JSON.stringify(record)}\n`, lines));
  const line = `snapshot --chain 1 --block 19000000 --contract ${CONTRACT}`;
  const whole = await type(line);
  expect(whole.code).toBe(0);
  expect(JSON.parse(whole.out)).toEqual(record);
  server.behave(answer(`${JSON.stringify(record)}\n{`, lines));
  expect((await type(line)).code).toBe(2);
});

test('watch prints lines until it is stopped', async () => {
  const change = {
    ...ALL,
    id: '1-a',
    chainId: 1,
    change: 'revoked',
    undone: true,
    amountBefore: null,
    log: 0,
    timestamp: 1,
  };
  server.behave((_, response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    response.write(`event: change\nid: 1-2-a\ndata: ${JSON.stringify(change)}\n\n`);
  });
  const { code, out } = await type('watch', true, AbortSignal.timeout(200));
  expect(code).toBe(0);
  expect(out).toBe(`undone: revoked  v2 ALL, rights full  chain 1, block 2\n         from ${FROM} to ${TO}`);
  const { out: json } = await type('watch', false, AbortSignal.timeout(200));
  expect(JSON.parse(json)).toMatchObject({ cursor: '1-2-a', change: { undone: true, type: 'ALL' } });
});

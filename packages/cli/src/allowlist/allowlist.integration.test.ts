/** Compares `mandate allowlist` on a ledger with the service's own checks of every vault and wallet. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DelegationFields, FULL_RIGHTS, parseAddress, rightsFromText } from '@mandate/core';
import { type Client, checkContract, checkContractV1, createClient } from '@mandate/sdk';
import { at, delegate, row } from '@mandate/testing/ledger/database';
import { type LedgerApi, startLedgerApi } from '@mandate/testing/service/ledger-api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { typeCommand } from '../testing/type-command.ts';

const address = (n: number) => parseAddress(`0x${n.toString(16).padStart(40, '0')}`);
const VAULTS = [1, 2, 3, 4].map((n) => address(0xa0 + n));
const WALLETS = [1, 2, 3].map((n) => address(0xb0 + n));
const EVERYONE = [...VAULTS, ...WALLETS];
const [CONTRACT, OTHER] = [address(0xc1), address(0xc2)];
const VOTE = rightsFromText('vote');
const LAST = 60;

const KINDS: readonly Partial<DelegationFields>[] = [
  { kind: 'all' },
  { kind: 'contract', contract: CONTRACT },
  { kind: 'contract', contract: OTHER },
  { kind: 'erc721', contract: CONTRACT, tokenId: 7n },
  { kind: 'all', rights: VOTE },
  { registry: 'v1', kind: 'all' },
  { registry: 'v1', kind: 'contract', contract: CONTRACT },
  { registry: 'v1', kind: 'token', contract: CONTRACT, tokenId: 7n },
];

/** Every vault grants in turn to everyone, in another way each time. Some grants end later. */
const HISTORY = VAULTS.flatMap((from, v) =>
  EVERYONE.map((to, w) => {
    const since = 2 + ((v * 13 + w * 7) % (LAST - 12));
    const until = (v + w) % 3 === 0 ? at(since + 9, v * 10 + w) : null;
    const fields = { rights: FULL_RIGHTS, ...KINDS[(v * 3 + w) % KINDS.length], from, to };
    return row(delegate('c1', fields), at(since, v * 10 + w), until);
  }),
);

const folder = mkdtempSync(join(tmpdir(), 'mandate-allowlist-'));
const HOLDERS = join(folder, 'holders.csv');
let service: LedgerApi;
let client: Client;
let url: string;
beforeAll(async () => {
  service = await startLedgerApi();
  const { chainId, ledger } = service;
  await ledger.write(chainId, LAST, ...HISTORY);
  const marks = { head: LAST + 1, safe: LAST + 1, finalized: LAST };
  await ledger.writer.commit(chainId, await ledger.createBatch(chainId, LAST + 1, { marks }));
  url = await service.listen();
  client = createClient({ baseUrl: url });
  writeFileSync(HOLDERS, VAULTS.map((vault, i) => `${vault},${i + 1}\n`).join(''));
});
afterAll(async () => {
  await service?.close();
  rmSync(folder, { recursive: true });
});

async function listExpected(atBlock: number, rights: typeof VOTE | undefined): Promise<string[]> {
  const rows: string[] = [];
  for (const [i, from] of VAULTS.entries()) {
    for (const to of EVERYONE) {
      const asked = { to, from, contract: CONTRACT, atBlock };
      const mayAct = [checkContract(client, { ...asked, rights }), checkContractV1(client, asked)];
      const answers = (await Promise.all(mayAct)).map(({ value }) => value);
      if (to === from || answers.includes(true)) rows.push(`${to},${from},${i + 1}`);
    }
  }
  const vaultOf = (line: string) => line.split(',')[1] ?? '';
  return rows.toSorted((a, b) => (vaultOf(a) + a < vaultOf(b) + b ? -1 : 1));
}

test.each([
  [12, undefined],
  [30, undefined],
  [30, VOTE],
  [LAST, undefined],
])('block %i, rights %s', async (block, rights) => {
  const asked = `allowlist --contract ${CONTRACT} --block ${block} --holders ${HOLDERS}`;
  const line = rights ? `${asked} --rights ${rights}` : asked;
  const { code, out, err } = await typeCommand(url, line);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  const [, ...rows] = out.split('\n');
  expect(rows).toEqual(await listExpected(block, rights));
  expect(rows.length).toBeGreaterThan(VAULTS.length);
});

/** Pages of granting wallets, in a ledger where the wallet has very many other grants, given and received. */
import { type Address, FULL_RIGHTS, parseAddress, rightsFromText, type Scope } from '@mandate/core';
import { createTestDatabase, type TestDatabase } from '@mandate/testing/ledger/database';
import { fillLedger, insertRows } from '@mandate/testing/ledger/many-rows';
import { size } from '@mandate/testing/size';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createWriter } from '../write/writer.ts';
import { findGranting, type GrantingRequest } from './find-granting.ts';
import { explain, listStatements, MODES } from './testing/plans.ts';

const numbered = (side: string, n: number) => parseAddress(`0x${side}${n.toString(16).padStart(38, '0')}`);
const MANY = size(4_000, 10_000);
const NOW = 1_000_000;
/** The few wallets on the other side that satisfy the question. */
const TRUE = [900_001, 900_002, 900_003];
const [attacked, popular, quiet] = [800_000, 800_001, 800_002];

/**
 * Returns SQL for rows of one wallet with many numbered wallets on the other side, a few of which satisfy the
 * question.
 */
function rowsOf(side: 'from' | 'to'): string {
  const row = (wallet: number, other: string, rest: string) =>
    `select 1 as chain_id, ${side === 'from' ? `${wallet} as "from", ${other} as "to"` : `${other} as "from", ${wallet} as "to"`}, ${rest}`;
  const many = `from generate_series(1, ${MANY}) n`;
  const other = '6f74686572';
  return [
    row(
      attacked,
      'n',
      `2 as registry, 4 as kind, 1000 + n as thing, '' as rights, n as since, null::int as until ${many}`,
    ),
    row(attacked, 'n', `2, 2, 7, '${other}', n, null ${many}`),
    row(attacked, 'n', `2, 1, 0, '${other}', n, null ${many}`),
    row(attacked, 'n', `2, 5, 7, '', n, null ${many}`),
    row(attacked, 'n', `1, 2, 1000 + n, '', n, null ${many}`),
    row(attacked, 'n', `1 + n % 2, 2, 7, '', n, n + 1 ${many}`),
    ...TRUE.map((n, i) =>
      row(attacked, `${n}`, `2, ${[2, 4, 6][i]}, 7, '${['', '', '636c61696d'][i]}', 5, null`),
    ),
    row(popular, 'n', `1 + n % 2, 1 + n / 2 % 2, 7, '', n, null ${many}`),
    row(popular, 'n', `2, 1, 7, '636c61696d', n, null ${many}`),
  ].join(' union all ');
}
const ordinary = `select 1 as chain_id, 100000 + n % 5000 as "from", 100000 + n % 4001 as "to", 1 + n % 2 as registry,
  2 as kind, n as thing, '' as rights, n as since, null::int as until from generate_series(1, ${size(10_000, 40_000)}) n`;
/** The columns in the order in which `insertRows` names them. */
const rows = (which: string) =>
  `select chain_id, registry, kind, "from", "to", thing, rights, since, until from (${which}) r`;
/**
 * Gives each of the many wallets another token of the same contract, as a copy of a row that the question asks for.
 */
const otherTokens = (side: 'from' | 'to') => `
  insert into delegation (chain_id, registry, kind, from_address, to_address, contract, token_id, rights, since_block, since_log, since_tx)
  select d.chain_id, d.registry, d.kind, ${side === 'from' ? 'd.from_address' : 'o.address'},
    ${side === 'from' ? 'o.address' : 'd.to_address'}, d.contract, 100 + n, d.rights, n, 0, d.since_tx
  from delegation d, generate_series(1, ${MANY}) n,
    lateral (select decode('${side === 'from' ? 'bb' : 'aa'}' || lpad(to_hex(n), 38, '0'), 'hex') as address) o
  where d.kind = 4 and d.token_id = 7 and d.${side}_address = '\\x${numbered(side === 'from' ? 'aa' : 'bb', attacked).slice(2)}'`;

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
  const block = { number: NOW, hash: `0x${'00'.repeat(32)}` as const, timestamp: 5 };
  for (const chainId of [1, 2, 3]) {
    await createWriter(db.database).open(chainId, block, { head: NOW, safe: NOW, finalized: 0 });
  }
  await fillLedger(db.database, `${rows(rowsOf('to'))} union all ${rows(ordinary)}`);
  // Inserted after the statistics were collected: outdated statistics must not lead to another plan.
  await db.database.query(insertRows(rows(rowsOf('from'))));
  await db.database.query(otherTokens('to'));
  await db.database.query(otherTokens('from'));
  await db.database.query(
    `insert into block (chain_id, number, hash, timestamp, anchor) select 1, 5, block_hash, 1700000005, false
     from chain where chain_id = 1`,
  );
});
afterAll(() => db?.drop());

const whole: Scope = { rights: FULL_RIGHTS };
const contract: Scope = { rights: FULL_RIGHTS, contract: numbered('cc', 7) };
const token: Scope = { ...contract, tokenId: 7n, rights: rightsFromText('claim') };

describe.each(['to', 'from'] as const)(
  'the wallets on the other side of one that is known as %s',
  (direction) => {
    const [own, others] = direction === 'to' ? ['bb', 'aa'] : ['aa', 'bb'];
    const request = (wallet: number, scope: Scope, more: Partial<GrantingRequest> = {}): GrantingRequest => ({
      direction,
      wallet: numbered(own, wallet),
      scope,
      limit: 100,
      chains: [1, 2].map((chainId) => ({ chainId, registries: ['v1', 'v2'] })),
      ...more,
    });
    const find = (asked: GrantingRequest) => findGranting(db.database, asked);
    const addresses = ({ wallets }: { wallets: { address: Address }[] }) =>
      wallets.map(({ address }) => address);

    test.each([
      ['a contract', contract, [900_001]],
      ['a token with a right', token, TRUE],
      ['the whole wallet', whole, []],
    ] as const)('are found for %s without reading what strangers granted', async (_, scope, found) => {
      const asked = request(attacked, scope);
      expect(addresses(await find(asked))).toEqual(found.map((n) => numbered(others, n)));
      // The first row of each range with results is read twice: to see that it exists, and to return it.
      await expectReads(asked, { rows: 2 * found.length, buffers: 200 });
    });

    test('are as cheap where nothing was granted, and of chains that are not asked', async () => {
      await expectReads(request(quiet, token), { rows: 0, buffers: 150 });
      await expectReads(request(popular, token, { chains: [{ chainId: 2, registries: ['v1', 'v2'] }] }), {
        rows: 0,
        buffers: 150,
      });
      await expectReads(request(popular, whole, { chains: [{ chainId: 1, registries: [] }] }), {
        rows: 0,
        buffers: 20,
      });
    });

    test('come page by page, and a page reads no more than each range has of it', async () => {
      const after = numbered(others, MANY / 2);
      // v1 and v2, whole wallets and contracts, and whole wallets for this right.
      const ranges = 5;
      for (const page of [{}, { after }]) {
        const asked = request(popular, token, page);
        const { wallets, next } = await find(asked);
        const first = page.after ? MANY / 2 + 1 : 1;
        const expected = Array.from({ length: 100 }, (_, i) => numbered(others, first + i));
        expect(wallets.map(({ address }) => address)).toEqual(expected);
        expect(wallets.every(({ grants }) => grants.length === 2)).toBe(true);
        expect(next).toBe(expected.at(-1));
        await expectReads(asked, { rows: ranges * 103, buffers: ranges * 103 + 600 });
      }
      const last = await find(request(popular, token, { after: numbered(others, MANY - 100) }));
      expect([last.wallets.length, last.next]).toEqual([100, null]);
    });

    test('come in shorter pages where many ranges are long, each once and with all of its grants', async () => {
      const seen: Address[] = [];
      let after: Address | undefined;
      for (let pages = 1; ; pages++) {
        const asked = request(popular, token, { limit: 1_000, after });
        const { wallets, next } = await find(asked);
        if (pages === 1) await expectReads(asked, { rows: 2_020, buffers: 3_000 });
        seen.push(...wallets.map(({ address }) => address));
        expect(wallets.filter(({ grants }) => grants.length !== 2)).toEqual([]);
        if (!next) break;
        expect(wallets).toHaveLength(400);
        expect(next).toBe(seen.at(-1));
        after = next;
      }
      expect(seen).toEqual(Array.from({ length: MANY }, (_, i) => numbered(others, i + 1)));
    });

    test('name when each grant began, where that is known', async () => {
      const { wallets, checkpoints } = await find(request(attacked, contract));
      const tx = `0x${'00'.repeat(32)}`;
      const since = { block: 5, log: 0, tx, timestamp: 1_700_000_005 };
      expect(wallets[0]?.grants).toMatchObject([{ chainId: 1, delegation: { kind: 'contract' }, since }]);
      expect(checkpoints.map(({ chainId }) => chainId)).toEqual([1, 2]);
      const page = await find(request(popular, whole, { limit: 1 }));
      expect(page.wallets[0]?.grants[0]?.since.timestamp).toBeNull();
    });
  },
);

interface Bounds {
  readonly rows: number;
  readonly buffers: number;
}

/** Explains the statement under both kinds of plan. */
async function expectReads(request: GrantingRequest, bounds: Bounds): Promise<void> {
  const [statement] = await listStatements(db.database, (database) => findGranting(database, request));
  if (!statement) throw new Error('nothing was asked');
  for (const mode of MODES) {
    const { paths, read, buffers } = await explain(db.database, statement, mode);
    expect(paths, `${mode} plan`).toEqual([`delegation_scope_${request.direction}`]);
    expect(read, `rows, ${mode} plan`).toBeLessThanOrEqual(bounds.rows);
    expect(buffers, `buffers, ${mode} plan`).toBeLessThanOrEqual(bounds.buffers);
  }
}

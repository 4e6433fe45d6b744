/** Random ledgers of two chains, with reorgs: the pages of `/wallets` are the lists of each chain at the block that it names. */

import { createRandom, integer, pick } from '@mandate/contracts';
import { createMovingLedger, type MovingLedger } from '@mandate/testing/chain/moving-ledger';
import type { LedgerApi } from '@mandate/testing/service/ledger-api';
import { readSeed, size, TIMEOUT_MS } from '@mandate/testing/size';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startStage } from '../resolve/testing/stage.ts';

const ROUNDS = size(25, 5_000);
const seed = readSeed('wallets');
const random = createRandom(seed);
const CHAIN_IDS = [1, 2] as const;

type Row = Record<string, unknown>;
interface Page {
  readonly delegations: readonly (Row & { readonly chainId: number; readonly registry: string })[];
  readonly chains: readonly {
    readonly chainId: number;
    readonly known: boolean;
    readonly block: { readonly number: number; readonly timestamp: number };
  }[];
  readonly next: string | null;
}

let stage: LedgerApi;
const ledgers = new Map<number, MovingLedger>();
const ledgerOf = (chainId: number) => ledgers.get(chainId) ?? expect.fail(`There is no chain ${chainId}.`);

beforeAll(async () => {
  // The third chain only sees to it that both of the others have both registries.
  stage = await startStage(3);
  for (const chainId of CHAIN_IDS) {
    const ledger = createMovingLedger(stage.ledger, chainId, seed + chainId);
    await ledger.open();
    for (let blocks = 0; blocks < 20; blocks++) await ledger.advance({ changes: integer(random, 0, 6) });
    ledgers.set(chainId, ledger);
  }
});
afterAll(() => stage?.close());

async function move(ledger: MovingLedger): Promise<void> {
  const back = ledger.head() - ledger.safe() > 4 && random() < 0.3 ? integer(random, 1, 4) : 0;
  if (back > 0) await ledger.reorg(ledger.head() - back);
  for (let blocks = integer(random, 1, 4); blocks > 0; blocks--)
    await ledger.advance({ changes: integer(random, 0, 5) });
  if (random() < 0.5) await ledger.settle(integer(random, ledger.safe(), ledger.head()));
}

interface DrawnQuestion {
  readonly wallet: string;
  readonly direction: 'from' | 'to' | null;
  readonly registries: readonly string[];
  readonly when: string;
}

function drawQuestion(): DrawnQuestion {
  const ledger = ledgerOf(pick(random, CHAIN_IDS));
  const { timestamp } = ledger.blockAt(integer(random, 1, ledger.head() - 1));
  return {
    wallet: pick(random, ledger.wallets),
    direction: pick(random, [null, null, 'from', 'to']),
    registries: pick(random, [['v2', 'v1'], ['v2', 'v1'], ['v1'], ['v2']]),
    when: pick(random, ['', '&consistency=strict', `&atTime=${timestamp + integer(random, -3, 3)}`]),
  };
}

async function get<T>(path: string): Promise<T> {
  const { status, body } = await stage.get(path);
  expect(status, `${path} ${JSON.stringify(body)}`).toBe(200);
  return body as T;
}

/** Reads all pages, and returns null if a reorg ends them. */
async function readPages(
  { wallet, direction, registries, when }: DrawnQuestion,
  between: () => Promise<void>,
): Promise<{ rows: Page['delegations']; chains: Map<number, Page['chains'][number]> } | null> {
  const rows: Page['delegations'][number][] = [];
  const chains = new Map<number, Page['chains'][number]>();
  const query = `chainIds=1,2&registries=${registries.join(',')}${direction ? `&direction=${direction}` : ''}${when}`;
  for (let next: string | null = ''; next !== null; ) {
    const path = `/wallets/${wallet}?numbers=string&limit=${integer(random, 1, 5)}&${query}${next && `&cursor=${next}`}`;
    const { status, body } = await stage.get(path);
    if (status === 400 && next) {
      expect(body).toMatchObject({ code: 'cursor_expired' });
      return null;
    }
    expect(status, `${path} ${JSON.stringify(body)}`).toBe(200);
    const page = body as Page;
    rows.push(...page.delegations);
    for (const chain of page.chains) {
      expect(chains.get(chain.chainId) ?? chain, path).toEqual(chain);
      chains.set(chain.chainId, chain);
    }
    ({ next } = page);
    if (next) await between();
  }
  return { rows, chains };
}

/** Returns a row without what only `/wallets` says, in the words of v2. */
function plainOf({ delegate, vault, ...row }: Row): Row {
  const {
    chainId: _,
    registry: __,
    expiresAt: ___,
    block: ____,
    transaction: _____,
    since: ______,
    ...plain
  } = row;
  const wallets =
    delegate === undefined ? {} : { from: vault, to: delegate, rights: null, tokenType: null, amount: null };
  return { ...plain, ...wallets };
}

/** Lists a chain as its own operation does, at the block that `/wallets` names. */
async function listChain(
  { wallet, direction, registries, when }: DrawnQuestion,
  { chainId, block }: Page['chains'][number],
): Promise<Row[]> {
  const at = when.includes('strict') ? when : `&atBlock=${block.number}`;
  const isAsked = ({ from, to }: Row) =>
    !direction || String({ from, to }[direction]).toLowerCase() === wallet;
  const rows: Row[] = [];
  for (const registry of registries) {
    const listed = await get<Row[]>(`/registry/${registry}/${wallet}?numbers=string&chainId=${chainId}${at}`);
    const own = listed.map(plainOf).filter(isAsked);
    rows.push(...own.map((row) => ({ ...row, registry, chainId })));
  }
  return rows;
}

/** The order of a direction alone is that of the blocks, also for what the wallet granted itself. */
const comparable = (rows: readonly Row[], { direction }: DrawnQuestion) => {
  const texts = rows.map(({ chainId, registry, ...row }) =>
    JSON.stringify([chainId, registry, ...Object.entries(plainOf(row)).toSorted()]),
  );
  return direction === 'to' ? texts.toSorted() : texts;
};

/** Each row begins where the model says. */
function assertBeginnings(rows: Page['delegations'], chains: Map<number, Page['chains'][number]>): void {
  for (const { chainId, block, since, transaction } of rows) {
    const named = chains.get(chainId)?.block.number ?? -1;
    expect(Number(block)).toBeLessThanOrEqual(named);
    expect(since).toBe(ledgerOf(chainId).blockAt(Number(block)).timestamp);
    expect(transaction).toMatch(/^0x[0-9a-f]{64}$/);
  }
}

test('all pages are the lists of each chain, at rest', { timeout: TIMEOUT_MS }, async () => {
  let found = 0;
  for (let round = 0; round < ROUNDS; round++) {
    for (const chainId of CHAIN_IDS) await move(ledgerOf(chainId));
    const asked = drawQuestion();
    const read = (await readPages(asked, async () => {})) ?? expect.fail('Nothing moved.');
    expect([...read.chains.keys()]).toEqual([1, 2]);
    const known = [...read.chains.values()].filter((chain) => chain.known);
    const listed = (await Promise.all(known.map((chain) => listChain(asked, chain)))).flat();
    expect(comparable(read.rows, asked), JSON.stringify(asked)).toEqual(comparable(listed, asked));
    assertBeginnings(read.rows, read.chains);
    const time = Number(/atTime=(\d+)/.exec(asked.when)?.[1] ?? Number.POSITIVE_INFINITY);
    for (const { block } of known) expect(block.timestamp).toBeLessThanOrEqual(time);
    found += read.rows.length;
  }
  expect(found).toBeGreaterThan(ROUNDS);
});

test('all pages are the lists of the blocks that they name, while the chains go on and back', {
  timeout: TIMEOUT_MS,
}, async () => {
  let [whole, ended] = [0, 0];
  for (let round = 0; round < ROUNDS; round++) {
    const asked = { ...drawQuestion(), when: '' };
    const read = await readPages(asked, async () => {
      const chainId = pick(random, CHAIN_IDS);
      if (random() < 0.3) await move(ledgerOf(chainId));
    });
    if (!read) {
      ended++;
      continue;
    }
    whole++;
    const chains = [...read.chains.values()];
    // A block that was replaced after its last page cannot be asked about any more.
    const isThere = ({ chainId, block }: Page['chains'][number]) =>
      block.number <= ledgerOf(chainId).head() &&
      JSON.stringify(ledgerOf(chainId).blockAt(block.number)) ===
        JSON.stringify({ number: block.number, ...withoutNumber(block) });
    for (const chain of chains.filter(isThere)) {
      const own = read.rows.filter(({ chainId }) => chainId === chain.chainId);
      expect(comparable(own, asked), JSON.stringify(asked)).toEqual(
        comparable(await listChain(asked, chain), asked),
      );
    }
  }
  expect(whole).toBeGreaterThan(ROUNDS / 2);
  expect(ended).toBeGreaterThan(0);
});

const withoutNumber = ({ number: _, ...rest }: Page['chains'][number]['block']) => rest;

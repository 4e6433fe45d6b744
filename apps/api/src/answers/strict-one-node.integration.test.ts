/** One node hides new blocks' logs from a chain that is read in ranges. No strict answer is wrong about the block it names. */

import { readChains } from '@mandate/config';
import { listRegistry } from '@mandate/conformance/testing/registry';
import {
  askContracts,
  createRandom,
  integer,
  type LocalChain,
  type Random,
  SMART_WALLETS,
  startLocalChain,
  writeChains,
} from '@mandate/contracts';
import {
  type Answer,
  createDelegation,
  decode,
  FULL_RIGHTS,
  grantOf,
  identify,
  parseAddress,
  type Question,
} from '@mandate/core';
import { createFollower, createNode, type Follower } from '@mandate/indexer';
import { followedChain } from '@mandate/indexer/testing/followed-chain';
import { catchUp, live } from '@mandate/indexer/testing/life';
import { LIES, type Lie } from '@mandate/indexer/testing/newest-blocks';
import { FAST } from '@mandate/indexer/testing/reading';
import { createWriter } from '@mandate/store';
import { createMisbehavingNode, type MisbehavingNode } from '@mandate/testing/chain/misbehaving-node';
import { createTestDatabase, type TestDatabase } from '@mandate/testing/ledger/database';
import { size, TIMEOUT_MS } from '@mandate/testing/size';
import { pino } from 'pino';
import type { Hex } from 'viem';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Api, createApi } from '../app.ts';
import { checkPath, listPath } from '../testing/ask-ledger.ts';

const ROUNDS = size(10, 150);
const FINALITY_BLOCKS = 16;
/** Blocks are safe when they are half as far below the head: the lies are told of fewer. */
const NEW_BLOCKS = FINALITY_BLOCKS / 2 - 2;
const POLL_MS = 50;
const SEED = Number(process.env['SEED'] ?? 2);

let chain: LocalChain;
let node: MisbehavingNode;
let db: TestDatabase;
let api: Api;
let follower: Follower;
let random: Random;
beforeEach(async () => {
  random = createRandom(SEED);
  chain = await startLocalChain({ finalityBlocks: FINALITY_BLOCKS, smartWallets: SMART_WALLETS });
  node = await createMisbehavingNode(chain.url);
  db = await createTestDatabase();
  const chains = readChains({ CHAINS: writeChains([chain], POLL_MS) });
  api = await createApi({ databaseUrl: db.url, chains, log: pino({ level: 'silent' }) });
  const followed = followedChain(chain, { reading: FAST });
  follower = createFollower(followed, createNode(node.url, chain.chainId), createWriter(db.database));
});
afterEach(async () => {
  await api?.close();
  await Promise.all([node?.stop(), chain?.stop(), db?.drop()]);
});

interface Block {
  readonly number: number;
  readonly hash: Hex;
}

/** How often each thing was seen: a run in which one of them never happens shows nothing. */
const createTally = () => ({ answers: 0, yes: 0, hidden: 0, listed: 0, reasons: 0, resolved: 0 });
type Tally = ReturnType<typeof createTally>;

/** Every grant that the registries have logged. */
async function listGrants(): Promise<Question[]> {
  const registries = (['v1', 'v2'] as const).map((name) => [name, chain.registries[name]] as const);
  const address = registries.flatMap(([, each]) => (each ? [each] : []));
  const logs = await chain.client.getLogs({ address, fromBlock: 0n });
  const grants = logs.flatMap(({ address: of, topics, data }) => {
    const [registry = 'v2'] = registries.find(([, each]) => each === parseAddress(of)) ?? [];
    const change = decode(registry, { topics, data });
    return change.type === 'grant' ? [grantOf(change.delegation)] : [];
  });
  return [...new Map(grants.map((grant) => [identify(grant), grant])).values()];
}

async function get<T>(path: string): Promise<{ body: T; number: string; hash: string }> {
  const { statusCode, body, headers } = await api.app.inject(path);
  expect([path, statusCode, body.slice(0, 200)]).toEqual([path, 200, expect.anything()]);
  const { 'x-block-number': number, 'x-block-hash': hash } = headers;
  return { body: JSON.parse(body), number: String(number), hash: String(hash) };
}

/** Asks about every grant in one batch. Returns the named block, and what each answer is. */
async function askStrictly(questions: readonly Question[], tally: Tally) {
  const checks = questions.map((question) => ({
    ...Object.fromEntries(Object.entries(question).map(([name, value]) => [name, String(value)])),
    chainId: chain.chainId,
  }));
  const payload = { checks, consistency: 'strict', numbers: 'string' };
  const { body } = await api.app.inject({ method: 'POST', url: '/batch', payload });
  const { answers, chains } = JSON.parse(body);
  const [{ block, safeBlock }] = chains as [{ block: Block; safeBlock: number }];
  const { hash } = await chain.client.getBlock({ blockNumber: BigInt(block.number) });
  expect([block.number, block.hash]).toEqual([safeBlock, hash]);
  const values = (answers as { value: boolean | string }[]).map(
    ({ value }): Answer => (typeof value === 'string' ? BigInt(value) : value),
  );
  const said = await askContracts(chain, questions, block.hash);
  const head = await chain.client.getBlock();
  const newest = await askContracts(chain, questions, head.hash);
  for (const [i, value] of values.entries()) {
    expect(value <= (said[i] ?? false), `${JSON.stringify(checks[i])} at block ${block.number}`).toBe(true);
    tally.answers++;
    if (value) tally.yes++;
    if (value > (newest[i] ?? false)) tally.hidden++;
  }
  return { block, values };
}

type Record = Readonly<{ [field: string]: unknown }>;

/** Each delegation of a list is one of the registry's, which grants at least as much. */
async function expectList(question: Question, block: Block, tally: Tally): Promise<void> {
  const { registry, from } = question;
  const when = { chainId: String(chain.chainId), consistency: 'strict' };
  const { body, ...named } = await get<Record[]>(listPath(registry, from, when));
  expect(named).toEqual({ number: String(block.number), hash: block.hash });
  const said: Record[] = await listRegistry(chain, registry, from, block.hash);
  const write = ({ amount: _, ...record }: Record) => JSON.stringify(record);
  for (const record of body) {
    const same = said.find((each) => write(each) === write(record));
    expect(same, JSON.stringify(record)).toBeDefined();
    expect(BigInt(String(record['amount'] ?? 0)) <= BigInt(String(same?.['amount'] ?? 0))).toBe(true);
    tally.listed++;
  }
}

/** The reasons are transactions of the chain, none of them after the named block. */
async function expectReasons(question: Question, block: Block, tally: Tally): Promise<void> {
  const when = { chainId: String(chain.chainId), consistency: 'strict', explain: 'true' };
  const { body } = await get<{ block: Block; because: { block: number; transaction: Hex }[] }>(
    checkPath(question, when),
  );
  expect(body.block).toMatchObject(block);
  for (const { block: number, transaction } of body.because) {
    const { blockNumber } = await chain.client.getTransactionReceipt({ hash: transaction });
    expect([number, number <= block.number]).toEqual([Number(blockNumber), true]);
    tally.reasons++;
  }
}

/** For every wallet that is named, the registry says yes at the named block. */
async function expectResolved({ to }: Question, block: Block, tally: Tally): Promise<void> {
  const { body } = await get<{
    wallets: { address: Hex; grants: { broadest: { registry: 'v1' | 'v2' } }[] }[];
    chains: { block: Block }[];
  }>(`/resolve?to=${to}&chainIds=${chain.chainId}&consistency=strict`);
  expect(body.chains[0]?.block).toMatchObject(block);
  const questions = body.wallets.flatMap(({ address, grants }) =>
    grants.map(({ broadest: { registry } }) =>
      grantOf(
        createDelegation({ registry, kind: 'all', from: parseAddress(address), to, rights: FULL_RIGHTS }),
      ),
    ),
  );
  if (questions.length === 0) return;
  expect(await askContracts(chain, questions, block.hash)).toEqual(questions.map(() => true));
  tally.resolved += questions.length;
}

test.each(Object.keys(LIES) as Lie[])(
  `with a node that %s of new blocks (seed ${SEED})`,
  async (lie) => {
    const tally = createTally();
    node.misbehave(LIES[lie](chain.registries.v2, NEW_BLOCKS));
    await chain.mine(FINALITY_BLOCKS);
    // An invented grant is not safe. It hides nothing.
    const hasSeenAll = () =>
      Object.entries(tally).every(
        ([what, times]) => times > 0 || (what === 'hidden' && lie === 'invents logs'),
      );
    // A history may be drawn in which some of it is rare: then it goes on.
    for (let round = 0; round < ROUNDS || (round < 5 * ROUNDS && !hasSeenAll()); round++) {
      await live(chain, random);
      await catchUp(follower);
      const questions = await listGrants();
      if (questions.length === 0) continue;
      const { block, values } = await askStrictly(questions, tally);
      const yes = questions.filter((_, i) => values[i]);
      for (const expectMore of yes.length > 0 ? [expectList, expectReasons, expectResolved] : []) {
        await expectMore(yes[integer(random, 0, yes.length - 1)] as Question, block, tally);
      }
    }
    process.stdout.write(`a node that ${lie}: ${JSON.stringify(tally)}\n`);
    expect(hasSeenAll()).toBe(true);
  },
  TIMEOUT_MS,
);

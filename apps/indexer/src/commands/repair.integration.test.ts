import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { createRandom, randomWrite, writeChains } from '@mandate/contracts';
import {
  type Address,
  check,
  type Delegation,
  grantOf,
  identify,
  parseAddress,
  type Question,
} from '@mandate/core';
import { createNode } from '@mandate/nodes';
import { followLedger, openReadModel } from '@mandate/read-model';
import { createAuditRecords, createReader, type Finding } from '@mandate/store';
import { createMisbehavingNode } from '@mandate/testing/chain/misbehaving-node';
import { dropLogs, forgetState } from '@mandate/testing/chain/misbehaviours';
import { findService } from '@mandate/testing/process/service-bundle';
import { until } from '@mandate/testing/until';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Operator, type Operators, startOperators } from '../bootstrap/testing/operators.ts';
import { createFollower } from '../follow/follower.ts';
import { repair } from './repair.ts';

let operators: Operators;
beforeAll(async () => {
  operators = await startOperators();
});
afterAll(() => operators?.stop());

const chainId = () => operators.followed.chainId;
const toAddress = (bytes: Buffer) => parseAddress(`0x${bytes.toString('hex')}`);

/** Each makes one row wrong, and returns the wallet whose row it is. */
const CORRUPTIONS: Readonly<Record<string, string>> = {
  'ended too early': `update delegation set until_block = since_block, until_log = since_log, until_tx = since_tx
    where id = (select min(id) from delegation where until_block is null and registry = 2)`,
  revived: `update delegation set until_block = null, until_log = null, until_tx = null, until_inferred = false
    where id = (select max(id) from delegation where until_block is not null and registry = 2)`,
  'a revoked v1 grant, revived': `update delegation set until_block = null, until_log = null, until_tx = null, until_inferred = false
    where id = (select min(id) from delegation where until_block is not null and registry = 1)`,
  'of another amount': `update delegation set amount = 987654321
    where id = (select max(id) from delegation where amount is not null and until_block is null)`,
  'of other rights': `update delegation set rights = sha256('wrong')
    where id = (select max(id) from delegation where registry = 2 and until_block is null and amount is null)`,
  missing:
    'delete from delegation where id = (select min(id) from delegation where registry = 1 and until_block is null)',
  invented: `insert into delegation (chain_id, registry, kind, from_address, to_address, contract, token_id, rights, amount,
      since_block, since_log, since_tx)
    select chain_id, registry, kind, from_address, substring(sha256('thief') for 20), contract, token_id, rights, amount,
      since_block, since_log, since_tx from delegation order by id desc limit 1`,
};

async function corrupt({ database }: Operator, names = Object.keys(CORRUPTIONS)): Promise<Address[]> {
  const vaults = new Set<Address>();
  for (const name of names) {
    const { rows } = await database.query<{ from_address: Buffer }>(
      `${CORRUPTIONS[name]} returning from_address`,
    );
    expect([name, rows.length]).toEqual([name, 1]);
    for (const row of rows) vaults.add(toAddress(row.from_address));
  }
  return [...vaults];
}

async function openWith(source = createNode(operators.chain.url, chainId())) {
  const operator = await operators.open(source);
  await operator.catchUp();
  return { operator, honest: await operator.listRows() };
}

const run = (operator: Operator, vaults: readonly Address[], source = operator.source) =>
  repair(operators.followed, source, operator.writer, vaults);

async function readFeed({ database }: Operator): Promise<{ feed: string; standing: string[] }> {
  const { rows } = await database.query<{ row: string; type: number; undone: boolean; feed: string }>(
    `select (registry, kind, from_address, to_address, contract, token_id, rights)::text as row, type, undone, feed
     from change h join chain c using (chain_id) order by number`,
  );
  const standing = new Set<string>();
  for (const { row, type, undone } of rows) {
    if ((type === 3) === undone) standing.add(row);
    else if (type !== 2) standing.delete(row);
  }
  return { feed: rows[0]?.feed ?? '', standing: [...standing].toSorted() };
}

async function listStanding({ database }: Operator): Promise<string[]> {
  const { rows } = await database.query<{ row: string }>(
    `select (registry, kind, from_address, to_address, contract, token_id, rights)::text as row
     from delegation where until_block is null`,
  );
  return rows.map(({ row }) => row).toSorted();
}

async function listVaults({ database }: Operator): Promise<Address[]> {
  const { rows } = await database.query<{ from_address: Buffer }>(
    'select distinct from_address from delegation',
  );
  return rows.map(({ from_address }) => toAddress(from_address));
}

const finding = (vault: Address): Finding => ({
  chainId: chainId(),
  passId: 1,
  registry: 'v2',
  vault,
  wallet: vault,
  grant: vault,
  half: 'logs',
  kind: 'history',
  evidence: {},
  confirmed: true,
});

test('every kind of wrong row is rewritten, and the marks and the feed follow', async () => {
  const { operator, honest } = await openWith();
  const vaults = await corrupt(operator);
  expect(vaults.length).toBeGreaterThan(1);
  const records = createAuditRecords(operator.database);
  await records.findings.keep(vaults.map(finding));
  const { feed } = await readFeed(operator);
  expect(await records.findings.listOpenVaults(chainId())).toEqual(vaults.toSorted());
  expect(await operator.listRows()).not.toEqual(honest);

  expect(await run(operator, vaults)).toMatch(
    /^Chain 31337: of \d+ wallets, \d+ rows were removed and \d+ rows were written/,
  );
  expect(await records.findings.listOpenVaults(chainId())).toEqual([]);
  await operator.catchUp();
  expect(await operator.listRows()).toEqual(honest);
  const after = await readFeed(operator);
  expect(after.feed).not.toBe(feed);
  expect(after.standing).toEqual(await listStanding(operator));
});

test.for(Object.keys(CORRUPTIONS))('a row that is %s is rewritten', async (name) => {
  const { operator, honest } = await openWith();
  const [vault] = await corrupt(operator, [name]);
  expect(await run(operator, [vault as Address])).toContain(`of ${vault}, `);
  await operator.catchUp();
  expect(await operator.listRows()).toEqual(honest);
});

test('rows that are right stay, and so does the feed', async () => {
  const { operator, honest } = await openWith();
  const { feed } = await readFeed(operator);
  const vaults = await listVaults(operator);
  await createAuditRecords(operator.database).findings.keep(vaults.map(finding));
  expect(await run(operator, vaults)).toContain('are as the chain has them. Audit marks were cleared.');
  expect(await createAuditRecords(operator.database).findings.listOpenVaults(chainId())).toEqual([]);
  await operator.catchUp();
  expect(await operator.listRows()).toEqual(honest);
  expect((await readFeed(operator)).feed).toBe(feed);
});

test('rows of the newest block are written again by the indexer', async () => {
  const { operator, honest } = await openWith();
  const { rows } = await operator.database.query<{ from_address: Buffer }>(
    'delete from delegation where since_block = (select max(since_block) from delegation) returning from_address',
  );
  await run(
    operator,
    rows.map(({ from_address }) => toAddress(from_address)),
  );
  await operator.catchUp();
  expect(await operator.listRows()).toEqual(honest);
});

test('without the state that settles a revocation nothing is changed', async () => {
  const node = await createMisbehavingNode(operators.chain.url);
  const { operator } = await openWith();
  await corrupt(operator);
  const vaults = await listVaults(operator);
  const wrong = await operator.listRows();
  node.misbehave(forgetState());
  const source = createNode(node.url, chainId());
  await expect(run(operator, vaults, source)).rejects.toThrow(
    /No node has the state of block \d+.*archive node/,
  );
  node.misbehave(dropLogs(3));
  await expect(run(operator, vaults, source)).rejects.toThrow('contradicts itself');
  expect(await operator.listRows()).toEqual(wrong);
  await node.stop();
});

test('the indexer may run meanwhile, and a read model sees the repaired rows', async () => {
  const { chain } = operators;
  const { operator } = await openWith();
  const vaults = await corrupt(operator);
  const folder = mkdtempSync(join(tmpdir(), 'mandate-repair-'));
  const readModel = openReadModel({ dir: folder });
  const following = followLedger({
    readModel,
    databaseUrl: operator.url,
    chainIds: [chainId()],
    log: pino({ level: 'silent' }),
  });
  const random = createRandom(5);
  const stopping = new AbortController();
  const follower = createFollower(operators.followed, operator.source, operator.writer);
  const indexing = (async () => {
    while (!stopping.signal.aborted) {
      await chain.send(randomWrite(chain, random));
      await chain.mine();
      // A commit that was made on top of the rows before the repair is refused.
      await follower.step().catch((error: Error) => expect(error.name).toBe('CheckpointMovedError'));
    }
  })();
  await delay(200);
  expect(await run(operator, vaults)).toMatch(/written/);
  stopping.abort();
  await indexing;
  await operator.catchUp();

  const honest = await operators.open();
  await honest.catchUp();
  expect(await operator.listRows()).toEqual(await honest.listRows());
  const reader = createReader(operator.database);
  const questions = await listQuestions(operator);
  expect(questions.length).toBeGreaterThan(20);
  await until(
    'the read model answers as the ledger',
    async () => (await listDifferences(questions, readModel, reader)).length === 0,
  );
  await following.close();
  await readModel.close();
  rmSync(folder, { recursive: true });
});

/** Lists a question for each grant that ever was. */
async function listQuestions({ writer }: Operator): Promise<Question[]> {
  const rows = await writer.audit.listTouched(chainId(), 0, Number.MAX_SAFE_INTEGER);
  const grants = new Map(rows.map(({ delegation }) => [identify(delegation), grantOf(delegation)]));
  return [...grants.values()];
}

async function listDifferences(
  questions: readonly Question[],
  readModel: ReturnType<typeof openReadModel>,
  reader: ReturnType<typeof createReader>,
): Promise<string[]> {
  const answerOf = (question: Question, found: readonly Delegation[]) =>
    check(question, (grant) => found.find((each) => identify(each) === identify(grant)));
  const compared = await Promise.all(
    questions.map(async (question) => {
      const inLedger = answerOf(question, (await reader.findSatisfying(chainId(), question))?.found ?? []);
      return readModel.check(chainId(), question)?.answer === inLedger ? [] : [identify(question)];
    }),
  );
  return compared.flat();
}

test('the command repairs a named wallet, or all that the auditor found', async () => {
  const { operator, honest } = await openWith();
  const execute = async (...flags: string[]) => {
    const env = { ...process.env, DATABASE_URL: operator.url, CHAINS: writeChains([operators.chain], 50) };
    const main = await findService('indexer');
    return promisify(execFile)(process.execPath, [main, 'repair', ...flags], { env }).then(
      ({ stdout }) => stdout.trim(),
      ({ stderr, code }: { stderr: string; code: number }) => `${code}: ${stderr.split('\n')[0]}`,
    );
  };
  const [vault = '', ...others] = await corrupt(operator);
  const usage = '2: repair takes either --vault with an address (0x and 40 hex digits), or --all.';
  const refused = [['--all', '--vault', vault], ['--vault', '0x12'], []];
  expect(await Promise.all(refused.map((flags) => execute(...flags)))).toEqual([usage, usage, usage]);
  expect(await execute('--vault', vault)).toBe(
    'Chain 31337: the auditor found no difference. Nothing was read.',
  );
  expect(await execute('--vault', vault, '--chain', '31337')).toMatch(/^Chain 31337: of 0x/);
  await createAuditRecords(operator.database).findings.keep(others.map(finding));
  expect(await execute('--all')).toMatch(/^Chain 31337: of .* written/);
  await operator.catchUp();
  expect(await operator.listRows()).toEqual(honest);
});

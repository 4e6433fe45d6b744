/** The standing rows of an imported ledger are compared with the chain's state before they are served. */
import { encodeRevoke } from '@mandate/contracts';
import { createDelegation, FULL_RIGHTS, grantOf, parseAddress } from '@mandate/core';
import { createNode } from '@mandate/nodes';
import { createReader } from '@mandate/store';
import { createMisbehavingNode } from '@mandate/testing/chain/misbehaving-node';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rebuild } from '../commands/rebuild.ts';
import {
  AMOUNT,
  FROM,
  findCheckpoint,
  type Imported,
  isEnded,
  isOf,
  isStanding,
  type Line,
  SINCE,
  STRANGER,
  startImported,
  TO,
  UNTIL,
  type WrittenPlace,
  withField,
} from './testing/imported.ts';

let imported: Imported;
beforeAll(async () => {
  imported = await startImported();
});
afterAll(() => imported?.stop());

test('is proved before the chain is served', async () => {
  const operator = await imported.importFile(imported.exported.file, imported.exported.digest);
  expect(await findCheckpoint(operator)).toMatchObject({ state: 'backfilling', verifiedFrom: 0 });
  expect(await operator.prove()).toEqual({ type: 'done' });
  expect(await findCheckpoint(operator)).toMatchObject({ state: 'following', verifiedFrom: 0 });
  expect(await operator.listRows()).toEqual(await imported.exporter.listRows());
});

test.each<[name: string, matches: (row: Line) => boolean, change: (row: Line) => Line]>([
  ['v1 delegation to another wallet', isOf('v1'), (row) => withField(row, TO, STRANGER)],
  ['v2 delegation to another wallet', isOf('v2'), (row) => withField(row, TO, STRANGER)],
  ['v2 delegation from another wallet', isOf('v2'), (row) => withField(row, FROM, STRANGER)],
  [
    'smaller amount',
    (row) => row[AMOUNT] !== null,
    (row) => withField(row, AMOUNT, String(BigInt(String(row[AMOUNT])) - 1n)),
  ],
])('taints the chain where it is wrong: a %s', async (_, matches, change) => {
  await expectTainted(
    imported.changeRow(
      (row) => isStanding(row) && matches(row),
      (row) => [change(row)],
    ),
  );
});

test.each(['v1', 'v2'])(
  'taints the chain if the file says that a revoked %s delegation stands',
  async (registry) => {
    const revoked = (row: Line) => isEnded(row) && row[AMOUNT] === null && isOf(registry)(row);
    await expectTainted(imported.changeRow(revoked, (row) => [withField(row, UNTIL, null)]));
  },
);

async function expectTainted(file: string) {
  const operator = await imported.importFile(file);
  const state = await operator.prove();
  expect(state).toMatchObject({
    type: 'tainted',
    reason: expect.stringMatching(/does not stand at block \d+ .*rebuild --chain/),
  });
  expect(await findCheckpoint(operator)).toMatchObject({ state: 'tainted' });
  const { chainId } = imported.chain;
  expect(await rebuild({ chainId } as never, operator.source, operator.writer)).toMatch(/so it was removed/);
  expect(await findCheckpoint(operator)).toBeUndefined();
  await operator.catchUp();
  expect(await findCheckpoint(operator)).toMatchObject({ state: 'following' });
  expect(await operator.listRows()).toEqual(await imported.exporter.listRows());
}

test('is read in as many calls as the node needs', async () => {
  const node = await createMisbehavingNode(imported.chain.url);
  let calls = 0;
  node.misbehave({
    answer({ method, params: [asked] }, honest) {
      const isTooMuch = method === 'eth_call' && (asked as { data: string }).data.length > 10 + 64 * 20;
      if (method === 'eth_call') calls++;
      return isTooMuch ? { error: { code: -32_000, message: 'out of gas' } } : honest;
    },
  });
  const operator = await imported.open(createNode(node.url, imported.chain.chainId));
  await operator.import(imported.exported.file, imported.exported.digest);
  await operator.catchUp();
  expect(await operator.prove()).toEqual({ type: 'done' });
  await node.stop();
  expect(calls).toBeGreaterThan(2);
});

test('is proved in pages, and retried if a node fails', async () => {
  const node = await createMisbehavingNode(imported.chain.url);
  let calls = 0;
  const broken = { error: { code: -32_000, message: 'broken' } };
  node.misbehave({
    answer: ({ method }, honest) => (method === 'eth_call' && ++calls > 3 ? broken : honest),
  });
  const operator = await imported.open(createNode(node.url, imported.chain.chainId));
  await operator.import(imported.exported.file, imported.exported.digest);
  await operator.catchUp();
  const state = await operator.prove(1, { pageRows: 2 });
  expect(state).toMatchObject({ type: 'proving', problem: expect.stringContaining('broken') });
  node.misbehave(null);
  expect(await operator.prove(60_000, { pageRows: 2 })).toEqual({ type: 'done' });
  await node.stop();
  const forged = await imported.importFile(
    imported.changeRow(isStanding, (row) => [withField(row, TO, STRANGER)]),
  );
  expect(await forged.prove(60_000, { pageRows: 2 })).toMatchObject({ type: 'tainted' });
});

test('is proved at a block whose state nodes still have, if blocks are final at once', async () => {
  const node = await createMisbehavingNode(imported.chain.url);
  const operator = await imported.open(createNode(node.url, imported.chain.chainId));
  await operator.import(imported.exported.file, imported.exported.digest);
  await operator.catchUp();
  await operator.database.query('update chain set finalized_number = block_number');
  await operator.database.query(
    'delete from block where not (anchor or eventful) and number < (select block_number from chain)',
  );
  const newest = (await findCheckpoint(operator))?.block.hash;
  const refuse = { error: { code: -32_000, message: 'missing trie node' } };
  node.misbehave({
    answer({ method, params: [, block] }, honest) {
      const isOld = method === 'eth_call' && (block as { blockHash: string }).blockHash !== newest;
      return isOld ? refuse : honest;
    },
  });
  expect(await operator.prove()).toEqual({ type: 'done' });
  await node.stop();
});

test('is read word by word from a node that cannot override the code of v1', async () => {
  const node = await createMisbehavingNode(imported.chain.url);
  let words = 0;
  const refuse = { error: { code: -32_602, message: 'too many arguments, want at most 2' } };
  node.misbehave({
    answer({ method, params }, honest) {
      if (method === 'eth_getStorageAt') words++;
      return method === 'eth_call' && params.length > 2 ? refuse : honest;
    },
  });
  const revoked = (row: Line) => isEnded(row) && isOf('v1')(row);
  const forged = imported.changeRow(revoked, (row) => [withField(row, UNTIL, null)]);
  for (const [file, type] of [[imported.exported.file, 'done'] as const, [forged, 'tainted'] as const]) {
    const operator = await imported.open(createNode(node.url, imported.chain.chainId));
    await operator.import(file);
    await operator.catchUp();
    words = 0;
    expect(await operator.prove()).toMatchObject({ type });
    expect(words).toBeGreaterThan(0);
  }
  await node.stop();
});

test('is not served while no node has the state, and reports it', async () => {
  const node = await createMisbehavingNode(imported.chain.url);
  const refuse = { error: { code: -32_000, message: 'missing trie node' } };
  node.misbehave({ answer: ({ method }, honest) => (method === 'eth_call' ? refuse : honest) });
  const operator = await imported.open(createNode(node.url, imported.chain.chainId));
  await operator.import(imported.exported.file, imported.exported.digest);
  await operator.catchUp();
  const state = await operator.prove(1);
  expect(state).toMatchObject({ type: 'proving', problem: expect.stringContaining('missing trie node') });
  expect(await findCheckpoint(operator)).toMatchObject({ state: 'backfilling' });
  node.misbehave(null);
  expect(await operator.prove()).toEqual({ type: 'done' });
  expect(await findCheckpoint(operator)).toMatchObject({ state: 'following' });
  await node.stop();
});

test('a row that ends before it is proved leaves earlier blocks unproved, and a reorg below the proof requires another', async () => {
  const { chain } = imported;
  const forged = createDelegation({
    registry: 'v2',
    kind: 'all',
    from: parseAddress(`0x${'fe'.repeat(20)}`),
    to: parseAddress(`0x${'ef'.repeat(20)}`),
    rights: FULL_RIGHTS,
  });
  const file = imported.changeRow(
    () => true,
    (row) => {
      const [block, log, tx] = row[SINCE] as WrittenPlace;
      const { registry, kind, from, to } = forged;
      return [row, [registry, kind, from, to, null, null, FULL_RIGHTS, null, [block, log + 1, tx], null]];
    },
  );
  // Nobody granted it, and it is revoked before the proof.
  const send = (data: `0x${string}`) => chain.send({ from: forged.from, to: chain.registries.v2, data });
  await send(encodeRevoke(grantOf(forged)));
  await chain.mine();
  const revoked = Number(await chain.client.getBlockNumber());
  await chain.mine(20);
  const operator = await imported.importFile(file);
  expect(await operator.prove(1)).toMatchObject({ type: 'scanning' });
  const { verifiedFrom = 0 } = (await findCheckpoint(operator)) ?? {};
  expect(verifiedFrom).toBeGreaterThanOrEqual(revoked);
  const { found } =
    (await createReader(operator.database).findSatisfying(chain.chainId, grantOf(forged), revoked - 1)) ?? {};
  expect(found).toHaveLength(1);

  // The chain goes back below the block of the proof, so the rows that stand again are not proved.
  await chain.mine(2);
  const blocks = await operator.writer.listBlocksSince(chain.chainId, 0);
  const to = blocks.find(({ number }) => number < verifiedFrom);
  const [parent] = blocks;
  if (!to || !parent) throw new Error('The ledger has lost its blocks.');
  await operator.database.query('update chain set finalized_number = $1', [to.number]);
  await operator.writer.rewind(chain.chainId, parent, to);
  expect(await findCheckpoint(operator)).toMatchObject({
    state: 'backfilling',
    verifiedFrom: Number.MAX_SAFE_INTEGER,
  });
  await operator.catchUp();
  expect(await findCheckpoint(operator)).toMatchObject({ state: 'backfilling' });
  expect(await operator.prove()).toMatchObject({ type: 'tainted' });
});

test('a chain that was not imported has nothing to prove', async () => {
  const operator = await imported.open();
  await operator.catchUp();
  expect(await operator.prove(1)).toEqual({ type: 'done' });
  expect(await findCheckpoint(operator)).toMatchObject({ state: 'following', verifiedFrom: 0 });
});

/** The history of an imported ledger is compared with the logs before past questions are answered. */

import { createNode } from '@mandate/nodes';
import { createMisbehavingNode } from '@mandate/testing/chain/misbehaving-node';
import { forgetState } from '@mandate/testing/chain/misbehaviours';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  findCheckpoint,
  type Imported,
  isEnded,
  isStanding,
  type Line,
  OTHER_TX,
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

const onPlace = (row: Line, field: number, change: (place: WrittenPlace) => WrittenPlace) =>
  withField(row, field, change(row[field] as WrittenPlace));

test('is verified when the logs agree with it', async () => {
  const operator = await imported.importFile(imported.exported.file);
  expect(await findCheckpoint(operator)).toMatchObject({ verifiedFrom: Number.MAX_SAFE_INTEGER });
  // Long enough for the proof, but not for a scan.
  expect(await operator.prove(1)).toMatchObject({ type: 'scanning', block: 0 });
  const checkpoint = await findCheckpoint(operator);
  expect(checkpoint?.state).toBe('following');
  expect(checkpoint?.verifiedFrom).toBeGreaterThan(0);
  expect(checkpoint?.verifiedFrom).toBeLessThanOrEqual(checkpoint?.block.number ?? 0);
  expect(await operator.prove()).toEqual({ type: 'done' });
  expect(await findCheckpoint(operator)).toMatchObject({ verifiedFrom: 0 });
  expect((await operator.export({})).digest).toBe(imported.exported.digest);
});

test.each<[name: string, forge: () => string]>([
  ['a row is missing that ended', () => imported.changeRow(isEnded, () => [])],
  ['a row is missing that stands', () => imported.changeRow(isStanding, () => [])],
  [
    'a row ended in another transaction',
    () =>
      imported.changeRow(isEnded, (row) => [onPlace(row, UNTIL, ([block, log]) => [block, log, OTHER_TX])]),
  ],
  [
    'a row began in another transaction',
    () =>
      imported.changeRow(isStanding, (row) => [
        onPlace(row, SINCE, ([block, log]) => [block, log, OTHER_TX]),
      ]),
  ],
  [
    'a row ended with another log',
    () =>
      imported.changeRow(isEnded, (row) => [onPlace(row, UNTIL, ([block, log, tx]) => [block, log + 1, tx])]),
  ],
  [
    'a row is invented',
    () =>
      imported.changeRow(
        () => true,
        (row) => {
          const [block, log, tx] = row[SINCE] as WrittenPlace;
          const invented = withField(withField(row, TO, STRANGER), SINCE, [block, log + 1, tx]);
          return [row, withField(invented, UNTIL, [block, log + 2, tx])];
        },
      ),
  ],
  [
    'a block has another time',
    () =>
      imported.forgeFile((lines) => {
        const index = lines.findIndex((line) => /^\[\d/.test(line));
        return lines.with(index, lines[index]?.replace(/\d+\]$/, '1]') ?? '');
      }),
  ],
  [
    'a block is invented',
    () => imported.forgeFile(([head = '', ...lines]) => [head, `[1,"${OTHER_TX}",1]`, ...lines]),
  ],
])('taints the chain where %s', async (_, forge) => {
  const operator = await imported.importFile(forge());
  const state = await operator.prove();
  expect(state).toMatchObject({
    type: 'tainted',
    reason: expect.stringMatching(/is wrong\. The logs of the chain have .*rebuild --chain/s),
  });
  expect(await findCheckpoint(operator)).toMatchObject({ state: 'tainted' });
});

test('stays unverified if no node has the state that it needs, and reports it', async () => {
  const node = await createMisbehavingNode(imported.chain.url);
  const operator = await imported.open(createNode(node.url, imported.chain.chainId));
  await operator.import(imported.exported.file);
  await operator.catchUp();
  await operator.prove(1);
  node.misbehave(forgetState());
  const state = await operator.prove();
  expect(state).toMatchObject({
    type: 'scanning',
    problem: expect.stringMatching(/No node has the state of block \d+/),
  });
  expect((await findCheckpoint(operator))?.verifiedFrom).toBeGreaterThan(0);
  node.misbehave(null);
  expect(await operator.prove()).toEqual({ type: 'done' });
  await node.stop();
});

test('a scan continues where it was after the indexer restarts', async () => {
  const node = await createMisbehavingNode(imported.chain.url);
  const operator = await imported.open(createNode(node.url, imported.chain.chainId));
  await operator.import(imported.exported.file);
  await operator.catchUp();
  await operator.prove(1);
  let ranges = 0;
  const broken = { error: { code: -32_000, message: 'broken' } };
  node.misbehave({
    answer: ({ method }, honest) => (method === 'eth_getLogs' && ++ranges > 2 ? broken : honest),
  });
  const state = await operator.prove();
  expect(state).toMatchObject({ type: 'scanning', problem: expect.stringContaining('broken') });
  expect((state as { block: number }).block).toBeGreaterThan(0);
  node.misbehave(null);
  expect(await operator.prove()).toEqual({ type: 'done' });
  await node.stop();
});

/** Moves a ledger from one operator to another as a file: what the file contains, and what is refused. */
import { truncateSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { createNode } from '@mandate/nodes';
import { createReader } from '@mandate/store';
import { createMisbehavingNode } from '@mandate/testing/chain/misbehaving-node';
import { forgetState, lag } from '@mandate/testing/chain/misbehaviours';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  forge,
  type Operator,
  type Operators,
  readLines,
  startOperators,
  writeLines,
} from './testing/operators.ts';

let operators: Operators;
let exporter: Operator;
let exported: { file: string; digest: string; said: string };
beforeAll(async () => {
  operators = await startOperators();
  exporter = await operators.open();
  await exporter.catchUp();
  exported = await exporter.export();
});
afterAll(() => operators?.stop());

describe('an export', () => {
  test('has the same digest as that of an operator who read the same chain block by block', async () => {
    const node = await createMisbehavingNode(operators.chain.url);
    const other = await operators.open(createNode(node.url, operators.chain.chainId));
    for (let behind = operators.head; behind >= 0; behind--) {
      node.misbehave(lag(behind));
      await other.step();
    }
    await other.catchUp();
    const again = await other.export();
    await node.stop();
    expect(again.digest).toBe(exported.digest);
    expect(readLines(again.file)).toEqual(readLines(exported.file));
  });

  test('has the delegations at its block, however far the ledger is', async () => {
    const block = operators.head - 30;
    const early = await exporter.export({ block });
    const late = await operators.open();
    await late.import(early.file, early.digest);
    const reader = createReader(late.database);
    expect(await reader.listCheckpoints()).toMatchObject([
      { block: { number: block }, state: 'backfilling' },
    ]);
    const { rows: ended } = await late.database.query('select from delegation where until_block > $1', [
      block,
    ]);
    expect(ended).toEqual([]);
    await late.catchUp();
    expect(await late.listRows()).toEqual(await exporter.listRows());
    const { rows: blocks } = await late.database.query(
      'select number, hash, timestamp from block where eventful order by number',
    );
    const { rows: own } = await exporter.database.query(
      'select number, hash, timestamp from block where eventful order by number',
    );
    expect(blocks).toEqual(own);
  });

  test('of a block that is not final is refused', async () => {
    await expect(exporter.export({ block: operators.head })).rejects.toThrow(/is not final yet/);
  });

  test('of a chain with uncertain vaults is refused', async () => {
    const node = await createMisbehavingNode(operators.chain.url);
    node.misbehave(forgetState());
    const poor = await operators.open(createNode(node.url, operators.chain.chainId));
    await poor.catchUp();
    node.misbehave(null);
    const { rows } = await poor.database.query('select from uncertain');
    expect(rows.length).toBeGreaterThan(0);
    await expect(exporter.export({ block: operators.head - 10 })).resolves.toBeDefined();
    await expect(poor.export({ block: operators.head - 10 })).rejects.toThrow(/archive node/);
    await node.stop();
  });

  test('of a tainted chain, and of one that was not verified, is refused', async () => {
    const other = await operators.open();
    await other.import(exported.file);
    await expect(other.export()).rejects.toThrow(/not proved yet/);
    await other.database.query('update chain set proved_block = block_number');
    await expect(other.export()).rejects.toThrow(/scan of its logs has not ended/);
    await other.database.query('update chain set scanned_block = imported_block');
    expect((await other.export()).digest).toBe(exported.digest);
    await other.database.query("update chain set state = 'tainted', reason = 'a test'");
    await expect(other.export()).rejects.toThrow(/tainted/);
  });
});

describe('an import', () => {
  test('is refused if the chain already has a ledger', async () => {
    await expect(exporter.import(exported.file)).rejects.toThrow(/already has a ledger/);
  });

  test('writes nothing if it is interrupted, and can be run again', async () => {
    const other = await operators.open();
    const { database } = other;
    // The connection ends after some rows were written.
    await database.query(`
      create function cut() returns trigger language plpgsql as $$ begin
        perform pg_terminate_backend(pg_backend_pid()); return new; end $$;
      create trigger cut before insert on delegation for each row when (new.since_log > 1) execute function cut()`);
    await expect(other.import(exported.file, exported.digest)).rejects.toThrow();
    for (const table of ['chain', 'block', 'delegation'])
      expect((await database.query(`select from ${table}`)).rowCount).toBe(0);
    await database.query('drop trigger cut on delegation');
    await other.import(exported.file, exported.digest);
    await other.catchUp();
    expect(await other.listRows()).toEqual(await exporter.listRows());
  });

  test('starts a new feed without any rows of the file', async () => {
    const other = await operators.open();
    await other.catchUp();
    const reader = createReader(other.database);
    const [before] = await reader.listLogEnds();
    await other.writer.forget(operators.chain.chainId);
    await other.import(exported.file, exported.digest);
    const [after] = await reader.listLogEnds();
    expect(after).toMatchObject({ changes: 0 });
    expect(after?.feed).not.toBe(before?.feed);
    const { chainId } = operators.chain;
    const part = { chainId, feed: before?.feed ?? '', after: 0, until: 0 };
    expect(await reader.listChanges({ parts: [part], limit: 1 })).toEqual([null]);
  });

  const isRow = (line: string) => line.startsWith('["');
  const isStanding = (line: string) => isRow(line) && line.endsWith(',null]');
  const changeOne =
    (pick: (line: string) => boolean, change: (line: string) => string[]) => (lines: string[]) => {
      const index = lines.findLastIndex(pick);
      return lines.toSpliced(index, 1, ...change(lines[index] ?? ''));
    };

  test.each([
    ['changed', changeOne(isRow, (line) => [line.replace(/0x[0-9a-f]/, '0x9')])],
    ['removed', changeOne(isStanding, () => [])],
    [
      'added',
      changeOne(isStanding, (line) => [
        line,
        line.replace(/\[(\d+),(\d+),/, (_, block, log) => `[${block},${+log + 99},`),
      ]),
    ],
  ])('with a digest refuses a file with one row %s', async (_, change) => {
    const other = await operators.open();
    const forged = forge(exported.file, operators.nameFile(), change);
    await expect(other.import(forged, exported.digest)).rejects.toThrow(/has the digest [0-9a-f]{64}, not/);
    expect((await other.database.query('select from chain')).rowCount).toBe(0);
  });

  const edit = (file: string, change: (lines: string[]) => string[]) => {
    const to = operators.nameFile();
    writeLines(to, change(readLines(file)));
    return to;
  };
  const onRow = (change: (line: string) => string) => (file: string) =>
    edit(
      file,
      changeOne(isRow, (line) => [change(line)]),
    );
  const onToken = (change: (token: string) => string) => (file: string) =>
    edit(
      file,
      changeOne(
        (line) => /^\["v2","erc721"/.test(line),
        (line) => [line.replace(/,"(\d+)",/, (_, token) => `,"${change(token)}",`)],
      ),
    );
  const onHead = (change: (line: string) => string) => (file: string) =>
    edit(file, ([head = '', ...lines]) => [change(head), ...lines]);

  test.each<[name: string, make: (file: string) => string, message: RegExp]>([
    ['is truncated in the middle', (file) => cut(file, 2_000), /is truncated, damaged/],
    ['lacks its end', (file) => edit(file, (lines) => lines.slice(0, -1)), /it has no end/],
    [
      'lacks a row',
      (file) => edit(file, (lines) => lines.toSpliced(-2, 1)),
      /Lines before the end are missing/,
    ],
    [
      'continues after its end',
      (file) => edit(file, (lines) => [...lines, ...lines.slice(-1)]),
      /This line follows the end/,
    ],
    ['is not gzip', () => write('{}\n'), /not compressed with gzip/],
    ['is empty', () => write(gzipSync('')), /is empty/],
    ['is something else', () => write(gzipSync('{"format":"other"}\n')), /not a ledger of the format/],
    ['has an endless line', () => write(gzipSync('x'.repeat(2 ** 24))), /a line that is too long/],
    [
      'has a row twice',
      (file) =>
        edit(
          file,
          changeOne(isRow, (line) => [line, line]),
        ),
      /This line is out of order/,
    ],
    [
      'has an address in capitals',
      onRow((line) => line.toUpperCase().replace(/0X/g, '0x')),
      /line \d+: This (?:is not a line|line is not)/,
    ],
    [
      'has a field more',
      onRow((line) => line.replace(/]$/, ',1]')),
      /not written the way an export writes it/,
    ],
    ['has spaces', onRow((line) => line.replace(',', ', ')), /not written the way an export writes it/],
    [
      'has a row of an unknown registry',
      onRow((line) => line.replace(/^\["v\d/, '["v3')),
      /This (?:is not a line|line is not)/,
    ],
    [
      'has an unknown kind',
      onRow((line) => line.replace(/^\["(v\d)","\w+"/, '["$1","__proto__"')),
      /This (?:is not a line|line is not)/,
    ],
    ['has a token below zero', onToken((token) => `-${token}`), /not a uint256/],
    ['has a token of too many bits', onToken(() => String(2n ** 256n)), /not a uint256/],
    [
      'has a token in another spelling',
      // The largest token has as many digits as a uint256 may have.
      onToken((token) => `0${token.slice(-77)}`),
      /not written the way an export writes it/,
    ],
    [
      'has a log that is no integer',
      onRow((line) => line.replace(/\[(\d+),(\d+),/, '[$1,2147483648,')),
      /line \d+: /,
    ],
    [
      'has a row of a block that it lacks',
      onRow((line) => line.replace(/\[(\d+),/, '[100000,')),
      /The block of the row is missing from the file/,
    ],
    [
      'has SQL in it',
      onRow((line) => line.replace(/"0x/, `"'; drop table chain; --0x`)),
      /This is not a line/,
    ],
    ['has a copy command in it', onRow((line) => line.replace(/"0x/, '"\\\\.\\n0x')), /This is not a line/],
    [
      'is for another chain',
      onHead((line) => line.replace(/"chainId":\d+/, '"chainId":1')),
      /is for chain 1, not 31337/,
    ],
    [
      'has other registries',
      onHead((line) => line.replace(/"v2":"0x0000/, '"v2":"0x1111')),
      /Set "registries" of chain/,
    ],
    [
      'is for a block that is not part of the chain',
      onHead((line) => line.replace(/"hash":"0x(.)/, (_, digit) => `"hash":"0x${digit === 'f' ? 'e' : 'f'}`)),
      /Don't trust/,
    ],
    ['has a grant twice at a time', (file) => edit(file, overlap), /overlaps another row of its grant/],
  ])('refuses a file that %s', async (_, make, message) => {
    const other = await operators.open();
    await expect(other.import(make(exported.file))).rejects.toThrow(message);
    for (const table of ['chain', 'block', 'delegation'])
      expect((await other.database.query(`select from ${table}`)).rowCount).toBe(0);
  });

  function cut(file: string, bytes: number): string {
    const to = edit(file, (lines) => lines);
    truncateSync(to, bytes);
    return to;
  }

  function write(content: string | Buffer): string {
    const to = operators.nameFile();
    writeFileSync(to, content);
    return to;
  }

  /** Repeats the last row, one log later. */
  function overlap(lines: string[]): string[] {
    const end = lines.at(-1) ?? '';
    const row = lines.at(-2) ?? '';
    const later = row
      .replace(/,null\]$/, ',null]')
      .replace(/\[(\d+),(\d+),(?=[^[]*$)/, (_, block, log) => `[${block},${Number(log) + 50},`);
    const counted = end.replace(/"rows":(\d+)/, (_, rows) => `"rows":${Number(rows) + 1}`);
    return [...lines.slice(0, -1), later, counted];
  }
});

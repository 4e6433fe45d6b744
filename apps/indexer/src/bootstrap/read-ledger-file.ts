/** Reads the file of an exported ledger. Every line is checked, and the file is never in memory as a whole. */

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { codeOf } from '@mandate/core';
import type { Begun, Block, LedgerSink } from '@mandate/store';
import {
  type Counts,
  type Head,
  LedgerLineError,
  parseBlock,
  parseEnd,
  parseHead,
  parseRow,
} from './ledger-lines.ts';
import type { LedgerFile } from './write-ledger-file.ts';

/** No line that an export writes is longer. */
const MAX_LINE_BYTES = 2_048;
const CHUNK_BYTES = 2 ** 18;
const LINE_FEED = 10;

/** Returns the digest of a file, whatever its content. */
export async function digestOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of unpack(file)) hash.update(chunk);
  return hash.digest('hex');
}

export async function readHead(file: string): Promise<Head> {
  for await (const [first] of readLines(file)) if (first !== undefined) return parseHead(first);
  throw new LedgerLineError(`${file} is empty.`);
}

/** Passes on the blocks and then the rows, after checking each line against all that an export guarantees. */
export async function readLedgerFile(file: string, sink: LedgerSink): Promise<LedgerFile> {
  const hash = createHash('sha256');
  const check = createCheck(file);
  // The next lines are read while these are written.
  let writing: Promise<unknown> = Promise.resolve();
  try {
    for await (const lines of readLines(file, (chunk) => hash.update(chunk))) {
      const { blocks, rows } = sort(lines.map(check.read));
      await writing;
      writing = write(sink, blocks, rows);
      // The error is thrown where the promise is awaited.
      writing.catch(() => {});
    }
  } finally {
    // Nothing may be written after this has failed.
    await writing.catch(() => {});
  }
  await writing;
  return { ...check.end(), digest: hash.digest('hex') };
}

function sort(lines: readonly (Block | Begun | null)[]) {
  const blocks: Block[] = [];
  const rows: Begun[] = [];
  for (const line of lines) {
    if (line && 'since' in line) rows.push(line);
    else if (line) blocks.push(line);
  }
  return { blocks, rows };
}

async function write(sink: LedgerSink, blocks: readonly Block[], rows: readonly Begun[]): Promise<void> {
  if (blocks.length > 0) await sink.blocks(blocks);
  if (rows.length > 0) await sink.rows(rows);
}

/** Checks the lines in their order. */
function createCheck(file: string) {
  let lines = 0;
  const blocks = new Set<number>();
  let head: Head | null = null;
  let newest = -1;
  let rows = 0;
  let last: LogPosition = { block: -1, log: -1 };
  let end: Counts | null = null;

  function checkBlock(block: Block, { block: { number: final } }: Head): Block {
    if (rows > 0 || block.number <= newest || block.number > final) throw outOfOrder();
    newest = block.number;
    blocks.add(block.number);
    return block;
  }

  function checkRow(row: Begun, { registries }: Head): Begun {
    const { since, until, delegation } = row;
    if (!registries[delegation.registry])
      throw new LedgerLineError('The registry of the row is missing from the head.');
    if (!isAfter(since, last) || (until && !isAfter(until, since))) throw outOfOrder();
    if (!blocks.has(since.block) || (until && !blocks.has(until.block)))
      throw new LedgerLineError('The block of the row is missing from the file.');
    last = since;
    rows++;
    return row;
  }

  function readLine(text: string): Block | Begun | null {
    if (end) throw new LedgerLineError('This line follows the end.');
    if (!head) {
      head = parseHead(text);
      return null;
    }
    if (text.startsWith('["')) return checkRow(parseRow(text), head);
    if (text.startsWith('[')) return checkBlock(parseBlock(text), head);
    end = parseEnd(text);
    if (end.blocks === blocks.size && end.rows === rows) return null;
    throw new LedgerLineError('Lines before the end are missing.');
  }

  return {
    /** Returns a block or a row. `null` if the line is about the file itself. */
    read(text: string): Block | Begun | null {
      lines++;
      try {
        return readLine(text);
      } catch (error) {
        if (!(error instanceof LedgerLineError)) throw error;
        throw new LedgerLineError(`${file}, line ${lines}: ${error.message}`);
      }
    },
    /** Throws if the end is missing. */
    end(): Counts {
      if (!end) throw new LedgerLineError(`${file} is truncated: it has no end. Get the file again.`);
      return end;
    },
  };
}

type LogPosition = { readonly block: number; readonly log: number };

const outOfOrder = () => new LedgerLineError('This line is out of order.');

function isAfter(a: LogPosition, b: LogPosition): boolean {
  return a.block > b.block || (a.block === b.block && a.log > b.log);
}

async function* unpack(file: string): AsyncGenerator<Buffer> {
  const packed = createReadStream(file);
  const unpacked = createGunzip({ chunkSize: CHUNK_BYTES });
  packed.on('error', (error) => unpacked.destroy(error));
  try {
    for await (const chunk of packed.pipe(unpacked)) yield chunk as Buffer;
  } catch (error) {
    const code = codeOf(error) ?? '';
    if (!code.startsWith('Z_')) throw error;
    throw new LedgerLineError(
      `${file} is truncated, damaged, or not compressed with gzip. Get the file again.`,
      { cause: error },
    );
  } finally {
    packed.destroy();
  }
}

/** Yields the lines of one chunk at a time. Throws on a line that is too long. */
async function* readLines(
  file: string,
  onChunk: (chunk: Buffer) => void = () => {},
): AsyncGenerator<string[]> {
  let rest: Buffer = Buffer.alloc(0);
  const tooLong = () => new LedgerLineError(`${file} has a line that is too long for an exported ledger.`);
  for await (const piece of unpack(file)) {
    onChunk(piece);
    const chunk = rest.length > 0 ? Buffer.concat([rest, piece]) : piece;
    const lines: string[] = [];
    let from = 0;
    for (let to = chunk.indexOf(LINE_FEED); to >= 0; to = chunk.indexOf(LINE_FEED, from)) {
      if (to - from > MAX_LINE_BYTES) throw tooLong();
      lines.push(chunk.toString('latin1', from, to));
      from = to + 1;
    }
    rest = chunk.subarray(from);
    if (rest.length > MAX_LINE_BYTES) throw tooLong();
    yield lines;
  }
  if (rest.length > 0)
    throw new LedgerLineError(`${file} is truncated: its last line is incomplete. Get the file again.`);
}

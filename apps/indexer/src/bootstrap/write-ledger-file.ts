/** Writes the file of an exported ledger: its lines, compressed with gzip. The digest is that of the uncompressed bytes. */
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { finished } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { LedgerSink } from '@mandate/store';
import { type Counts, type Head, writeBlock, writeEnd, writeHead, writeRow } from './ledger-lines.ts';

/** Higher levels take several times as long, and save a tenth. */
const COMPRESSION = { level: 4 };

export interface LedgerFile extends Counts {
  /** SHA-256 of all lines, in hex. */
  readonly digest: string;
}

/** Writes to a temporary file first, so that a file of this name is always complete. */
export async function writeLedgerFile(
  file: string,
  head: Head,
  fill: (sink: LedgerSink) => Promise<void>,
): Promise<LedgerFile> {
  const part = `${file}.part`;
  const hash = createHash('sha256');
  const gzip = createGzip(COMPRESSION);
  const target = createWriteStream(part);
  target.on('error', (error) => gzip.destroy(error));
  const done = finished(gzip.pipe(target));
  done.catch(() => {});
  const write = async (lines: readonly string[]) => {
    const text = `${lines.join('\n')}\n`;
    hash.update(text);
    const taken = new Promise<void>((resolve, reject) => {
      gzip.write(text, (error) => (error ? reject(error) : resolve()));
    });
    await Promise.race([taken, done]);
  };
  try {
    const counts = { blocks: 0, rows: 0 };
    await write([writeHead(head)]);
    await fill({
      async blocks(blocks) {
        counts.blocks += blocks.length;
        await write(blocks.map(writeBlock));
      },
      async rows(rows) {
        counts.rows += rows.length;
        await write(rows.map(writeRow));
      },
    });
    await write([writeEnd(counts)]);
    gzip.end();
    await done;
    await rename(part, file);
    return { ...counts, digest: hash.digest('hex') };
  } catch (error) {
    gzip.destroy();
    target.destroy();
    await rm(part, { force: true });
    throw error;
  }
}

/** The log of the process. Whatever is written to it, by us or by a library, a key is not. */
import { type Logger, pino } from 'pino';

const KEY = /mdt(?:_|%5f)[\w%]+/gi;
const MIN_BATCH_LENGTH = 32_768;
const MAX_WRITE_BYTES = 65_536;

/** Lines that wait to be written. */
export type Lines = ReturnType<typeof createLines>;

interface File {
  write(bytes: Buffer): unknown;
  flush(done?: () => void): void;
  flushSync(): void;
}

export function createLog(level: string, lines: Lines = createLines()): Logger {
  return pino({ level, base: null }, lines);
}

/** Writes lines in batches, because each write is costly. The last batch reaches the file when the process ends. */
export function createLines(file: File = openStandardOutput()) {
  let batch = '';

  function writeBatch(): void {
    if (batch !== '') file.write(Buffer.from(hideKeys(batch)));
    batch = '';
  }

  process.once('exit', () => {
    writeBatch();
    file.flushSync();
  });
  return {
    write(line: string): void {
      batch += line;
      if (batch.length >= MIN_BATCH_LENGTH) writeBatch();
    },
    flush(done?: () => void): void {
      writeBatch();
      file.flush(done);
    },
  };
}

/** Opens it for bytes: with text, it measures everything that waits again at each write. */
function openStandardOutput(): File {
  const file = pino.destination({ sync: false, maxWrite: MAX_WRITE_BYTES, contentMode: 'buffer' });
  return file as unknown as File;
}

/** A line stays JSON: nothing that JSON is made of is taken away. */
function hideKeys(lines: string): string {
  return /mdt[_%]/i.test(lines) ? lines.replaceAll(KEY, '[redacted]') : lines;
}

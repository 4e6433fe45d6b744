/** The log of the process. Whatever is written to it, by us or by a library, a key is not. */
import { type DestinationStream, type Logger, pino } from 'pino';

const KEY = /mdt(?:_|%5f)[\w%]+/gi;

export function createLog(level: string, destination: DestinationStream = createDestination()): Logger {
  return pino({ level, base: null, hooks: { streamWrite: hideKeys } }, destination);
}

/**
 * Lines are written in batches; the last of them reaches the disk when the process ends. They are given as bytes: the
 * destination measures a text anew with every line that is added to it, which costs more than all else of a line.
 */
function createDestination(): DestinationStream & { flush(done?: () => void): void } {
  const file = pino.destination({
    sync: false,
    minLength: 32_768,
    maxWrite: 65_536,
    contentMode: 'buffer',
  }) as unknown as { write(bytes: Buffer): boolean; flush(done?: () => void): void };
  return {
    write: (line) => file.write(Buffer.from(line)),
    flush: (done) => file.flush(done),
  };
}

/** The line stays JSON: nothing that JSON is made of is taken away. */
function hideKeys(line: string): string {
  return /mdt[_%]/i.test(line) ? line.replaceAll(KEY, '[redacted]') : line;
}

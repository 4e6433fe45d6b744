/** The log of the process. Whatever is written to it, by us or by a library, a key is not. */
import { type DestinationStream, type Logger, pino } from 'pino';

const KEY = /mdt(?:_|%5f)[\w%]+/gi;

/** Lines are written in batches: what the last of them says reaches the disk when the process ends. */
export function createLog(
  level: string,
  destination: DestinationStream = pino.destination({ sync: false, minLength: 32_768, maxWrite: 65_536 }),
): Logger {
  return pino({ level, base: null, hooks: { streamWrite: hideKeys } }, destination);
}

/** The line stays JSON: nothing that JSON is made of is taken away. */
function hideKeys(line: string): string {
  return /mdt[_%]/i.test(line) ? line.replaceAll(KEY, '[redacted]') : line;
}

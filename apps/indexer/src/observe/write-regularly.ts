/** Writes to the database regularly, one report at a time, and says once when that begins to fail and when it works again. */
import { messageOf } from '@mandate/core';
import type { Logger } from 'pino';

interface RegularWriting {
  /** The subject of the log's sentences, e.g. "the states of nodes are". */
  readonly subject: string;
  readonly writeMs: number;
  /** Removes old records, at the first report and then with pauses of `purgeMs`. */
  purge(): Promise<void>;
  readonly purgeMs: number;
  readonly log: Logger;
}

export function writeRegularly(
  report: () => Promise<void>,
  { subject, writeMs, purge, purgeMs, log }: RegularWriting,
) {
  let isFailing = false;
  let purgeAt = 0;
  let writing: Promise<void> = Promise.resolve();

  async function tryToWrite(): Promise<void> {
    try {
      await report();
      if (Date.now() >= purgeAt) {
        purgeAt = Date.now() + purgeMs;
        await purge();
      }
      if (isFailing) log.info(`${subject} written again`);
      isFailing = false;
    } catch (error) {
      const message = messageOf(error);
      if (!isFailing) log.warn({ error: message }, `${subject} not written now; retrying`);
      isFailing = true;
    }
  }

  /** Writes one report at a time: two at once would add the same counts twice. */
  function write(): Promise<void> {
    writing = writing.then(tryToWrite);
    return writing;
  }

  const timer = setInterval(write, writeMs);
  timer.unref();

  return {
    write,
    /** Writes for the last time. */
    async stop() {
      clearInterval(timer);
      await write();
    },
  };
}

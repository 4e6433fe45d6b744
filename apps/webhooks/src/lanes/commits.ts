/** Writes the places of lanes and each attempt, for all endpoints in one statement at a time. */
import { setTimeout as delay } from 'node:timers/promises';
import { messageOf } from '@mandate/core';
import type { Finished, LaneKey, LaneUpdate, WebhookWorkStore } from '@mandate/store';
import type { Logger } from 'pino';

const EVERY_MS = 50;
const RETRY_MS = 500;
const MAX_LANES = 2_000;
const MAX_ATTEMPTS = 2_000;
/** While the database is away, only the newest attempts are kept. Places are kept all: one for each lane. */
const MAX_KEPT_ATTEMPTS = 20_000;

export type Commits = ReturnType<typeof startCommits>;

export interface CommitOptions {
  readonly store: Pick<WebhookWorkStore, 'commit'>;
  readonly worker: string;
  readonly log: Logger;
  /** Is told of lanes that belong to somebody else by now, or that the owner has moved. */
  readonly refused: (key: LaneKey) => void;
}

const nameOf = ({ endpointId, chainId }: LaneKey) => `${endpointId} ${chainId}`;

export function startCommits({ store, worker, log, refused }: CommitOptions) {
  let lanes = new Map<string, LaneUpdate>();
  const attempts: Finished[] = [];
  let writing: Promise<void> | null = null;
  let isClosing = false;
  let waiting: { readonly name: string; done(isWritten: boolean): void }[] = [];

  function start(): void {
    writing ??= writeAll().finally(() => {
      writing = null;
      if (lanes.size + attempts.length > 0) start();
    });
  }

  async function writeAll(): Promise<void> {
    await delay(isClosing ? 0 : EVERY_MS);
    const some = [...lanes].slice(0, MAX_LANES);
    lanes = new Map([...lanes].slice(MAX_LANES));
    const tried = attempts.splice(0, MAX_ATTEMPTS);
    const promised = waiting.filter(({ name }) => some.some(([each]) => each === name));
    waiting = waiting.filter((each) => !promised.includes(each));
    const written = await writeUntilDone(
      some.map(([, lane]) => lane),
      tried,
    );
    const names = new Set(written.map(nameOf));
    for (const { name, done } of promised) done(names.has(name));
    for (const [name, lane] of some) if (!names.has(name)) refused(lane);
  }

  async function writeUntilDone(some: readonly LaneUpdate[], tried: readonly Finished[]): Promise<LaneKey[]> {
    for (;;) {
      try {
        return await store.commit(worker, some, tried);
      } catch (error) {
        log.warn({ error: messageOf(error), lanes: some.length }, 'places wait for the database');
        // Events whose place cannot be written at the end are delivered again.
        if (isClosing) return [];
        await delay(RETRY_MS);
      }
    }
  }

  return {
    /** Writes the place of a lane soon. A later one replaces it. */
    put(lane: LaneUpdate): void {
      lanes.set(nameOf(lane), lane);
      start();
    },
    /** Writes the place of a lane. Returns whether it was written. */
    persist(lane: LaneUpdate): Promise<boolean> {
      const name = nameOf(lane);
      lanes.set(name, lane);
      start();
      return new Promise((done) => waiting.push({ name, done }));
    },
    note(attempt: Finished): void {
      attempts.push(attempt);
      if (attempts.length > MAX_KEPT_ATTEMPTS) attempts.shift();
      start();
    },
    /** Waits until all that was put is written. */
    async flush(): Promise<void> {
      while (writing) await writing;
    },
    async close(): Promise<void> {
      isClosing = true;
      while (writing) await writing;
    },
  };
}

import type { AddressNames, NameQuestion } from '@mandate/sdk/explore';

/** The number of questions that the service answers at once. */
const MAX_QUESTIONS = 25;
const MAX_CALLS = 2;
/** The tokens in one call, and the time until the next one with tokens: each counts as a request of the visitor. */
const MAX_TOKENS = 5;
const TOKENS_EVERY_MS = 4_000;
const BUSY_MS = 1_000;

interface NameLoaderOptions {
  readonly ask: (of: readonly NameQuestion[]) => Promise<readonly AddressNames[]>;
  /** Questions of the same moment, e.g. of the rows of a table, share calls. */
  readonly waitMs: number;
  /** The time to wait after a call failed. The page needs the service for more than names. */
  readonly failureWaitMs: (error: unknown) => number;
  /** The time to wait after a recent call. Scrolling and typing bring up rows that are gone before it ends. */
  readonly busyWaitMs: number;
}

interface Waiting {
  readonly question: NameQuestion;
  readonly resolve: (names: AddressNames) => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * Collects questions into a few calls. A question that nobody waits for any more, e.g. because its row was scrolled
 * away, is never sent.
 */
export function createNameLoader({ ask, waitMs, busyWaitMs, failureWaitMs }: NameLoaderOptions) {
  let waiting: Waiting[] = [];
  let calls = 0;
  let lastCallMs = Number.NEGATIVE_INFINITY;
  let pausedUntilMs = Number.NEGATIVE_INFINITY;
  let tokensAtMs = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let dueMs = Number.POSITIVE_INFINITY;

  function schedule(): void {
    const now = performance.now();
    const at = Math.max(
      pausedUntilMs,
      waiting.every(isOfToken) ? tokensAtMs : now,
      now + (now - lastCallMs < BUSY_MS ? busyWaitMs : waitMs),
    );
    if (at >= dueMs) return;
    clearTimeout(timer);
    dueMs = at;
    timer = setTimeout(callAll, at - now);
  }

  function callAll(): void {
    dueMs = Number.POSITIVE_INFINITY;
    for (let batch = takeBatch(); batch.length > 0; batch = takeBatch()) void call(batch);
    if (calls < MAX_CALLS && waiting.length > 0) schedule();
  }

  /** Takes the questions of the next call out of those that wait. None: they have to wait. */
  function takeBatch(): Waiting[] {
    if (calls >= MAX_CALLS) return [];
    let tokensLeft = performance.now() < tokensAtMs ? 0 : MAX_TOKENS;
    const ready = waiting.filter((each) => !isOfToken(each) || tokensLeft-- > 0);
    const batch = ready.slice(0, MAX_QUESTIONS);
    waiting = waiting.filter((each) => !batch.includes(each));
    if (batch.some(isOfToken)) tokensAtMs = performance.now() + TOKENS_EVERY_MS;
    return batch;
  }

  async function call(batch: readonly Waiting[]): Promise<void> {
    calls++;
    lastCallMs = performance.now();
    try {
      const names = await ask(batch.map(({ question }) => question));
      batch.forEach(({ resolve, reject }, index) => {
        const found = names[index];
        if (found) resolve(found);
        else reject(new RangeError('The service left out an answer.'));
      });
    } catch (error) {
      pausedUntilMs = performance.now() + failureWaitMs(error);
      for (const { reject } of batch) reject(error);
    } finally {
      calls--;
      if (waiting.length > 0) schedule();
    }
  }

  return (question: NameQuestion, signal: AbortSignal): Promise<AddressNames> =>
    new Promise((resolve, reject) => {
      const entry = { question, resolve, reject };
      waiting.push(entry);
      signal.addEventListener(
        'abort',
        () => {
          waiting = waiting.filter((each) => each !== entry);
          reject(signal.reason);
        },
        { once: true },
      );
      schedule();
    });
}

function isOfToken({ question }: Waiting): boolean {
  return question.tokenId !== undefined && question.tokenId !== null;
}

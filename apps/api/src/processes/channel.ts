/** Questions and answers between two processes, over the channel that Node keeps between a process and its child. */

/** What can be asked of a process. */
// biome-ignore lint/suspicious/noExplicitAny: whatever they are given comes as JSON, and goes back as such.
export type Procedures = Readonly<Record<string, (...given: any[]) => unknown>>;

export interface Channel<Other extends Procedures> {
  /** Rejects when the other process fails, ends, or takes too long. */
  ask<Name extends keyof Other & string>(
    name: Name,
    ...given: Parameters<Other[Name]>
  ): Promise<Awaited<ReturnType<Other[Name]>>>;
  /** Says something that nobody waits for. */
  tell<Name extends keyof Other & string>(name: Name, ...given: Parameters<Other[Name]>): void;
}

/** One end of it: a worker as the first process sees it, or the worker's own `process`. */
export interface ChannelEnd {
  send?(message: unknown, done?: (error: Error | null) => void): boolean;
  on(event: 'message', listener: (message: unknown) => void): unknown;
  once(event: 'disconnect', listener: () => void): unknown;
}

interface Question {
  readonly question: string;
  /** Without one, no answer is expected. */
  readonly id?: number;
  readonly given: readonly unknown[];
}

interface Answer {
  readonly id: number;
  readonly answer?: unknown;
  readonly failure?: string;
}

const PATIENCE_MS = 5_000;

export function openChannel<Other extends Procedures>(
  end: ChannelEnd,
  own: Procedures,
  patienceMs = PATIENCE_MS,
): Channel<Other> {
  const waiting = new Map<number, (answer: Answer) => void>();
  let lastId = 0;

  // Who is gone hears nothing, and needs not be told.
  const send = (message: Question | Answer) => end.send?.(message, () => {});

  end.on('message', (message) => {
    if (isQuestion(message)) void answer(message);
    else if (isAnswer(message)) waiting.get(message.id)?.(message);
  });
  end.once('disconnect', () => {
    for (const [id, take] of waiting) take({ id, failure: 'The other process has ended.' });
  });

  async function answer({ question, id, given }: Question): Promise<void> {
    try {
      const found = await own[question]?.(...given);
      if (id !== undefined) send({ id, answer: found });
    } catch (error) {
      if (id !== undefined) send({ id, failure: error instanceof Error ? error.message : String(error) });
    }
  }

  return {
    ask(question, ...given) {
      const id = ++lastId;
      return new Promise((resolve, reject) => {
        const take = ({ answer, failure }: Answer) => {
          waiting.delete(id);
          clearTimeout(timer);
          if (failure === undefined) resolve(answer as never);
          else reject(new Error(failure));
        };
        const late = { id, failure: `The other process did not answer in ${patienceMs} ms.` };
        const timer = setTimeout(take, patienceMs, late);
        waiting.set(id, take);
        send({ question, id, given });
      });
    },
    tell: (question, ...given) => void send({ question, given }),
  };
}

const isObject = (message: unknown): message is object => typeof message === 'object' && message !== null;
const isQuestion = (message: unknown): message is Question => isObject(message) && 'question' in message;
const isAnswer = (message: unknown): message is Answer => isObject(message) && 'id' in message;

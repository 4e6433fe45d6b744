/** The two types of check: those that return a boolean and those that return an amount. */
import type { Answer, Explained } from './answers.ts';
import { ask, type Operation } from './ask.ts';
import type { Client } from './create-client.ts';
import { flag } from './forms.ts';
import type { Parties, When, Why } from './parameters.ts';
import { type Reply, readJson, unexpectedAnswer } from './reply.ts';

const LONGEST_SHOWN = 40;
const MAX_UINT256 = 2n ** 256n - 1n;

/** `Explained` when the caller passed `explain: true`. */
export type AnswerOf<T, Explain extends boolean> = Explain extends true ? Explained<T> : Answer<T>;

/** Asks a check, and reads its answer as a boolean or an amount. */
export async function askCheck<T extends boolean | bigint, Explain extends boolean>(
  client: Client,
  operation: Operation,
  parameters: Parties & When & Why<Explain>,
  read: (reply: Reply) => T,
): Promise<AnswerOf<T, Explain>> {
  const checking = { ...operation, optional: { ...operation.optional, explain: flag } };
  // Loaded on demand: most callers never ask for reasons.
  const reasons = parameters.explain && (await import('./reasons.ts'));
  const { value, block, safeBlock } = await ask(client, checking, parameters, (reply) =>
    reasons ? readJson(reply, reasons.reasonedOf(parameters, reply, read)) : { value: read(reply) },
  );
  return { ...value, block, safeBlock } as AnswerOf<T, Explain>;
}

/** Compares the exact text: anything merely similar to `false` is not an answer. */
export function readBoolean(reply: Reply): boolean {
  if (reply.body !== 'true' && reply.body !== 'false') throw notAnswer(reply, 'true or false');
  return reply.body === 'true';
}

export function readBalance(reply: Reply): bigint {
  const value = BigInt(/^"(\d{1,78})"$/.exec(reply.body)?.[1] ?? -1);
  if (value < 0n || value > MAX_UINT256) throw notAnswer(reply, 'a balance');
  return value;
}

function notAnswer(reply: Reply, wanted: string) {
  return unexpectedAnswer(
    reply,
    `${JSON.stringify(reply.body.slice(0, LONGEST_SHOWN))} instead of ${wanted}`,
  );
}

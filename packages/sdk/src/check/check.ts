/** The two types of check: those that return a boolean and those that return an amount. */
import type { Answer, Explained, Proven } from '../answers.ts';
import type { Client } from '../client/create-client.ts';
import { flag } from '../client/forms.ts';
import type { Parties, When, Why } from '../client/parameters.ts';
import { type Reply, unexpectedAnswer } from '../client/reply.ts';
import { ask, type Operation } from './ask.ts';
import type { More } from './explained-and-proven.ts';

const LONGEST_SHOWN = 40;
const MAX_UINT256 = 2n ** 256n - 1n;

/** `Proven` when the caller passed `proof: true`, `Explained` when `explain: true`. */
export type AnswerOf<T, Explain extends boolean, Prove extends boolean> = Prove extends true
  ? Proven<T>
  : Explain extends true
    ? Explained<T>
    : Answer<T>;

/** Asks a check, and reads its answer as a boolean or an amount. */
export async function askCheck<T extends boolean | bigint, Explain extends boolean, Prove extends boolean>(
  client: Client,
  operation: Operation,
  parameters: Parties & When & Why<Explain, Prove>,
  read: (reply: Reply) => T,
): Promise<AnswerOf<T, Explain, Prove>> {
  const checking = { ...operation, optional: { ...operation.optional, explain: flag, proof: flag } };
  // Loaded on demand: most callers never ask for reasons or proofs.
  const more = (parameters.explain || parameters.proof) && (await import('./explained-and-proven.ts'));
  const { value, block, safeBlock } = await ask(client, checking, parameters, (reply) =>
    more ? more.readMore(parameters, reply, read, unexpectedAnswer) : read(reply),
  );
  return (more ? more.join(value as More<T>, block, safeBlock) : { value, block, safeBlock }) as AnswerOf<
    T,
    Explain,
    Prove
  >;
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

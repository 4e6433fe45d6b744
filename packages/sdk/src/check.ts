/** The two sorts of checks: yes or no, and how much. */
import type { Answer } from './answers.ts';
import { ask, type Operation } from './ask.ts';
import type { Client } from './create-client.ts';
import type { Parties } from './parameters.ts';
import { type Reply, unexpectedAnswer } from './reply.ts';

const LONGEST_SHOWN = 40;
const MOST = 2n ** 256n - 1n;

export async function askWhether(
  client: Client,
  operation: Operation,
  parameters: Parties,
): Promise<Answer<boolean>> {
  const { value, block } = await ask(client, operation, parameters, readBoolean);
  return { value, block };
}

export async function askHowMuch(
  client: Client,
  operation: Operation,
  parameters: Parties,
): Promise<Answer<bigint>> {
  const { value, block } = await ask(client, operation, parameters, readBalance);
  return { value, block };
}

/** Letter by letter: anything that is merely like `false` is no answer. */
function readBoolean(reply: Reply): boolean {
  if (reply.body !== 'true' && reply.body !== 'false') throw notAnswer(reply, 'true or false');
  return reply.body === 'true';
}

function readBalance(reply: Reply): bigint {
  const value = BigInt(/^"(\d{1,78})"$/.exec(reply.body)?.[1] ?? -1);
  if (value < 0n || value > MOST) throw notAnswer(reply, 'a balance');
  return value;
}

function notAnswer(reply: Reply, wanted: string) {
  return unexpectedAnswer(
    reply,
    `${JSON.stringify(reply.body.slice(0, LONGEST_SHOWN))} instead of ${wanted}`,
  );
}

/** The code that both lists share. It requires that each record is well formed and belongs to the wallet. */
import type { List } from '../answers.ts';
import { ask } from '../check/ask.ts';
import type { Client } from '../client/create-client.ts';
import { address, cursor, flag, limit, types } from '../client/forms.ts';
import { keeping } from '../client/kept-answers.ts';
import type { ListDelegationsParameters } from '../client/parameters.ts';
import { array, type Read } from '../client/read-json.ts';
import { type Reply, readJson, unexpectedAnswer } from '../client/reply.ts';
import type { Address } from '../hex.ts';

export async function askList<T>(
  client: Client,
  path: string,
  parameters: ListDelegationsParameters<'scope' | 'exact'>,
  read: Read<T>,
  walletsOf: (record: T) => readonly Address[],
): Promise<List<T>> {
  const operation = {
    path,
    required: { wallet: address },
    optional: { types, limit, cursor, firstGrant: flag },
  };
  const { reply, ...answer } = await ask(keeping(client), operation, parameters, (given) =>
    readJson(given, array(read)),
  );
  const wallet = parameters.wallet.toLowerCase();
  for (const record of answer.value) {
    if (!walletsOf(record).some((party) => party.toLowerCase() === wallet)) {
      throw unexpectedAnswer(reply, `with a delegation that is not of ${parameters.wallet}`);
    }
  }
  return { ...answer, nextCursor: readNextCursor(reply) };
}

/** Throws on an unreadable header: a missed next page would truncate the list. */
function readNextCursor(reply: Reply): string | null {
  const link = reply.headers.get('link');
  if (link === null) return null;
  const next = /^<[^>]*[?&]cursor=([\w-]+)[^>]*>; ?rel="?next"?$/.exec(link)?.[1];
  if (!next) throw unexpectedAnswer(reply, `with an invalid Link header: ${link}`);
  return next;
}

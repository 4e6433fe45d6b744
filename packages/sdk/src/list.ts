/** Both lists: their records are read with care, and belong to the wallet that was asked for. */
import type { DelegationType, List } from './answers.ts';
import { ask } from './ask.ts';
import type { Client } from './create-client.ts';
import type { Address } from './hex.ts';
import type { ListDelegationsParameters } from './parameters.ts';
import { address, array, oneOf, orNull, type Read, readJson, uint256 } from './read-json.ts';
import { type Reply, unexpectedAnswer } from './reply.ts';

/** What records of both versions have. */
export interface Scope {
  readonly type: DelegationType;
  readonly contract: Address | null;
  readonly tokenId: bigint | null;
}

export const scope = {
  type: oneOf(['NONE', 'ALL', 'CONTRACT', 'TOKEN']),
  contract: orNull(address),
  tokenId: orNull(uint256),
};

export async function askList<T extends Scope>(
  client: Client,
  path: string,
  parameters: ListDelegationsParameters,
  read: Read<T>,
  walletsOf: (record: T) => readonly Address[],
): Promise<List<T>> {
  const operation = { path, required: ['wallet'], optional: ['limit', 'cursor'] };
  const { value, block, reply } = await ask(client, operation, parameters, (answer) =>
    readJson(answer, array(read)),
  );
  const wallet = parameters.wallet.toLowerCase();
  for (const record of value) {
    if (!walletsOf(record).some((party) => party.toLowerCase() === wallet)) {
      throw unexpectedAnswer(reply, `with a delegation that is not of ${parameters.wallet}`);
    }
  }
  return { value, block, nextCursor: readNextCursor(reply) };
}

/** A narrow delegation must never look like a broad one. */
export function assertScope({ type, contract, tokenId }: Scope, isToken: boolean): void {
  const isRight = {
    NONE: true,
    ALL: contract === null && tokenId === null && !isToken,
    CONTRACT: contract !== null && tokenId === null && !isToken,
    TOKEN: contract !== null && isToken,
  }[type];
  if (!isRight) throw new TypeError(`a delegation of type ${type} with fields of another`);
}

/** To overlook a next page would be to cut the list. */
function readNextCursor(reply: Reply): string | null {
  const link = reply.headers.get('link');
  if (link === null) return null;
  const cursor = /^<[^>]*[?&]cursor=([\w-]+)[^>]*>; ?rel="?next"?$/.exec(link)?.[1];
  if (!cursor) throw unexpectedAnswer(reply, `with a Link that can not be read: ${link}`);
  return cursor;
}

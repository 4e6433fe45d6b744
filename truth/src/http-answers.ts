/** Asks the service over HTTP and requires that every answer is for the expected block. */
import type { Hex } from 'viem';
import type { Answers } from './compare.ts';
import { createKeptLists } from './kept-lists.ts';
import { type DelegationJson, parametersOf, readAnswer, readDelegation } from './records.ts';
import type { Reply, Service } from './service.ts';

export function answersOverHttp(
  service: Service,
  chainId: number,
  blockHash: Hex,
  lists = createKeptLists(service, chainId),
): Answers {
  /** Returns the body of an answer, which must be for this chain and block. */
  function bodyOf(asked: string, { status, headers, body }: Reply): string {
    if (status !== 200) throw new Error(`${asked} was answered with ${status}: ${body}`);
    const named = headers.get('x-block-hash');
    if (named !== blockHash || headers.get('x-chain-id') !== String(chainId))
      throw new Error(`${asked} was answered for block ${named}, not ${blockHash}.`);
    return body;
  }

  return {
    async check(question) {
      const path = `/registry/${question.registry}/check/${question.kind}`;
      // Uses the plain form, as most clients do: an amount's text has every digit, which JSON.parse would
      // lose.
      const query = { ...parametersOf(question), chainId: String(chainId) };
      const body = bodyOf(`${path} ${JSON.stringify(query)}`, await service.get(path, query));
      return readAnswer(/^\d+$/.test(body) ? body : JSON.parse(body));
    },
    async list(registry, direction, wallet) {
      const body = bodyOf(`${registry} list of ${wallet}`, await lists.read(registry, wallet));
      const rows = (JSON.parse(body) as DelegationJson[]).map((row) => readDelegation(registry, row));
      const incoming = rows.findIndex(({ from }) => from !== wallet);
      if (incoming >= 0 && rows.slice(incoming).some(({ from }) => from === wallet))
        throw new Error(`The list of ${wallet} has outgoing delegations after incoming ones.`);
      return rows.filter((row) => row[direction] === wallet);
    },
  };
}

/** The eight checks: one query, answered by core from what the ledger has. */
import {
  type Answer,
  check,
  createDelegation,
  FULL_RIGHTS,
  grantOf,
  identify,
  type Question,
} from '@mandate/core';
import type { Reader } from '@mandate/store';
import type { FastifyInstance } from 'fastify';
import { assertKnown, blockHeaders } from './freshness.ts';
import type { CheckOperation } from './operations.ts';
import { createReadParameters, type Query, type Values } from './read-parameters.ts';
import type { ServedChains } from './served-chains.ts';

export interface CheckDependencies {
  readonly reader: Pick<Reader, 'findSatisfying'>;
  readonly chains: ServedChains;
}

export function addCheck(
  app: FastifyInstance,
  operation: CheckOperation,
  { reader, chains }: CheckDependencies,
): void {
  const readParameters = createReadParameters(operation.parameters);

  app.get<{ Querystring: Query; Params: Query }>(
    operation.path,
    { config: { operation: operation.id, weight: 'check' } },
    async (request, reply) => {
      const values = readParameters(request.query, request.params);
      const chain = chains.get(values.chainId, operation.version);
      request.chainId = chain.chainId;
      const question = questionOf(operation, values);
      const read = await reader.findSatisfying(chain.chainId, question);
      assertKnown(chain, read?.checkpoint);
      const { checkpoint, found = [] } = { ...read };
      reply.headers(blockHeaders(chain, checkpoint.block));
      reply.header('content-type', 'application/json; charset=utf-8');
      const answer = check(question, (grant) => {
        const identity = identify(grant);
        return found.find((delegation) => identify(delegation) === identity);
      });
      return presentAnswer(answer, values.numbers);
    },
  );
}

/** What is asked, in the words of the domain. */
function questionOf({ version, kind }: CheckOperation, values: Values): Question {
  const { from, to, contract, tokenId, rights = FULL_RIGHTS } = values;
  if (!from || !to) throw new TypeError(`The contract of a ${kind} check has lost its wallets.`);
  return grantOf(
    createDelegation({ registry: version, kind, from, to, contract, tokenId, rights, amount: 0n }),
  );
}

/** Exactly `true` or `false`, or every digit of a balance. */
function presentAnswer(answer: Answer, numbers: Values['numbers']): string {
  return numbers === 'string' && typeof answer === 'bigint' ? `"${answer}"` : String(answer);
}

import {
  type Answer,
  type Client,
  checkAll,
  checkAllV1,
  checkContract,
  checkContractV1,
  checkErc20,
  checkErc721,
  checkErc1155,
  checkTokenV1,
} from '@mandate/sdk';
import type { CheckNo, CheckYes } from './answers.ts';
import { type MandateQueryOptions, optionsOf, type Question } from './query.ts';
import { keyOf } from './query-key.ts';
import type { CheckQuestion } from './questions.ts';

const CHECKS = {
  v2: {
    all: checkAll,
    contract: checkContract,
    erc721: checkErc721,
    erc1155: checkErc1155,
    erc20: checkErc20,
  },
  v1: { all: checkAllV1, contract: checkContractV1, token: checkTokenV1 },
};

type Check = (client: Client, parameters: object) => Promise<Answer<boolean | bigint>>;

export function checkQuery(client: Client, question: CheckQuestion): Question<CheckYes | CheckNo> {
  const { registry = 'v2', kind, chainId = 1, ...parameters } = question;
  const check = (CHECKS[registry] as Record<string, unknown>)[kind] as Check;
  return {
    key: keyOf(client, 'check', { registry, kind, chainId, ...parameters }),
    chainIds: [chainId],
    isPolled: question.consistency === 'strict',
    async ask(signal, floorOf) {
      const asked = { ...parameters, chainId, minBlock: floorOf(chainId), signal };
      const { value, block, safeBlock } = await check(client, asked);
      if (!value) return { status: 'no', block, safeBlock };
      return { status: 'yes', amount: typeof value === 'bigint' ? value : null, block, safeBlock };
    },
  };
}

/**
 * Returns the query of `useCheck`, so that a server can ask before it renders the page.
 *
 * @example
 * await queryClient.prefetchQuery(checkQueryOptions(client, { kind: 'all', to, from }));
 */
export function checkQueryOptions(
  client: Client,
  question: CheckQuestion,
): MandateQueryOptions<CheckYes | CheckNo> {
  return optionsOf(checkQuery(client, question));
}

/** Everything that can be asked of the world in which the store's random histories happen. */
import {
  type Answer,
  check,
  createDelegation,
  type Delegation,
  FULL_RIGHTS,
  grantOf,
  identify,
  parseAddress,
  type Question,
  rightsFromText,
  UNLIMITED,
} from '@mandate/core';

export type Standing = ReadonlyMap<string, Delegation>;

const address = (number: number) => parseAddress(`0x${number.toString(16).padStart(40, '0')}`);
const WALLETS = [1, 2, 3].map(address);
const CONTRACTS = [11, 12].map(address);
const TOKEN_IDS = [0n, UNLIMITED];
const RIGHTS = [FULL_RIGHTS, rightsFromText('vote')];
const SHAPES = [
  ...(['all', 'contract', 'token'] as const).map((kind) => ({ registry: 'v1', kind }) as const),
  ...(['all', 'contract', 'erc721', 'erc20', 'erc1155'] as const).map(
    (kind) => ({ registry: 'v2', kind }) as const,
  ),
];

export const QUESTIONS: readonly Question[] = listQuestions();

function listQuestions(): Question[] {
  const questions = SHAPES.flatMap((shape) =>
    WALLETS.flatMap((from) =>
      WALLETS.flatMap((to) =>
        CONTRACTS.flatMap((contract) =>
          TOKEN_IDS.flatMap((tokenId) =>
            RIGHTS.map((rights) =>
              grantOf(createDelegation({ ...shape, from, to, contract, tokenId, rights, amount: 1n })),
            ),
          ),
        ),
      ),
    ),
  );
  return [...new Map(questions.map((question) => [identify(question), question])).values()];
}

/** What is right, if this is what stands. */
export function answerFrom(standing: Standing, question: Question): Answer {
  return check(question, (grant) => standing.get(identify(grant)));
}

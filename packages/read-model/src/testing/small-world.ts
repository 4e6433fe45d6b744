/** All questions about the wallets and contracts of the store's random histories. */
import {
  type Answer,
  check,
  createGrant,
  type Delegation,
  FULL_RIGHTS,
  identify,
  listKinds,
  parseAddress,
  type Question,
  REGISTRY_IDS,
  rightsFromText,
  UNLIMITED,
} from '@mandate/core';

export type Standing = ReadonlyMap<string, Delegation>;

const address = (number: number) => parseAddress(`0x${number.toString(16).padStart(40, '0')}`);
const WALLETS = [1, 2, 3].map(address);
const CONTRACTS = [11, 12].map(address);
const TOKEN_IDS = [0n, UNLIMITED];
const RIGHTS = [FULL_RIGHTS, rightsFromText('vote')];
const SHAPES = REGISTRY_IDS.flatMap((registry) => listKinds(registry).map((kind) => ({ registry, kind })));

export const QUESTIONS: readonly Question[] = listQuestions();

function listQuestions(): Question[] {
  const questions = SHAPES.flatMap((shape) =>
    WALLETS.flatMap((from) =>
      WALLETS.flatMap((to) =>
        CONTRACTS.flatMap((contract) =>
          TOKEN_IDS.flatMap((tokenId) =>
            RIGHTS.map((rights) => createGrant({ ...shape, from, to, contract, tokenId, rights })),
          ),
        ),
      ),
    ),
  );
  return [...new Map(questions.map((question) => [identify(question), question])).values()];
}

/** Returns the right answer if these delegations stand. */
export function answerFrom(standing: Standing, question: Question): Answer {
  return check(question, (grant) => standing.get(identify(grant)));
}

/** Compares answers about eligibility with brute force. */
import { type Compared, tellApart } from '../compared.ts';
import type { Mode } from '../run.ts';
import type { Pace } from './claims-history.ts';
import { type ClaimsContext, createClaimsMode } from './claims-mode.ts';
import { type Asked, ask, chooseAsked, nameAsked, type Told } from './eligibility-question.ts';
import { type Expected, findStandard, judge } from './judge.ts';
import { judgeExclusive } from './judge-exclusive.ts';

const PACE: Pace = { blocks: 3, writes: [1, 2], moves: 0.8, amounts: 0.4, registries: ['v1', 'v2'] };
const QUESTIONS_A_COMPARISON = 60;

type Mislead = (told: Told) => Told;

/** `mislead` changes an answer of the service, to prove that a run sees it. */
export function createEligibilityMode(mislead: Mislead = (told) => told): Mode {
  return createClaimsMode({
    pace: PACE,
    listParts: (context) => [{ name: 'eligibility', compare: () => compareEligibility(context, mislead) }],
  });
}

function compareEligibility(context: ClaimsContext, mislead: Mislead): Promise<Compared>[] {
  const { resting, random, service } = context;
  const all = Array.from({ length: QUESTIONS_A_COMPARISON }, () => chooseAsked(random, resting));
  return all.map(async (asked) => {
    const told = mislead(await ask(service, resting.chain.chainId, asked));
    const expected = await expect(context, asked, told);
    const isUnknown = 'eligible' in told && told.eligible === null;
    const differences = tellApart(nameAsked(asked), show(told), expected);
    return { questions: 1, unknown: isUnknown ? 1 : 0, differences };
  });
}

/** Returns the answer that the contracts give. */
async function expect(context: ClaimsContext, asked: Asked, told: Told): Promise<string> {
  const { resting, steady, resolver } = context;
  const { chain } = resting;
  const { at, safe } = asked.moment;
  const standard = asked.standard ?? (await findStandard(chain, asked, at.hash));
  if (standard === 'unknown') return 'standard_unknown';
  if (standard === 'ERC1155' && asked.tokenId === null) return 'invalid_parameters';
  if (!('block' in told)) return 'an answer';
  if (told.block.safeNumber !== (safe?.number ?? null)) return `an answer with safe ${safe?.number ?? null}`;
  const { exclusive } = asked;
  const judged = {
    chain,
    hashes: safe ? [at.hash, safe.hash] : [at.hash],
    steady: safe ? steady.delegations : null,
    resolver,
  };
  const expected = exclusive
    ? await judgeExclusive(judged, { ...asked, exclusive }, standard)
    : await judge(judged, asked, standard);
  return `${showExpected(expected)} ${standard} ${at.hash}`;
}

const showExpected = ({ eligible, balance, complete }: Expected) =>
  `${eligible} ${balance} ${complete ? 'complete' : 'incomplete'}`;

function show(told: Told): string {
  return 'code' in told ? told.code : `${showExpected(told)} ${told.standard} ${told.block.hash}`;
}

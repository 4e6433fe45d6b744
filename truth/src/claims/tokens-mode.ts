/** Compares the tokens that a wallet may use with brute force: each id is a question. */
import { parseAddress } from '@mandate/core';
import { type Compared, type Difference, type Figures, tellApart } from '../compared.ts';
import { chooseMoments } from '../extensions/moments.ts';
import type { Mode } from '../run.ts';
import type { Pace } from './claims-history.ts';
import { type ClaimsContext, createClaimsMode } from './claims-mode.ts';
import {
  BATCH,
  COLLECTION_CODE,
  COLLECTIONS,
  LIAR,
  LISTED,
  listIdsOf,
  mintCollections,
  moveInCollections,
} from './collections.ts';
import {
  contradictsItself,
  type Expected,
  type JudgedTokens,
  judgeTokens,
  writeUsable,
} from './judge-tokens.ts';
import { ART } from './tokens.ts';
import { type Asked, ask, chooseAsked, nameAsked, type Told } from './tokens-question.ts';

const PACE: Pace = {
  blocks: 3,
  writes: [1, 3],
  moves: 0.9,
  amounts: 0.1,
  registries: ['v1', 'v2'],
  tokens: COLLECTIONS,
};
/** Lists and answers about ids, of each of the ten or so moments of a comparison. */
const QUESTIONS = 16;

type Mislead = (told: Told) => Told;

export interface TokensOptions {
  readonly perMoment?: number;
  /** Changes an answer of the service, to prove that a run sees it. */
  readonly mislead?: Mislead;
}

export function createTokensMode({
  perMoment = QUESTIONS,
  mislead = (told) => told,
}: TokensOptions = {}): Mode {
  return createClaimsMode({
    pace: PACE,
    tokens: { code: COLLECTION_CODE, mint: mintCollections, move: moveInCollections },
    listParts: (context) =>
      chooseMoments(context.resting, context.random).map((moment) => ({
        name: moment.name,
        compare: () => {
          const all = Array.from({ length: perMoment }, () => chooseAsked(context.random, moment));
          return all.map((asked) => compareTokens(context, asked, mislead));
        },
      })),
  });
}

async function compareTokens(context: ClaimsContext, asked: Asked, mislead: Mislead): Promise<Compared> {
  const { resting, service, steady, resolver } = context;
  const { at, safe } = asked.moment;
  const told = mislead(await ask(service, resting.chain.chainId, asked));
  const judged = {
    chain: resting.chain,
    hashes: safe ? [at.hash, safe.hash] : [at.hash],
    steady: safe ? steady.delegations : null,
    resolver,
  };
  const ids = listIdsOf(asked.token);
  const expected = await judgeTokens(judged, asked, ids);
  const of = nameAsked(asked);
  const found = await Promise.all(
    ids.map((id, i) => compareId(judged, asked, told, { id, of, expected: expected[i] ?? 'unknown' })),
  );
  const others = [...told.tokens.keys()].filter((id) => !ids.includes(id));
  return {
    questions: ids.length,
    unknown: found.filter(({ isUnknown }) => isUnknown).length,
    ...countLists(asked, told),
    differences: [
      ...tellApart(
        `block of ${of}`,
        blockOf(told.hash, told.safeNumber),
        blockOf(at.hash, safe?.number ?? null),
      ),
      ...tellApart(`other ids of ${of}`, others.join(), ''),
      ...tellApart(
        `listing contract of ${of}`,
        String(told.complete),
        String(told.complete || mustBeComplete(asked)),
      ),
      ...found.flatMap(({ differences }) => differences),
    ],
  };
}

const blockOf = (hash: string, safeNumber: number | null) => `${hash} ${safeNumber}`;

/** Contracts that list ids, and all that grants say, leave nothing unknown in a world as small as this. */
const mustBeComplete = ({ token, isOfIds }: Asked) =>
  token === LISTED || token === BATCH || (isOfIds && token === ART);

function countLists({ token, isOfIds }: Asked, { complete }: Told): Figures {
  if (isOfIds) return {};
  if (token === LISTED || token === BATCH) return { lists: 1, listsComplete: complete ? 1 : 0 };
  return token === ART ? { plainLists: 1, plainListsComplete: complete ? 1 : 0 } : {};
}

interface ComparedId {
  readonly differences: readonly Difference[];
  readonly isUnknown: boolean;
}

/** Compares what the answer says of one id: yes with its holders, no, or unknown. */
async function compareId(
  judged: JudgedTokens,
  asked: Asked,
  told: Told,
  { id, of, expected }: { readonly id: bigint; readonly of: string; readonly expected: Expected },
): Promise<ComparedId> {
  const usable = (told.tokens.get(id) ?? []).map(writeUsable).toSorted();
  const isOpen = asked.isOfIds ? told.unknownIds.has(id) : !told.complete;
  const name = `token ${id} of ${of}`;
  if (expected === 'unknown') {
    // What a list leaves out is a no if the holder has as many others as its balance.
    const isRight = usable.length === 0 && (isOpen || !asked.isOfIds);
    return { isUnknown: true, differences: isRight ? [] : tellApart(name, `${usable} ${isOpen}`, 'unknown') };
  }
  const missing = expected.filter((each) => !usable.includes(each));
  const extra = usable.filter((each) => !expected.includes(each));
  const mayMiss = !asked.isOfIds && (isOpen || (await deniesOwners(judged, asked, missing)));
  if (extra.length === 0 && mayMiss) return { isUnknown: missing.length > 0 || isOpen, differences: [] };
  return {
    isUnknown: false,
    differences: tellApart(name, `${usable}${isOpen ? ' unknown' : ''}`, `${expected.toSorted()}`),
  };
}

/** Tells whether the contract that lies denies by its balances what it says of owners. */
async function deniesOwners(
  judged: JudgedTokens,
  asked: Asked,
  holders: readonly string[],
): Promise<boolean> {
  if (asked.token !== LIAR) return false;
  const denied = await Promise.all(
    holders.map((holder) => contradictsItself(judged, asked, parseAddress(holder))),
  );
  return holders.length > 0 && denied.every(Boolean);
}

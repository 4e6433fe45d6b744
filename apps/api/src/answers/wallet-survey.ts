/** Chooses the blocks of many chains, and finds where a wallet has delegations: two statements at most for all of them. */
import type { Address, Registry } from '@mandate/core';
import type { FoundLists, Reader } from '@mandate/store';
import { ProblemError } from '../http/problems.ts';
import { isNow, momentOf, pinAt } from '../request/at-block.ts';
import type { ServedChain } from '../request/chains.ts';
import type { Pin } from '../request/cursor.ts';
import { assertKnown, findUnverified, uncertain } from '../request/freshness.ts';
import type { When } from '../request/parameters.ts';

export interface SurveyRequest {
  readonly wallet: Address;
  readonly registries: readonly Registry[];
  readonly when: When;
}

/** The blocks that a chain is read at, and the lists that may have rows then. */
interface Surveyed {
  readonly pin: Pin;
  readonly lists: FoundLists['lists'];
}

/** By chain. A problem: the chain cannot answer. `null` if it went back meanwhile. */
export type Survey = ReadonlyMap<number, Surveyed | ProblemError | null>;

type SurveyReader = Pick<Reader, 'findBlocks' | 'findLists'>;

export async function surveyChains(
  reader: SurveyReader,
  chains: readonly ServedChain[],
  request: SurveyRequest,
): Promise<Survey> {
  return isNow(request.when) ? surveyNow(reader, chains, request) : surveyPast(reader, chains, request);
}

async function surveyNow(
  reader: SurveyReader,
  chains: readonly ServedChain[],
  { wallet }: SurveyRequest,
): Promise<Survey> {
  const found = await reader.findLists({ wallet, chains: chains.map(({ chainId }) => ({ chainId })) });
  return byChain(chains, (chain) => {
    const { checkpoint, lists = [] } = { ...found.get(chain.chainId) };
    assertKnown(chain, checkpoint);
    const unverified = findUnverified(chain, checkpoint, 0);
    if (unverified) throw unverified;
    const { block, rewinds } = checkpoint;
    return { pin: { block, readUpTo: block.number, rewinds, safeBlock: null }, lists };
  });
}

async function surveyPast(
  reader: SurveyReader,
  chains: readonly ServedChain[],
  { wallet, registries, when }: SurveyRequest,
): Promise<Survey> {
  const moment = momentOf(when);
  const blocks = await reader.findBlocks(
    chains.map(({ chainId }) => chainId),
    moment,
  );
  // The answer says since when each delegation stands, which may be any time.
  const pins = byChain(chains, (chain) => pinAt(chain, moment, blocks.get(chain.chainId) ?? null, 0));
  const asked = [...pins].flatMap(([chainId, pin]) =>
    pin === null || pin instanceof ProblemError
      ? []
      : [{ chainId, atBlock: pin.readUpTo, steadySince: pin.safeBlock }],
  );
  const found = await reader.findLists({ wallet, chains: asked });
  return byChain(chains, (chain) => {
    const pin = pins.get(chain.chainId);
    if (!pin || pin instanceof ProblemError)
      throw pin ?? new TypeError(`Expected a block of ${chain.name}, and got none.`);
    const { checkpoint, lists = [], isUncertain = false } = { ...found.get(chain.chainId) };
    if (checkpoint?.rewinds !== pin.rewinds) return null;
    const mayBeUnknown = pin.isPast && registries.includes('v1') && chain.registries.v1 !== undefined;
    if (mayBeUnknown && isUncertain) throw uncertain(chain, 'this wallet', pin);
    return { pin, lists };
  });
}

function byChain<T>(chains: readonly ServedChain[], read: (chain: ServedChain) => T) {
  return new Map<number, T | ProblemError>(
    chains.map((chain) => {
      try {
        return [chain.chainId, read(chain)];
      } catch (error) {
        if (error instanceof ProblemError) return [chain.chainId, error];
        throw error;
      }
    }),
  );
}

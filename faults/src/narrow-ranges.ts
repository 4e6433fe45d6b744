/** Nodes that return logs for at most ten blocks, with the message of a provider's free plan. */
import { limitRanges } from '@mandate/testing/chain/misbehaviours';
import { numberToHex } from 'viem';

const RANGE_BLOCKS = 10;

/** `counts` proves that it happened. */
export function createNarrowRanges() {
  const counts = { refused: 0 };
  const behaviour = limitRanges(RANGE_BLOCKS, (first, last) => {
    counts.refused++;
    return {
      code: -32_600,
      message:
        `Under the Free tier plan, you can make eth_getLogs requests with up to a ${RANGE_BLOCKS} block ` +
        `range. Based on your parameters, this block range should work: [${numberToHex(first)}, ${numberToHex(last)}].`,
    };
  });
  return { counts, behaviour };
}

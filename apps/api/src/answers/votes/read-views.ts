/** Reads many views of a token contract at one block, in parts, so that no part takes long or fills the lane of others. */
import type { Address } from '@mandate/core';
import type { TokenAnswer } from '@mandate/nodes';
import type { Block } from '@mandate/store';
import type { Hex } from 'viem';
import { createLru } from '../../http/lru.ts';
import type { NodeAccess } from '../chain/node-access.ts';

/** Calls in one question to the nodes. As many as this of each tally at once are the calls of votes that may be in progress. */
const CALLS_AT_ONCE = 500;
/** Some 20 MB. */
const MAX_CACHED = 50_000;

export interface TokenContract {
  readonly chainId: number;
  readonly contract: Address;
  readonly block: Block;
  /** Its state never changes again, so what was read is kept. */
  readonly isFinal: boolean;
}

export function createReadViews() {
  const cache = createLru<TokenAnswer>({ maxEntries: MAX_CACHED });
  const keyOf = ({ chainId, contract, block }: TokenContract, call: Hex) =>
    `${chainId} ${block.number} ${contract} ${call}`;

  /** Keeps an answer. A call that failed may have met a node with too little gas. */
  function keep(token: TokenContract, call: Hex, answer: TokenAnswer): void {
    if (token.isFinal && answer.type !== 'failed') cache.set(keyOf(token, call), answer);
  }

  /** `assertTime` throws once there is no time to ask more. */
  return async (
    nodes: Pick<NodeAccess, 'callToken'>,
    token: TokenContract,
    calls: readonly Hex[],
    assertTime: () => void,
  ): Promise<ReadonlyMap<Hex, TokenAnswer>> => {
    const answers = new Map<Hex, TokenAnswer>();
    const open = new Set(calls);
    for (const call of token.isFinal ? calls : []) {
      const known = cache.find(keyOf(token, call));
      if (known && open.delete(call)) answers.set(call, known);
    }
    const rest = [...open];
    for (let i = 0; i < rest.length; i += CALLS_AT_ONCE) {
      assertTime();
      const part = rest.slice(i, i + CALLS_AT_ONCE);
      const read = await nodes.callToken(token.contract, part, token.block);
      for (const [k, answer] of read.entries()) {
        const call = part[k] ?? '0x';
        answers.set(call, answer);
        keep(token, call, answer);
      }
    }
    return answers;
  };
}

/** Block hashes of a node that the user trusts. */
import { setTimeout as delay } from 'node:timers/promises';
import { type BlockSource, fromClient } from '@mandate/sdk/proof';
import type { Node } from './node.ts';

const TRIES = 6;
const WAIT_MS = 1_000;

/** Waits for a block that the node does not have yet: the service may be a moment ahead of it. */
export function createBlockSource(node: Node): BlockSource {
  const read = fromClient(node);
  return async (number) => {
    for (let tries = 1; ; tries++) {
      const block = await read(number);
      if (block.hash || tries === TRIES) return block;
      await delay(WAIT_MS);
    }
  };
}

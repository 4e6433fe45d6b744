/** For tests: writes the ledger of a computed chain as an indexer would, without reading the chain. */
import { type Begun, type Block, createWriter, type Database } from '@mandate/store';
import { CHAIN_ID, headerOf, type LongChain, V1, V2 } from '@mandate/testing/long-chain';
import type { Hex } from 'viem';

/** Every eleventh event revokes the one before it: a part never ends between the two. */
const EVENTS_PER_PART = 11_000;

type BlockOf = (number: number) => { readonly hash: Hex; readonly timestamp: Hex };

export async function writeComputedLedger(
  database: Database,
  { events, eventOf, head, finalized }: LongChain,
  blockOf: BlockOf,
): Promise<void> {
  const writer = createWriter(database);
  const marks = { head, safe: finalized, finalized };
  const state = 'following';
  const blockAt = (number: number): Block => {
    const { hash, timestamp } = blockOf(number);
    return { number, hash, timestamp: Number(timestamp) };
  };
  let parent = blockAt(0);
  await writer.open(CHAIN_ID, parent, marks, { v1: V1, v2: V2 });
  for (let first = 0; first < events; first += EVENTS_PER_PART) {
    const begun: Begun[] = [];
    const blocks = new Set<number>();
    for (let number = first; number < Math.min(events, first + EVENTS_PER_PART); number++) {
      const { delegation, revokes, block, log } = eventOf(number);
      const at = { block, log, tx: headerOf(block).hash };
      blocks.add(block);
      const last = revokes ? begun.pop() : undefined;
      begun.push(
        last ? { ...last, until: { ...at, inferred: false } } : { delegation, since: at, until: null },
      );
    }
    const eventful = [...blocks].map(blockAt);
    const block = eventful.at(-1) ?? parent;
    const rows = { begun, ended: [], uncertain: [], eventful, replaceable: [] };
    await writer.commit(CHAIN_ID, { parent, block, marks, state, ...rows });
    parent = block;
  }
  const replaceable = Array.from({ length: head - finalized }, (_, i) => blockAt(finalized + i));
  const nothing = { begun: [], ended: [], uncertain: [], eventful: [], replaceable };
  await writer.commit(CHAIN_ID, { parent, block: blockAt(head), marks, state, ...nothing });
}

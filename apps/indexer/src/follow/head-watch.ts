/** Asks for the newest block and for the marks below it, each as often as it can have changed. */

import { type Header, marksOf, type Source, type Tags, withKnown } from '@mandate/nodes';
import type { Checkpoint, Marks } from '@mandate/store';
import type { FollowedChain } from './following.ts';

/** The marks of a step. If the nodes do not name a mark, the ledger's own is used. */
export interface SeenHead extends Marks {
  readonly newest: Header;
  /** The marks that the nodes name. */
  readonly said: Marks;
}

export interface HeadWatch {
  look(checkpoint: Checkpoint | null): Promise<SeenHead>;
  /** Asks for the tags with the next look, because a reorg may have moved them. */
  forgetTags(): void;
}

/** This far below the head, a ledger does not need to know the exact head. */
const FAR_BLOCKS = 1_000;

/** Asks for the tags, and for the head while it is far away, again after `tagsMs`. */
export function createHeadWatch(
  source: Source,
  { depths, reading }: Pick<FollowedChain, 'depths' | 'reading'>,
): HeadWatch {
  const { tagsMs } = reading;
  const provisional = reading.form === 'fast' && !reading.isAgreed;
  let newest: { readonly header: Header; readonly at: number } | null = null;
  let tags: { readonly said: Tags; readonly at: number } | null = null;
  const isOld = ({ at }: { readonly at: number }) => performance.now() - at >= tagsMs;

  return {
    async look(checkpoint) {
      const reached = checkpoint?.block.number ?? 0;
      if (!newest || isOld(newest) || newest.header.number - reached < FAR_BLOCKS)
        newest = { header: await source.getHead(), at: performance.now() };
      // Read after the head, so that the tags are not older than it.
      if (!tags || isOld(tags)) tags = { said: await source.getTags(), at: performance.now() };
      const said = { ...marksOf(newest.header.number, tags.said, depths), provisional };
      return { ...(checkpoint ? withKnown(said, checkpoint) : said), said, newest: newest.header };
    },
    forgetTags() {
      tags = null;
    },
  };
}

/** Limits the marks: blocks above this one are neither safe nor final, whatever the nodes call them. */
export function limitMarks(marks: SeenHead, block: number): SeenHead {
  const upTo = (mark: number | null) => (mark === null ? null : Math.min(mark, block));
  return {
    ...marks,
    said: { ...marks.said, safe: upTo(marks.said.safe), finalized: upTo(marks.said.finalized) },
  };
}

/** A place in the tokens that a wallet may use, as a text that a client sends back. */
import { z } from 'zod';
import { type Cursors, identifyQuestion } from './cursor.ts';
import { refuseOne } from './read-parameters.ts';

interface BlockOfPage {
  readonly number: number;
  readonly hash: string;
}

/** The blocks of the first page, which all pages are read at, and where the next page begins. */
export interface TokensPlace {
  /** The block that the contract and the ledger are read at and, of a strict list, the safe one. */
  readonly blocks: readonly [BlockOfPage, ...BlockOfPage[]];
  /** The number of the block that the answer names: one of them. */
  readonly named: number;
  /** The address of a holder, or an id. */
  readonly next: string;
}

/** Differs from the first field of every other cursor. */
const TOKENS = 'tokens';
/** 64 bits of a hash: cursors are signed, so nobody looks for another block with the same. */
const HASH_LENGTH = 18;
const block = z.tuple([z.int().nonnegative(), z.string()]);
const schema = z.tuple([
  z.literal(TOKENS),
  z.string(),
  z.tuple([block], block),
  z.int().nonnegative(),
  z.string().regex(/^(?:0x[0-9a-f]{40}|\d{1,78})$/),
]);

export const hasSameHash = (block: BlockOfPage, kept: BlockOfPage | undefined): boolean =>
  block.number === kept?.number && shorten(block.hash) === shorten(kept.hash);
const shorten = (hash: string) => hash.slice(0, HASH_LENGTH);

/** `asked` are the parameters that all pages have to repeat. */
export function createTokensCursors(cursors: Pick<Cursors, 'seal' | 'unseal'>) {
  return {
    write(asked: readonly unknown[], { blocks, named, next }: TokensPlace): Promise<string> {
      const kept = blocks.map(({ number, hash }) => [number, shorten(hash)]);
      return cursors.seal([TOKENS, identifyQuestion(TOKENS, asked), kept, named, next]);
    },
    /** Throws unless we wrote it, for this question. */
    async read(text: string, asked: readonly unknown[]): Promise<TokensPlace> {
      const parsed = schema.safeParse(await cursors.unseal(text));
      if (!parsed.success)
        throw refuseOne('cursor', 'is not valid: take it from the `next` of an earlier page.');
      const [, identity, [first, ...more], named, next] = parsed.data;
      if (identity !== identifyQuestion(TOKENS, asked)) {
        const message = 'belongs to another question: send the parameters of the earlier page.';
        throw refuseOne('cursor', message);
      }
      const placeOf = ([number, hash]: z.infer<typeof block>) => ({ number, hash });
      return { blocks: [placeOf(first), ...more.map(placeOf)], named, next };
    },
  };
}

/** A place in the delegations of a wallet on all chains, as a text that a client sends back. */
import type { Address, Registry } from '@mandate/core';
import { z } from 'zod';
import { type Cursors, identifyQuestion, type ListPlace, type Pin, parseListPlace } from './cursor.ts';
import { refuseOne } from './read-parameters.ts';

/** The chain that a page begins with. */
export interface WalletPlace {
  readonly chainId: number;
  /** The list of the chain that was begun, and its blocks. `null` if nothing of the chain was read. */
  readonly begun: { readonly registry: Registry; readonly pin: Pin; readonly place: ListPlace } | null;
}

/** The question that all pages have to repeat. A cursor of another one is refused. */
export interface WalletQuestion {
  readonly wallet: Address;
  /** The parameters that decide what is listed. */
  readonly asked: readonly unknown[];
}

/** Differs from the first field of every other cursor. */
const NOT_BEGUN = 'chain';
const notBegun = z.tuple([z.literal(NOT_BEGUN), z.string(), z.int().nonnegative()]);

const identify = ({ wallet, asked }: WalletQuestion) => identifyQuestion('wallet', [wallet, asked]);

export function createWalletCursors(cursors: Pick<Cursors, 'seal' | 'unseal' | 'write'>) {
  return {
    write(question: WalletQuestion, { chainId, begun }: WalletPlace): Promise<string> {
      const moment = identify(question);
      if (!begun) return cursors.seal([NOT_BEGUN, moment, chainId]);
      const list = { chainId, registry: begun.registry, wallet: question.wallet, moment };
      return cursors.write(list, begun.pin, begun.place);
    },
    /** Throws unless we wrote it, for this question. */
    async read(text: string, question: WalletQuestion): Promise<WalletPlace> {
      const { identity, ...place } = parsePlace(await cursors.unseal(text));
      if (identity !== identify(question)) {
        const message =
          'belongs to another question: send the wallet and the parameters of the earlier page.';
        throw refuseOne('cursor', message);
      }
      return place;
    },
  };
}

function parsePlace(fields: unknown): WalletPlace & { readonly identity: string } {
  const parsed = notBegun.safeParse(fields);
  if (parsed.success) {
    const [, identity, chainId] = parsed.data;
    return { identity, chainId, begun: null };
  }
  const { list, pin, place } = parseListPlace(fields);
  const { chainId, registry, moment: identity } = list;
  return { identity, chainId, begun: { registry, pin, place } };
}

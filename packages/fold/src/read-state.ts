/** Reads storage that settles revocations: proven where a node proves it, else as the nodes agree. */
import type { Address, ReadSlots } from '@mandate/core';
import { type Source, UnprovenError } from '@mandate/nodes';
import type { Block } from '@mandate/store';
import type { Hex } from 'viem';

type StateBlock = Pick<Block, 'number' | 'hash'>;

/**
 * Returns a reader of a contract's storage at a block. Where nodes do not prove it, they vote. A single node that gives a
 * wrong proof is not believed without one.
 */
export function readState(source: Source, address: Address, block: StateBlock): ReadSlots {
  let header: Hex | undefined;
  let proves = source.proves;

  async function prove(slots: readonly Hex[]): Promise<readonly bigint[] | null> {
    try {
      const proven = await source.prove(address, slots, block, header, 'together');
      header = proven.header;
      return proven.values;
    } catch (error) {
      if (!(error instanceof UnprovenError)) throw error;
      if (error.reason === 'wrong_proof' && source.quorum === 1) throw error;
      proves = false;
      return null;
    }
  }

  return gather(
    async (slots) => (proves ? await prove(slots) : null) ?? source.readSlots(address, slots, block.hash),
  );
}

/** Reads the slots that are asked for in the same moment together: a node charges and works for each call. */
function gather(read: ReadSlots): ReadSlots {
  let next: { readonly slots: Hex[]; readonly words: Promise<readonly bigint[]> } | null = null;

  function begin() {
    const slots: Hex[] = [];
    const words = Promise.resolve().then(() => {
      next = null;
      return read(slots);
    });
    return { slots, words };
  }

  return async (asked) => {
    next ??= begin();
    const { slots, words } = next;
    const first = slots.length;
    slots.push(...asked);
    return (await words).slice(first, first + asked.length);
  };
}

/** Reads storage at a block: with proofs where nodes have them, else with calls. */
import type { Address, Delegation } from '@mandate/core';
import { createStorageCalls, type Registries, readStanding, type Stored } from '@mandate/fold';
import { type Source, UnprovenError } from '@mandate/nodes';
import type { Block } from '@mandate/store';
import type { Hex } from 'viem';
import type { AuditedChain } from '../audited-chain.ts';

/** The slots of one proof. Its answer has some kilobytes for each. */
const SLOTS_AT_ONCE = 256;
const PROOFS_AT_ONCE = 4;

export interface Read {
  readonly stored: readonly Stored[];
  /** How it is known. */
  readonly means: 'proofs' | 'calls';
}

/** Reads which grants stand at a block. */
export type ReadStored = (
  grants: readonly Delegation[],
  block: Pick<Block, 'number' | 'hash'>,
) => Promise<Read>;

/** Reads with proofs of one node. They need no vote. */
function createProve(node: Source, registries: Registries): ReadStored {
  return async (grants, block) => {
    let header: Hex | undefined;

    async function prove(address: Address, slots: readonly Hex[]): Promise<bigint[]> {
      const values: bigint[] = [];
      for (const parts = split(slots); parts.length > 0; ) {
        // The first proof brings the header, which the others need not ask for again.
        const some = parts.splice(0, header ? PROOFS_AT_ONCE : 1);
        const proven = await Promise.all(some.map((part) => node.prove(address, part, block, header)));
        header = proven[0]?.header;
        values.push(...proven.flatMap((part) => part.values));
      }
      return values;
    }

    const stored = await readStanding(grants, registries, (_, address, slots) => prove(address, slots));
    return { stored, means: 'proofs' };
  };
}

function createCall(source: Source, registries: Registries): ReadStored {
  const call = createStorageCalls(source);
  return async (grants, { hash }) => {
    const stored = await readStanding(grants, registries, (registry, address, slots) =>
      call(registry, address, slots, hash),
    );
    return { stored, means: 'calls' };
  };
}

/** Reads from one node: with its proofs, or what it says if it has none. */
export function createReadAlone(node: Source, registries: Registries): ReadStored {
  const [prove, call] = [createProve(node, registries), createCall(node, registries)];
  let proves = node.proves;
  return async (grants, block) => {
    if (!proves) return call(grants, block);
    try {
      return await prove(grants, block);
    } catch (error) {
      if (!isUnsupported(error)) throw error;
      proves = false;
      return call(grants, block);
    }
  };
}

/** Reads with the proofs of any node, a different one first each time, else what the quorum agrees on. */
export function createReadAgreed({ source, voters, registries }: AuditedChain): ReadStored {
  const provers = voters.filter(({ proves }) => proves).map((node) => createProve(node, registries));
  const call = createCall(source, registries);
  let turn = 0;
  return async (grants, block) => {
    turn++;
    const errors: unknown[] = [];
    for (let i = 0; i < provers.length; i++) {
      const prove = provers[(turn + i) % provers.length];
      try {
        if (prove) return await prove(grants, block);
      } catch (error) {
        errors.push(error);
      }
    }
    if (errors.every(isUnsupported)) return call(grants, block);
    throw errors.find((error) => !isUnsupported(error));
  };
}

const isUnsupported = (error: unknown) => error instanceof UnprovenError && error.reason === 'unsupported';

function split(slots: readonly Hex[]): Hex[][] {
  const parts: Hex[][] = [];
  for (let first = 0; first < slots.length; first += SLOTS_AT_ONCE)
    parts.push(slots.slice(first, first + SLOTS_AT_ONCE));
  return parts;
}

/** Reads the per-chain part of answers that cover several chains. */

import type { ChainAnswer, KnownChain, UnknownChain } from '../answers.ts';
import type { Block } from '../block.ts';
import type { When } from '../client/parameters.ts';
import { array, bytes32, object, oneOf, orNull, type Read, text, whole } from '../client/read-json.ts';
import { REGISTRIES, type Registry } from '../registries.ts';
import { isOf } from './ask.ts';

const readPart = object<{ chainId: number; known: unknown }>({ chainId: whole, known: (value) => value });
const readUnknown = object<Pick<UnknownChain, 'code' | 'detail'>>({ code: text, detail: text });
type NumberedBlock = Omit<Block, 'chainId'>;
const readRegistries = array(oneOf(Object.keys(REGISTRIES) as Registry[]));
const readBlock = object<NumberedBlock>({
  number: whole,
  hash: orNull(bytes32),
  timestamp: orNull(whole),
});

/** Reads a chain of an answer about this moment. */
export function readChain(when: When): Read<ChainAnswer> {
  const isStrict = when.consistency === 'strict';
  const readKnown = object<Omit<KnownChain, 'chainId' | 'known' | 'block'> & { block: NumberedBlock }>({
    registries: (registries) => (registries === undefined ? null : readRegistries(registries)),
    block: readBlock,
    safeBlock: isStrict ? whole : () => null,
  });
  return (value) => {
    const { chainId, known } = readPart(value);
    if (known === false) return { chainId, known, ...readUnknown(value) };
    if (known !== true) throw new TypeError(`chain ${chainId} is neither known nor unknown`);
    const { block, ...rest } = readKnown(value);
    if (!isOf(block, when))
      throw new TypeError(`chain ${chainId} answers for another block, ${block.number}`);
    return { chainId, known, block: { chainId, ...block }, ...rest };
  };
}

/** Requires each requested chain exactly once: a missing chain would go unnoticed. */
export function chainsOf(asked: readonly number[] | undefined, when: When = {}): Read<ChainAnswer[]> {
  const read = array(readChain(when));
  return (value) => {
    const chains = read(value);
    const found = new Set(chains.map(({ chainId }) => chainId));
    const isWhole = asked ? asked.every((id) => found.has(id)) && found.size === new Set(asked).size : true;
    if (found.size !== chains.length || found.size === 0 || !isWhole) {
      throw new TypeError(`chains ${[...found].join(', ') || 'none'} instead of the requested ones`);
    }
    return chains;
  };
}

export function isKnown(chain: ChainAnswer): chain is KnownChain {
  return chain.known;
}

export function isUnknown(chain: ChainAnswer): chain is UnknownChain {
  return !chain.known;
}

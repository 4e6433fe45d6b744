import { type LocalChain, registryOf } from '@mandate/contracts';
import { type Question, toWord } from '@mandate/core';
import { answerFrom, firstPlaces, nextPlaces } from '../answer.ts';
import { collectProof, mergeNodes } from '../collect-proof.ts';
import { encodeHeader, type RpcBlock } from '../encode-header.ts';
import type { Hex } from '../hex.ts';
import type { ProvenCheck } from '../proven-check.ts';

/** Proves a check on a local chain, as an honest service does. Without a block, at the newest one. */
export async function proveOnChain(
  chain: LocalChain,
  question: Question,
  blockHash?: Hex,
): Promise<ProvenCheck> {
  const ask = <T>(method: string, ...params: unknown[]) =>
    chain.client.request<{ Method: string; Parameters: unknown[]; ReturnType: T }>({ method, params });
  const registry = registryOf(chain, question);
  const block = await (blockHash
    ? ask<RpcBlock & { hash: Hex }>('eth_getBlockByHash', blockHash, false)
    : ask<RpcBlock & { hash: Hex }>('eth_getBlockByNumber', 'latest', false));
  const prove = async (slots: readonly Hex[]) =>
    collectProof(await ask('eth_getProof', registry, slots, { blockHash: block.hash }), slots);
  const first = firstPlaces(question);
  const { nodes, values } = await prove(first);
  const next = nextPlaces(question, values);
  const more = next.length > 0 ? await prove(next) : { nodes: [], values: [] };
  values.push(...more.values);
  return {
    value: answerFrom(question, values),
    block: {
      number: Number(block.number),
      hash: block.hash,
      timestamp: Number(block.timestamp),
      header: encodeHeader(block),
    },
    proof: {
      registry,
      slots: [...first, ...next].map((slot, i) => ({ slot, value: toWord(values[i] ?? 0n) })),
      nodes: mergeNodes(nodes, more.nodes),
    },
  };
}

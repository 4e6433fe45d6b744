/** For tests: a node of a chain with a million events that are computed, not mined. It proves its storage. */
import type { Address, Keccak } from '@mandate/core';
import { loadKeccak } from '@mandate/fold';
import { encodeHeader } from '@mandate/proof';
import { buildTrie, encodeWord } from '@mandate/proof/testing/build-trie';
import { answerEach, startFakeNode } from '@mandate/testing/chain/fake-node';
import {
  CHAIN_ID,
  createLongChain,
  headerOf,
  type LongChain,
  V1,
  V2,
} from '@mandate/testing/chain/long-chain';
import { listWords, methodsOf, type Words } from '@mandate/testing/chain/long-chain-node';
import { type Hex, numberToHex, toRlp } from 'viem';

const LINKED_BELOW_FINAL = 10;
const ZERO: Hex = `0x${'0'.repeat(64)}`;

/** Builds the account trie of both registries, which are the only accounts, and proves their storage. */
function buildState(words: Words, hash: Keccak) {
  const accounts = [V1, V2].map((address) => {
    const entries = [...(words[address] ?? [])].map(
      ([slot, value]) => [hash(slot), encodeWord(value)] as const,
    );
    return { address, storage: buildTrie(entries, { hash }) };
  });
  const state = buildTrie(
    accounts.map(({ address, storage }) => [
      hash(address),
      toRlp(['0x01', '0x', storage.root, hash('0x01')]),
    ]),
    { hash },
  );
  const prove = (address: Address, slots: readonly Hex[]) => ({
    accountProof: state.prove(hash(address)),
    storageProof: slots.map((key) => ({
      key,
      value: numberToHex(words[address]?.get(key) ?? 0n),
      proof: accounts.find((account) => account.address === address)?.storage.prove(hash(key)) ?? [],
    })),
  });
  return { root: state.root, prove };
}

/** Makes the headers of the chain, whose hashes can be computed again. */
function createBlocks(chain: LongChain, stateRoot: Hex, hash: Keccak) {
  /** All blocks have the last state. Only the newest ones are linked, because only they are asked for theirs. */
  const linked = new Map<number, Hex>();
  function blockOf(number: number) {
    const header = headerOf(number);
    const block = {
      ...header,
      parentHash: linked.get(number - 1) ?? header.parentHash,
      sha3Uncles: ZERO,
      miner: V1,
      stateRoot,
      transactionsRoot: ZERO,
      difficulty: '0x0',
      gasLimit: '0x1',
      gasUsed: '0x0',
      extraData: '0x',
      mixHash: ZERO,
      nonce: '0x0000000000000000',
    };
    return { ...block, hash: hash(encodeHeader(block)) };
  }

  const byHash = new Map<string, number>();
  for (let number = chain.finalized - LINKED_BELOW_FINAL; number <= chain.head; number++) {
    const block = blockOf(number);
    linked.set(number, block.hash);
    byHash.set(block.hash, number);
  }
  return { blockOf, numberOf: (blockHash: string) => byHash.get(blockHash) };
}

export async function startComputedNode(rows: number) {
  const hash = await loadKeccak();
  const chain = createLongChain(rows);
  const words = listWords(chain, hash);
  const state = buildState(words, hash);
  const blocks = createBlocks(chain, state.root, hash);
  const node = await startFakeNode(
    answerEach({
      ...methodsOf(chain, words, blocks),
      eth_getProof: (params) => state.prove(...(params as unknown as Parameters<typeof state.prove>)),
    }),
  );
  return { ...node, chainId: CHAIN_ID, registries: { v1: V1, v2: V2 } };
}

/** Answers as a node of a long chain: what it is asked is computed from the events. */
import { type Address, type Keccak, toWord, v1GrantSlot, v2Hash, v2Slots } from '@mandate/core';
import { type Hex, numberToHex } from 'viem';
import { CHAIN_ID, headerOf, type LongChain, logOf, V1, V2 } from './long-chain.ts';

const WORD_DIGITS = 64;
/** The digits of the selector, the array's offset and its length. */
const HEAD_DIGITS = 2 + 8 + 2 * WORD_DIGITS;
/** Nodes refuse to send more logs at once. */
const MAX_LOGS = 10_000;

export type Words = Readonly<Record<Address, ReadonlyMap<Hex, bigint>>>;

/** Returns the words of each registry by slot. */
export function listWords({ events, eventOf }: LongChain, hash?: Keccak): Words {
  const v1 = new Map<Hex, bigint>();
  const v2 = new Map<Hex, bigint>();
  for (let number = 0; number < events; number++) {
    const { delegation, revokes } = eventOf(number);
    if (delegation.registry === 'v1') {
      v1.set(v1GrantSlot(delegation, { vault: 0n, pair: 0n }, hash), revokes ? 0n : 1n);
      continue;
    }
    const [first = '0x', , , , amount = '0x'] = v2Slots(v2Hash(delegation, hash), hash);
    v2.set(first, revokes ? 1n : BigInt(delegation.from));
    if ('amount' in delegation) v2.set(amount, revokes ? 0n : delegation.amount);
  }
  return { [V1]: v1, [V2]: v2 };
}

export interface LongChainBlocks {
  readonly blockOf: (number: number) => { readonly hash: Hex };
  /** `undefined` if no block that is asked for has this hash. */
  readonly numberOf: (hash: string) => number | undefined;
}

/** A hash ends with the number of its block. */
const PLAIN_BLOCKS: LongChainBlocks = {
  blockOf: headerOf,
  numberOf: (hash) => Number.parseInt(hash.slice(-12), 16),
};

export function methodsOf(
  chain: LongChain,
  words: Words,
  { blockOf, numberOf }: LongChainBlocks = PLAIN_BLOCKS,
) {
  const readWord = (address: string, slot: string) =>
    toWord(words[address as Address]?.get(slot as Hex) ?? 0n).slice(2);
  return {
    eth_chainId: () => numberToHex(CHAIN_ID),
    eth_getCode: () => '0x01',
    eth_getBlockByNumber([tag]: readonly string[]) {
      const named = { latest: chain.head, safe: chain.finalized, finalized: chain.finalized }[String(tag)];
      const number = named ?? Number(tag);
      return number <= chain.head ? blockOf(number) : null;
    },
    eth_getBlockByHash([hash]: readonly string[]) {
      const number = numberOf(String(hash));
      return number === undefined ? null : blockOf(number);
    },
    eth_getLogs([filter]: readonly { fromBlock?: Hex; toBlock?: Hex; blockHash?: Hex }[]) {
      const at = filter?.blockHash && numberOf(filter.blockHash);
      const events = [...chain.listEvents(Number(at ?? filter?.fromBlock), Number(at ?? filter?.toBlock))];
      if (events.length > MAX_LOGS) throw new Error('query returned more than 10000 results');
      return events.map((event) => ({ ...logOf(event), blockHash: blockOf(event.block).hash }));
    },
    eth_getStorageAt: ([address = '', slot = '']: readonly string[]) => `0x${readWord(address, slot)}`,
    eth_call([call, , overrides]: readonly { to: string; data: string }[]) {
      const { to, data } = call ?? { to: '', data: '' };
      const slots = data.slice(overrides ? 2 : HEAD_DIGITS).match(/.{64}/g) ?? [];
      const answer = slots.map((slot) => readWord(to, `0x${slot}`)).join('');
      if (overrides) return `0x${answer}`;
      return `${toWord(32n)}${toWord(BigInt(slots.length)).slice(2)}${answer}`;
    },
  };
}

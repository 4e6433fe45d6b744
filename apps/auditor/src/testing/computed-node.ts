/** For tests: a node of a chain with a million events that are computed, not mined. It proves its storage. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { type Address, type Keccak, v1GrantSlot, v2Hash, v2Location } from '@mandate/core';
import { loadKeccak } from '@mandate/fold';
import { encodeHeader } from '@mandate/proof';
import type { Database } from '@mandate/store';
import {
  CHAIN_ID,
  createLongChain,
  headerOf,
  type LongChain,
  logOf,
  V1,
  V2,
} from '@mandate/testing/long-chain';
import { type Hex, toHex, toRlp } from 'viem';
import { writeComputedLedger } from './computed-ledger.ts';
import { createStorageTrie, type StorageTrie } from './storage-trie.ts';

interface Call {
  readonly id: number;
  readonly method: string;
  readonly params: readonly unknown[];
}

const WORD_DIGITS = 64;
/** The digits of the selector, the array's offset and its length. */
const HEAD_DIGITS = 2 + 8 + 2 * WORD_DIGITS;
const AMOUNT_OFFSET = 4n;
const LINKED_BELOW_FINAL = 10;
/** Nodes refuse to send more logs at once. */
const MAX_LOGS = 10_000;
const ZERO: Hex = `0x${'0'.repeat(WORD_DIGITS)}`;
const word = (value: bigint | number) => value.toString(16).padStart(WORD_DIGITS, '0');
const slotOf = (value: bigint): Hex => `0x${word(BigInt.asUintN(256, value))}`;

/** Returns the words of each registry by slot. */
async function listWords({ events, eventOf }: LongChain): Promise<Record<Address, Map<Hex, bigint>>> {
  const keccak = await loadKeccak();
  const v1 = new Map<Hex, bigint>();
  const v2 = new Map<Hex, bigint>();
  for (let number = 0; number < events; number++) {
    const { delegation, revokes } = eventOf(number);
    if (delegation.registry === 'v1') {
      v1.set(v1GrantSlot(delegation, { vault: 0n, pair: 0n }, keccak), revokes ? 0n : 1n);
      continue;
    }
    const first = BigInt(v2Location(v2Hash(delegation, keccak), keccak));
    v2.set(slotOf(first), revokes ? 1n : BigInt(delegation.from));
    if ('amount' in delegation) v2.set(slotOf(first + AMOUNT_OFFSET), revokes ? 0n : delegation.amount);
  }
  return { [V1]: v1, [V2]: v2 };
}

/** Builds the account trie of both registries, which are the only accounts. */
async function buildState(words: Readonly<Record<Address, ReadonlyMap<Hex, bigint>>>) {
  const keccak = await loadKeccak();
  const tries = new Map<Address, StorageTrie>();
  for (const address of [V1, V2]) tries.set(address, await createStorageTrie(words[address] ?? new Map()));
  const leaves = [V1, V2].map((address) => {
    const account = toRlp(['0x01', '0x', tries.get(address)?.root ?? '0x', keccak('0x01')]);
    const key = keccak(address).slice(2);
    return { nibble: Number.parseInt(key[0] ?? '0', 16), node: toRlp([`0x3${key.slice(1)}`, account]) };
  });
  if (leaves[0]?.nibble === leaves[1]?.nibble) throw new Error('Both registries begin with the same nibble.');
  const branch = toRlp(
    Array.from({ length: 17 }, (_, i): Hex => {
      const leaf = leaves.find(({ nibble }) => nibble === i);
      return leaf ? keccak(leaf.node) : '0x';
    }),
  );
  const accountProof = (address: Address) => [branch, leaves[address === V1 ? 0 : 1]?.node ?? '0x'];
  return { root: keccak(branch), tries, accountProof };
}

/** Makes the headers of the chain, whose hashes can be computed again. */
function createBlocks(chain: LongChain, stateRoot: Hex, keccak: Keccak) {
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
    return { ...block, hash: keccak(encodeHeader(block)) };
  }

  const byHash = new Map<string, number>();
  for (let number = chain.finalized - LINKED_BELOW_FINAL; number <= chain.head; number++) {
    const { hash } = blockOf(number);
    linked.set(number, hash);
    byHash.set(hash, number);
  }
  return { blockOf, byHash };
}

export async function startComputedNode(rows: number) {
  const keccak = await loadKeccak();
  const chain = createLongChain(rows);
  const words = await listWords(chain);
  const state = await buildState(words);
  let calls = 0;

  const { blockOf, byHash } = createBlocks(chain, state.root, keccak);
  const readWord = (address: string, slot: Hex) => words[address as Address]?.get(slot) ?? 0n;
  const slotsIn = (digits: string) => (digits.match(/.{64}/g) ?? []).map((slot): Hex => `0x${slot}`);

  const METHODS: Readonly<Record<string, (params: readonly unknown[]) => unknown>> = {
    eth_chainId: () => toHex(CHAIN_ID),
    eth_getBlockByNumber([tag]) {
      const named = { latest: chain.head, safe: chain.finalized, finalized: chain.finalized }[String(tag)];
      const number = named ?? Number(tag);
      return number <= chain.head ? blockOf(number) : null;
    },
    eth_getBlockByHash([hash]) {
      const number = byHash.get(String(hash));
      return number === undefined ? null : blockOf(number);
    },
    eth_getLogs([filter]) {
      const { fromBlock, toBlock, blockHash } = filter as Record<string, string | undefined>;
      const [first = Number(fromBlock), last = Number(toBlock)] = blockHash
        ? [byHash.get(blockHash), byHash.get(blockHash)]
        : [];
      const events = [...chain.listEvents(first, last)];
      if (events.length > MAX_LOGS) throw new Error('query returned more than 10000 results');
      return events.map((event) => ({ ...logOf(event), blockHash: blockOf(event.block).hash }));
    },
    eth_call([call, , overrides]) {
      const { to, data } = call as { to: string; data: string };
      const slots = slotsIn(overrides ? data.slice(2) : data.slice(HEAD_DIGITS));
      const answer = slots.map((slot) => word(readWord(to, slot))).join('');
      return overrides ? `0x${answer}` : `0x${word(32)}${word(slots.length)}${answer}`;
    },
    eth_getProof([address, slots]) {
      const trie = state.tries.get(address as Address);
      return {
        accountProof: state.accountProof(address as Address),
        storageProof: (slots as Hex[]).map((key) => ({
          key,
          value: toHex(readWord(String(address), key)),
          proof: trie?.prove(key) ?? [],
        })),
      };
    },
  };

  function answer({ id, method, params }: Call) {
    calls++;
    try {
      const run = METHODS[method];
      if (!run) throw new Error(`${method} is not there`);
      return { jsonrpc: '2.0', id, result: run(params) };
    } catch (error) {
      return { jsonrpc: '2.0', id, error: { code: -32_005, message: (error as Error).message } };
    }
  }

  const server = createServer(async (request, response) => {
    const asked = JSON.parse(await text(request)) as Call | Call[];
    const answers = Array.isArray(asked) ? asked.map(answer) : answer(asked);
    response.setHeader('content-type', 'application/json').end(JSON.stringify(answers));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    chainId: CHAIN_ID,
    registries: { v1: V1, v2: V2 },
    /** Writes the ledger of the chain, up to its newest block. */
    write: (database: Database) => writeComputedLedger(database, chain, blockOf),
    takeCalls() {
      const taken = calls;
      calls = 0;
      return taken;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

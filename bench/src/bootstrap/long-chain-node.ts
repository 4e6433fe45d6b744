/** A node of the long chain, as a separate process. It delays each answer like a remote node. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { v1GrantSlot, v2Hash, v2Location } from '@mandate/core';
import { CHAIN_ID, createLongChain, headerOf, type LongChain, logOf } from '@mandate/testing/long-chain';

interface Call {
  readonly id: number;
  readonly method: string;
  readonly params: readonly unknown[];
}

const WORD_DIGITS = 64;
const NOTHING = '0'.repeat(WORD_DIGITS);
/** The digits of the selector, the array's offset and its length. */
const HEAD_DIGITS = 2 + 8 + 2 * WORD_DIGITS;
const word = (value: bigint | number) => value.toString(16).padStart(WORD_DIGITS, '0');

const [rows, latencyMs] = process.argv.slice(2).map(Number) as [number, number];
const chain = createLongChain(rows);
const storage = createStorage(chain);

/** Returns the non-zero words of both registries by slot. */
function createStorage({ events, eventOf }: LongChain): ReadonlyMap<string, string> {
  const words = new Map<string, string>();
  for (let number = 0; number < events; number++) {
    const { delegation, revokes } = eventOf(number);
    if (delegation.registry === 'v1') {
      words.set(v1GrantSlot(delegation, { vault: 0n, pair: 0n }).slice(2), revokes ? NOTHING : word(1));
      continue;
    }
    const first = BigInt(v2Location(v2Hash(delegation)));
    words.set(word(first), revokes ? word(1) : delegation.from.slice(2).padStart(WORD_DIGITS, '0'));
    if ('amount' in delegation)
      words.set(word(BigInt.asUintN(256, first + 4n)), word(revokes ? 0n : delegation.amount));
  }
  return words;
}

const listSlots = (digits: string) => digits.match(/.{64}/g) ?? [];
const readWord = (slot: string) => storage.get(slot) ?? NOTHING;

/** A hash ends with the number of its block. */
const numberOf = (hash: string) => Number.parseInt(hash.slice(-12), 16);

const METHODS: Readonly<Record<string, (params: readonly unknown[]) => unknown>> = {
  eth_chainId: () => `0x${CHAIN_ID.toString(16)}`,
  eth_getCode: () => '0x01',
  eth_getBlockByNumber([tag]) {
    const named = { latest: chain.head, safe: chain.finalized, finalized: chain.finalized }[String(tag)];
    const number = named ?? Number(tag);
    return number <= chain.head ? headerOf(number) : null;
  },
  eth_getBlockByHash: ([hash]) => headerOf(numberOf(String(hash))),
  eth_getLogs([filter]) {
    const { fromBlock, toBlock, blockHash } = filter as Record<string, string | undefined>;
    const first = blockHash ? numberOf(blockHash) : Number(fromBlock);
    return [...chain.listEvents(first, blockHash ? first : Number(toBlock))].map(logOf);
  },
  eth_getStorageAt: ([, slot]) => `0x${readWord(String(slot).slice(2))}`,
  eth_call([call, , overrides]) {
    const { data } = call as { data: string };
    if (overrides) return `0x${listSlots(data.slice(2)).map(readWord).join('')}`;
    const slots = listSlots(data.slice(HEAD_DIGITS));
    return `0x${word(32)}${word(slots.length)}${slots.map(readWord).join('')}`;
  },
};

const answer = ({ id, method, params }: Call) => {
  const run = METHODS[method];
  return run
    ? { jsonrpc: '2.0', id, result: run(params) }
    : { jsonrpc: '2.0', id, error: { code: -32_601, message: `${method} is not there` } };
};

const server = createServer(async (request, response) => {
  const asked = JSON.parse(await text(request)) as Call | Call[];
  await delay(latencyMs);
  const answers = Array.isArray(asked) ? asked.map(answer) : answer(asked);
  response.setHeader('content-type', 'application/json').end(JSON.stringify(answers));
});
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));

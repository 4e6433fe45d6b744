/** For tests: a local chain with a short, seeded history of both registries, and a few blocks of known content. */
import {
  createRandom,
  encodeGrant,
  integer,
  type LocalChain,
  type Random,
  randomWrite,
  SMART_WALLETS,
  startLocalChain,
  type Transaction,
  v1Abi,
} from '@mandate/contracts';
import { type Address, createDelegation, FULL_RIGHTS, parseAddress } from '@mandate/core';
import { encodeFunctionData, type Hex } from 'viem';

export const SEED = 11;
/** Old blocks, which are read in ranges, a quiet period, and blocks that come once a follower is near the head. */
const OLD_BLOCKS = 24;
const QUIET_BLOCKS = 50;
export const FRESH_BLOCKS = 18;

const hot = parseAddress(`0x${'d'.repeat(4).padEnd(40, '1')}`);
/** Appear only in the blocks of known content. */
const newcomers = ['e', 'f'].map((name) => parseAddress(`0x${name.repeat(4).padEnd(40, '0')}`));
/** Emits a log whenever it is called, so that other contracts' logs are between those of the registries. */
const noisy = parseAddress('0x0000000000000000000000000000000000000a01');
const LOG_NOTHING: Hex = '0x60006000a000';

export type LivelyChain = Awaited<ReturnType<typeof startLivelyChain>>;

export async function startLivelyChain() {
  const chain = await startLocalChain({ smartWallets: SMART_WALLETS });
  await chain.client.setCode({ address: noisy, bytecode: LOG_NOTHING });
  const random = createRandom(SEED);
  const mine = async (sends: readonly Transaction[]) => {
    for (const send of sends) await chain.send(send);
    await chain.mine();
    return Number(await chain.client.getBlockNumber());
  };
  const { v2 } = chain.registries;
  const v1 = chain.registries.v1 ?? v2;
  const live = async (blocks: number) => {
    for (let block = 0; block < blocks; block++) {
      await mine(Array.from({ length: integer(random, 0, 4) }, () => randomSend(chain, random)));
    }
  };
  await live(OLD_BLOCKS);
  await chain.mine(QUIET_BLOCKS);
  await live(FRESH_BLOCKS - 4);
  const [e, f] = newcomers as [Address, Address];
  const grantAll = (registry: 'v1' | 'v2', from: Address) =>
    encodeGrant(createDelegation({ registry, kind: 'all', from, to: hot, rights: FULL_RIGHTS }));
  // Two v1 grants of the same event.
  const twins = await mine([e, f].map((from) => ({ from, to: v1, data: grantAll('v1', from) })));
  // One v2 grant, and nothing else.
  const single = await mine([{ from: e, to: v2, data: grantAll('v2', e) }]);
  const revokeHot = encodeFunctionData({ abi: v1Abi, functionName: 'revokeDelegate', args: [hot] });
  // A v1 revocation that does not name its grant.
  const unnamed = await mine([{ from: e, to: v1, data: revokeHot }]);
  const empty = await mine([]);
  return { chain, head: empty, twins, single, unnamed, empty };
}

function randomSend(chain: LocalChain, random: Random): Transaction {
  const write = randomWrite(chain, random);
  return integer(random, 1, 8) === 1 ? { ...write, to: noisy, data: '0x' } : write;
}

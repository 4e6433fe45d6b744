/** For tests: a local chain with a short, seeded history of both registries, and a few blocks of known content. */
import { encodeGrant, encodeRevoke, type LocalChain, startLocalChain } from '@mandate/contracts';
import {
  type Address,
  createDelegation,
  type Delegation,
  FULL_RIGHTS,
  grantOf,
  parseAddress,
  rightsFromText,
  v1Abi,
} from '@mandate/core';
import { encodeFunctionData, type Hex } from 'viem';

export const SEED = 7;
/** Old blocks, which come in ranges; a quiet time; and those that come once a follower is near the head. */
const OLD_BLOCKS = 28;
const QUIET_BLOCKS = 44;
export const FRESH_BLOCKS = 24;

const wallets = ['a', 'b', 'c', 'd'].map((name) => parseAddress(`0x${name.repeat(4).padEnd(40, '0')}`));
const contracts = ['1', '2'].map((name) => parseAddress(`0x${name.repeat(4).padEnd(40, '0')}`));
/** Takes part in nothing but the blocks of known content. */
const newcomers = ['e', 'f'].map((name) => parseAddress(`0x${name.repeat(4).padEnd(40, '0')}`));
/** Logs something of its own whenever it is called: other contracts' logs stand between the registries'. */
const noisy = parseAddress('0x0000000000000000000000000000000000000a01');
const LOG_NOTHING: Hex = '0x60006000a000';

interface Send {
  readonly from: Address;
  readonly to: Address;
  readonly data: Hex;
}

export interface LivelyChain {
  readonly chain: LocalChain;
  readonly head: number;
  /** Two v1 grants of the same event. */
  readonly twins: number;
  /** One v2 grant, and nothing else. */
  readonly single: number;
  /** A v1 revocation that names no one. */
  readonly unnamed: number;
  /** Nothing at all. */
  readonly empty: number;
}

export async function startLivelyChain(): Promise<LivelyChain> {
  const chain = await startLocalChain();
  await chain.client.setCode({ address: noisy, bytecode: LOG_NOTHING });
  const random = createRandom(SEED);
  const mine = async (sends: readonly Send[]) => {
    for (const send of sends) await chain.send(send);
    await chain.mine();
    return Number(await chain.client.getBlockNumber());
  };
  const { v2 } = chain.registries;
  const v1 = chain.registries.v1 ?? v2;
  const live = async (blocks: number) => {
    for (let block = 0; block < blocks; block++) {
      await mine(Array.from({ length: random(5) }, () => listActions(v1, v2, random)).flat());
    }
  };
  await live(OLD_BLOCKS);
  await chain.mine(QUIET_BLOCKS);
  await live(FRESH_BLOCKS - 4);
  const [e, f] = newcomers as [Address, Address];
  const [hot] = wallets as [Address];
  const grantAll = (registry: 'v1' | 'v2', from: Address) =>
    encodeGrant(createDelegation({ registry, kind: 'all', from, to: hot, rights: FULL_RIGHTS }));
  const twins = await mine([e, f].map((from) => ({ from, to: v1, data: grantAll('v1', from) })));
  const single = await mine([{ from: e, to: v2, data: grantAll('v2', e) }]);
  const unnamed = await mine([{ from: e, to: v1, data: callV1('revokeDelegate', hot) }]);
  const empty = await mine([]);
  return { chain, head: empty, twins, single, unnamed, empty };
}

function listActions(v1: Address, v2: Address, random: Random): Send[] {
  const from = pick(wallets, random);
  const to = pick(wallets, random);
  const registry = random(2) === 0 ? 'v1' : 'v2';
  const address = registry === 'v1' ? v1 : v2;
  const delegation = createDelegation({
    registry,
    kind: pick(KINDS[registry], random),
    from,
    to,
    contract: pick(contracts, random),
    tokenId: BigInt(random(2)),
    rights: pick([FULL_RIGHTS, rightsFromText('claim')], random),
    amount: BigInt(1 + random(3)),
  });
  switch (random(8)) {
    case 0:
      return [{ from, to: noisy, data: '0x' }];
    case 1:
      return [{ from, to: v1, data: callV1('revokeDelegate', to) }];
    case 2:
      return [{ from: to, to: v1, data: callV1('revokeSelf', from) }];
    case 3:
      return random(3) === 0 ? [{ from, to: v1, data: callV1('revokeAllDelegates') }] : [];
    case 4:
      return [{ from, to: address, data: encodeRevoke(grantOf(delegation)) }];
    default:
      return [{ from, to: address, data: encodeGrant(delegation) }];
  }
}

const KINDS: Record<Delegation['registry'], readonly Delegation['kind'][]> = {
  v1: ['all', 'contract', 'token'],
  v2: ['all', 'contract', 'erc721', 'erc20', 'erc1155'],
};

function callV1(
  functionName: 'revokeDelegate' | 'revokeSelf' | 'revokeAllDelegates',
  ...args: Address[]
): Hex {
  return encodeFunctionData({ abi: v1Abi, functionName, args } as Parameters<typeof encodeFunctionData>[0]);
}

type Random = (below: number) => number;

/** mulberry32. */
function createRandom(seed: number): Random {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

function pick<T>(choices: readonly T[], random: Random): T {
  return choices[random(choices.length)] as T;
}

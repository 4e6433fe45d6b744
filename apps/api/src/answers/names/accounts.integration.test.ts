/** `/names` and `/wallets` name the kind of an address: an account that sets code by EIP-7702, and contracts that imitate a Safe. */
import { readChains } from '@mandate/config';
import { type LocalChain, startLocalChain } from '@mandate/contracts';
import { type Address, parseAddress, ZERO_ADDRESS } from '@mandate/core';
import { createMisbehavingNode, type MisbehavingNode } from '@mandate/testing/chain/misbehaving-node';
import { change } from '@mandate/testing/chain/misbehaviours';
import { UNFOLLOWED } from '@mandate/testing/service/ledger-api';
import { type Service, startService } from '@mandate/testing/service/service';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { getAddress, type Hex, keccak256, numberToHex } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createChainReader } from '../chain/chain-reader.ts';
import { createAccountSource } from './accounts.ts';
import { createBatchCache } from './batch-cache.ts';
import { KNOWN_CODE } from './known-code.ts';
import { createNamePlaces } from './name-places.ts';

const address = (n: number) => parseAddress(`0x${n.toString(16).padStart(40, '0')}`);
const METAMASK = parseAddress('0x63c0c19a282a1B52b07dD5a65b58948A07DAE32B');
const SAFE_141 = parseAddress('0x41675C099F32341bf84BFc5382aF534df5C7461a');
const [UNLISTED, RELAYER, PLAIN] = [address(0xc0de), address(0xe1a), address(0xa01)];
const [LIKE_A_SAFE, HUGE] = [address(0xf01), address(0xf02)];
const [PROXY, OTHER_SINGLETON] = [address(0xf05), address(0xf06)];
/** Two nodes that have to agree. No indexer follows it. */
const VOTING = 10;
/** A chain whose node does not answer. */
const DOWN = 137;

/** Returns storage slot 0 for every call, as the proxy of a Safe does for `masterCopy()`. */
const RETURNS_SLOT_0: Hex = '0x60005460005260206000f3';
/** Does the same, with one byte more. */
const IMITATION: Hex = `${RETURNS_SLOT_0}00`;
const OWNER = privateKeyToAccount(generatePrivateKey());
const ME = parseAddress(OWNER.address);

const FREE = { type: '0x4', gas: '0x100000', maxFeePerGas: '0x0', maxPriorityFeePerGas: '0x0' };
const NO_CODE = { codeAddress: null, codeName: null };
const PLAIN_ACCOUNT = { kind: 'plain', ...NO_CODE };
const CONTRACT = { kind: 'contract', ...NO_CODE };
const OF_METAMASK = { kind: 'eip7702', codeAddress: getAddress(METAMASK), codeName: 'MetaMask' };
const OF_UNLISTED = { kind: 'eip7702', codeAddress: getAddress(UNLISTED), codeName: null };

let chain: LocalChain;
let voter: MisbehavingNode;
let node: MisbehavingNode;
let service: Service;

beforeAll(async () => {
  const contracts = new Map<Address, Hex>([
    [LIKE_A_SAFE, IMITATION],
    [HUGE, `0x${'5b'.repeat(24_576)}`],
    [PROXY, RETURNS_SLOT_0],
    [OTHER_SINGLETON, RETURNS_SLOT_0],
  ]);
  chain = await startLocalChain({ chainId: 1, contracts, startsAt: [1_700_000_000, 1_700_000_100] });
  // The highest bits of the word are no part of the address.
  const dirty: Hex = `0x${'ff'.repeat(12)}${SAFE_141.slice(2)}`;
  for (const [at, value] of [
    [LIKE_A_SAFE, dirty],
    [PROXY, dirty],
    [OTHER_SINGLETON, numberToHex(BigInt(UNLISTED), { size: 32 })],
  ] as const)
    await chain.client.setStorageAt({ address: at, index: 0, value });
  await chain.mine();
  [node, voter] = await Promise.all([createMisbehavingNode(chain.url), createMisbehavingNode(chain.url)]);
  // Both chains have the same node behind them.
  const asVoting = change('eth_chainId', () => numberToHex(VOTING));
  voter.misbehave(asVoting);
  service = await startService({
    chains: [{ ...chain, url: node.url }],
    unfollowed: { [DOWN]: UNFOLLOWED },
  });
  await service.catchUp(chain);
}, 60_000);
afterAll(async () => {
  await service?.close();
  await Promise.all([node?.stop(), voter?.stop()]);
  await chain?.stop();
});
afterEach(() => node.misbehave(null));

interface Answer {
  readonly addresses: readonly { readonly known: boolean; readonly isContract: boolean; account: unknown }[];
  readonly chains: readonly { readonly block: { readonly number: number; readonly hash: string } }[];
  readonly accounts: readonly { readonly chainId: number; readonly account: unknown }[];
}
async function ask(path: string): Promise<Answer> {
  const response = await service.get(path);
  const body = await response.json();
  expect(response.status, JSON.stringify(body)).toBe(200);
  return body as Answer;
}
const namesOf = async (all: readonly Address[], chainId = 1) =>
  (await ask(`/names?of=${all.map((each) => `${chainId}:${each}`)}`)).addresses;
const accountOf = async (wallet: Address, query = '') =>
  (await ask(`/wallets/${wallet}?chainIds=1&accounts=true${query}`)).accounts[0]?.account;

/** Has the owner sign which code its account runs, and mines a block with it. */
async function setCode(code: Address): Promise<{ block: number; blockHash: Hex; at: number }> {
  const nonce = await chain.client.getTransactionCount({ address: ME });
  const { r, s, yParity = 0 } = await OWNER.signAuthorization({ address: code, chainId: 1, nonce });
  const signed = {
    address: code,
    chainId: '0x1',
    nonce: numberToHex(nonce),
    yParity: numberToHex(yParity),
    r,
    s,
  };
  const transaction = { ...FREE, from: RELAYER, to: RELAYER, authorizationList: [signed] };
  await chain.client.request({ method: 'eth_sendTransaction', params: [transaction] } as never);
  return mine();
}
async function mine() {
  const { timestamp } = await chain.client.getBlock();
  await chain.client.setNextBlockTimestamp({ timestamp: timestamp + 100n });
  await chain.mine();
  await service.catchUp(chain);
  const { number, hash, timestamp: at } = await chain.client.getBlock();
  return { block: Number(number), blockHash: hash, at: Number(at) };
}

test('an account that sets, changes and clears its code is what it was at each block, after a reorg too', async () => {
  const states = [
    [await mine(), PLAIN_ACCOUNT],
    [await setCode(METAMASK), OF_METAMASK],
    [await setCode(UNLISTED), OF_UNLISTED],
    [await setCode(ZERO_ADDRESS), PLAIN_ACCOUNT],
  ] as const;
  await mine();
  for (const [{ at, ...place }, account] of states)
    expect(await accountOf(ME, `&atTime=${at}`)).toEqual({ ...account, ...place });
  expect(await accountOf(ME)).toMatchObject(PLAIN_ACCOUNT);

  // The blocks that cleared the code, and that followed, are replaced.
  await chain.reorg(2);
  await service.catchUp(chain);
  const { hash } = await chain.client.getBlock();
  expect(await accountOf(ME)).toMatchObject({ ...OF_UNLISTED, blockHash: hash });
  expect((await namesOf([ME]))[0]).toMatchObject({ isContract: false, account: OF_UNLISTED });
}, 30_000);

test('other code is that of a contract, also if it imitates a Safe', async () => {
  const named = await namesOf([PLAIN, HUGE, LIKE_A_SAFE]);
  expect(named.map(({ account }) => account)).toMatchObject([PLAIN_ACCOUNT, CONTRACT, CONTRACT]);
  expect(named.map(({ isContract }) => isContract)).toEqual([false, true, true]);
  expect(await accountOf(LIKE_A_SAFE)).toMatchObject(CONTRACT);
});

test('without accounts=true, the nodes are not asked what a wallet is', async () => {
  expect(await ask(`/wallets/${PLAIN}?chainIds=1`)).not.toHaveProperty('accounts');
});

describe('unknown', () => {
  test.each([
    ['does not answer', { code: -32_000, message: 'internal error' }],
    ['lacks the state', { code: -32_000, message: 'missing trie node' }],
  ])('because the node %s', async (_, error) => {
    node.misbehave({ answer: ({ method }, honest) => (method === 'eth_call' ? { error } : honest) });
    const wallet = address(0xb000 + error.message.length);
    expect((await namesOf([wallet]))[0]).toMatchObject({ known: false, account: null });
    expect(await accountOf(wallet)).toBeNull();
    node.misbehave(null);
    expect(await accountOf(wallet)).toMatchObject(PLAIN_ACCOUNT);
  });

  test('because the node is down', async () => {
    expect((await namesOf([PLAIN], DOWN))[0]).toMatchObject({ known: false, account: null });
  });
});

describe('with a table of its own', () => {
  const places = () => {
    const log = pino({ level: 'silent' });
    const urls = { [VOTING]: { nodes: [voter.url, second.url], quorum: 2 } };
    const chains = readChains({ CHAINS: JSON.stringify(urls) });
    const store = { report: async () => {} } as never;
    const reader = createChainReader(chains, { store, registry: new Registry(), log });
    return { reader, places: createNamePlaces(reader, { lanes: [] } as never) };
  };
  let second: MisbehavingNode;
  beforeAll(async () => {
    second = await createMisbehavingNode(chain.url);
    second.misbehave(change('eth_chainId', () => numberToHex(VOTING)));
  });
  afterAll(() => second?.stop());

  /** The table has our own proxy: no test has the code of a Safe. */
  async function kindsOf(all: readonly Address[]) {
    const { reader, places: mine } = places();
    const known = { ...KNOWN_CODE, safeProxies: new Set([keccak256(RETURNS_SLOT_0)]) };
    const limits = { maxEntries: 9, maxBytes: 9_000, bytesOf: () => 1, ttlMs: () => 1 };
    const cache = createBatchCache(createAccountSource(known), limits);
    try {
      return await cache.getMany(
        all.map((each) => ({ chainId: VOTING, address: each })),
        mine,
      );
    } finally {
      mine.give();
      await reader.close();
    }
  }

  test('a Safe has the code of a proxy and a singleton in the table: neither alone is one', async () => {
    expect(await kindsOf([PROXY, LIKE_A_SAFE, OTHER_SINGLETON])).toMatchObject([
      { kind: 'safe', codeAddress: SAFE_141, codeName: 'Safe 1.4.1' },
      CONTRACT,
      CONTRACT,
    ]);
  });

  test('nodes that disagree leave it unknown', async () => {
    voter.misbehave({
      answer({ method }, honest) {
        if (method === 'eth_chainId') return { result: numberToHex(VOTING) };
        // The code of the first address has one byte, not none.
        return method === 'eth_call' ? { result: '0x01010000000100' } : honest;
      },
    });
    expect(await kindsOf([PLAIN])).toEqual([undefined]);
  });
});

/**
 * The chain of the hostile soak: pairs with a known history, among vaults and wallets that attackers have
 * prepared.
 */
import {
  encodeGrant,
  encodeRevoke,
  type LocalChain,
  readSampleCode,
  type Transaction,
  throughWallet,
  v1Abi,
} from '@mandate/contracts';
import {
  type Address,
  createDelegation,
  type Delegation,
  FULL_RIGHTS,
  grantOf,
  type V1Grant,
} from '@mandate/core';
import { encodeFunctionData, type Hex } from 'viem';
import { address, createV2Pair, type KnownChain, type Pair, startKnownChain } from '../known-chain.ts';
import type { Prepared } from './messages.ts';
import { RATES } from './rates.ts';

const CHAIN_ID = 31_337;
const V2_PAIRS = 8;
const V1_PAIRS = 4;
/** Pairs of the vault with many grants: each revocation makes the indexer check all of them. */
const BIG_VAULT_PAIRS = 2;
/** Slightly less than two seconds per block, because mining takes time, too. */
const PACE = [1_900, 1_900] as const;
/** More than the finality depth, so that a reorg cannot undo the preparation. */
const REST_BLOCKS = 24;
/** The number of calls that fit into one transaction's gas. */
const CALLS_A_TRANSACTION = 80;

const BIG_VAULT = address('cc', 1);
const CONDUCTOR = address('cd', 1);
const SPAMMER = address('ce', 1);
const VAULTS = Array.from({ length: RATES.manyVaults.vaults }, (_, vault) => address('cf', vault));
const SPAMMED = address('5a', 1);
/** The contract of the snapshots. */
const CONTRACT = address('c0', 1);
/**
 * Attackers use an account of their own: a nonce that a reorg takes back must not block a pair with a known
 * history.
 */
const ATTACKER = address('a7', 1);
/** A contract of tokens that names its standard, and burns all gas in answer to anything else. */
const BURNING_TOKEN = address('bb', 1);
const BURNING_CODE: Hex =
  '0x60003560e01c6301ffc9a714601057fe5b60043560e01c6000816301ffc9a71417816380ac58cd141760005260206000f3';
/** A contract of tokens that honest clients ask about. */
const TOKEN = address('c1', 1);
const NOBODY = address('0', 0xdead);

export interface HostileWorld extends Prepared {
  readonly chain: KnownChain;
  /** A contract whose tokens can be claimed. */
  readonly token: string;
}

export async function startHostileWorld(seed: number): Promise<HostileWorld> {
  let spammedAt = 0;
  const chain = await startKnownChain(CHAIN_ID, seed, {
    createPairs,
    pace: PACE,
    contracts: new Map([
      [BURNING_TOKEN, BURNING_CODE],
      [TOKEN, readSampleCode('sample-erc721')],
    ]),
    smartWallets: [BIG_VAULT, CONDUCTOR, SPAMMER, ...VAULTS],
    async prepare(local) {
      await grantAll(local);
      await spam(local);
      spammedAt = Number(await local.client.getBlockNumber()) - 1;
      await local.mine(REST_BLOCKS);
    },
  });
  const revokeNobody = encodeRevokeDelegate(NOBODY);
  const v1 = getV1(chain.local);
  const all = VAULTS.map((vault) => throughWallet(vault, [{ to: v1, data: revokeNobody }]));
  return {
    chain,
    manyGrants: { ...throughWallet(BIG_VAULT, [{ to: v1, data: revokeNobody }]), from: ATTACKER },
    manyVaults: { ...throughWallet(CONDUCTOR, all), from: ATTACKER },
    spammedList: `/registry/v2/${SPAMMED}?chainId=${CHAIN_ID}&atBlock=${spammedAt}`,
    snapshot: `/snapshots/${CHAIN_ID}/${spammedAt}?contract=${CONTRACT}`,
    burningToken: BURNING_TOKEN,
    token: TOKEN,
  };
}

function createPairs(local: LocalChain): readonly Pair[] {
  const create = (count: number, createPair: (pair: number) => Pair) =>
    Array.from({ length: count }, (_, pair) => createPair(pair));
  return [
    ...create(V2_PAIRS, (pair) =>
      createV2Pair(local, address('a2', pair), address('b2', Math.floor(pair / 2))),
    ),
    ...create(V1_PAIRS, (pair) => createV1Pair(local, address('a1', pair), address('b1', pair))),
    ...create(BIG_VAULT_PAIRS, (pair) => createV1Pair(local, BIG_VAULT, address('b3', pair))),
  ];
}

/** The vault revokes the delegate without naming it in the log. */
function createV1Pair(local: LocalChain, from: Address, to: Address): Pair {
  const v1 = getV1(local);
  const write = (data: Hex): Transaction =>
    from === BIG_VAULT ? throughWallet(from, [{ to: v1, data }]) : { from, to: v1, data };
  return {
    from,
    to,
    question: createV1Grant(from, to),
    path: `/registry/v1/check/all?chainId=${local.chainId}&vault=${from}&delegate=${to}`,
    grant: write(encodeGrant(createV1Grant(from, to))),
    revoke: write(encodeRevokeDelegate(to)),
  };
}

/** The vaults' own grants stay in force throughout: revoking another wallet ends none of them. */
async function grantAll(local: LocalChain): Promise<void> {
  const v1 = getV1(local);
  const grants = Array.from({ length: RATES.manyGrants.grants }, (_, number) =>
    encodeGrant(createV1Grant(BIG_VAULT, address('d0', number))),
  );
  await writeAll(local, BIG_VAULT, v1, grants);
  for (const [number, vault] of VAULTS.entries())
    await writeAll(local, vault, v1, [encodeGrant(createV1Grant(vault, address('d1', number)))]);
  await local.mine();
}

/**
 * Grants in waves, each ended in the block in which the next begins: many have ended, few are in force at the
 * same time.
 */
async function spam(local: LocalChain): Promise<void> {
  const { ended, standing } = RATES.spammedLists;
  let last: readonly Delegation[] = [];
  for (let first = 0; first <= ended; first += standing) {
    const next = Array.from({ length: standing }, (_, number) => createSpam(first + number));
    const revocations = last.map((delegation) => encodeRevoke(grantOf(delegation)));
    await writeAll(local, SPAMMER, local.registries.v2, [...revocations, ...next.map(encodeGrant)]);
    await local.mine();
    last = next;
  }
}

async function writeAll(local: LocalChain, wallet: Address, to: Address, data: readonly Hex[]) {
  for (let first = 0; first < data.length; first += CALLS_A_TRANSACTION) {
    const calls = data.slice(first, first + CALLS_A_TRANSACTION).map((each) => ({ to, data: each }));
    await local.send(throughWallet(wallet, calls));
  }
}

function createSpam(number: number): Delegation {
  return createDelegation({
    registry: 'v2',
    kind: 'erc721',
    from: SPAMMER,
    to: SPAMMED,
    contract: CONTRACT,
    tokenId: BigInt(number),
    rights: FULL_RIGHTS,
  });
}

function createV1Grant(from: Address, to: Address): V1Grant {
  return { registry: 'v1', kind: 'all', from, to };
}

function encodeRevokeDelegate(delegate: Address): Hex {
  return encodeFunctionData({ abi: v1Abi, functionName: 'revokeDelegate', args: [delegate] });
}

function getV1({ registries: { v1 } }: LocalChain): Address {
  if (!v1) throw new Error('The local chain has no registry v1.');
  return v1;
}

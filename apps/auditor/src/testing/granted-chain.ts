/** For tests: a local chain with many grants of every kind, of both registries, some of them changed or revoked. */
import {
  encodeGrant,
  encodeRevoke,
  type LocalChain,
  startLocalChain,
  type Transaction,
} from '@mandate/contracts';
import {
  type Address,
  createDelegation,
  type Delegation,
  FULL_RIGHTS,
  grantOf,
  parseAddress,
  rightsFromText,
  v1Abi,
  v2Abi,
} from '@mandate/core';
import { encodeFunctionData } from 'viem';

/** The grants of each vault: v1 ones first. */
const GRANTS_PER_VAULT = 20;
const V1_KINDS = ['all', 'contract', 'token'] as const;
const V2_KINDS = ['all', 'contract', 'erc721', 'erc20', 'erc1155'] as const;
const VAULTS_PER_BLOCK = 25;
/** Later blocks make all of these final. */
const QUIET_BLOCKS = 16;
/** anvil orders the transactions of a wallet within a request of this many, but not within larger ones. */
const SENT_AT_ONCE = 100;
const FINALITY_BLOCKS = 8;
/** One vault in so many revokes a v1 delegate without naming it. The state of that block is read for it. */
const UNNAMED_EVERY = 25;

const address = (prefix: string, number: number): Address =>
  parseAddress(`0x${prefix}${number.toString(16).padStart(40 - prefix.length, '0')}`);

function grantOfVault(vault: number, number: number): Delegation {
  const fields = {
    from: address('f0', vault),
    to: address('70', (vault * 7 + number) % 997),
    contract: address('c0', number),
    tokenId: BigInt(number),
    rights: number % 2 === 0 ? FULL_RIGHTS : rightsFromText('claim'),
    amount: BigInt(vault + number + 1),
  };
  const v1 = V1_KINDS[number];
  if (v1) return createDelegation({ ...fields, registry: 'v1', kind: v1 });
  return createDelegation({ ...fields, registry: 'v2', kind: V2_KINDS[number % V2_KINDS.length] ?? 'all' });
}

/** Sends transactions in small requests, one after another. */
async function sendAll(chain: LocalChain, transactions: readonly Transaction[]): Promise<void> {
  for (let first = 0; first < transactions.length; first += SENT_AT_ONCE) {
    const some = transactions.slice(first, first + SENT_AT_ONCE);
    await Promise.all(some.map((transaction) => chain.send(transaction)));
  }
}

export async function startGrantedChain(rows: number): Promise<LocalChain> {
  const chain = await startLocalChain({ finalityBlocks: FINALITY_BLOCKS });
  const { v1, v2 } = chain.registries;
  if (!v1) throw new Error('The local chain has no v1 registry.');
  const vaults = Math.ceil(rows / GRANTS_PER_VAULT);
  const numbers = Array.from({ length: GRANTS_PER_VAULT }, (_, number) => number);

  function write(vault: number): Transaction[] {
    const grants = numbers.map((number) => grantOfVault(vault, number));
    return [...ofV1(grants, encodeGrant), ofV2(vault, grants.filter(isV2).map(encodeGrant))];
  }

  /** Changes an amount, and revokes: one grant of v2, one of v1 by name, and a pair of v1 without its name. */
  function change(vault: number): Transaction[] {
    const of = (number: number) => grantOfVault(vault, number);
    const raised = numbers.map(of).find((each) => 'amount' in each);
    const changes = [encodeRevoke(grantOf(of(5 + (vault % 10))))];
    if (raised && 'amount' in raised) changes.push(encodeGrant({ ...raised, amount: raised.amount + 7n }));
    const unnamed = encodeFunctionData({ abi: v1Abi, functionName: 'revokeDelegate', args: [of(2).to] });
    const named = ofV1([of(1)], (grant) => encodeRevoke(grantOf(grant)));
    const from = address('f0', vault);
    return [
      ofV2(vault, changes),
      ...(vault % 2 === 0 ? named : []),
      ...(vault % UNNAMED_EVERY === 0 && v1 ? [{ from, to: v1, data: unnamed }] : []),
    ];
  }

  const isV2 = (grant: Delegation) => grant.registry === 'v2';
  const ofV1 = (grants: readonly Delegation[], encode: (grant: Delegation) => `0x${string}`): Transaction[] =>
    grants
      .filter((grant) => !isV2(grant))
      .map((grant) => ({ from: grant.from, to: v1, data: encode(grant) }));
  const ofV2 = (vault: number, calls: readonly `0x${string}`[]): Transaction => ({
    from: address('f0', vault),
    to: v2,
    data: encodeFunctionData({ abi: v2Abi, functionName: 'multicall', args: [calls] }),
  });

  for (const act of [write, change]) {
    for (let first = 0; first < vaults; first += VAULTS_PER_BLOCK) {
      const some = Array.from({ length: Math.min(VAULTS_PER_BLOCK, vaults - first) }, (_, i) => first + i);
      await sendAll(chain, some.flatMap(act));
      await chain.mine();
    }
  }
  await chain.mine(QUIET_BLOCKS);
  return chain;
}

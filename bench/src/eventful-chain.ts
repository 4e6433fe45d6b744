/** A local chain with this many registry events: mostly grants, some revocations. */
import { encodeGrant, encodeRevoke, type LocalChain, startLocalChain } from '@mandate/contracts';
import {
  createDelegation,
  FULL_RIGHTS,
  grantOf,
  listKinds,
  parseAddress,
  rightsFromText,
  v2Abi,
} from '@mandate/core';
import { encodeFunctionData, type Hex } from 'viem';

const EVENTS_PER_TRANSACTION = 100;
const TRANSACTIONS_PER_BLOCK = 20;
const KINDS = listKinds('v2');
const rights = rightsFromText('claim');

const address = (prefix: number, n: number) =>
  parseAddress(`0x${prefix.toString(16).padStart(2, '0')}${n.toString(16).padStart(38, '0')}`);

export async function startEventfulChain(
  events: number,
  onProgress: (done: number) => void,
): Promise<LocalChain> {
  const chain = await startLocalChain();
  const { v2 } = chain.registries;
  let made = 0;
  for (let transaction = 0; made < events; transaction++) {
    const from = address(0xf0, transaction);
    const calls: Hex[] = [];
    for (; calls.length < EVENTS_PER_TRANSACTION && made < events; made++) calls.push(call(from, made));
    const data = encodeFunctionData({ abi: v2Abi, functionName: 'multicall', args: [calls] });
    await chain.send({ from, to: v2, data });
    if (transaction % TRANSACTIONS_PER_BLOCK === TRANSACTIONS_PER_BLOCK - 1) await chain.mine();
    onProgress(made);
  }
  // The measured ranges end 64 blocks below the head.
  for (let i = 0; i < 66; i++) await chain.mine();
  return chain;
}

/** One call in ten revokes the grant before it. */
function call(from: ReturnType<typeof address>, n: number): Hex {
  const revokes = n % 10 === 9;
  const of = revokes ? n - 1 : n;
  const delegation = createDelegation({
    registry: 'v2',
    kind: KINDS[of % KINDS.length] ?? 'all',
    from,
    to: address(0x70, of % 5_000),
    contract: address(0xc0, of % 50),
    tokenId: BigInt(of),
    rights: of % 3 === 0 ? rights : FULL_RIGHTS,
    amount: BigInt(of + 1),
  });
  return revokes ? encodeRevoke(grantOf(delegation)) : encodeGrant(delegation);
}

/** A real chain: proofs of its newest block, of old ones and of one that a reorg replaced. */
import { type LocalChain, startLocalChain, writeOf } from '@mandate/contracts';
import {
  createDelegation,
  type Delegation,
  grantOf,
  parseAddress,
  type Question,
  type Registry,
} from '@mandate/core';
import { proveOnChain } from '@mandate/proof/testing/prove-on-chain';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fromClient, type ProofQuestion, verifyCheck } from './index.ts';

const FROM = parseAddress(`0x${'c01d'.repeat(10)}`);
const TO = parseAddress(`0x${'407e'.repeat(10)}`);
const CONTRACT = parseAddress(`0x${'c011'.repeat(10)}`);
const HOUR_S = 3_600;

const delegationOf = (registry: Registry): Delegation =>
  createDelegation({
    ...{ registry, kind: registry === 'v1' ? 'token' : 'erc20', from: FROM, to: TO },
    ...{
      contract: CONTRACT,
      tokenId: 2n ** 256n - 1n,
      rights: `0x${'00'.repeat(32)}` as never,
      amount: 2n ** 255n,
    },
  });

let chain: LocalChain;
beforeAll(async () => {
  chain = await startLocalChain();
});
afterAll(() => chain?.stop());

async function write(delegation: Delegation, ends: boolean): Promise<void> {
  await chain.send(writeOf(chain, delegation, ends));
  await chain.mine();
}

const ask = (question: Question, chainId = chain.chainId) => ({ ...question, chainId }) as ProofQuestion;

describe.each(['v1', 'v2'] as const)('%s', (registry) => {
  const delegation = delegationOf(registry);
  const question = grantOf(delegation);
  const [yes, no] = registry === 'v1' ? [true, false] : [2n ** 255n, 0n];

  test('granted, revoked, and what an old block proves', async () => {
    const anchor = { block: fromClient(chain.client), maxAgeSeconds: HOUR_S };
    const before = await proveOnChain(chain, question);
    expect(await verifyCheck(ask(question), before, anchor)).toMatchObject({ value: no });
    await write(delegation, false);
    const granted = await proveOnChain(chain, question);
    expect(await verifyCheck(ask(question), granted, anchor)).toMatchObject({ value: yes });
    await write(delegation, true);
    const revoked = await proveOnChain(chain, question);
    expect(await verifyCheck(ask(question), revoked, anchor)).toMatchObject({ value: no });
    // The old block is no lie, so only its number gives it away.
    expect(await verifyCheck(ask(question), granted, anchor)).toMatchObject({ value: yes });
    const limited = { ...anchor, minBlock: revoked.block.number };
    await expect(verifyCheck(ask(question), granted, limited)).rejects.toMatchObject({ part: 'age' });
    const again = await proveOnChain(chain, question, granted.block.hash);
    expect(again).toEqual(granted);
  });

  test('a block that a reorg replaced', async () => {
    await write(delegation, false);
    const replaced = await proveOnChain(chain, question);
    const anchor = { block: fromClient(chain.client), minBlock: 1 };
    expect(await verifyCheck(ask(question), replaced, anchor)).toMatchObject({ value: yes });
    await chain.reorg(1);
    await expect(verifyCheck(ask(question), replaced, anchor)).rejects.toMatchObject({ part: 'anchor' });
    expect(await verifyCheck(ask(question), await proveOnChain(chain, question), anchor)).toMatchObject({
      value: no,
    });
  });

  test('another chain', async () => {
    const anchor = { block: fromClient(chain.client), minBlock: 1 };
    const proven = await proveOnChain(chain, question);
    await expect(verifyCheck(ask(question, 1), proven, anchor)).rejects.toThrow(
      /is on chain 31337, not on 1/,
    );
  });
});

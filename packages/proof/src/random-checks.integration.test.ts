/** Random checks on a local chain: every proof verifies, and the verified answer is the contract's own. */

import {
  askContracts,
  createRandom,
  integer,
  type LocalChain,
  type Random,
  startLocalChain,
  v1Abi,
  writeOf,
} from '@mandate/contracts';
import type { Answer, Delegation, Question } from '@mandate/core';
import { randomGrant, randomQuestion, WITH_MARKERS } from '@mandate/testing/ledger/random-grants';
import { readSeed, size, TIMEOUT_MS } from '@mandate/testing/size';
import { encodeFunctionData } from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Hex } from './hex.ts';
import { proveOnChain } from './testing/prove-on-chain.ts';
import { verifyAnswer } from './verify-answer.ts';

const CHECKS = size(400, 5_000);
const ROUNDS = 5;
const WRITES_PER_ROUND = 120;
const AT_ONCE = 50;

let chain: LocalChain;
/** A block of each round, so that old ones are proven as well. */
const blocks: Hex[] = [];
const written: Delegation[] = [];

/** Grants, revokes, and now and then ends everything of a v1 vault. */
async function write(random: Random): Promise<void> {
  for (let i = 0; i < WRITES_PER_ROUND; i++) {
    const delegation = randomGrant(random, WITH_MARKERS);
    written.push(delegation);
    const dice = integer(random, 1, 40);
    const write = writeOf(chain, delegation, dice <= 10);
    const revokeAll = encodeFunctionData({ abi: v1Abi, functionName: 'revokeAllDelegates' });
    const isRevokeAll = delegation.registry === 'v1' && dice === 40;
    await chain.send(isRevokeAll ? { ...write, data: revokeAll } : write);
  }
  await chain.mine();
  blocks.push((await chain.client.getBlock()).hash);
}

const random = createRandom(readSeed('random checks'));

beforeAll(async () => {
  chain = await startLocalChain();
  // The registries are empty in the first block.
  blocks.push((await chain.client.getBlock()).hash);
  for (let round = 0; round < ROUNDS; round++) await write(random);
});
afterAll(() => chain?.stop());

async function verifyOnChain(question: Question, hash: Hex): Promise<Answer> {
  const { value, block, proof } = await proveOnChain(chain, question, hash);
  const { answer } = verifyAnswer({ question, block, header: block.header, ...proof });
  expect(block.hash).toBe(hash);
  expect(proof.slots.length).toBeLessThanOrEqual(6);
  expect(value).toBe(answer);
  return answer;
}

test(
  `${CHECKS} checks`,
  async () => {
    const counts = new Map<string, number>();
    let different = 0;
    for (let done = 0; done < CHECKS; done += AT_ONCE) {
      const block = blocks[Math.floor(done / AT_ONCE) % blocks.length] as Hex;
      const questions = Array.from({ length: AT_ONCE }, () => randomQuestion(random, WITH_MARKERS, written));
      const contracts = await askContracts(chain, questions, block);
      const proven = await Promise.all(questions.map((question) => verifyOnChain(question, block)));
      questions.forEach(({ registry, kind }, i) => {
        if (proven[i] !== contracts[i]) different++;
        const name = `${registry} ${kind} ${proven[i] ? 'yes' : 'no'}`;
        counts.set(name, (counts.get(name) ?? 0) + 1);
      });
      expect(proven).toEqual(contracts);
    }
    process.stdout.write(
      `${CHECKS} checks, ${different} different: ${[...counts].map((count) => count.join(' ')).join(', ')}\n`,
    );
    // Few checks may miss a rare kind of answer; many do not.
    expect(counts.size).toBeGreaterThanOrEqual(size(12, 16));
    const yes = [...counts].reduce((sum, [name, count]) => sum + (name.endsWith('yes') ? count : 0), 0);
    expect(yes).toBeGreaterThan(CHECKS / 10);
    expect(yes).toBeLessThan(CHECKS / 2);
  },
  TIMEOUT_MS,
);

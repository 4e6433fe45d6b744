/** A node of the long chain, as a separate process. It delays each answer like a remote node. */
import { setTimeout as delay } from 'node:timers/promises';
import { answerEach, startFakeNode } from '@mandate/testing/chain/fake-node';
import { createLongChain } from '@mandate/testing/chain/long-chain';
import { listWords, methodsOf } from '@mandate/testing/chain/long-chain-node';

const [rows, latencyMs] = process.argv.slice(2).map(Number) as [number, number];
const chain = createLongChain(rows);
const answer = answerEach(methodsOf(chain, listWords(chain)));
const { url } = await startFakeNode(async (...asked) => {
  await delay(latencyMs);
  return answer(...asked);
});
process.send?.(Number(new URL(url).port));
process.once('disconnect', () => process.exit());

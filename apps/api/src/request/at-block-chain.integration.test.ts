/** Strict answers on a real chain that replaces its blocks: never more than its registries say at any block since the safe one. */

import {
  askContracts,
  createRandom,
  integer,
  type LocalChain,
  startLocalChain,
  writeOf,
} from '@mandate/contracts';
import { type Delegation, grantOf, identify } from '@mandate/core';
import { randomDelegation } from '@mandate/testing/chain/moving-ledger';
import { type Service, startService } from '@mandate/testing/service/service';
import { readSeed, size, TIMEOUT_MS } from '@mandate/testing/size';
import type { Hex } from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ask, checkPath, lesser } from '../testing/ask-ledger.ts';

const ROUNDS = size(15, 250);
const QUESTIONS = 8;
/** A local chain is safe this far below its head: it goes back no deeper. */
const SAFE_DEPTH = 4;
const random = createRandom(readSeed('strict on a chain'));

let chain: LocalChain;
let service: Service;
beforeAll(async () => {
  chain = await startLocalChain({ chainId: 1, finalityBlocks: 2 * SAFE_DEPTH });
  await chain.mine(SAFE_DEPTH);
  service = await startService({ chains: [chain] });
});
afterAll(async () => {
  await service?.close();
  await chain?.stop();
});

/** Everything that was ever granted, so that it can be revoked and asked for. */
const granted = new Map<string, Delegation>();
const seen = { answers: 0, yes: 0, same: 0, interrupted: 0, notYetSafe: 0, revokedAtOnce: 0, reorgs: 0 };

async function write(most: number, revocations: number): Promise<void> {
  for (let writes = integer(random, most / 2, most); writes > 0; writes--) {
    const known = [...granted.values()][integer(random, 0, granted.size - 1)];
    const revokes = known !== undefined && random() < revocations;
    const delegation = revokes ? known : randomDelegation(random);
    await chain.send(writeOf(chain, delegation, revokes));
    granted.set(identify(delegation), delegation);
  }
  await chain.mine();
}

async function expectStrict(delegation: Delegation): Promise<void> {
  const question = grantOf(delegation);
  const { status, headers, text } = await ask(service.url, checkPath(question, { consistency: 'strict' }));
  expect(status).toBe(200);
  const { client } = chain;
  const safe = await client.getBlock({ blockTag: 'safe' });
  expect([headers.get('x-block-hash'), headers.get('x-safe-block-number')]).toEqual([
    (await client.getBlock()).hash,
    String(safe.number),
  ]);
  const latest = Number(headers.get('x-block-number'));
  const ends = Array.from({ length: latest - Number(safe.number) + 1 }, (_, i) => safe.number + BigInt(i));
  const atEach = await Promise.all(
    ends.map(async (blockNumber) => {
      const { hash } = await client.getBlock({ blockNumber });
      const [answer = false] = await askContracts(chain, [question], hash as Hex);
      return answer;
    }),
  );
  const [atSafe, atLatest] = [atEach[0] ?? false, atEach.at(-1) ?? false];
  const least = atEach.reduce(lesser);
  const answer = typeof least === 'bigint' ? BigInt(text) : text === 'true';
  expect([String(least), answer <= least]).toEqual([String(least), true]);
  seen.answers++;
  if (least && answer === least) seen.same++;
  if (answer < lesser(atSafe, atLatest)) seen.interrupted++;
  if (text !== 'false' && text !== '0') seen.yes++;
  if (atLatest > atSafe) seen.notYetSafe++;
  if (atLatest < atSafe) seen.revokedAtOnce++;
}

test('through reorgs above the safe block', { timeout: 3 * TIMEOUT_MS }, async () => {
  await write(20, 0);
  await chain.mine(SAFE_DEPTH);
  for (let round = 0; round < ROUNDS; round++) {
    await write(6, 0.5);
    if (random() < 0.2) {
      await chain.reorg(integer(random, 1, SAFE_DEPTH));
      seen.reorgs++;
    }
    await service.catchUp(chain);
    const known = [...granted.values()];
    const asked = Array.from({ length: QUESTIONS }, () => known[integer(random, 0, known.length - 1)]);
    await Promise.all(asked.map((each) => expectStrict(each ?? randomDelegation(random))));
  }
  process.stdout.write(`strict on a chain: ${JSON.stringify(seen)}\n`);
  for (const [what, times] of Object.entries(seen)) expect(times, what).toBeGreaterThan(0);
});

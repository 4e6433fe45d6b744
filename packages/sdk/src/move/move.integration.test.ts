/**
 * Random vaults move to v2: the contracts say what stood before and what stands afterwards. FULL=1: 1,000 vaults and a new
 * seed, else a few.
 */
import { createRandom } from '@mandate/contracts';
import { parseAddress } from '@mandate/core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type MovingChain, startMovingChain, textOfV1 } from '../testing/moving-chain.ts';
import { addressOf, drawWrites, mapVault, type Sent, UNLIMITED } from '../testing/moving-vaults.ts';
import type { WritableGrant } from '../write/index.ts';
import { findStandards, planEndOfV1, planMoveToV2 } from './index.ts';

const IS_FULL = process.env['FULL'] === '1';
const VAULTS = IS_FULL ? 1_000 : 4;
const SEED = Number(process.env['SEED'] ?? (IS_FULL ? Date.now() % 1e9 : 60));
const MAX_GAS = 12_000_000n;
const MAX_GAS_OF_A_GRANT = 220_000n;
const HOUR_MS = 3_600_000;
if (IS_FULL) vi.setConfig({ testTimeout: HOUR_MS, hookTimeout: HOUR_MS });

let chain: MovingChain;
beforeAll(async () => {
  chain = await startMovingChain();
});
afterAll(() => chain.close());

test(`${VAULTS} random vaults move to v2 (seed ${SEED})`, async () => {
  const random = createRandom(SEED);
  const vaults = Array.from({ length: VAULTS }, (_, i) => addressOf('c01d', i + 1));
  const history = vaults.flatMap((vault, i) =>
    drawWrites(random, chain.chainId, i === 0).map((write): Sent => [vault, [write]]),
  );
  await chain.send(history);
  const v1Before = await chain.readV1();
  const plans = [];
  for (const vault of vaults) {
    const delegations = await chain.readRows(vault);
    const standardOf = await findStandards(chain.client, delegations);
    const plan = planMoveToV2({ vault, delegations, standardOf });
    const v2Before = await chain.readV2(vault);
    const { added, unmoved } = mapVault(v1Before.get(vault) ?? [], v2Before);
    expect(plan.unmoved.map(({ row, reason }) => `${textOfV1(row)} ${reason}`).toSorted()).toEqual(unmoved);
    plans.push({ vault, plan, unmoved, v2: [...v2Before, ...added].toSorted() });
  }

  const calls = plans.flatMap(({ vault, plan }) => plan.groups.map((group): Sent => [vault, group]));
  const gas = await chain.send(calls);
  expect(gas).toBeLessThanOrEqual(MAX_GAS);
  expect(await chain.readV1()).toEqual(v1Before);
  let checks = 0;
  for (const { vault, plan, v2 } of plans) {
    expect(await chain.readV2(vault)).toEqual(v2);
    for (const { grant } of [...plan.moved, ...plan.there]) {
      expect(await chain.isTrue(vault, grant)).toBe(true);
      checks++;
    }
  }

  // The last multicalls are in no safe block yet.
  const last = plans.findLast(({ plan }) => plan.moved.length > 0) ?? expect.fail();
  const early = planEndOfV1(last.plan, await chain.readRows(last.vault, { consistency: 'strict' }));
  expect(early.unconfirmed.length).toBeGreaterThan(0);
  expect([early.rows, early.writes]).toEqual([[], []]);
  await chain.becomeSafe();
  const ends: Sent[] = [];
  for (const { vault, plan } of plans) {
    const safe = await chain.readRows(vault, { consistency: 'strict' });
    const { writes, unconfirmed } = planEndOfV1(plan, safe);
    expect(unconfirmed).toEqual([]);
    ends.push(...writes.map((write): Sent => [vault, [write]]));
  }
  await chain.send(ends);
  const v1After = await chain.readV1();
  for (const { vault, plan, v2 } of plans) {
    expect(v1After.get(vault) ?? []).toEqual(plan.unmoved.map(({ row }) => textOfV1(row)).toSorted());
    expect(await chain.readV2(vault)).toEqual(v2);
  }
  const unmoved = plans.reduce((sum, each) => sum + each.unmoved.length, 0);
  process.stdout.write(
    `${VAULTS} vaults: ${calls.length} multicalls of at most ${gas} gas, ${checks} grants true, ${unmoved} v1 delegations not moved, ${ends.length} ended\n`,
  );
});

test('the largest grant is below the bound of gas', async () => {
  const vault = parseAddress(`0x${'9a5'.padEnd(40, 'f')}`);
  const scope = { to: vault, contract: vault, tokenId: UNLIMITED, rights: `0x${'ff'.repeat(32)}` } as const;
  const grant: WritableGrant = { registry: 'v2', type: 'erc1155', ...scope, amount: UNLIMITED };
  const gas = (await chain.send([[vault, [{ action: 'grant', chainId: chain.chainId, grant }]]])) - 21_000n;
  process.stdout.write(`A grant of v2 takes at most ${gas} gas.\n`);
  expect(gas).toBeLessThanOrEqual(MAX_GAS_OF_A_GRANT);
});

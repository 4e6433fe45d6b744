/** When a picker no longer knows what it has shown. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createClient } from '../client/create-client.ts';
import { FULL_RIGHTS } from '../generated/kinds.ts';
import type { Follower } from '../live/follow.ts';
import { createPicker } from './create-picker.ts';

const [HOT, VAULT, OTHER] = ['a', 'b', 'c'].map((digit) => `0x${digit.repeat(40)}` as const) as [
  `0x${string}`,
  `0x${string}`,
  `0x${string}`,
];
const chain = {
  chainId: 1,
  known: true,
  registries: ['v2'],
  block: { number: 9, hash: null, timestamp: null },
};
const grantOf = (from: string) => ({
  ...{ registry: 'v2', type: 'ALL', from, to: HOT, contract: null, tokenId: null, rights: FULL_RIGHTS },
  ...{ tokenType: null, amount: null, expiresAt: null, block: 1, transaction: FULL_RIGHTS, since: 1 },
});
const walletOf = (from: string) => ({
  address: from,
  grants: [{ chainId: 1, broadest: grantOf(from), narrowest: grantOf(from) }],
});
const ANSWERS: Readonly<Record<string, object>> = {
  resolve: { wallets: [VAULT, OTHER].map(walletOf), chains: [chain], next: null },
  wallets: { address: HOT, delegations: [], chains: [chain], next: null },
  networks: { networks: [] },
};

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('a change makes its vault unknown at once, and answers that do not come make all of them unknown', async () => {
  let hangs = false;
  const fetch = async (url: string) => {
    if (hangs) await new Promise(() => {});
    const [, name = ''] = /^https:..mandate.example.(\w+)/.exec(url) ?? [];
    const answer = ANSWERS[name];
    return new Response(JSON.stringify(answer ?? {}), {
      status: answer ? 200 : 404,
      headers: { 'content-type': 'application/json' },
    });
  };
  const client = createClient({ baseUrl: 'https://mandate.example', fetch: fetch as never, retries: 0 });
  let follower: Follower | null = null;
  const live = (_: unknown, __: unknown, given: Follower) => {
    follower = given;
    return () => {};
  };
  const picker = createPicker(client, { wallet: HOT }, { live });
  const stop = picker.subscribe(() => {});
  const read = () => picker.getState().rows.map(({ key, reason }) => `${key[2]} ${reason}`);
  await vi.waitFor(() => expect(follower).not.toBeNull());
  expect(read()).toEqual(['a delegated', 'b delegated', 'c delegated']);
  picker.select(VAULT);
  expect(picker.choose()?.vault).toBe(VAULT);

  hangs = true;
  const change = { chainId: 1, block: 10, undone: false, from: VAULT, to: HOT };
  (follower as Follower | null)?.onChange(change as never);
  expect(read()).toEqual(['a delegated', 'b changed', 'c delegated']);
  expect(picker.choose()).toBeNull();
  await vi.advanceTimersByTimeAsync(5_100);
  expect(read()).toEqual(['a delegated', 'b chain-unknown', 'c chain-unknown']);
  stop();
});

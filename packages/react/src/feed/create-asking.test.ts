import { createClient } from '@mandate/sdk';
import { createLeastBlocks } from '@mandate/sdk/live';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { checkQuery } from '../check-query.ts';
import { createAsking } from './create-asking.ts';

const [HOT, VAULT] = [`0x${'a'.repeat(40)}`, `0x${'b'.repeat(40)}`] as const;
const ANSWER_MS = 800;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('a question with more changes than answers gets answers, and the last one is newer than the last change', async () => {
  const client = createClient({ baseUrl: 'https://mandate.example' });
  const { key } = checkQuery(client, { kind: 'all', to: HOT, from: VAULT });
  const queryClient = new QueryClient();
  const floors = createLeastBlocks();
  const asking = createAsking(queryClient, client, floors);
  const asked: (number | undefined)[] = [];
  const answered: unknown[] = [];
  const queryFn = async () => {
    const floor = floors.of(1);
    asked.push(floor);
    await new Promise((done) => setTimeout(done, ANSWER_MS));
    return { floor };
  };
  const observer = new QueryObserver(queryClient, { queryKey: key, queryFn });
  const stop = observer.subscribe(({ data, isFetching }) => {
    if (!isFetching) answered.push(data?.floor);
  });
  await vi.advanceTimersByTimeAsync(ANSWER_MS);
  for (let block = 1; block <= 100; block++) {
    asking.onChange({ chainId: 1, from: VAULT, to: HOT, block, undone: false });
    await vi.advanceTimersByTimeAsync(100);
  }
  await vi.advanceTimersByTimeAsync(5_000);
  stop();
  expect(answered.length).toBeGreaterThan(8);
  expect(answered.at(-1)).toBe(100);
  // Twice a second at most.
  expect(asked.length).toBeLessThanOrEqual(22);
  const after = asked.length;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toHaveLength(after);
});
